// Agglomerative clustering: the two closest clusters become one, until they satisfy the constraint.
//
// After "Practical Approximation Algorithms for Optimal k-Anonymity" (2009), algorithms 6 and 7. The distances are those of
// "k-Anonymization Revisited" (2008). Rows that are equal start as one cluster. Of pairs equally close, the one with the youngest
// cluster is first, and of these the one whose other cluster is the oldest.
#pragma once

#include <cstdint>

#include "shoal/control.hpp"
#include "shoal/table/constraint.hpp"
#include "shoal/table/grouping.hpp"
#include "shoal/table/table.hpp"

namespace shoal::table {

// Of two clusters A and B, with d(A) what each row of A costs: 1 for an average cell that tells nothing.
enum class Distance : std::uint8_t {
    growth,      // |A + B| d(A + B) - |A| d(A) - |B| d(B): what all rows cost more
    difference,  // d(A + B) - d(A) - d(B)
    damped,      // the same divided by log2 |A + B|
    ratio,       // d(A + B) / (d(A) + d(B) + 0.1)
};

struct AgglomerativeOptions {
    Constraint constraint = 2;
    Distance distance = Distance::growth;
    bool modified = false;  // a cluster that will do gives back the rows that cost it most, as long as it still does
};

// All rows together must satisfy the constraint. When the time is up, the rows that are left are grouped in the order of their cells.
Grouping agglomerative(const View& table, const AgglomerativeOptions& options, Control& control);

}  // namespace shoal::table
