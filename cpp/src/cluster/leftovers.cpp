#include "shoal/cluster/leftovers.hpp"

#include <algorithm>
#include <numeric>

#include "shoal/cluster/centres.hpp"
#include "shoal/sorted_sets.hpp"

namespace shoal::cluster {
namespace {

// Where a row costs least: what the group loses by shrinking its centre, less what the row keeps.
struct Place {
    std::size_t group;
    std::int64_t cost;
};

Place best_place(const Centres& groups, const std::vector<std::uint8_t>& in_row) {
    Place best{0, INT64_MAX};
    for (std::size_t g = 0; g < groups.items.size(); ++g) {
        std::int64_t shared = 0;
        for (Item i : groups.items[g]) shared += in_row[i];
        const auto lost = static_cast<std::int64_t>(groups.items[g].size()) - shared;
        const std::int64_t cost = lost * groups.sizes[g] - shared;
        if (cost < best.cost) best = {g, cost};
    }
    return best;
}

// Places each row in turn; returns the cost.
std::int64_t place_one_by_one(RowsView rows, const std::vector<std::int64_t>& leftover, Centres& groups,
                              std::vector<std::int32_t>& group_of_row) {
    std::vector<std::uint8_t> in_row(rows.item_count, 0);
    std::int64_t cost = 0;
    for (std::int64_t r : leftover) {
        for (Item i : rows[r]) in_row[i] = 1;
        const Place place = best_place(groups, in_row);
        for (Item i : rows[r]) in_row[i] = 0;
        cost += place.cost;
        intersect(groups.items[place.group], rows[r]);
        ++groups.sizes[place.group];
        group_of_row[r] = static_cast<std::int32_t>(place.group);
    }
    return cost;
}

// The rows that would fill the suppressed group up to k, from the groups with the shortest centres; their cost, or -1
// when there is too little surplus.
std::int64_t surplus_rows(const Centres& groups, std::int64_t k, std::int64_t missing, std::vector<std::int64_t>& taken_per_group) {
    std::vector<std::size_t> order(groups.items.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t g) { return groups.items[g].size(); });
    taken_per_group.assign(groups.items.size(), 0);
    std::int64_t cost = 0;
    for (std::size_t g : order) {
        const std::int64_t taken = std::clamp<std::int64_t>(groups.sizes[g] - k, 0, missing);
        taken_per_group[g] = taken;
        missing -= taken;
        cost += taken * static_cast<std::int64_t>(groups.items[g].size());
    }
    return missing == 0 ? cost : -1;
}

}  // namespace

Rows place_leftovers(RowsView rows, std::int64_t k, bool nothing_frequent, std::vector<std::int32_t>& group_of_row,
                     std::vector<std::uint8_t>& proved) {
    std::vector<std::int64_t> leftover;
    for (std::int64_t r = 0; r < rows.size(); ++r)
        if (group_of_row[r] < 0) leftover.push_back(r);
    const auto count = static_cast<std::int64_t>(leftover.size());
    bool suppressed_group = count >= k;
    if (count > 0 && !suppressed_group) {
        const Centres before = centres_of(rows, group_of_row, proved.size());
        Centres placed = before;
        std::vector<std::int32_t> placement = group_of_row;
        const std::int64_t placing = place_one_by_one(rows, leftover, placed, placement);
        std::vector<std::int64_t> taken;
        const std::int64_t filling = surplus_rows(before, k, k - count, taken);
        suppressed_group = filling >= 0 && filling < placing;
        if (suppressed_group) {
            for (std::int64_t r = 0; r < rows.size(); ++r)
                if (group_of_row[r] >= 0 && taken[group_of_row[r]]-- > 0) group_of_row[r] = -1;
        } else {
            group_of_row = std::move(placement);
        }
    }
    if (suppressed_group) {
        for (auto& g : group_of_row)
            if (g < 0) g = static_cast<std::int32_t>(proved.size());
        proved.push_back(nothing_frequent);
    }
    return number_groups(centres_of(rows, group_of_row, proved.size()), group_of_row, proved);
}

}  // namespace shoal::cluster
