#include "shoal/table/closed_sets.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <numeric>
#include <random>

#include "shoal/thread_pool.hpp"

namespace shoal::table {
namespace {

constexpr int poll_interval = 256;
constexpr std::size_t enough_tasks = 64;

// The nodes above each leaf, by depth; below the leaf it is the leaf again.
struct Paths {
    explicit Paths(const Column& column) {
        std::vector<std::int32_t> depth(column.parents.size(), 0);
        for (std::size_t n = 1; n < depth.size(); ++n) {
            depth[n] = depth[column.parents[n]] + 1;
            stride = std::max(stride, depth[n] + 1);
        }
        ++stride;
        nodes.resize(column.leaf_nodes.size() * static_cast<std::size_t>(stride));
        for (std::size_t leaf = 0; leaf < column.leaf_nodes.size(); ++leaf) {
            std::int32_t node = column.leaf_nodes[leaf];
            std::int32_t* const path = nodes.data() + leaf * static_cast<std::size_t>(stride);
            for (std::int32_t d = stride - 1; d > depth[node]; --d) path[d] = node;
            for (; node >= 0; node = column.parents[node]) path[depth[node]] = node;
        }
        depths = std::move(depth);
    }

    std::int32_t stride = 1;
    std::vector<std::int32_t> nodes, depths;
};

struct Frame {  // the table as the search wants it
    Frame(const View& view, const WeightedRows& data, std::int64_t support) : table(view), rows(data), min_support(support) {
        const std::size_t n = rows.weights.size();
        for (const Column& column : table.columns) paths.emplace_back(column);
        records.reserve(n * width);
        for (std::size_t r = 0; r < n; ++r) {
            for (std::size_t c = 0; c < paths.size(); ++c) records.push_back(rows.rows[static_cast<std::int64_t>(r)][c] * paths[c].stride);
            records.push_back(rows.weights[r]);
        }
        rest.assign(table.columns.size() + 1, std::vector<Cost>(n, 0));
        for (std::size_t c = table.columns.size(); c-- > 0;) least_costs(c);
    }

    // A cell of a column is published as a node that is frequent: what the columns from c on cost a row at least.
    void least_costs(std::size_t c) {
        const Column& column = table.columns[c];
        std::vector<std::int64_t> supports(column.parents.size(), 0);
        for (std::size_t r = 0; r < rows.weights.size(); ++r) supports[leaf_node(c, r)] += rows.weights[r];
        for (std::size_t node = supports.size(); node-- > 1;) supports[column.parents[node]] += supports[node];
        for (std::size_t r = 0; r < rows.weights.size(); ++r) {
            std::int32_t node = leaf_node(c, r);
            while (supports[node] < min_support && node > 0) node = column.parents[node];
            rest[c][r] = rest[c + 1][r] + column.costs[node];
        }
    }
    std::int32_t leaf_node(std::size_t c, std::size_t r) const { return table.columns[c].leaf_nodes[rows.rows[static_cast<std::int64_t>(r)][c]]; }
    const std::int32_t* record(std::int32_t row) const { return records.data() + static_cast<std::size_t>(row) * width; }

    const View& table;
    const WeightedRows& rows;
    const std::int64_t min_support;
    const std::size_t width = table.columns.size() + 1;
    std::vector<Paths> paths;
    // By row, since a search looks at all columns of the same few rows: where the path of the leaf of each column starts, and at
    // last the weight.
    std::vector<std::int32_t> records;
    std::vector<std::vector<Cost>> rest;  // by column, by row
};

// A pattern whose columns from `column` on may take steps down.
struct Task {
    std::vector<std::int32_t> rows, nodes;
    std::size_t column;
};

struct Budget {
    std::int64_t most;
    std::atomic<std::int64_t> spent{0};
    std::atomic<bool> stopped{false};
    std::atomic<int> looks{0};  // how often what is left was estimated
};

// A search that has spent a part of its budget looks ahead along random paths, each of which estimates all there is to visit. A
// small budget is rather spent.
constexpr std::int64_t worth_looking = 1'000'000;
// At first few paths do. It ends if their median is above this part of the budget: the mean is several times the median.
constexpr std::int64_t first_look = 32;  // when the budget divided by this is spent
constexpr int first_paths = 17;
constexpr double hopeless = 0.25;
// Later, when more is at stake, more paths: it ends if their mean is above the budget. The mean is what is expected, but a few
// paths can be far above, so that none counts for more than so many budgets.
constexpr std::int64_t second_look = 8;
constexpr int second_paths = 51;
constexpr double most_of_path = 20;

class Search {
public:
    Search(const Frame& frame, SetVisitor& visitor, Budget& budget, const Control& control)
        : frame_(frame), visitor_(visitor), budget_(budget), control_(control), columns_(frame.table.columns.size()) {
        std::size_t most = 0, deepest = 1;
        for (const Column& column : frame.table.columns) most = std::max(most, column.parents.size());
        for (const Paths& paths : frame.paths) deepest += static_cast<std::size_t>(paths.stride);
        tallies_.assign(most, {});
        levels_.resize(deepest);
    }

    Task root() const {
        Task task{std::vector<std::int32_t>(frame_.rows.weights.size()), std::vector<std::int32_t>(columns_, 0), 0};
        std::iota(task.rows.begin(), task.rows.end(), 0);
        close(task.rows, task.nodes, 0);
        return task;
    }

    void run(const Task& task) { visit(task.rows, task.nodes, task.column, 0); }

    // Counts what was visited since the last time, so that a limit holds to the row. A search that cannot keep to it ends early.
    void settle() {
        const std::int64_t spent = budget_.spent += entries_;
        if (spent > budget_.most) budget_.stopped = true;
        else if (budget_.most >= worth_looking && (is_time_for(0, first_look, spent) || is_time_for(1, second_look, spent))) {
            const int look = budget_.looks - 1;
            if (is_hopeless(look)) budget_.stopped = true;
        }
        entries_ = 0;
    }

    // Visits one pattern and hands its children over instead of visiting them.
    void expand(const Task& task, std::vector<Task>& children) {
        children_ = &children;
        visit(task.rows, task.nodes, task.column, 0);
        children_ = nullptr;
    }

private:
    static constexpr std::int32_t nowhere = -1;

    struct Tally {  // of the rows below a node
        std::int64_t weight = 0;
        std::int32_t rows = 0, next = nowhere;  // how many, and where the next one goes
    };
    struct Level {
        std::vector<std::int32_t> rows, nodes, frequent;
        std::vector<std::size_t> starts;
    };

    // Whether a look is due that no thread has had.
    bool is_time_for(int look, std::int64_t part, std::int64_t spent) {
        return spent > budget_.most / part && budget_.looks.compare_exchange_strong(look, look + 1);
    }

    // Whether there are more rows of patterns than may be visited, by Knuth's estimate of a search tree: paths from the root, on
    // which a child counts as often as it is unlikely. The paths are the same in each run.
    bool is_hopeless(int look) const {
        Budget none{.most = INT64_MAX};
        Search ahead(frame_, visitor_, none, control_);
        ahead.ahead_ = true;
        const auto most = static_cast<double>(budget_.most);
        const Task from = ahead.root();
        std::vector<Task> children;
        ahead.expand(from, children);
        std::mt19937 random;
        if (look == 0) {
            int above = 0;
            for (int path = 0; path < first_paths && 2 * above < first_paths; ++path)
                above += ahead.rows_ahead(from, children, hopeless * most, random) > hopeless * most;
            return 2 * above > first_paths;
        }
        double sum = 0;
        for (int path = 0; path < second_paths && sum <= most * second_paths; ++path)
            sum += std::min(ahead.rows_ahead(from, children, most_of_path * most, random), most_of_path * most);
        return sum > most * second_paths;
    }

    // One estimate of the rows of all patterns, from one with these children down; no need to go on above `most`.
    double rows_ahead(const Task& from, const std::vector<Task>& children, double most, std::mt19937& random) {
        double rows = static_cast<double>(from.rows.size()), times = 1;
        if (children.empty()) return rows;
        Task task = children[likely_child(children, times, random)];
        for (std::vector<Task> below; rows <= most;) {
            rows += times * static_cast<double>(task.rows.size());
            below.clear();
            expand(task, below);
            if (below.empty()) break;
            task = std::move(below[likely_child(below, times, random)]);
        }
        return rows;
    }
    // Draws a child; `times` grows by how unlikely it is.
    std::size_t likely_child(const std::vector<Task>& children, double& times, std::mt19937& random) const {
        std::vector<double> chances;
        for (const Task& child : children) chances.push_back(likely_size(child));
        const double all = std::accumulate(chances.begin(), chances.end(), 0.0);
        double at = all * (static_cast<double>(random() - std::mt19937::min()) / static_cast<double>(std::mt19937::max()));
        std::size_t chosen = 0;
        while (chosen + 1 < children.size() && at > chances[chosen]) at -= chances[chosen++];
        times *= all / chances[chosen];
        return chosen;
    }
    // How the patterns below one grow with its rows and the columns that may still take steps, roughly.
    double likely_size(const Task& task) const {
        const auto rows = static_cast<double>(task.rows.size()), columns = static_cast<double>(columns_ - task.column);
        return rows * std::sqrt(rows) * columns * columns;
    }

    void visit(std::span<const std::int32_t> rows, std::span<const std::int32_t> nodes, std::size_t from, std::size_t depth) {
        Cost cost = 0;
        for (std::size_t c = 0; c < columns_; ++c) cost += frame_.table.columns[c].costs[nodes[c]];
        if (!ahead_) visitor_.visit(nodes, cost, rows);
        count(rows.size());
        Cost so_far = 0;
        for (std::size_t c = 0; c < from; ++c) so_far += frame_.table.columns[c].costs[nodes[c]];
        for (std::size_t c = from; c < columns_ && !budget_.stopped; ++c) {
            if (c > from && !visitor_.worthwhile(rows, so_far, frame_.rest[c])) break;
            go_down(rows, nodes, c, so_far, depth);
            so_far += frame_.table.columns[c].costs[nodes[c]];
        }
    }

    void go_down(std::span<const std::int32_t> rows, std::span<const std::int32_t> nodes, std::size_t c, Cost so_far, std::size_t depth) {
        const Paths& paths = frame_.paths[c];
        const std::int32_t below = paths.depths[nodes[c]] + 1;
        const Column& column = frame_.table.columns[c];
        if (nodes[c] == column.leaf_nodes[column.first[nodes[c]]]) return;
        Level& level = levels_[depth];
        partition(rows, c, below, level);
        for (std::size_t i = 0; i < level.frequent.size(); ++i) {
            const auto part = std::span<const std::int32_t>(level.rows).subspan(level.starts[i], level.starts[i + 1] - level.starts[i]);
            if (!visitor_.worthwhile(part, so_far, frame_.rest[c])) continue;
            level.nodes.assign(nodes.begin(), nodes.end());
            level.nodes[c] = level.frequent[i];
            if (!close(part, level.nodes, c)) continue;
            if (children_ != nullptr) children_->push_back({{part.begin(), part.end()}, level.nodes, c});
            else visit(part, level.nodes, c, depth + 1);
        }
    }

    // The rows of each frequent child, in their order.
    void partition(std::span<const std::int32_t> rows, std::size_t c, std::int32_t below, Level& level) {
        const std::int32_t* const path = frame_.paths[c].nodes.data() + below;
        touched_.clear();
        child_of_row_.resize(rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const std::int32_t* const record = frame_.record(rows[i]);
            const std::int32_t child = path[record[c]];
            Tally& tally = tallies_[child];
            if (tally.rows++ == 0) touched_.push_back(child);
            tally.weight += record[columns_];
            child_of_row_[i] = child;
        }
        std::ranges::sort(touched_);
        level.frequent.clear();
        level.starts.assign(1, 0);
        for (std::int32_t child : touched_) {
            Tally& tally = tallies_[child];
            tally.next = nowhere;
            if (tally.weight < frame_.min_support) continue;
            level.frequent.push_back(child);
            tally.next = static_cast<std::int32_t>(level.starts.back());
            level.starts.push_back(level.starts.back() + static_cast<std::size_t>(tally.rows));
        }
        level.rows.resize(level.starts.back());
        if (!level.frequent.empty())
            for (std::size_t i = 0; i < rows.size(); ++i) {
                Tally& tally = tallies_[child_of_row_[i]];
                if (tally.next != nowhere) level.rows[static_cast<std::size_t>(tally.next++)] = rows[i];
            }
        for (std::int32_t child : touched_) tallies_[child] = {};
    }

    // Lowers the nodes as far as all rows go; false when that changes a column before c: then another branch has the pattern.
    bool close(std::span<const std::int32_t> rows, std::vector<std::int32_t>& nodes, std::size_t c) const {
        for (std::size_t j = 0; j < c; ++j)
            if (lowest(rows, j, nodes[j]) != nodes[j]) return false;
        for (std::size_t j = c; j < columns_; ++j) nodes[j] = lowest(rows, j, nodes[j]);
        return true;
    }

    std::int32_t lowest(std::span<const std::int32_t> rows, std::size_t j, std::int32_t node) const {
        const Column& column = frame_.table.columns[j];
        while (node != column.leaf_nodes[column.first[node]]) {
            const std::int32_t* const path = frame_.paths[j].nodes.data() + frame_.paths[j].depths[node] + 1;
            const std::int32_t child = path[frame_.record(rows[0])[j]];
            for (std::int32_t r : rows)
                if (path[frame_.record(r)[j]] != child) return node;
            node = child;
        }
        return node;
    }

    void count(std::size_t rows) {
        entries_ += static_cast<std::int64_t>(rows);
        if (++steps_ % poll_interval != 0) return;
        settle();
        if (control_.must_stop()) budget_.stopped = true;
    }

    const Frame& frame_;
    SetVisitor& visitor_;
    Budget& budget_;
    const Control& control_;
    const std::size_t columns_;
    std::vector<Task>* children_ = nullptr;
    bool ahead_ = false;  // only looks at what there is to visit
    std::vector<Tally> tallies_;  // by node; empty between calls
    std::vector<std::int32_t> touched_, child_of_row_;
    std::vector<Level> levels_;
    std::int64_t entries_ = 0;
    int steps_ = 0;
};

class ListVisitor : public SetVisitor {
public:
    explicit ListVisitor(std::atomic<std::int64_t>& room) : room_(&room) {}

    void visit(std::span<const std::int32_t> nodes, Cost cost, std::span<const std::int32_t>) override {
        if (--*room_ < 0) return;
        found.nodes.push(nodes);
        found.costs.push_back(cost);
    }
    bool worthwhile(std::span<const std::int32_t>, Cost, std::span<const Cost>) override { return *room_ >= 0; }

    ClosedSets found;

private:
    std::atomic<std::int64_t>* room_;
};

}  // namespace

WeightedRows distinct_rows(const View& table) {
    std::vector<std::int64_t> offsets(static_cast<std::size_t>(table.size()) + 1);
    for (std::size_t r = 0; r < offsets.size(); ++r) offsets[r] = static_cast<std::int64_t>(r * table.columns.size());
    return merge_equal_rows({table.cells, offsets, 0});
}

bool visit_closed_sets(const View& table, const WeightedRows& rows, std::int64_t min_support, std::int64_t most_entries,
                       std::span<SetVisitor* const> visitors, const Control& control) {
    control.poll();
    const Frame frame(table, rows, min_support);
    Budget budget{.most = most_entries};
    if (std::accumulate(rows.weights.begin(), rows.weights.end(), std::int64_t{0}) < min_support) return true;
    Search first(frame, *visitors[0], budget, control);
    std::vector<Task> tasks{first.root()};
    // Wide enough for all threads, whatever the first columns are.
    for (std::size_t next = 0; visitors.size() > 1 && next < tasks.size() && tasks.size() < enough_tasks; ++next) {
        std::vector<Task> children;
        first.expand(tasks[next], children);
        tasks[next].rows.clear();
        tasks.insert(tasks.end(), std::make_move_iterator(children.begin()), std::make_move_iterator(children.end()));
    }
    std::erase_if(tasks, [](const Task& task) { return task.rows.empty(); });
    std::ranges::stable_sort(tasks, std::greater{}, [](const Task& task) { return task.rows.size(); });
    std::vector<std::unique_ptr<Search>> searches;
    for (SetVisitor* visitor : visitors) searches.push_back(std::make_unique<Search>(frame, *visitor, budget, control));
    ThreadPool pool(static_cast<int>(visitors.size()));
    pool.run(tasks.size(), [&](std::size_t task, int worker) {
        if (!budget.stopped) searches[static_cast<std::size_t>(worker)]->run(tasks[task]);
    });
    first.settle();
    for (const auto& search : searches) search->settle();
    return !budget.stopped;
}

std::optional<ClosedSets> closed_sets(const View& table, std::int64_t k, std::int64_t most_sets, int threads, const Control& control) {
    std::atomic<std::int64_t> room = most_sets;
    std::vector<ListVisitor> visitors(static_cast<std::size_t>(threads), ListVisitor(room));
    std::vector<SetVisitor*> borrowed;
    for (ListVisitor& visitor : visitors) borrowed.push_back(&visitor);
    if (!visit_closed_sets(table, distinct_rows(table), k, INT64_MAX, borrowed, control) || room < 0) return std::nullopt;
    struct Place {
        Cost cost;
        std::span<const std::int32_t> nodes;
    };
    std::vector<Place> places;
    for (const ListVisitor& visitor : visitors)
        for (std::int64_t s = 0; s < visitor.found.size(); ++s) places.push_back({visitor.found.costs[s], visitor.found[s]});
    std::ranges::sort(places, [](const Place& a, const Place& b) {
        return a.cost != b.cost ? a.cost < b.cost : std::ranges::lexicographical_compare(a.nodes, b.nodes);
    });
    ClosedSets sets;
    for (const Place& place : places) {
        sets.nodes.push(place.nodes);
        sets.costs.push_back(place.cost);
    }
    return sets;
}

}  // namespace shoal::table
