// The other way round: for each item, the rows that hold it.
#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "shoal/csr.hpp"

namespace shoal {

class RowsOfItems {
public:
    explicit RowsOfItems(RowsView rows) : starts_(static_cast<std::size_t>(rows.item_count) + 1, 0), rows_(rows.items.size()) {
        for (Item i : rows.items) ++starts_[i + 1];
        std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
        std::vector<std::int64_t> next(starts_.begin(), starts_.end() - 1);
        for (std::int64_t r = 0; r < rows.size(); ++r)
            for (Item i : rows[r]) rows_[next[i]++] = static_cast<std::int32_t>(r);
    }

    // Ascending.
    std::span<const std::int32_t> operator[](Item item) const {
        return {rows_.data() + starts_[item], static_cast<std::size_t>(starts_[item + 1] - starts_[item])};
    }

private:
    std::vector<std::int64_t> starts_;
    std::vector<std::int32_t> rows_;
};

}  // namespace shoal
