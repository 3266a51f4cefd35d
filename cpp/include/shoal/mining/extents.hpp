// The closed patterns together with their extents: the rows that hold them.
//
// The same search as `mine`. Nothing is stored: a visitor sees each pattern once and says whether to look below it.
#pragma once

#include <cstdint>
#include <span>

#include "shoal/control.hpp"
#include "shoal/csr.hpp"
#include "shoal/weighted_rows.hpp"

namespace shoal::mining {

struct Visited {
    std::span<const Item> pattern;
    std::span<const std::int32_t> rows;  // the distinct rows that hold it, each once, ascending
    std::int64_t reach;                  // no pattern below has more items
};

class ExtentVisitor {
public:
    virtual ~ExtentVisitor() = default;
    // Returns whether to look at the patterns below: supersets with fewer rows.
    virtual bool visit(const Visited& visited) = 0;
    // For visitors that can prune by row: `room` says for each row how many items patterns below can add to it. Asked
    // after `visit` returned true; counting the room costs about as much as the rest.
    virtual bool wants_room() const { return false; }
    virtual bool fits(const Visited&, std::span<const std::int32_t>) { return true; }
};

// Visits on one thread for each visitor; a pattern goes to any of them. False when the rows of all visited patterns are more
// than `most_entries` together, or the time is up: then some patterns were left out.
bool visit_closed(const WeightedRows& data, Item item_count, std::int64_t min_support, std::int64_t most_entries,
                  std::span<ExtentVisitor* const> visitors, const Control& control);

}  // namespace shoal::mining
