#include "shoal/table/repaired.hpp"

#include <utility>

#include "parts.hpp"
#include "shoal/table/repair.hpp"

namespace shoal::table {

Constraint formed_under(const Constraint& constraint) {
    const Constraint before = constraint.before_repair();
    return before.more_keeps() ? before : Constraint::rows(constraint.least_rows());
}

std::int64_t rows_to_repair(const View& table, const Constraint& constraint) {
    return formed_under(constraint).demands() < constraint.demands() ? table.size() : 0;
}

Grouping repaired(const View& table, const Constraint& constraint, std::vector<std::int32_t> group_of_row, bool repeatable, Control& control) {
    if (rows_to_repair(table, constraint) > 0) {
        repair(table, constraint, {}, group_of_row, control);
        repeatable &= !control.expired();
    }
    const std::int32_t groups = numbered_by_first_rows(group_of_row);
    return {std::move(group_of_row), groups, repeatable};
}

}  // namespace shoal::table
