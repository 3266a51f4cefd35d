#include "shoal/table/set_cover.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <queue>
#include <utility>
#include <vector>

namespace shoal::table {
namespace {

using RowBits = std::uint64_t;  // a set of rows

constexpr std::int64_t sets_between_looks = 4096;

void list_rows(RowBits set, std::vector<std::int32_t>& rows) {
    rows.clear();
    for (; set != 0; set &= set - 1) rows.push_back(std::countr_zero(set));
}

// The next set of as many rows, in ascending order of masks; 0 after the last.
RowBits next_of_size(RowBits set) {
    const RowBits lowest = set & (~set + 1), carried = set + lowest;
    return carried == 0 ? 0 : carried | (((set ^ carried) / lowest) >> 2);
}

struct CoverCandidate {
    Cost cost;
    std::int64_t won;  // uncovered rows, at most
    RowBits set;
    // Later in the queue: a greater ratio of cost to rows won; for equal ones fewer rows won.
    bool operator<(const CoverCandidate& other) const {
        const Cost ratio = cost * other.won, other_ratio = other.cost * won;
        if (ratio != other_ratio) return ratio > other_ratio;
        return won != other.won ? won < other.won : set > other.set;
    }
};

// False when there are too many, or the time is up.
bool list_sets(const View& table, const Constraint& constraint, std::int64_t most_sets, const Control& control, std::vector<CoverCandidate>& sets) {
    const std::int64_t n = table.size(), k = constraint.least_rows();
    GroupCost cost(table);
    Judge judge(constraint);
    std::vector<std::int32_t> rows;
    std::int64_t looked_at = 0;
    for (std::int64_t size = k; size <= std::min(n, 2 * k - 1); ++size) {
        const RowBits last = size == 64 ? ~RowBits{0} : ((RowBits{1} << size) - 1) << (n - size);
        for (RowBits set = last >> (n - size);; set = next_of_size(set)) {
            if (++looked_at > most_sets || (looked_at % sets_between_looks == 0 && control.must_stop())) return false;
            list_rows(set, rows);
            if (judge.satisfied(rows)) sets.push_back({cost.each(rows), size, set});
            if (set == last) break;
        }
    }
    return true;
}

}  // namespace

std::optional<Cover> gen_cover(const View& table, const Constraint& constraint, std::int64_t most_sets, Control& control) {
    const std::int64_t n = table.size();
    control.done = 0;
    control.total = n;
    std::vector<CoverCandidate> sets;
    if (!list_sets(table, constraint, most_sets, control, sets)) return std::nullopt;
    // Ratios only grow as rows get covered, so whatever is first in the queue and up to date is the least.
    std::priority_queue<CoverCandidate> queue({}, std::move(sets));
    RowBits uncovered = n == 64 ? ~RowBits{0} : (RowBits{1} << n) - 1;
    const RowBits everything = uncovered;
    Cover cover;
    std::int64_t steps = 0;
    const auto add = [&](RowBits set) {
        list_rows(set, cover.emplace_back());
        uncovered &= ~set;
        control.done = n - std::popcount(uncovered);
        control.found = static_cast<std::int64_t>(cover.size());
    };
    while (uncovered != 0) {
        if (++steps % sets_between_looks == 0 && control.must_stop()) return std::nullopt;
        if (queue.empty()) {
            add(everything);
            break;
        }
        CoverCandidate first = queue.top();
        queue.pop();
        const std::int64_t won = std::popcount(first.set & uncovered);
        if (won == first.won) add(first.set);
        else if (won > 0) queue.push({first.cost, won, first.set});
    }
    return cover;
}

std::optional<Grouping> set_cover(const View& table, const Constraint& constraint, std::int64_t most_sets, Control& control) {
    auto cover = gen_cover(table, constraint, most_sets, control);
    if (!cover) return std::nullopt;
    return cover_to_clusters(table, std::move(*cover), constraint, control);
}

}  // namespace shoal::table
