// How much any release of baskets can keep at most.
//
// A release publishes each row as a subset that at least k rows share. `quick`: no row keeps more than its longest frequent
// pattern. `tight`: for any prices of the rows, no release keeps more than all prices and all profits together (see
// profitable.hpp); the prices are chosen so that this is small. Sums are exact, so the bound holds whatever the prices are.
#pragma once

#include <cstdint>
#include <vector>

#include "shoal/control.hpp"
#include "shoal/csr.hpp"

namespace shoal::certificate {

struct Bound {
    std::int64_t kept_at_most = 0;   // items
    bool complete = true;            // false: too much to search, so a weaker bound was taken
    int rounds = 0;                  // tight: how often all patterns were priced
    std::vector<double> multipliers; // tight: a price for each row
    std::vector<std::int64_t> prices; // for each row, in parts of an item: those that prove kept_at_most
};

// `kept` holds the items that each row keeps in some release of these rows. `most_entries` bounds the work of one search, in
// rows of patterns.
Bound quick_bound(RowsView rows, std::int64_t k, const std::vector<std::int32_t>& kept, std::int64_t most_entries,
                  const Control& control);

// At most this many rounds. `most_kept` bounds the memory, in rows of patterns.
Bound tight_bound(RowsView rows, std::int64_t k, const std::vector<std::int32_t>& kept, std::int64_t most_entries,
                  std::int64_t most_kept, int rounds, int threads, Control& control);

}  // namespace shoal::certificate
