#include "shoal/cluster/exchange.hpp"

#include <algorithm>
#include <numeric>

#include "grow_groups.hpp"
#include "shoal/cluster/centres.hpp"
#include "shoal/sorted_sets.hpp"
#include "shoal/thread_pool.hpp"
#include "swap_rows.hpp"

namespace shoal::cluster {
namespace {

// Rows that are grouped again together: so many that most of a row's nearest rows are among them, so few that comparing each
// row with all others takes seconds.
constexpr std::int64_t rows_of_block = 8192;
constexpr std::int64_t part_of_budget = 4;  // the search itself comes first; dense rows need less than this
constexpr std::int64_t unlimited = std::int64_t{1} << 60;
constexpr std::int64_t bits_of_block = std::int64_t{1} << 29;  // of the rows of a block as bit sets: 64 MiB

std::int64_t kept_items(RowsView rows, const RowGroups& groups) {
    std::int64_t kept = 0;
    Centre centre;
    for (const auto& group : groups) {
        centre.assign(rows[group.front()].begin(), rows[group.front()].end());
        for (std::int32_t r : group) intersect(centre, rows[r]);
        kept += static_cast<std::int64_t>(centre.size() * group.size());
    }
    return kept;
}

// The groups that are not proved, longest centres first: rows of like lengths come together.
std::vector<std::int32_t> open_groups(const Grouping& grouping) {
    std::vector<std::int32_t> open;
    for (std::size_t g = 0; g < grouping.proved.size(); ++g)
        if (!grouping.proved[g]) open.push_back(static_cast<std::int32_t>(g));
    std::ranges::stable_sort(open, std::ranges::greater{}, [&](std::int32_t g) { return grouping.centres[g].size(); });
    return open;
}

// What a block may spend: budgets go by rows.
std::int64_t share_of(std::int64_t budget, std::size_t block_rows, std::int64_t rows_left) {
    return static_cast<std::int64_t>(static_cast<double>(budget) * static_cast<double>(block_rows) / static_cast<double>(rows_left));
}

std::int64_t block_size(RowsView rows, std::int64_t k) {
    std::vector<std::int64_t> support(rows.item_count, 0);
    for (Item i : rows.items) ++support[i];
    const std::int64_t frequent = std::ranges::count_if(support, [&](std::int64_t s) { return s >= k; });
    return std::min(std::max(rows_of_block, 8 * k), bits_of_block / std::max<std::int64_t>(frequent, 1));
}

}  // namespace

void exchange(RowsView rows, const PatternkaOptions& options, Control& control, Grouping& grouping) {
    const std::vector<std::int32_t> open = open_groups(grouping);
    if (open.empty()) return;
    std::vector<std::vector<std::int32_t>> members(grouping.proved.size());
    for (std::size_t r = 0; r < grouping.group_of_row.size(); ++r)
        if (const std::int32_t g = grouping.group_of_row[r]; !grouping.proved[g]) members[g].push_back(static_cast<std::int32_t>(r));
    const std::int64_t most_rows = block_size(rows, options.k);
    const std::int64_t budget = options.budget < 0 ? unlimited : options.budget / part_of_budget;
    std::int64_t left = budget, rows_left = 0;
    for (const auto& group : members) rows_left += static_cast<std::int64_t>(group.size());
    ThreadPool pool(options.threads);
    bool changed = false;
    for (std::size_t next = 0; next < open.size();) {
        RowGroups before;
        std::vector<std::int32_t> block;
        do {
            before.push_back(std::move(members[open[next]]));
            block.insert(block.end(), before.back().begin(), before.back().end());
        } while (++next < open.size() && static_cast<std::int64_t>(block.size() + members[open[next]].size()) <= most_rows);
        const std::int64_t share = share_of(left, block.size(), rows_left);
        rows_left -= static_cast<std::int64_t>(block.size());
        std::int64_t share_left = share;
        std::ranges::sort(block);
        auto after = grow_groups(rows, std::move(block), options.k, share_left, pool, options.threads, control);
        if (!after) {
            grouping.repeatable = false;
            break;
        }
        const std::int64_t kept = kept_items(rows, before);
        if (kept_items(rows, *after) <= kept) after = std::move(before);
        swap_rows(rows, options.k, *after, share_left, control);
        left -= share - std::max<std::int64_t>(share_left, 0);
        grouping.repeatable &= !control.expired();
        if (kept_items(rows, *after) <= kept) continue;
        changed = true;
        for (const auto& group : *after) {
            for (std::int32_t r : group) grouping.group_of_row[r] = static_cast<std::int32_t>(grouping.proved.size());
            grouping.proved.push_back(0);
        }
    }
    grouping.nodes += budget - left;
    if (!changed) return;
    grouping.centres = number_groups(centres_of(rows, grouping.group_of_row, grouping.proved.size()), grouping.group_of_row, grouping.proved);
}

}  // namespace shoal::cluster
