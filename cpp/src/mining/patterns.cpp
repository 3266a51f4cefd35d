#include "shoal/mining/patterns.hpp"

#include <vector>

namespace shoal::mining {

void drop_implied(Patterns& patterns, std::span<const Item> above) {
    std::vector<std::size_t> implied_in(above.size(), patterns.size());  // the last pattern in which something implies it
    Item* const items = patterns.items.begin();
    std::int64_t* const offsets = patterns.offsets.begin();
    std::size_t from = 0, kept = 0;
    for (std::size_t p = 0; p < patterns.size(); ++p) {
        const auto to = static_cast<std::size_t>(offsets[p + 1]);
        for (std::size_t i = from; i < to; ++i)
            if (above[items[i]] >= 0) implied_in[above[items[i]]] = p;
        for (; from < to; ++from) {
            const Item item = items[from];
            items[kept] = item;
            kept += implied_in[item] != p;
        }
        offsets[p + 1] = static_cast<std::int64_t>(kept);
    }
    patterns.items.cut(kept);
}

}  // namespace shoal::mining
