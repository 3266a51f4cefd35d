#include "checked.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "shoal/row_checks.hpp"

namespace {

constexpr int most_threads = 1024;
constexpr double most_price = 0x1p42;
constexpr std::int64_t most_weight = std::int64_t{1} << 50;

constexpr const char* too_many_rows = "there must be fewer than 2,147,483,647 rows";
constexpr const char* what_is_wrong[] = {"", "offsets must start at 0 and end at the number of items", "offsets must not decrease",
                                         "every item must be a position in the vocabulary",
                                         "items must ascend within each row, without repeats"};

void require(bool holds, const char* message) {
    if (!holds) throw Invalid(message);
}

std::span<const std::int32_t> span_of(const ItemsIn& values) { return {values.data(), values.size()}; }

// Offsets of rows within so many items.
void check_offsets(std::span<const std::int64_t> offsets, std::size_t size) {
    require(!offsets.empty() && offsets.front() >= 0 && offsets.back() <= static_cast<std::int64_t>(size),
            what_is_wrong[1]);
    require(std::ranges::is_sorted(offsets), what_is_wrong[2]);
    require(offsets.size() <= INT32_MAX, too_many_rows);
}

bool in_range(std::span<const std::int32_t> values, std::int64_t least, std::int64_t end) {
    return std::ranges::all_of(values, [&](std::int32_t value) { return value >= least && value < end; });
}

}  // namespace

std::int64_t checked_number(const char* name, std::int64_t value, std::int64_t least, std::int64_t most) {
    if (value >= least && value <= most) return value;
    throw Invalid(std::string(name) + " must be from " + std::to_string(least) + " to " + std::to_string(most) +
                                ", not " + std::to_string(value));
}

double checked_real(const char* name, double value, std::int64_t least, std::int64_t most) {
    if (value >= static_cast<double>(least) && value <= static_cast<double>(most)) return value;
    throw Invalid(std::string(name) + " must be a number from " + std::to_string(least) + " to " + std::to_string(most));
}

int checked_threads(int threads) { return static_cast<int>(checked_number("threads", threads, 1, most_threads)); }

double checked_seconds(double seconds) {
    require(seconds >= 0, "seconds must be a number from 0 on");
    return seconds;
}

shoal::RowsView checked_rows(const ItemsIn& items, const OffsetsIn& offsets, std::int32_t item_count) {
    const shoal::RowsView rows{{items.data(), items.size()}, {offsets.data(), offsets.size()}, item_count};
    checked_number("item_count", item_count, 0);
    require(rows.offsets.size() <= INT32_MAX, too_many_rows);
    const auto fault = shoal::fault_of(rows);
    require(fault == shoal::RowFault::none, what_is_wrong[static_cast<std::size_t>(fault)]);
    return rows;
}

shoal::RowsView checked_lists(const ItemsIn& items, const OffsetsIn& offsets) {
    const shoal::RowsView rows{{items.data(), items.size()}, {offsets.data(), offsets.size()}, 0};
    check_offsets(rows.offsets, items.size());
    require(rows.offsets.front() == 0 && rows.offsets.back() == static_cast<std::int64_t>(items.size()), what_is_wrong[1]);
    return rows;
}

shoal::RowsView checked_slice(const ItemsIn& items, const OffsetsIn& offsets, std::int64_t item_count) {
    const shoal::RowsView rows{{items.data(), items.size()}, {offsets.data(), offsets.size()}, 0};
    check_offsets(rows.offsets, items.size());
    const auto used = rows.items.subspan(static_cast<std::size_t>(rows.offsets.front()),
                                         static_cast<std::size_t>(rows.offsets.back() - rows.offsets.front()));
    require(in_range(used, 0, item_count), what_is_wrong[3]);
    return rows;
}

std::span<const std::int32_t> checked_codes(const char* name, const ItemsIn& values, std::int64_t rows, std::int64_t least,
                                            std::int64_t end) {
    const auto codes = span_of(values);
    checked_number((std::string("the size of ") + name).c_str(), static_cast<std::int64_t>(codes.size()), rows, rows);
    if (in_range(codes, least, end)) return codes;
    throw Invalid(std::string(name) + " must be from " + std::to_string(least) + " to " + std::to_string(end - 1));
}

void check_centres(const shoal::RowsView& rows, const shoal::RowsView& centres, std::span<const std::int32_t> group_of_row) {
    for (std::int64_t row = 0; row < rows.size(); ++row)
        require(std::ranges::includes(rows[row], centres[group_of_row[row]]), "every row must have the items of its centre");
}

std::span<const double> checked_prices(const PricesIn& prices, std::int64_t rows) {
    const std::span<const double> all(prices.data(), prices.size());
    require(static_cast<std::int64_t>(all.size()) == rows, "there must be a price for each row");
    require(std::ranges::all_of(all, [](double price) { return std::abs(price) <= most_price; }), "prices must be from -2^42 to 2^42");
    return all;
}

void check_whole(const shoal::mining::Patterns& patterns) {
    require(patterns.offsets.size() == patterns.size() + 1 &&
                patterns.offsets[patterns.size()] == static_cast<std::int64_t>(patterns.items.size()),
            "the arrays of these patterns were taken");
}

void check_request(const shoal::generalize::RbatRequest& request, std::int32_t item_count) {
    require(!request.public_items.empty() && in_range(request.public_items, 0, item_count), what_is_wrong[3]);
    std::vector<std::uint8_t> is_public(static_cast<std::size_t>(item_count), 0);
    for (const shoal::Item item : request.public_items) require(!std::exchange(is_public[item], 1), "public items must not repeat");
    require(request.weights.size() == request.public_items.size() &&
                std::ranges::all_of(request.weights, [](std::int64_t weight) { return weight >= 0 && weight <= most_weight; }),
            "there must be a weight from 0 to 2^50 for each public item");
    require(request.antecedents.size() == request.consequents.size(), "each rule must have an antecedent and a consequent");
    for (std::int64_t rule = 0; rule < request.antecedents.size(); ++rule)
        require(!request.antecedents[rule].empty() && !request.consequents[rule].empty(), "no side of a rule may be empty");
    require(std::ranges::all_of(request.antecedents.items, [&](shoal::Item item) { return is_public[item]; }) &&
                std::ranges::none_of(request.consequents.items, [&](shoal::Item item) { return is_public[item]; }),
            "rules must lead from public items to others");
    require(request.c >= 0, "c must be a number from 0 on");
}

void check_taxonomy(const shoal::RowsView& rows, const ItemsIn& above, const ItemsIn& leaves) {
    const auto parents = span_of(above);
    const auto n = static_cast<std::int64_t>(parents.size());
    checked_codes("above", above, n, -1, n);
    checked_codes("leaves", leaves, n, 1, n + 1);
    // Nodes leave when all below them have left: what is in a cycle never does.
    std::vector<std::int32_t> waiting(parents.size(), 0), values(parents.size(), 0), free;
    for (const std::int32_t parent : parents)
        if (parent >= 0) ++waiting[parent];
    for (std::int32_t node = 0; node < n; ++node)
        if (waiting[node] == 0) {
            values[node] = 1;
            free.push_back(node);
        }
    for (const shoal::Item item : rows.items) require(values[item] == 1, "rows must hold values, with no node below them");
    for (std::size_t at = 0; at < free.size(); ++at) {
        const std::int32_t node = free[at], parent = parents[node];
        require(leaves.data()[node] == values[node], "leaves must count the values below each node");
        if (parent < 0) continue;
        values[parent] += values[node];
        if (--waiting[parent] == 0) free.push_back(parent);
    }
    require(free.size() == parents.size(), "no node may be above itself");
}

void check_column(const shoal::table::Column& column) {
    const auto nodes = static_cast<std::int32_t>(column.parents.size());
    const auto leaves = column.leaves();
    require(nodes > 0 && column.first.size() == column.parents.size() && column.last.size() == column.parents.size() &&
                column.costs.size() == column.parents.size(),
            "a column must have a parent, leaves and a cost for each node");
    const auto tree = [](bool holds) {
        require(holds, "the nodes of a column must be a tree: parents first, and the leaves of children next to each other");
    };
    tree(column.parents[0] == -1 && column.first[0] == 0 && column.last[0] == leaves && in_range(column.leaf_nodes, 0, nodes));
    std::vector<std::int32_t> next(column.first.begin(), column.first.end());  // where the next child starts
    for (std::int32_t node = 1; node < nodes; ++node) {
        const std::int32_t parent = column.parents[node];
        tree(parent >= 0 && parent < node && column.first[node] == next[parent] && column.last[node] > column.first[node] &&
             column.last[node] <= column.last[parent]);
        next[parent] = column.last[node];
        require(column.costs[node] >= 0 && column.costs[node] <= column.costs[parent], "a node must not cost more than its parent");
    }
    for (std::int32_t node = 0; node < nodes; ++node) {
        const bool is_leaf = next[node] == column.first[node];
        tree(is_leaf ? column.last[node] == column.first[node] + 1 && column.leaf_nodes[column.first[node]] == node
                     : next[node] == column.last[node]);
        require(!is_leaf || node == 0 || column.costs[node] == 0, "a leaf must cost nothing");
    }
    require(column.costs[0] >= 0, "costs must not be negative");
    require(column.positions.empty() ? column.recoding != shoal::table::Recoding::range
                                     : column.positions.size() == column.leaf_nodes.size(),
            "a column of ranges must have a position for each leaf");
    require(in_range(column.positions, -1, std::int64_t{column.costs[0]} + 1), "positions must be from -1 to the cost of the root");
}

void check_cells(const shoal::table::View& table) {
    const std::size_t columns = table.columns.size();
    require(columns > 0 && table.cells.size() % columns == 0, "a table must have columns, and a cell of each in every row");
    require(table.cells.size() / columns < INT32_MAX, too_many_rows);
    for (std::size_t c = 0; c < columns; ++c) {
        const std::int32_t leaves = table.columns[c].leaves();
        for (std::size_t at = c; at < table.cells.size(); at += columns)
            require(table.cells[at] >= 0 && table.cells[at] < leaves, "every cell must be a leaf of its column");
    }
}

std::span<const std::int32_t> checked_values(const ItemsIn& codes) {
    const auto rows = static_cast<std::int64_t>(codes.size());
    return checked_codes("codes", codes, rows, 0, rows);
}

shoal::table::Counts counted(const ItemsIn& codes) {
    shoal::table::Counts counts;
    for (const std::int32_t code : checked_values(codes)) {
        if (counts.size() <= static_cast<std::size_t>(code)) counts.resize(static_cast<std::size_t>(code) + 1, 0);
        ++counts[code];
    }
    return counts;
}

void check_tree(const ItemsIn& codes, const ItemsIn& parents, const ItemsIn& leaf_nodes) {
    const auto nodes = static_cast<std::int64_t>(parents.size()), leaves = static_cast<std::int64_t>(leaf_nodes.size());
    const auto above = checked_codes("parents", parents, nodes, -1, nodes);
    const auto of_value = checked_codes("leaf_nodes", leaf_nodes, leaves, 0, nodes);
    require(leaves == static_cast<std::int64_t>(counted(codes).size()), "there must be a leaf for each value");
    std::vector<std::uint8_t> taken(above.size(), 0);
    for (std::size_t node = 0; node < above.size(); ++node) {
        require(node == 0 ? above[node] == -1 : above[node] >= 0 && above[node] < static_cast<std::int32_t>(node), "parents must come first");
        if (node > 0) taken[above[node]] = 1;
    }
    for (const std::int32_t leaf : of_value) require(!std::exchange(taken[leaf], 1), "each value must be a leaf of its own");
}

shoal::table::SharesWithin::Bounds checked_bounds(const PricesIn& least, const PricesIn& most, bool strict, bool all_values,
                                                  const ItemsIn& codes) {
    const auto fits = [&](const PricesIn& bounds) {
        return bounds.size() == counted(codes).size() &&
               std::all_of(bounds.data(), bounds.data() + bounds.size(), [](double bound) { return bound >= 0 && std::isfinite(bound); });
    };
    require(fits(most) && (least.size() == 0 || fits(least)), "there must be a bound from 0 on for each value");
    return {{least.data(), least.data() + least.size()}, {most.data(), most.data() + most.size()}, strict, all_values};
}

void check_constraint(const shoal::table::View& table, const shoal::table::Constraint& constraint) {
    require(table.size() > 0 && constraint.known_rows() >= table.size(), "the constraint does not know all rows of the table");
    std::vector<std::int32_t> all(static_cast<std::size_t>(table.size()));
    std::iota(all.begin(), all.end(), 0);
    require(shoal::table::Judge(constraint).satisfied(all), "all rows together must satisfy the constraint");
}

std::vector<std::int32_t> checked_groups(const ItemsIn& group_of_row, std::int64_t rows, const shoal::table::Constraint& constraint) {
    const auto groups = checked_codes("group_of_row", group_of_row, rows, 0, rows);
    std::vector<std::int32_t> ends(groups.size() + 1, 0), members(groups.size());  // rows, by group
    for (const std::int32_t group : groups) ++ends[group + 1];
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    for (std::size_t r = 0; r < groups.size(); ++r) members[ends[groups[r]]++] = static_cast<std::int32_t>(r);
    shoal::table::Judge judge(constraint);
    for (std::size_t group = 0, start = 0; group < groups.size(); start = static_cast<std::size_t>(ends[group++]))
        require(judge.satisfied({members.data() + start, static_cast<std::size_t>(ends[group]) - start}),
                "each group must satisfy the constraint");
    return {groups.begin(), groups.end()};
}
