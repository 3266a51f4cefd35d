#include "closed_nodes.hpp"

#include <numeric>

namespace shoal::mining {

void SparseNode::list_rows_of_items() {
    item_starts.assign(labels.size() + 1, 0);
    for (std::int32_t i : row_items) ++item_starts[i + 1];
    std::partial_sum(item_starts.begin(), item_starts.end(), item_starts.begin());
    item_rows.resize(row_items.size());
    item_places.resize(row_items.size());
    std::vector<std::int64_t> next(item_starts.begin(), item_starts.end() - 1);
    for (std::int32_t r = 0; r < rows(); ++r)
        for (std::int32_t place = 0; std::int32_t i : items_of(r)) {
            item_rows[next[i]] = r;
            item_places[next[i]++] = place++;
        }
}

void BitNode::make_room(int new_width, std::size_t most_candidates, std::size_t most_excluded) {
    width = new_width;
    const std::size_t words = words_of(width);
    // One more set than asked for: an intersection is written before it is known to be kept.
    if (candidate_rows.size() < (most_candidates + 1) * words) candidate_rows.resize((most_candidates + 1) * words);
    if (excluded_rows.size() < (most_excluded + 1) * words) excluded_rows.resize((most_excluded + 1) * words);
    if (supports.size() < most_candidates + 1) {
        supports.resize(most_candidates + 1);
        labels.resize(most_candidates + 1);
    }
}

}  // namespace shoal::mining
