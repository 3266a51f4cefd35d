#include "groups.hpp"

#include <algorithm>
#include <bit>

namespace shoal::table {

Groups::Groups(const View& table, const std::vector<std::int32_t>& group_of_row)
    : table_(table), width_(table.columns.size()), group_of_row_(group_of_row), place_of_row_(group_of_row.size()) {
    for (const Column& column : table.columns) {
        first_word_.push_back(words_);
        if (column.recoding == Recoding::set) words_ += (static_cast<std::size_t>(column.leaves()) + 63) / 64;
    }
    std::vector<std::int32_t> number;
    for (std::size_t r = 0; r < group_of_row.size(); ++r) {
        const auto g = static_cast<std::size_t>(group_of_row[r]);
        if (g >= number.size()) number.resize(g + 1, -1);
        if (number[g] < 0) number[g] = new_group();
        group_of_row_[r] = number[g];
        auto& members = members_[number[g]];
        place_of_row_[r] = static_cast<std::int32_t>(members.size());
        members.push_back(static_cast<std::int32_t>(r));
    }
    for (std::int32_t g = 0; g < count(); ++g) summarize(g);
}

std::int32_t Groups::new_group() {
    members_.emplace_back();
    each_.push_back(0);
    changes_.push_back(0);
    cells_.resize(cells_.size() + width_);
    sets_.resize(sets_.size() + words_, 0);
    return count() - 1;
}

void Groups::summarize(std::int32_t group) {
    std::fill_n(cells_.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(group) * width_), width_, Cell{});
    std::fill_n(sets_.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(group) * words_), words_, 0);
    for (std::int32_t r : members_[group]) include(group, r);
    price(group);
}

void Groups::include(std::int32_t group, std::int32_t row) {
    for (std::size_t c = 0; c < width_; ++c) {
        Cell& at = cell(group, c);
        if (table_.columns[c].recoding == Recoding::set) {
            const std::int32_t leaf = table_[row][c];
            if (has(group, c, leaf)) continue;
            values(group, c)[leaf / 64] |= std::uint64_t{1} << (leaf % 64);
            ++at.distinct;
        } else {
            const std::int32_t here = place(c, row);
            at.least = std::min(at.least, here);
            at.greatest = std::max(at.greatest, here);
        }
    }
}

void Groups::price(std::int32_t group) {
    ++changes_[group];
    Cost each = 0;
    for (std::size_t c = 0; c < width_ && !members_[group].empty(); ++c) {
        const Column& column = table_.columns[c];
        Cell& at = cell(group, c);
        if (column.recoding == Recoding::set) at.cost = column.set_cost(at.distinct);
        else if (column.recoding == Recoding::range) at.cost = column.range_cost(at.least, at.greatest);
        else at.cost = column.costs[column.lowest_above(at.least, at.greatest)];
        each += at.cost;
    }
    if (group == suppressed_) {
        each = 0;
        for (const Column& column : table_.columns) each += column.full_cost();
    }
    each_[group] = each;
}

std::int32_t Groups::add_suppressed() {
    suppressed_ = new_group();
    price(suppressed_);
    return suppressed_;
}

Cost Groups::each_with(std::int32_t group, std::int32_t row, Cost most) const {
    Cost each = each_[group];
    const auto leaves = table_[row];
    for (std::size_t c = 0; c < width_ && each <= most; ++c) {
        const Column& column = table_.columns[c];
        const Cell& at = cell(group, c);
        if (column.recoding == Recoding::set) {
            if (!has(group, c, leaves[c])) each += column.set_cost(at.distinct + 1) - at.cost;
            continue;
        }
        const std::int32_t here = place(c, row);
        if (here >= at.least && here <= at.greatest) continue;
        const std::int32_t least = std::min(at.least, here), greatest = std::max(at.greatest, here);
        const bool range = column.recoding == Recoding::range;
        each += (range ? column.range_cost(least, greatest) : column.costs[column.lowest_above(least, greatest)]) - at.cost;
    }
    return each;
}

Cost Groups::each_of_both(std::int32_t group, std::int32_t other, Cost most) const {
    Cost each = 0;
    for (std::size_t c = 0; c < width_ && each <= most; ++c) {
        const Column& column = table_.columns[c];
        const Cell &a = cell(group, c), &b = cell(other, c);
        if (column.recoding == Recoding::set) {
            std::int64_t distinct = 0;
            const std::size_t words = (static_cast<std::size_t>(column.leaves()) + 63) / 64;
            for (std::size_t w = 0; w < words; ++w) distinct += std::popcount(values(group, c)[w] | values(other, c)[w]);
            each += column.set_cost(distinct);
            continue;
        }
        const std::int32_t least = std::min(a.least, b.least), greatest = std::max(a.greatest, b.greatest);
        each += column.recoding == Recoding::range ? column.range_cost(least, greatest) : column.costs[column.lowest_above(least, greatest)];
    }
    return each;
}

std::vector<std::uint64_t> Groups::published(std::int32_t group) const {
    std::vector<std::uint64_t> cells;
    for (std::size_t c = 0; c < width_; ++c) {
        const Column& column = table_.columns[c];
        const Cell& at = cell(group, c);
        const std::size_t words = (static_cast<std::size_t>(column.leaves()) + 63) / 64;
        if (column.recoding == Recoding::set) {
            cells.insert(cells.end(), values(group, c), values(group, c) + words);
        } else if (column.recoding == Recoding::range) {
            const bool tells_nothing = at.least < 0 && at.greatest >= 0;  // something is missing, which has no place in a range
            cells.push_back(static_cast<std::uint64_t>(at.least));
            cells.push_back(tells_nothing ? 0 : static_cast<std::uint64_t>(at.greatest));
        } else {
            cells.push_back(static_cast<std::uint64_t>(column.lowest_above(at.least, at.greatest)));
        }
    }
    return cells;
}

void Groups::join(std::int32_t group, std::int32_t other) {
    for (std::int32_t r : members_[group]) {
        group_of_row_[r] = other;
        place_of_row_[r] = static_cast<std::int32_t>(members_[other].size());
        members_[other].push_back(r);
        include(other, r);
    }
    members_[group].clear();
    summarize(group);
    price(other);
}

void Groups::drop(std::int32_t row) {
    auto& members = members_[group_of_row_[row]];
    const std::int32_t place = place_of_row_[row];
    members[place] = members.back();
    place_of_row_[members.back()] = place;
    members.pop_back();
}

void Groups::move(std::int32_t row, std::int32_t group) {
    const std::int32_t from = group_of_row_[row];
    drop(row);
    summarize(from);
    group_of_row_[row] = group;
    place_of_row_[row] = static_cast<std::int32_t>(members_[group].size());
    members_[group].push_back(row);
    include(group, row);
    price(group);
}

std::int32_t Groups::split(std::span<const std::int32_t> rows) {
    const std::int32_t from = group_of_row_[rows[0]];
    const std::int32_t made = new_group();
    for (std::int32_t r : rows) {
        drop(r);
        group_of_row_[r] = made;
        place_of_row_[r] = static_cast<std::int32_t>(members_[made].size());
        members_[made].push_back(r);
    }
    summarize(from);
    summarize(made);
    return made;
}

Without::Without(const Groups& groups) : groups_(groups), ends_(groups.width_), counts_(groups.width_) {
    for (std::size_t c = 0; c < groups.width_; ++c)
        if (groups.table_.columns[c].recoding == Recoding::set)
            counts_[c].assign(static_cast<std::size_t>(groups.table_.columns[c].leaves()), 0);
}

void Without::look_at(std::int32_t group) {
    const Groups& all = groups_;
    group_ = group;
    for (std::size_t c = 0; c < all.width_; ++c) {
        if (!counts_[c].empty()) {
            std::ranges::fill(counts_[c], 0);
            for (std::int32_t r : all.members(group)) ++counts_[c][all.table_[r][c]];
            continue;
        }
        const auto& cell = all.cell(group, c);
        Ends ends{cell.least, INT32_MAX, cell.greatest, INT32_MIN, 0, 0};
        for (std::int32_t r : all.members(group)) {
            const std::int32_t here = all.place(c, r);
            ends.at_least += here == ends.least;
            ends.at_greatest += here == ends.greatest;
            if (here > ends.least) ends.next_least = std::min(ends.next_least, here);
            if (here < ends.greatest) ends.next_greatest = std::max(ends.next_greatest, here);
        }
        ends_[c] = ends;
    }
}

Cost Without::each(std::int32_t leaves, std::int32_t comes) const {
    const Groups& all = groups_;
    Cost each = 0;
    for (std::size_t c = 0; c < all.width_; ++c) {
        const Column& column = all.table_.columns[c];
        if (!counts_[c].empty()) {
            const std::int32_t out = all.table_[leaves][c];
            std::int32_t distinct = all.cell(group_, c).distinct - (counts_[c][out] == 1);
            if (comes != no_row) {
                const std::int32_t in = all.table_[comes][c];
                distinct += counts_[c][in] - (in == out) == 0;
            }
            each += column.set_cost(std::max(distinct, 1));
            continue;
        }
        const Ends& ends = ends_[c];
        const std::int32_t out = all.place(c, leaves);
        std::int32_t least = out == ends.least && ends.at_least == 1 ? ends.next_least : ends.least;
        std::int32_t greatest = out == ends.greatest && ends.at_greatest == 1 ? ends.next_greatest : ends.greatest;
        if (comes != no_row) {
            const std::int32_t in = all.place(c, comes);
            least = std::min(least, in);
            greatest = std::max(greatest, in);
        }
        if (least > greatest) continue;  // the last row left
        each += column.recoding == Recoding::range ? column.range_cost(least, greatest) : column.costs[column.lowest_above(least, greatest)];
    }
    return each;
}

}  // namespace shoal::table
