// Patterns of one length with their rows, and the group that each would form.
#pragma once

#include <cstdint>
#include <queue>
#include <span>
#include <vector>

#include "shoal/csr.hpp"
#include "shoal/table/constraint.hpp"
#include "shoal/table/table.hpp"

namespace shoal::table {

// Chooses from rows that share a pattern those that will be a group.
class ChooseByScore {
public:
    ChooseByScore(const View& table, const Constraint& constraint, bool rare_first);

    // The score of a row is the product of how often each of its values occurs in these rows. Rare values first: those of the least
    // scores are chosen. Else an eighth with the least scores leaves, then an eighth of the others, and so on. Where scores are equal, the order
    // of cells decides, so that equal rows stay together. No more rows are chosen than are needed. None if all of them do not satisfy the constraint.
    std::span<const std::int32_t> choose(std::span<const std::int32_t> rows);

private:
    struct Scored {
        std::int64_t score;  // the logarithm of the product, negative where the greatest come first
        std::int32_t place;  // of the row in the order of cells
        auto operator<=>(const Scored&) const = default;
    };

    void score(std::span<const std::int32_t> rows);
    std::size_t needed();

    const View& table_;
    const Constraint constraint_;
    const std::int64_t sign_;
    const bool recounts_;
    std::vector<std::size_t> first_leaf_;   // of each column, among the leaves of all
    std::vector<std::int32_t> counts_;      // by leaf; 0 between two calls
    std::vector<std::int64_t> logarithms_;  // of whole numbers, in parts
    std::vector<std::int32_t> in_order_, place_;  // rows in the order of their cells, and where each is
    std::vector<Scored> scored_;
    std::vector<std::int32_t> chosen_;
};

// The patterns, and which of them forms the cheapest group now. A row of `holders` lists the distinct rows that hold a pattern.
class CheapestPattern {
public:
    CheapestPattern(const View& table, const Constraint& constraint, ChooseByScore& choose, const Rows& holders, std::size_t distinct);

    // The group of the cheapest pattern, none if no pattern has enough rows. `members` of each holder are the rows that still live.
    std::span<const std::int32_t> next(const std::vector<std::vector<std::int32_t>>& members);
    // A holder has lost rows.
    void changed(std::int32_t holder);

private:
    void look_at(std::int32_t pattern, const std::vector<std::vector<std::int32_t>>& members);
    void gather(std::int32_t pattern, const std::vector<std::vector<std::int32_t>>& members);

    struct Waiting {
        Cost cost;
        std::int32_t pattern, version;
        bool operator<(const Waiting& other) const {  // later in the queue
            return cost != other.cost ? cost > other.cost : pattern > other.pattern;
        }
    };

    ChooseByScore& choose_;
    const Rows& holders_;
    const std::int64_t least_rows_;
    GroupCost cost_;
    Rows patterns_of_holder_;
    std::vector<std::int32_t> version_;  // of each pattern: how often its rows changed; -1 when they are too few for good
    std::vector<std::uint8_t> stale_;
    std::vector<std::int32_t> to_look_at_, rows_;
    std::priority_queue<Waiting> queue_;
};

}  // namespace shoal::table
