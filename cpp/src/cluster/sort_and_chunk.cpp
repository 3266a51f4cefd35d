#include "shoal/cluster/sort_and_chunk.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "shoal/sorted_sets.hpp"

namespace shoal::cluster {
namespace {

// The living rows with their items renumbered from the most popular on, sorted.
struct RankedRows {
    Rows rows;
    std::vector<std::int32_t> ids;
    std::vector<std::int32_t> order;
};

RankedRows rank_rows(const mining::LivingRows& living, Item item_count) {
    const Rows& rows = living.data.rows;
    std::vector<std::int64_t> supports(item_count, 0);
    for (std::int32_t r = 0; r < living.data.size(); ++r)
        for (Item i : rows[r]) supports[i] += living.weights[r];
    std::vector<Item> by_popularity(item_count), rank(item_count);
    std::iota(by_popularity.begin(), by_popularity.end(), 0);
    std::ranges::stable_sort(by_popularity, std::ranges::greater{}, [&](Item i) { return supports[i]; });
    for (Item p = 0; p < item_count; ++p) rank[by_popularity[p]] = p;

    RankedRows ranked;
    std::vector<Item> row;
    for (std::int32_t r = 0; r < living.data.size(); ++r) {
        if (living.weights[r] == 0) continue;
        row.clear();
        for (Item i : rows[r]) row.push_back(rank[i]);
        std::ranges::sort(row);
        ranked.rows.push(row);
        ranked.ids.push_back(r);
    }
    ranked.order.resize(ranked.ids.size());
    std::iota(ranked.order.begin(), ranked.order.end(), 0);
    std::ranges::stable_sort(ranked.order, [&](std::int32_t a, std::int32_t b) {
        return std::ranges::lexicographical_compare(ranked.rows[a], ranked.rows[b]);
    });
    return ranked;
}

}  // namespace

void sort_and_chunk(const mining::LivingRows& living, Item item_count, std::int64_t k,
                    const std::function<void(std::span<const std::int32_t>, std::int32_t)>& form) {
    const RankedRows ranked = rank_rows(living, item_count);
    std::vector<std::int32_t> members;
    std::vector<Item> centre;
    std::int64_t weight = 0;
    const auto close = [&] {
        if (weight >= k && !centre.empty()) form(members, static_cast<std::int32_t>(centre.size()));
        members.clear();
        weight = 0;
    };
    for (std::int32_t at : ranked.order) {
        const auto row = ranked.rows[at];
        if (weight >= k) close();
        if (members.empty()) centre.assign(row.begin(), row.end());
        else intersect(centre, row);
        members.push_back(ranked.ids[at]);
        weight += living.weights[ranked.ids[at]];
    }
    close();
}

}  // namespace shoal::cluster
