#include "shoal/privacy/km_check.hpp"

#include <algorithm>
#include <deque>
#include <numeric>
#include <string_view>
#include <unordered_map>

#include "km_search.hpp"
#include "shoal/thread_pool.hpp"

namespace shoal::privacy {
namespace {

// The set of each row, and of each set its size and its first row.
struct DistinctRows {
    std::vector<std::int64_t> of_row, sizes, first;
};

// Counted here, by no code that sorts or groups rows to publish them.
DistinctRows distinct_rows(RowsView rows) {
    DistinctRows found;
    std::unordered_map<std::string_view, std::int64_t> sets;
    for (std::int64_t row = 0; row < rows.size(); ++row) {
        const auto items = rows[row];
        const std::string_view bytes(reinterpret_cast<const char*>(items.data()), items.size_bytes());
        const auto [at, fresh] = sets.try_emplace(bytes, static_cast<std::int64_t>(sets.size()));
        if (fresh) {
            found.first.push_back(row);
            found.sizes.push_back(0);
        }
        found.of_row.push_back(at->second);
        ++found.sizes[at->second];
    }
    return found;
}

std::vector<std::int64_t> supports_of_items(RowsView rows, const DistinctRows& equal) {
    std::vector<std::int64_t> supports(static_cast<std::size_t>(rows.item_count));
    for (std::size_t set = 0; set < equal.first.size(); ++set)
        for (const Item item : rows[equal.first[set]]) supports[item] += equal.sizes[set];
    return supports;
}

// Rows, and which of them each distinct row of before has become.
struct Fewer {
    KmRows rows;
    std::vector<std::int64_t> of_set;
};

// The distinct rows without the items that are in fewer than k rows; rows with such an item are marked. Those that are equal
// now are one: two long rows that differ in rare items only would take a look at each pair of items.
Fewer without_rare_items(RowsView rows, const DistinctRows& equal, const std::vector<std::int64_t>& supports, std::int64_t k,
                          std::vector<std::uint8_t>& marks) {
    std::vector<Item> order;
    for (Item item = 0; item < rows.item_count; ++item)
        if (supports[item] >= k) order.push_back(item);
    // Rarest first: few rows begin with an item that many others follow.
    std::ranges::stable_sort(order, {}, [&](Item item) { return supports[item]; });
    std::vector<Item> number(supports.size(), -1);
    for (std::size_t place = 0; place < order.size(); ++place) number[order[place]] = static_cast<Item>(place);
    KmRows left;
    left.item_count = static_cast<Item>(order.size());
    std::vector<Item> row;
    for (std::size_t set = 0; set < equal.first.size(); ++set) {
        row.clear();
        for (const Item item : rows[equal.first[set]]) {
            if (number[item] >= 0) row.push_back(number[item]);
            else marks[set] = 1;
        }
        std::ranges::sort(row);
        left.rows.push(row);
    }
    const DistinctRows now = distinct_rows(left.view());
    Fewer fewer{{.rows = {}, .weights = {}, .copies = {}, .item_count = left.item_count}, now.of_row};
    for (const std::int64_t first : now.first) fewer.rows.rows.push(left.rows[first]);
    fewer.rows.weights.resize(now.first.size());
    for (std::size_t set = 0; set < now.of_row.size(); ++set) fewer.rows.weights[now.of_row[set]] += equal.sizes[set];
    return fewer;
}

// One item for all that are in the same rows: of those of two long rows, a look at each pair would take hours.
KmRows without_equal_items(const KmRows& rows) {
    const RowsOfItems holders(rows.view());
    Rows columns;
    for (Item item = 0; item < rows.item_count; ++item) columns.push(holders[item]);
    const DistinctRows equal = distinct_rows(columns.view(static_cast<Item>(rows.weights.size())));
    KmRows left{{}, rows.weights, equal.sizes, static_cast<Item>(equal.first.size())};
    std::vector<Item> row;
    for (std::int64_t r = 0; r < rows.rows.size(); ++r) {
        row.clear();
        for (const Item item : rows.rows[r])
            if (equal.first[equal.of_row[item]] == item) row.push_back(static_cast<Item>(equal.of_row[item]));
        left.rows.push(row);
    }
    return left;
}

// What all workers found together.
void add_up(std::vector<KmLevel>& levels, const std::deque<KmSearch>& workers, int from) {
    for (const KmSearch& worker : workers) {
        for (std::size_t i = static_cast<std::size_t>(from) - 1; i < worker.levels.size(); ++i) {
            const KmLevel& found = worker.levels[i];
            if (found.combinations > 0) levels[i].add(found.combinations, found.least_support);
            levels[i].add_offending(found.offending);
        }
    }
}

void search(const KmRows& rows, std::int64_t k, int m, int threads, Control& control, std::vector<std::uint8_t>& marks,
            std::vector<KmLevel>& levels) {
    const RowsOfItems holders(rows.view());
    const auto items = static_cast<std::size_t>(rows.item_count);
    RarePartners rare(items);
    ThreadPool pool(threads);
    control.total = static_cast<std::int64_t>(items) * (m > 2 ? 2 : 1);
    const auto pass = [&](int size, const RarePartners* known, int counted_from) {
        std::deque<KmSearch> workers;
        for (int worker = 0; worker < threads; ++worker) workers.emplace_back(rows, holders, k, size, known, marks, control);
        pool.run(items, [&](std::size_t task, int worker) {
            // Frequent items have the longest lists: begin with them, so that no worker is left alone with one.
            const auto first = static_cast<Item>(items - 1 - task);
            workers[worker].run(first);
            if (known == nullptr) rare.set(first, workers[worker].rare_seconds);
            ++control.done;
        });
        add_up(levels, workers, counted_from);
    };
    pass(2, nullptr, 2);
    if (m > 2) pass(m, &rare, 3);
}

}  // namespace

KmFindings km_check(RowsView rows, std::int64_t k, int m, int threads, Control& control) {
    KmFindings findings;
    findings.levels.resize(static_cast<std::size_t>(m));
    const DistinctRows equal = distinct_rows(rows);
    const auto supports = supports_of_items(rows, equal);
    KmLevel& items = findings.levels[0];
    for (const std::int64_t support : supports) {
        if (support == 0) continue;
        ++items.combinations;
        items.offending += support < k;
        if (items.least_support == 0 || support < items.least_support) items.least_support = support;
    }
    std::vector<std::uint8_t> marks(equal.first.size());
    const Fewer frequent = without_rare_items(rows, equal, supports, k, marks);
    std::vector<std::uint8_t> found(frequent.rows.weights.size());
    if (m > 1) search(without_equal_items(frequent.rows), k, m, threads, control, found, findings.levels);
    for (std::int64_t row = 0; row < rows.size(); ++row) {
        const std::int64_t set = equal.of_row[row];
        if (marks[set] != 0 || found[frequent.of_set[set]] != 0) findings.offenders.push_back(row);
    }
    return findings;
}

}  // namespace shoal::privacy
