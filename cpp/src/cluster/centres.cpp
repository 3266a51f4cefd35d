#include "shoal/cluster/centres.hpp"

#include <map>
#include <utility>

#include "shoal/sorted_sets.hpp"

namespace shoal::cluster {

Centres centres_of(RowsView rows, const std::vector<std::int32_t>& group_of_row, std::size_t groups) {
    Centres centres{std::vector<Centre>(groups), std::vector<std::int64_t>(groups, 0)};
    for (std::int64_t r = 0; r < rows.size(); ++r) {
        const std::int32_t g = group_of_row[r];
        if (g < 0) continue;
        if (centres.sizes[g]++ == 0) centres.items[g].assign(rows[r].begin(), rows[r].end());
        else intersect(centres.items[g], rows[r]);
    }
    return centres;
}

Rows number_groups(Centres&& centres, std::vector<std::int32_t>& group_of_row, std::vector<std::uint8_t>& proved) {
    Rows numbered;
    std::map<Centre, std::int32_t> known;
    std::vector<std::int32_t> number(centres.items.size(), -1);
    std::vector<std::uint8_t> numbered_proved;
    for (std::size_t g = 0; g < centres.items.size(); ++g) {
        if (centres.sizes[g] == 0) continue;
        const auto [at, fresh] = known.emplace(std::move(centres.items[g]), static_cast<std::int32_t>(numbered.size()));
        number[g] = at->second;
        if (fresh) {
            numbered.push(at->first);
            numbered_proved.push_back(proved[g]);
        } else {
            numbered_proved[at->second] &= proved[g];
        }
    }
    for (auto& g : group_of_row) g = number[g];
    proved = std::move(numbered_proved);
    return numbered;
}

}  // namespace shoal::cluster
