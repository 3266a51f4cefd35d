#include "shoal/cluster/leftovers.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "shoal/sorted_sets.hpp"

namespace shoal::cluster {
namespace {

using Centre = std::vector<Item>;

struct Groups {
    std::vector<Centre> centres;
    std::vector<std::int64_t> sizes;
};

Groups centres_of(RowsView rows, const std::vector<std::int32_t>& group_of_row, std::size_t groups) {
    Groups result{std::vector<Centre>(groups), std::vector<std::int64_t>(groups, 0)};
    for (std::int64_t r = 0; r < rows.size(); ++r) {
        const std::int32_t g = group_of_row[r];
        if (g < 0) continue;
        if (result.sizes[g]++ == 0) result.centres[g].assign(rows[r].begin(), rows[r].end());
        else intersect(result.centres[g], rows[r]);
    }
    return result;
}

// Where a row costs least: what the group loses by shrinking its centre, less what the row keeps.
struct Place {
    std::size_t group;
    std::int64_t cost;
};

Place best_place(const Groups& groups, const std::vector<std::uint8_t>& in_row) {
    Place best{0, INT64_MAX};
    for (std::size_t g = 0; g < groups.centres.size(); ++g) {
        std::int64_t shared = 0;
        for (Item i : groups.centres[g]) shared += in_row[i];
        const auto lost = static_cast<std::int64_t>(groups.centres[g].size()) - shared;
        const std::int64_t cost = lost * groups.sizes[g] - shared;
        if (cost < best.cost) best = {g, cost};
    }
    return best;
}

// Places each row in turn; returns the cost.
std::int64_t place_one_by_one(RowsView rows, const std::vector<std::int64_t>& leftover, Groups& groups,
                              std::vector<std::int32_t>& group_of_row) {
    std::vector<std::uint8_t> in_row(rows.item_count, 0);
    std::int64_t cost = 0;
    for (std::int64_t r : leftover) {
        for (Item i : rows[r]) in_row[i] = 1;
        const Place place = best_place(groups, in_row);
        for (Item i : rows[r]) in_row[i] = 0;
        cost += place.cost;
        intersect(groups.centres[place.group], rows[r]);
        ++groups.sizes[place.group];
        group_of_row[r] = static_cast<std::int32_t>(place.group);
    }
    return cost;
}

// The rows that would fill the suppressed group up to k, from the groups with the shortest centres; their cost, or -1
// when there is too little surplus.
std::int64_t surplus_rows(const Groups& groups, std::int64_t k, std::int64_t missing, std::vector<std::int64_t>& taken_per_group) {
    std::vector<std::size_t> order(groups.centres.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t g) { return groups.centres[g].size(); });
    taken_per_group.assign(groups.centres.size(), 0);
    std::int64_t cost = 0;
    for (std::size_t g : order) {
        const std::int64_t taken = std::clamp<std::int64_t>(groups.sizes[g] - k, 0, missing);
        taken_per_group[g] = taken;
        missing -= taken;
        cost += taken * static_cast<std::int64_t>(groups.centres[g].size());
    }
    return missing == 0 ? cost : -1;
}

// Numbers groups with equal centres alike.
Rows merge_equal_centres(Groups&& groups, std::vector<std::int32_t>& group_of_row, std::vector<std::uint8_t>& proved) {
    Rows centres;
    std::map<Centre, std::int32_t> known;
    std::vector<std::int32_t> renumbered(groups.centres.size());
    std::vector<std::uint8_t> merged_proved;
    for (std::size_t g = 0; g < groups.centres.size(); ++g) {
        const auto [at, fresh] = known.emplace(std::move(groups.centres[g]), static_cast<std::int32_t>(centres.size()));
        renumbered[g] = at->second;
        if (fresh) {
            centres.push(at->first);
            merged_proved.push_back(proved[g]);
        } else {
            merged_proved[at->second] &= proved[g];
        }
    }
    for (auto& g : group_of_row) g = renumbered[g];
    proved = std::move(merged_proved);
    return centres;
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
        const Groups before = centres_of(rows, group_of_row, proved.size());
        Groups placed = before;
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
    return merge_equal_centres(centres_of(rows, group_of_row, proved.size()), group_of_row, proved);
}

}  // namespace shoal::cluster
