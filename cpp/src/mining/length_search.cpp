#include "shoal/mining/length_search.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace shoal::mining {
namespace {

constexpr std::int64_t never_frequent = INT64_MIN / 2;
constexpr std::int64_t entries_per_node = 1024;  // a large node counts for several: budgets bound the work

std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 31)) * 0x7fb5d329728ea185ull;
    x = (x ^ (x >> 27)) * 0x81dadef4bc2dd44dull;
    return x ^ (x >> 33);
}

// Where a graph is built from: all living rows ...
struct DataSource {
    const LivingRows& living;
    std::span<const std::int32_t> members;  // those long enough

    std::int32_t rows() const { return static_cast<std::int32_t>(members.size()); }
    bool skips(std::int32_t r) const { return living.weights[members[r]] == 0; }
    std::int32_t id(std::int32_t r) const { return members[r]; }
    std::span<const Item> items(std::int32_t r) const { return living.data.rows[members[r]]; }
    bool lives(Item) const { return true; }
    Item item_id(Item item) const { return item; }
};

// ... or the rows of one item of a graph.
struct BranchSource {
    const LivingRows& living;
    const Graph& graph;
    std::int32_t item;
    std::span<const std::int32_t> members = graph.rows_of(item);
    const std::int32_t* places = graph.item_places.data() + graph.item_starts[item];

    std::int32_t rows() const { return static_cast<std::int32_t>(members.size()); }
    // A row can have left the data without having been taken out of the graph yet.
    bool skips(std::int32_t r) const { return !graph.row_lives[members[r]] || living.weights[id(r)] == 0; }
    std::int32_t id(std::int32_t r) const { return graph.row_ids[members[r]]; }
    // Items before the branch's own have had their turn: they have left the graph, or will have in the batch.
    std::span<const std::int32_t> items(std::int32_t r) const {
        return graph.items_of(members[r]).subspan(static_cast<std::size_t>(places[r]) + 1);
    }
    bool lives(std::int32_t i) const { return graph.item_lives[i]; }
    Item item_id(std::int32_t i) const { return graph.item_ids[i]; }
};

}  // namespace

LengthSearch::LengthSearch(const LivingRows& living, Item item_count, std::int64_t k, std::uint64_t seed,
                           const Control& control)
    : living_(living), k_(k), control_(control), tie_rank_(item_count), support_(item_count, 0), position_(item_count, -1),
      dense_(control) {
    for (Item i = 0; i < item_count; ++i) tie_rank_[i] = seed == 0 ? i : mix(seed * 0x9e3779b97f4a7c15ull + i);
}

// Hands the found rows over; false when the search is to stop.
bool LengthSearch::report(const OnFound& found) {
    const Found answer = found(found_rows_);
    deaths_ += answer == Found::rows_left;
    return answer != Found::stop;
}

// Reduces the source's rows to their core and stores it; `need` falls by the items that every row shares.
template <class Source>
LengthSearch::Built LengthSearch::build(const Source& source, std::int32_t& need, Graph& graph, bool dense) {
    kept_rows_.clear();
    kept_weights_.clear();
    std::int64_t weight = 0, entries = 0;
    for (std::int32_t r = 0; r < source.rows(); ++r) {
        if (source.skips(r)) continue;
        kept_rows_.push_back(r);
        kept_weights_.push_back(living_.weights[source.id(r)]);
        weight += kept_weights_.back();
        entries += static_cast<std::int64_t>(source.items(r).size());
    }
    touched_.resize(std::min(static_cast<std::size_t>(entries), support_.size()) + 1);
    std::int64_t* const support = support_.data();
    std::size_t touched = 0;
    for (std::size_t q = 0; q < kept_rows_.size(); ++q)
        for (std::int32_t i : source.items(kept_rows_[q])) {
            touched_[touched] = i;  // kept when it is the first time; no branch to mispredict
            touched += support[i] == 0;
            support[i] += kept_weights_[q];
        }
    touched_.resize(touched);
    std::int32_t frequent = 0;
    for (std::int32_t i : touched_) {
        if (!source.lives(i)) support[i] = never_frequent;
        frequent += support[i] >= k_;
    }
    if (frequent < need) weight = 0;  // every row is too short
    for (bool changed = true; changed && weight >= k_;) {
        changed = false;
        std::size_t kept = 0;
        for (std::size_t q = 0; q < kept_rows_.size(); ++q) {
            const auto items = source.items(kept_rows_[q]);
            std::int32_t length = 0;
            for (std::int32_t i : items) length += support[i] >= k_;
            const std::int64_t w = kept_weights_[q];
            if (length >= need) {
                kept_rows_[kept] = kept_rows_[q];
                kept_weights_[kept++] = w;
                continue;
            }
            weight -= w;
            for (std::int32_t i : items) {
                changed |= support[i] >= k_ && support[i] - w < k_;
                support[i] -= w;
            }
        }
        kept_rows_.resize(kept);
        kept_weights_.resize(kept);
    }
    nodes_ += 1 + entries / entries_per_node;
    Built built = Built::empty;
    if (weight >= k_) {
        kept_items_.clear();
        for (std::int32_t i : touched_) {
            if (support_[i] == weight) --need;
            else if (support_[i] >= k_) kept_items_.push_back(i);
        }
        if (need <= 0) {
            found_rows_.clear();
            for (std::int32_t r : kept_rows_) found_rows_.push_back(source.id(r));
            built = Built::found;
        } else if (!kept_items_.empty()) {
            std::ranges::sort(kept_items_, {}, [&](std::int32_t i) { return std::pair(support_[i], tie_rank_[source.item_id(i)]); });
            if (dense && static_cast<std::int32_t>(kept_rows_.size()) <= DenseSearch::max_rows) built = Built::dense;
            else { materialize(source, weight, graph); built = Built::graph; }
        }
    }
    for (std::int32_t i : touched_) support_[i] = 0;
    return built;
}

template <class Source>
void LengthSearch::materialize(const Source& source, std::int64_t weight, Graph& graph) {
    const auto items = static_cast<std::int32_t>(kept_items_.size());
    const auto rows = static_cast<std::int32_t>(kept_rows_.size());
    graph.item_ids.resize(items);
    graph.item_supports.resize(items);
    graph.item_lives.assign(items, 1);
    graph.item_starts.assign(items + 1, 0);
    for (std::int32_t p = 0; p < items; ++p) {
        graph.item_ids[p] = source.item_id(kept_items_[p]);
        graph.item_supports[p] = support_[kept_items_[p]];
        position_[kept_items_[p]] = p;
    }
    graph.row_ids.resize(rows);
    graph.row_lengths.resize(rows);
    graph.row_lives.assign(rows, 1);
    graph.row_starts.assign(1, 0);
    graph.row_items.clear();
    for (std::int32_t q = 0; q < rows; ++q) {
        graph.row_ids[q] = source.id(kept_rows_[q]);
        for (std::int32_t i : source.items(kept_rows_[q]))
            if (position_[i] >= 0) graph.row_items.push_back(position_[i]);
        std::sort(graph.row_items.begin() + graph.row_starts[q], graph.row_items.end());
        graph.row_starts.push_back(static_cast<std::int64_t>(graph.row_items.size()));
        graph.row_lengths[q] = static_cast<std::int32_t>(graph.row_starts[q + 1] - graph.row_starts[q]);
    }
    for (std::int32_t i : kept_items_) position_[i] = -1;
    for (std::int32_t p : graph.row_items) ++graph.item_starts[p + 1];
    std::partial_sum(graph.item_starts.begin(), graph.item_starts.end(), graph.item_starts.begin());
    graph.item_rows.resize(graph.row_items.size());
    std::vector<std::int64_t> next(graph.item_starts.begin(), graph.item_starts.end() - 1);
    graph.item_places.resize(graph.row_items.size());
    for (std::int32_t q = 0; q < rows; ++q)
        for (std::int32_t place = 0; std::int32_t p : graph.items_of(q)) {
            graph.item_rows[next[p]] = q;
            graph.item_places[next[p]++] = place++;
        }
    graph.weight = weight;
    graph.living_items = items;
}

template <class Source>
Outcome LengthSearch::search_dense(const Source& source, std::int32_t need, const OnFound& found) {
    std::vector<std::int32_t> ids;
    for (std::int32_t r : kept_rows_) ids.push_back(source.id(r));
    dense_.reset(kept_weights_, static_cast<std::int32_t>(kept_items_.size()), k_);
    for (std::size_t p = 0; p < kept_items_.size(); ++p) position_[kept_items_[p]] = static_cast<std::int32_t>(p);
    for (std::size_t q = 0; q < kept_rows_.size(); ++q)
        for (std::int32_t i : source.items(kept_rows_[q]))
            if (position_[i] >= 0) dense_.set(static_cast<std::int32_t>(q), position_[i]);
    for (std::int32_t i : kept_items_) position_[i] = -1;
    bool stopped = false;
    const bool finished = dense_.search(need, nodes_, node_limit_, [&](std::span<const std::uint64_t> words) {
        found_rows_.clear();
        for (std::size_t w = 0; w < words.size(); ++w)
            for (std::uint64_t left = words[w]; left; left &= left - 1)
                found_rows_.push_back(ids[w * 64 + std::countr_zero(left)]);
        const Found answer = found(found_rows_);
        deaths_ += answer == Found::rows_left;
        stopped = answer == Found::stop;
        return answer;
    });
    return finished ? Outcome::finished : stopped ? Outcome::stopped : Outcome::exhausted;
}

template <class Source>
Outcome LengthSearch::descend(const Source& source, std::int32_t need, std::size_t depth, const OnFound& found) {
    if (nodes_ >= node_limit_ || control_.must_stop()) return Outcome::exhausted;
    while (graphs_.size() <= depth) graphs_.push_back(std::make_unique<Graph>());
    switch (build(source, need, *graphs_[depth], true)) {
        case Built::empty: return Outcome::finished;
        case Built::found: return report(found) ? Outcome::finished : Outcome::stopped;
        case Built::dense: return search_dense(source, need, found);
        case Built::graph: return expand(*graphs_[depth], need, depth, found);
    }
    return Outcome::finished;
}

Outcome LengthSearch::expand(Graph& graph, std::int32_t need, std::size_t depth, const OnFound& found) {
    for (std::int32_t i = 0; i < graph.items() && graph.weight >= k_ && graph.living_items >= need; ++i) {
        if (!graph.item_lives[i]) continue;
        const std::int64_t deaths = deaths_;
        const Outcome outcome = descend(BranchSource{living_, graph, i}, need - 1, depth + 1, found);
        if (outcome != Outcome::finished) return outcome;
        if (deaths_ != deaths) remove_dead_rows(graph, need);
        if (graph.item_lives[i]) remove_item(graph, i, need);
    }
    return Outcome::finished;
}

std::int32_t LengthSearch::root(std::span<const std::int32_t> rows, std::int32_t length, Graph& graph, const OnFound& found) {
    std::int32_t need = length;
    switch (build(DataSource{living_, rows}, need, graph, false)) {
        case Built::empty: return 0;
        case Built::found: report(found); return 0;
        default: return need;
    }
}

Outcome LengthSearch::branch(const Graph& root, std::int32_t item, std::int32_t need, std::int64_t budget,
                             const OnFound& found) {
    node_limit_ = budget > INT64_MAX - nodes_ ? INT64_MAX : nodes_ + budget;
    return descend(BranchSource{living_, root, item}, need - 1, 0, found);
}

void LengthSearch::drop_row(Graph& graph, std::int32_t row) {
    graph.row_lives[row] = 0;
    const std::int64_t w = living_.data.weights[graph.row_ids[row]];
    graph.weight -= w;
    for (std::int32_t i : graph.items_of(row)) {
        if (!graph.item_lives[i]) continue;
        graph.item_supports[i] -= w;
        if (graph.item_supports[i] < k_ && graph.item_supports[i] + w >= k_) fallen_items_.push_back(i);
    }
}

// Removes the fallen items, then the rows they leave too short, and so on.
void LengthSearch::peel(Graph& graph, std::int32_t need) {
    while (!fallen_items_.empty()) {
        const std::int32_t item = fallen_items_.back();
        fallen_items_.pop_back();
        if (!graph.item_lives[item]) continue;
        graph.item_lives[item] = 0;
        --graph.living_items;
        for (std::int32_t r : graph.rows_of(item))
            if (graph.row_lives[r] && --graph.row_lengths[r] < need) drop_row(graph, r);
    }
}

void LengthSearch::remove_item(Graph& graph, std::int32_t item, std::int32_t need) {
    fallen_items_.assign(1, item);
    peel(graph, need);
}

void LengthSearch::remove_rows(Graph& graph, std::span<const std::int32_t> rows, std::int32_t need) {
    fallen_items_.clear();
    for (std::int32_t r : rows)
        if (graph.row_lives[r]) drop_row(graph, r);
    peel(graph, need);
}

void LengthSearch::remove_dead_rows(Graph& graph, std::int32_t need) {
    fallen_items_.clear();
    for (std::int32_t r = 0; r < graph.rows(); ++r)
        if (graph.row_lives[r] && living_.weights[graph.row_ids[r]] == 0) drop_row(graph, r);
    peel(graph, need);
}

}  // namespace shoal::mining
