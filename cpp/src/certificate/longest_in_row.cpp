#include "shoal/certificate/longest_in_row.hpp"

#include <algorithm>
#include <utility>

#include "longest_visitor.hpp"
#include "shoal/rows_of_items.hpp"

namespace shoal::certificate {
// On one thread: what is pruned depends on what was found before, and so would the number of entries looked at.
std::optional<std::vector<std::int32_t>> longest_in_rows(const WeightedRows& data, Item item_count, std::int64_t k,
                                                         std::vector<std::int32_t> lengths, std::int64_t most_entries,
                                                         const Control& control) {
    LongestVisitor visitor(lengths);
    mining::ExtentVisitor* const visitors[] = {&visitor};
    if (!mining::visit_closed(data, item_count, k, most_entries, visitors, control)) return std::nullopt;
    return lengths;
}

// Peels off rows shorter than 1, 2, 3, ... and, after each row, the items that fell below k.
std::vector<std::int32_t> core_numbers(const WeightedRows& data, Item item_count, std::int64_t k) {
    const RowsOfItems holders(data.rows.view(item_count));
    std::vector<std::int64_t> supports(item_count, 0);
    std::vector<std::int32_t> lengths(data.weights.size(), 0), core(data.weights.size(), -1);
    std::vector<std::vector<std::int32_t>> rows_of_length;
    std::vector<Item> falling;
    const auto place = [&](std::int32_t r) {
        const auto length = static_cast<std::size_t>(lengths[r]);
        if (rows_of_length.size() <= length) rows_of_length.resize(length + 1);
        rows_of_length[length].push_back(r);
    };
    for (std::int32_t r = 0; r < data.size(); ++r) {
        lengths[r] = static_cast<std::int32_t>(data.rows[r].size());
        for (Item i : data.rows[r]) supports[i] += data.weights[r];
        place(r);
    }
    const auto drop_fallen = [&](std::int32_t peeled) {
        while (!falling.empty()) {
            const Item item = falling.back();
            falling.pop_back();
            for (std::int32_t r : holders[item]) {
                if (core[r] >= 0) continue;
                // A row never sinks below the length that is peeled: it is peeled with it.
                if (lengths[r]-- > peeled) place(r);
            }
        }
    };
    for (Item i = 0; i < item_count; ++i)
        if (supports[i] < k) falling.push_back(i);
    drop_fallen(0);
    for (std::int32_t peeled = 0; peeled < static_cast<std::int32_t>(rows_of_length.size()); ++peeled) {
        for (std::size_t at = 0; at < rows_of_length[peeled].size(); ++at) {
            const std::int32_t r = rows_of_length[peeled][at];
            if (core[r] >= 0 || lengths[r] > peeled) continue;  // peeled before, or an old place
            core[r] = peeled;
            for (Item i : data.rows[r]) {
                if (supports[i] < k) continue;
                supports[i] -= data.weights[r];
                if (supports[i] < k) falling.push_back(i);
            }
            drop_fallen(peeled);
        }
    }
    return core;
}

}  // namespace shoal::certificate
