// What RBAT asks of the rows. Every answer counts rows, so the answers of parts of the rows add up to those of the whole:
// the parts may be in other threads or on other machines.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "shoal/control.hpp"
#include "shoal/csr.hpp"

namespace shoal::generalize {

using Counts = std::vector<std::int64_t>;
using Pair = std::pair<Item, Item>;

// A generalized item: public items that are published as one. Ids are never used twice.
struct ItemSet {
    std::int32_t id = 0;
    std::vector<Item> items;
};

// The halves of a set that is being split; items are only added to them.
struct Halves {
    ItemSet left, right;
};

// Rules as they stand under a cut: ids of sets, and sensitive items. Rules of one antecedent follow each other.
struct GeneralRules {
    Rows antecedents, consequents;
    std::span<const ItemSet* const> sets;  // by id
};

class Supports {
public:
    virtual ~Supports() = default;

    virtual std::int64_t rows() const = 0;
    // Of each item, sensitive ones too.
    virtual Counts of_items() = 0;
    // Rows that hold one of the two items or both.
    virtual Counts of_pairs(std::span<const Pair> pairs) = 0;
    // The rows of the left half and of the right; then, for each item, the rows it would add to each.
    virtual Counts growth(const Halves& halves, std::span<const Item> bucket) = 0;
    // Two counts for each rule: the rows with its antecedent, and those of them with its consequent.
    virtual Counts of_rules(const GeneralRules& rules) = 0;
    // This set is asked about no more; a hint to free memory.
    virtual void forget(std::int32_t set) = 0;
};

// The rows of `view` parted into `parts` blocks of equal size, their answers merged by addition; `threads` work at once.
std::unique_ptr<Supports> partial_supports(RowsView view, std::int64_t parts, int threads, Control& control);

}  // namespace shoal::generalize
