// The search itself, without saying where its patterns go.
#pragma once

#include <vector>

#include "ordered_output.hpp"
#include "shoal/csr.hpp"
#include "top_patterns.hpp"

namespace shoal::mining {

// Writes the patterns to `output`, or only the best of each thread to `best`. Returns when all is searched or the output was
// stopped.
void search(RowsView rows, const Request& request, int threads, OrderedOutput& output, std::vector<TopPatterns>* best,
            Control& control);

}  // namespace shoal::mining
