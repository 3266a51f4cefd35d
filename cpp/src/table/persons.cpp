#include "shoal/table/persons.hpp"

#include <algorithm>
#include <queue>

namespace shoal::table {
namespace {

class Merging {
public:
    Merging(const View& table, std::int64_t k, std::span<const std::int32_t> persons, const std::vector<std::int32_t>& group_of_row,
            const Control& control)
        : k_(k), persons_(persons), control_(control), cost_(table),
          seen_(static_cast<std::size_t>(persons.empty() ? 0 : *std::ranges::max_element(persons)) + 1, -1) {
        for (std::size_t r = 0; r < group_of_row.size(); ++r) {
            const auto g = static_cast<std::size_t>(group_of_row[r]);
            if (g >= members_.size()) members_.resize(g + 1);
            members_[g].push_back(static_cast<std::int32_t>(r));
        }
        for (const auto& rows : members_) costs_.push_back(cost_.all(rows));
    }

    void run(std::vector<std::int32_t>& group_of_row) {
        using Small = std::pair<std::size_t, std::size_t>;  // rows, group
        std::priority_queue<Small, std::vector<Small>, std::greater<>> small;
        for (std::size_t g = 0; g < members_.size(); ++g)
            if (!members_[g].empty() && persons_in(members_[g]) < k_) small.emplace(members_[g].size(), g);
        while (!small.empty()) {
            const auto [rows, g] = small.top();
            small.pop();
            if (members_[g].size() != rows || persons_in(members_[g]) >= k_) continue;  // merged meanwhile
            control_.poll();
            const std::size_t with = cheapest_partner(g);
            members_[with].insert(members_[with].end(), members_[g].begin(), members_[g].end());
            members_[g].clear();
            costs_[with] = cost_.all(members_[with]);
            small.emplace(members_[with].size(), with);
        }
        std::int32_t next = 0;
        for (const auto& rows : members_) {
            if (rows.empty()) continue;
            for (std::int32_t r : rows) group_of_row[r] = next;
            ++next;
        }
    }

private:
    std::int64_t persons_in(std::span<const std::int32_t> rows) {
        ++stamp_;
        std::int64_t count = 0;
        for (std::int32_t r : rows) {
            count += seen_[persons_[r]] != stamp_;
            seen_[persons_[r]] = stamp_;
        }
        return count;
    }

    std::size_t cheapest_partner(std::size_t group) {
        std::size_t best = group;
        Cost least = INT64_MAX;
        for (std::size_t h = 0; h < members_.size(); ++h) {
            if (h == group || members_[h].empty()) continue;
            both_.assign(members_[group].begin(), members_[group].end());
            both_.insert(both_.end(), members_[h].begin(), members_[h].end());
            const Cost added = cost_.all(both_) - costs_[h];
            if (added >= least) continue;
            least = added;
            best = h;
        }
        return best;
    }

    const std::int64_t k_;
    const std::span<const std::int32_t> persons_;
    const Control& control_;
    GroupCost cost_;
    std::vector<std::vector<std::int32_t>> members_;
    std::vector<Cost> costs_;
    std::vector<std::int32_t> both_;
    std::vector<std::int32_t> seen_;  // by person: the last count that saw it
    std::int32_t stamp_ = 0;
};

}  // namespace

void merge_for_persons(const View& table, std::int64_t k, std::span<const std::int32_t> persons, std::vector<std::int32_t>& group_of_row,
                       const Control& control) {
    Merging(table, k, persons, group_of_row, control).run(group_of_row);
}

}  // namespace shoal::table
