#include <algorithm>

#include "shoal/table/table.hpp"

namespace shoal::table {

GroupCost::GroupCost(const View& table) : table_(table) {
    std::int32_t most = 0;
    for (const Column& column : table.columns) most = std::max(most, column.leaves());
    seen_.assign(static_cast<std::size_t>(most), 0);
}

Cost GroupCost::each(std::span<const std::int32_t> rows) {
    Cost cost = 0;
    if (!rows.empty())
        for (std::size_t c = 0; c < table_.columns.size(); ++c) cost += cell(c, rows);
    return cost;
}

std::int32_t GroupCost::cell(std::size_t c, std::span<const std::int32_t> rows) {
    const Column& column = table_.columns[c];
    if (column.recoding == Recoding::set) {
        ++stamp_;
        std::int64_t distinct = 0;
        for (std::int32_t r : rows) {
            std::int64_t& seen = seen_[table_[r][c]];
            distinct += seen != stamp_;
            seen = stamp_;
        }
        return column.set_cost(distinct);
    }
    const bool range = column.recoding == Recoding::range;
    std::int32_t least = INT32_MAX, greatest = INT32_MIN;
    for (std::int32_t r : rows) {
        const std::int32_t leaf = table_[r][c];
        const std::int32_t place = range ? column.positions[leaf] : leaf;
        least = std::min(least, place);
        greatest = std::max(greatest, place);
    }
    return range ? column.range_cost(least, greatest) : column.costs[column.lowest_above(least, greatest)];
}

}  // namespace shoal::table
