#include "closed_nodes.hpp"

#include <algorithm>
#include <numeric>

namespace shoal::mining {

std::shared_ptr<SparseNode> root_node(const WeightedRows& data, Item item_count, std::int64_t min_support, std::vector<Item>& closure) {
    std::vector<std::int64_t> supports(item_count, 0);
    for (std::int32_t r = 0; r < data.size(); ++r)
        for (Item i : data.rows[r]) supports[i] += data.weights[r];
    const std::int64_t total = std::accumulate(data.weights.begin(), data.weights.end(), std::int64_t{0});
    auto root = std::make_shared<SparseNode>();
    for (Item i = 0; i < item_count; ++i) {
        if (supports[i] < min_support) continue;
        if (supports[i] == total) closure.push_back(i);
        else root->labels.push_back(i);
    }
    std::ranges::stable_sort(root->labels, {}, [&](Item i) { return supports[i]; });
    std::vector<std::int32_t> position(item_count, -1);
    for (std::int32_t p = 0; p < root->items(); ++p) {
        position[root->labels[p]] = p;
        root->supports.push_back(static_cast<std::int32_t>(supports[root->labels[p]]));
    }
    auto& items = root->row_items;
    items.reserve(data.rows.items.size());
    root->row_starts.reserve(data.weights.size() + 1);
    root->weights.reserve(data.weights.size());
    root->origins.reserve(data.weights.size());
    for (std::int32_t r = 0; r < data.size(); ++r) {
        const std::size_t start = items.size();
        for (Item i : data.rows[r])
            if (position[i] >= 0) items.push_back(position[i]);
        if (items.size() == start) continue;
        std::sort(items.begin() + static_cast<std::ptrdiff_t>(start), items.end());
        root->row_starts.push_back(static_cast<std::int64_t>(items.size()));
        root->weights.push_back(data.weights[r]);
        root->origins.push_back(r);
    }
    root->list_rows_of_items();
    root->origin_starts.resize(root->origins.size() + 1);
    std::iota(root->origin_starts.begin(), root->origin_starts.end(), std::int64_t{0});
    return root;
}

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

void SparseNode::list_origins(const SparseNode& above, std::span<const std::int32_t> members,
                              std::span<const std::int32_t> went_into) {
    origin_starts.assign(weights.size() + 1, 0);
    for (std::size_t m = 0; m < members.size(); ++m)
        if (went_into[m] >= 0) origin_starts[went_into[m] + 1] += static_cast<std::int64_t>(above.origins_of(members[m]).size());
    std::partial_sum(origin_starts.begin(), origin_starts.end(), origin_starts.begin());
    origins.resize(static_cast<std::size_t>(origin_starts.back()));
    std::vector<std::int64_t> next(origin_starts.begin(), origin_starts.end() - 1);
    for (std::size_t m = 0; m < members.size(); ++m)
        if (went_into[m] >= 0)
            for (std::int32_t origin : above.origins_of(members[m])) origins[next[went_into[m]]++] = origin;
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
