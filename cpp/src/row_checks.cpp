#include "shoal/row_checks.hpp"

#include <algorithm>

namespace shoal {

RowFault fault_of(RowsView rows) {
    const auto size = static_cast<std::int64_t>(rows.items.size());
    if (rows.offsets.empty() || rows.offsets.front() != 0 || rows.offsets.back() != size) return RowFault::ends;
    for (std::size_t i = 1; i < rows.offsets.size(); ++i) {
        if (rows.offsets[i] < rows.offsets[i - 1]) return RowFault::order;
    }
    for (const Item item : rows.items) {
        if (item < 0 || item >= rows.item_count) return RowFault::item;
    }
    for (std::int64_t row = 0; row < rows.size(); ++row) {
        Item last = -1;
        for (const Item item : rows[row]) {
            if (item <= last) return RowFault::repeat;
            last = item;
        }
    }
    return RowFault::none;
}

bool each_is_subset(RowsView parts, RowsView whole, std::span<const std::int64_t> codes) {
    if (parts.size() != whole.size()) return false;
    for (std::int64_t row = 0; row < parts.size(); ++row) {
        for (const Item item : parts[row]) {
            if (!std::ranges::binary_search(whole[row], codes[item])) return false;
        }
    }
    return true;
}

}  // namespace shoal
