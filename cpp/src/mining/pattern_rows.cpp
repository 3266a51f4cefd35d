#include "shoal/mining/pattern_rows.hpp"

#include <algorithm>
#include <vector>

#include "shoal/rows_of_items.hpp"

namespace shoal::mining {
namespace {

constexpr std::size_t poll_interval = 4096;  // patterns between two looks at the control

struct Ancestor {
    std::span<const Item> items;
    std::size_t first_row;  // its rows start here on the stack and end where the next ancestor's start
};

bool starts_with(std::span<const Item> pattern, std::span<const Item> prefix) {
    return prefix.size() < pattern.size() && std::ranges::equal(prefix, pattern.first(prefix.size()));
}

}  // namespace

void visit_pattern_rows(const Patterns& patterns, RowsView rows, const Control& control,
                        const std::function<void(std::size_t, std::span<const std::int32_t>)>& visit) {
    const RowsOfItems rows_of_items(rows);
    std::vector<Ancestor> ancestors;
    std::vector<std::int32_t> stack;  // the rows of each ancestor
    for (std::size_t p = 0; p < patterns.size(); ++p) {
        if (p % poll_interval == 0) control.poll();
        const std::span<const Item> items{patterns.items.data() + patterns.offsets[p],
                                          static_cast<std::size_t>(patterns.offsets[p + 1] - patterns.offsets[p])};
        while (!ancestors.empty() && !starts_with(items, ancestors.back().items)) {
            stack.resize(ancestors.back().first_row);
            ancestors.pop_back();
        }
        const std::size_t first_row = stack.size();
        if (ancestors.empty()) {
            const auto holders = rows_of_items[items[0]];
            stack.assign(holders.begin(), holders.end());
        } else {
            const Item added = items[ancestors.back().items.size()];
            for (std::size_t at = ancestors.back().first_row; at < first_row; ++at)
                if (std::ranges::binary_search(rows[stack[at]], added)) stack.push_back(stack[at]);
        }
        ancestors.push_back({items, first_row});
        visit(p, {stack.data() + first_row, stack.size() - first_row});
    }
}

}  // namespace shoal::mining
