#include "shoal/table/gen_cover_cf.hpp"

#include <algorithm>
#include <numeric>
#include <queue>
#include <set>
#include <utility>

#include "shoal/table/rows_below.hpp"

namespace shoal::table {
namespace {

constexpr std::int64_t steps_between_polls = 256;  // sets looked at between two looks at the control

// Rows sorted by their cells: what is taken from a large set is then alike.
std::vector<std::int32_t> sorted_rows(const View& table) {
    std::vector<std::int32_t> rows(static_cast<std::size_t>(table.size()));
    std::iota(rows.begin(), rows.end(), 0);
    std::ranges::stable_sort(rows, [&](std::int32_t a, std::int32_t b) { return std::ranges::lexicographical_compare(table[a], table[b]); });
    return rows;
}

class Greedy {
public:
    Greedy(const View& table, const ClosedSets& sets, const Constraint& constraint, Control& control)
        : table_(table), sets_(sets), constraint_(constraint), k_(constraint.least_rows()), control_(control), all_(table, sorted_rows(table)), uncovered_(all_),
          won_by_(static_cast<std::size_t>(table.size()), -1) {}

    std::optional<Cover> run() {
        control_.done = 0;
        control_.total = table_.size();
        // Nothing is counted yet: no set has more than 2k - 1 rows to win, so no ratio is below the one assumed.
        for (std::int64_t s = 0; s < sets_.size(); ++s) queue_.push({sets_.costs[s], 2 * k_ - 1, static_cast<std::int32_t>(s)});
        while (uncovered_.alive() > 0) {
            if (++steps_ % steps_between_polls == 0 && control_.must_stop()) return std::nullopt;
            if (queue_.empty()) cover_by_all_rows();
            else choose_next();
        }
        return std::move(cover_);
    }

private:
    // A set and the rows it would win at most: uncovered ones, up to 2k - 1.
    struct Candidate {
        Cost cost;
        std::int64_t won;
        std::int32_t set;
        // Later in the queue: a greater ratio of cost to rows won; for equal ones fewer rows won.
        bool operator<(const Candidate& other) const {
            const Cost ratio = cost * other.won, other_ratio = other.cost * won;
            if (ratio != other_ratio) return ratio > other_ratio;
            return won != other.won ? won < other.won : set > other.set;
        }
    };

    // Ratios only grow as rows get covered, so whatever is first in the queue and up to date is the least.
    void choose_next() {
        Candidate first = queue_.top();
        const std::int64_t won = uncovered_.count(sets_[first.set], 2 * k_ - 1);
        if (won == first.won) {
            if (!add(sets_[first.set], won)) queue_.pop();
            return;  // it stays in the queue: there may be more than 2k - 1 rows in it
        }
        queue_.pop();
        first.won = won;
        if (won > 0) queue_.push(first);
    }

    // False if no rows below the nodes were found that will do; then nothing has changed.
    bool add(std::span<const std::int32_t> nodes, std::int64_t won) {
        std::vector<std::int32_t> rows = uncovered_.list(nodes);
        rows.resize(static_cast<std::size_t>(won));
        if (!constraint_.rows_only() && !satisfy(nodes, rows)) return false;
        cover(std::move(rows), nodes);
        return true;
    }

    // No set is left whose rows will do, but all rows together will.
    void cover_by_all_rows() {
        std::vector<std::int32_t> rows(static_cast<std::size_t>(table_.size()));
        std::iota(rows.begin(), rows.end(), 0);
        cover(std::move(rows), {});
    }

    // Adds rows below the nodes as long as the set lacks something and they help, those first that are most like its own.
    bool satisfy(std::span<const std::int32_t> nodes, std::vector<std::int32_t>& rows) const {
        Summary group = constraint_.empty();
        for (std::int32_t r : rows) constraint_.add(group, r);
        double lacks = constraint_.lacks(group);
        if (lacks == 0) return true;
        const std::vector<std::int32_t> others = all_.list(nodes);
        const std::set<std::int32_t> own(rows.begin(), rows.end());
        const auto help = [&](std::int32_t r) {
            if (own.contains(r)) return;
            constraint_.add(group, r);
            const double after = constraint_.lacks(group);
            if (after >= lacks) return constraint_.remove(group, r);
            lacks = after;
            rows.push_back(r);
        };
        auto up = std::ranges::find(others, rows[rows.size() / 2]), down = up;
        while (lacks > 0 && (up != others.end() || down != others.begin())) {
            if (up != others.end()) help(*up++);
            if (lacks > 0 && down != others.begin()) help(*--down);
        }
        return lacks == 0;
    }

    void cover(std::vector<std::int32_t> rows, std::span<const std::int32_t> nodes) {
        for (std::int32_t r : rows) uncovered_.kill(r);
        if (rows.size() < static_cast<std::size_t>(k_)) fill(nodes, rows);
        // Who else can use rows of this set later on?
        const auto number = static_cast<std::int32_t>(cover_.size());
        spare_.push_back(static_cast<std::int64_t>(rows.size()) - k_);
        for (std::int32_t r : rows)
            if (won_by_[r] < 0) won_by_[r] = number;
        cover_.push_back(std::move(rows));
        control_.done = table_.size() - uncovered_.alive();
        control_.found = static_cast<std::int64_t>(cover_.size());
        if (uncovered_.alive() * 2 < uncovered_.size()) uncovered_ = RowsBelow(table_, uncovered_.living_rows());
    }

    // Up to k rows, with rows that are covered by sets which can spare them, as far as there are such.
    void fill(std::span<const std::int32_t> nodes, std::vector<std::int32_t>& rows) {
        std::vector<std::int32_t> others = all_.list(nodes);
        for (const bool spared : {true, false})
            for (std::int32_t& r : others) {
                if (rows.size() == static_cast<std::size_t>(k_)) return;
                if (r < 0 || won_by_[r] < 0) continue;  // taken before, or just won
                std::int64_t& spare = spare_[won_by_[r]];
                if (spared && spare <= 0) continue;
                --spare;
                rows.push_back(r);
                r = -1;
            }
    }

    const View& table_;
    const ClosedSets& sets_;
    const Constraint constraint_;
    const std::int64_t k_;
    Control& control_;
    RowsBelow all_, uncovered_;
    std::priority_queue<Candidate> queue_;
    Cover cover_;
    std::vector<std::int64_t> spare_;   // rows that a set of the cover has above k
    std::vector<std::int32_t> won_by_;  // the set of the cover that was the first to hold a row, or -1
    std::int64_t steps_ = 0;
};

}  // namespace

std::optional<Cover> gen_cover_cf(const View& table, const ClosedSets& sets, const Constraint& constraint, Control& control) {
    return Greedy(table, sets, constraint, control).run();
}

std::optional<Grouping> gen_cover_cf(const View& table, const GenCoverCfOptions& options, Control& control) {
    const auto sets = closed_sets(table, options.constraint.least_rows(), options.most_sets, options.threads, control);
    if (!sets) return std::nullopt;
    auto cover = gen_cover_cf(table, *sets, options.constraint, control);
    if (!cover) return std::nullopt;
    return cover_to_clusters(table, std::move(*cover), options.constraint, control);
}

}  // namespace shoal::table
