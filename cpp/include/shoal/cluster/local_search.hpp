// Moves between open centres that keep more than before.
//
// A pattern is opened as a centre when the rows it lifts, filled up to k with the cheapest surplus rows of other groups, keep
// more together. A group that would fall below k either gives only its surplus, or is closed: its other rows then go to
// the best open centre that they hold. A row joins an open centre when it keeps more there. No move lowers what is kept.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/control.hpp"
#include "shoal/csr.hpp"

namespace shoal::cluster {

// For each pattern its rows, for each row its patterns, the one worth most first: what a row keeps when it is published as
// the pattern, for baskets its length. Rows are the input's, not distinct ones.
class Holders {
public:
    // `extents` lists the distinct rows of each pattern, `copies` the input rows of each distinct row.
    Holders(std::vector<std::int64_t> worths, const Rows& extents, const Rows& copies, std::int64_t row_count);

    std::int32_t patterns() const { return static_cast<std::int32_t>(worths_.size()); }
    std::int64_t worth(std::int32_t pattern) const { return worths_[pattern]; }
    std::span<const std::int32_t> rows_of(std::int32_t pattern) const { return rows_[pattern]; }
    std::span<const std::int32_t> patterns_of(std::int32_t row) const { return patterns_[row]; }
    std::int64_t rows() const { return patterns_.size(); }

private:
    std::vector<std::int64_t> worths_;
    Rows rows_, patterns_;
};

// Rows that change their groups.
struct Transfer {
    std::int32_t row, group;
};

// What groups must satisfy besides having k rows: of tables, where they must. It knows the group of each row.
class Guard {
public:
    virtual ~Guard() = default;
    // Whether all groups will do after these transfers.
    virtual bool allows(std::span<const Transfer> transfers) = 0;
    virtual void transfer(const Transfer& made) = 0;
};

class LocalSearch {
public:
    // The group of each row is a pattern of the pool that it holds; pattern 0 is empty, worth nothing and held by all.
    LocalSearch(const Holders& holders, std::int64_t k, std::vector<std::int32_t> group_of_row, Guard* guard = nullptr);

    // Moves until nothing is gained, best move first.
    void run(const Control& control);

    const std::vector<std::int32_t>& group_of_row() const { return group_of_row_; }
    std::int64_t kept() const { return kept_; }

private:
    std::int64_t round(const Control& control);
    // What opening (or joining) the pattern gains, 0 if nothing; fills `transfers_`.
    std::int64_t plan(std::int32_t pattern);
    bool classify(std::int32_t pattern);
    // How many rows each group gives up, and where the rest of a closed group goes.
    void take_lifted(std::int32_t pattern);
    bool close(std::int32_t group, std::int32_t pattern, std::int64_t at_least, std::int64_t& gain);
    bool fill(std::int32_t pattern);
    std::int32_t best_open(std::int32_t row, std::int32_t except, std::int32_t also_except) const;
    void transfer(std::int32_t row, std::int32_t group);
    bool open(std::int32_t pattern) const { return sizes_[pattern] > 0; }

    const Holders& holders_;
    const std::int64_t k_;
    Guard* const guard_;
    std::vector<std::int32_t> group_of_row_;
    std::vector<std::int64_t> sizes_;
    std::vector<std::vector<std::int32_t>> members_;  // of each group
    std::vector<std::int32_t> place_;                 // of each row among its group's members
    std::int64_t kept_ = 0;
    std::vector<std::uint8_t> stale_;                 // patterns whose gain may have changed

    // While a move is planned.
    std::int64_t stamp_ = 0;
    std::vector<std::int64_t> holds_;               // row holds the pattern, if it has the stamp
    std::vector<std::int64_t> closed_, pushed_into_;  // group is closed by the move, or takes rows in from a closed one
    std::vector<std::int64_t> lifted_, quota_;      // rows of a group that would gain, rows it gives; 0 between plans
    std::vector<std::int32_t> lifting_, giving_;    // groups with lifted_ or quota_ above 0
    std::vector<std::int32_t> fillers_;
    std::vector<Transfer> transfers_;
    std::int64_t gain_ = 0, arriving_ = 0;
};

}  // namespace shoal::cluster
