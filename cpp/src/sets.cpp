#include "shoal/sets.hpp"

#include <algorithm>
#include <functional>

namespace shoal {

std::int64_t make_sets(Rows& rows) {
    const auto begin = rows.items.begin();
    auto end = begin;  // where the next kept item goes; never ahead of what is read
    std::int64_t start = 0;
    for (std::size_t row = 1; row < rows.offsets.size(); ++row) {
        const auto first = begin + start;
        const auto last = begin + rows.offsets[row];
        // Most files hold their rows sorted and without repeats: one look, and nothing to do.
        const bool is_set = std::adjacent_find(first, last, std::greater_equal<>{}) == last;
        if (!is_set) std::sort(first, last);
        if (is_set && end == first) {
            end = last;
        } else {
            end = std::unique_copy(first, last, end);
        }
        start = rows.offsets[row];
        rows.offsets[row] = end - begin;
    }
    const auto dropped = rows.items.end() - end;
    rows.items.erase(end, rows.items.end());
    return dropped;
}

}  // namespace shoal
