#include "shoal/mining/longest.hpp"

#include <algorithm>

#include "shoal/mining/length_search.hpp"
#include "shoal/sorted_sets.hpp"

namespace shoal::mining {

// One search per length, longest first, until one finds something. No longer pattern exists then, so the rows that share
// a pattern of this length share exactly it, and each pattern turns up once.
Mined mine_longest(RowsView rows, const Request& request, const Limits& limits, Control& control) {
    const std::int64_t min_support = request.min_support;
    const WeightedRows data = merge_equal_rows(rows);
    const LivingRows living(data);
    const RowsByLength by_length(data);
    LengthSearch search(living, rows.item_count, min_support, 0, control);
    Mined mined;
    Patterns& found = mined.patterns;
    std::vector<Item> pattern;
    bool too_long = false;  // the longest are not asked for
    const OnFound collect = [&](std::span<const std::int32_t> members) {
        if (too_long) return Found::stop;
        if (static_cast<std::int64_t>(found.size()) == limits.patterns) mined.stopped = Stop::patterns;
        if (found.bytes() > limits.bytes) mined.stopped = Stop::bytes;
        if (mined.stopped != Stop::none) return Found::stop;
        std::int64_t support = 0;
        pattern.assign(data.rows[members[0]].begin(), data.rows[members[0]].end());
        for (std::int32_t r : members) {
            intersect(pattern, data.rows[r]);
            support += data.weights[r];
        }
        too_long = static_cast<std::int64_t>(pattern.size()) > request.max_length;
        if (too_long) return Found::stop;
        found.push(pattern, support);
        control.found += 1;
        return Found::rows_stay;
    };
    Graph root;
    const std::int32_t longest = longest_possible(living, rows.item_count, min_support);
    control.total = longest;
    const auto searching = [&] { return mined.stopped == Stop::none && !too_long; };
    const auto shortest = static_cast<std::int32_t>(std::clamp<std::int64_t>(request.min_length, 1, INT32_MAX));
    for (std::int32_t length = longest; length >= shortest && found.size() == 0 && searching(); --length) {
        const std::int32_t need = search.root(by_length.at_least(length), length, root, collect);
        for (std::int32_t i = 0; need > 0 && i < root.items() && searching(); ++i) {
            if (!root.item_lives[i]) continue;
            if (search.branch(root, i, need, INT64_MAX, collect) == Outcome::exhausted) mined.stopped = Stop::time;
            if (root.item_lives[i]) search.remove_item(root, i, need);
        }
        control.done += 1;
    }
    return mined;
}

}  // namespace shoal::mining
