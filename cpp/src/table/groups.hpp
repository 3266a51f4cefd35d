// Groups of rows that change: what each costs, and what it would cost with a row more or less.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/table/table.hpp"

namespace shoal::table {

constexpr std::int32_t no_row = -1;

class Groups {
public:
    Groups(const View& table, const std::vector<std::int32_t>& group_of_row);

    std::int32_t count() const { return static_cast<std::int32_t>(members_.size()); }
    std::span<const std::int32_t> members(std::int32_t group) const { return members_[group]; }
    std::int64_t size(std::int32_t group) const { return static_cast<std::int64_t>(members_[group].size()); }
    std::int32_t group_of(std::int32_t row) const { return group_of_row_[row]; }
    Cost each(std::int32_t group) const { return each_[group]; }
    Cost all(std::int32_t group) const { return each_[group] * size(group); }
    // How often rows came or went.
    std::int64_t changes(std::int32_t group) const { return changes_[group]; }
    const std::vector<std::int32_t>& group_of_row() const { return group_of_row_; }

    // What each row of the group would cost with one more; stops counting above `most`.
    Cost each_with(std::int32_t group, std::int32_t row, Cost most) const;

    // What each row of two groups would cost if they were one; stops counting above `most`.
    Cost each_of_both(std::int32_t group, std::int32_t other, Cost most) const;

    // What the rows of the group are published as: the same for two groups that cannot be told apart.
    std::vector<std::uint64_t> published(std::int32_t group) const;

    void move(std::int32_t row, std::int32_t group);
    // All rows of a group move to another.
    void join(std::int32_t group, std::int32_t other);
    // A group without rows, whose rows will tell nothing, whatever they are.
    std::int32_t add_suppressed();
    // A new group of rows that leave theirs.
    std::int32_t split(std::span<const std::int32_t> rows);

private:
    friend class Without;

    // A column's cell of a group.
    struct Cell {
        std::int32_t least = INT32_MAX, greatest = INT32_MIN;  // leaves, or positions for a range
        std::int32_t distinct = 0;                             // values, for a set
        std::int32_t cost = 0;
    };
    Cell& cell(std::int32_t group, std::size_t c) { return cells_[static_cast<std::size_t>(group) * width_ + c]; }
    const Cell& cell(std::int32_t group, std::size_t c) const { return cells_[static_cast<std::size_t>(group) * width_ + c]; }
    std::uint64_t* values(std::int32_t group, std::size_t c) { return sets_.data() + static_cast<std::size_t>(group) * words_ + first_word_[c]; }
    const std::uint64_t* values(std::int32_t group, std::size_t c) const {
        return sets_.data() + static_cast<std::size_t>(group) * words_ + first_word_[c];
    }
    bool has(std::int32_t group, std::size_t c, std::int32_t leaf) const { return values(group, c)[leaf / 64] >> (leaf % 64) & 1; }
    std::int32_t place(std::size_t c, std::int32_t row) const {
        const Column& column = table_.columns[c];
        const std::int32_t leaf = table_[row][c];
        return column.recoding == Recoding::range ? column.positions[leaf] : leaf;
    }
    std::int32_t new_group();
    void summarize(std::int32_t group);
    void include(std::int32_t group, std::int32_t row);
    void price(std::int32_t group);
    void drop(std::int32_t row);

    const View& table_;
    const std::size_t width_;
    std::size_t words_ = 0;                  // of all sets of a group
    std::vector<std::size_t> first_word_;    // by column
    std::vector<std::int32_t> group_of_row_, place_of_row_;
    std::vector<std::vector<std::int32_t>> members_;
    std::vector<Cost> each_;
    std::vector<std::int64_t> changes_;
    std::int32_t suppressed_ = -1;           // the group whose rows tell nothing
    std::vector<Cell> cells_;
    std::vector<std::uint64_t> sets_;        // bit sets of the values there are, for columns published as sets
};

// A group seen without one of its rows.
class Without {
public:
    explicit Without(const Groups& groups);

    void look_at(std::int32_t group);
    // What each row costs when one leaves and perhaps another comes.
    Cost each(std::int32_t leaves, std::int32_t comes = no_row) const;

private:
    struct Ends {  // the least and the greatest place, how many rows are there, and the next ones
        std::int32_t least, next_least, greatest, next_greatest;
        std::int64_t at_least, at_greatest;
    };

    const Groups& groups_;
    std::int32_t group_ = 0;
    std::vector<Ends> ends_;                         // by column
    std::vector<std::vector<std::int32_t>> counts_;  // by column that is published as a set, by leaf
};

}  // namespace shoal::table
