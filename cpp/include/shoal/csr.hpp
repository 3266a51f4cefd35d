// Rows of items in compressed form: row r holds items[offsets[r]] .. items[offsets[r + 1] - 1].
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace shoal {

using Item = std::int32_t;

// Borrowed rows. Items of a row are distinct and ascending; callers guarantee it.
struct RowsView {
    std::span<const Item> items;
    std::span<const std::int64_t> offsets;
    Item item_count = 0;  // items are in [0, item_count)

    std::int64_t size() const { return static_cast<std::int64_t>(offsets.size()) - 1; }
    std::span<const Item> operator[](std::int64_t row) const {
        return items.subspan(static_cast<std::size_t>(offsets[row]),
                             static_cast<std::size_t>(offsets[row + 1] - offsets[row]));
    }
};

// Owned rows, grown one at a time.
struct Rows {
    std::vector<Item> items;
    std::vector<std::int64_t> offsets{0};

    std::int64_t size() const { return static_cast<std::int64_t>(offsets.size()) - 1; }
    std::span<const Item> operator[](std::int64_t row) const {
        return {items.data() + offsets[row], static_cast<std::size_t>(offsets[row + 1] - offsets[row])};
    }
    void push(std::span<const Item> row) {
        items.insert(items.end(), row.begin(), row.end());
        offsets.push_back(static_cast<std::int64_t>(items.size()));
    }
    RowsView view(Item item_count) const { return {items, offsets, item_count}; }
};

}  // namespace shoal
