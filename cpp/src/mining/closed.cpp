#include "shoal/mining/closed.hpp"

#include <algorithm>
#include <memory>

#include "closed_worker.hpp"
#include "shoal/weighted_rows.hpp"

namespace shoal::mining {
namespace {

// The root: all rows, frequent items only, rarest first. Items in every row go to `closure`.
std::shared_ptr<const SparseNode> root_node(RowsView rows, std::int64_t min_support, std::vector<Item>& closure) {
    const WeightedRows data = merge_equal_rows(rows);
    std::vector<std::int64_t> supports(rows.item_count, 0);
    for (std::int32_t r = 0; r < data.size(); ++r)
        for (Item i : data.rows[r]) supports[i] += data.weights[r];
    auto root = std::make_shared<SparseNode>();
    for (Item i = 0; i < rows.item_count; ++i) {
        if (supports[i] < min_support) continue;
        if (supports[i] == rows.size()) closure.push_back(i);
        else root->labels.push_back(i);
    }
    std::ranges::stable_sort(root->labels, {}, [&](Item i) { return supports[i]; });
    std::vector<std::int32_t> position(rows.item_count, -1);
    for (std::int32_t p = 0; p < root->items(); ++p) {
        position[root->labels[p]] = p;
        root->supports.push_back(static_cast<std::int32_t>(supports[root->labels[p]]));
    }
    auto& items = root->row_items;
    for (std::int32_t r = 0; r < data.size(); ++r) {
        const std::size_t start = items.size();
        for (Item i : data.rows[r])
            if (position[i] >= 0) items.push_back(position[i]);
        if (items.size() == start) continue;
        std::sort(items.begin() + static_cast<std::ptrdiff_t>(start), items.end());
        root->row_starts.push_back(static_cast<std::int64_t>(items.size()));
        root->weights.push_back(data.weights[r]);
    }
    root->list_rows_of_items();
    return root;
}

}  // namespace

std::optional<Patterns> mine_closed_within(RowsView rows, std::int64_t min_support, Limits limits, int threads,
                                           Control& control) {
    std::vector<Item> closure;
    auto root = root_node(rows, min_support, closure);
    Patterns all;
    if (!closure.empty() && rows.size() >= min_support) all.push(closure, rows.size());
    control.total = root->items();
    control.done = control.found = control.bytes = 0;
    Schedule<ClosedTask> schedule;
    std::vector<std::unique_ptr<ClosedWorker>> workers;
    for (int t = 0; t < threads; ++t)
        workers.push_back(std::make_unique<ClosedWorker>(rows.item_count, min_support, limits, schedule, control));
    try {
        Patterns below = schedule.run(threads, {root, nullptr, 0, root->items(), closure, {}, true, {}},
                                      [&](int worker, ClosedTask& task) { workers[worker]->run(task); });
        if (all.size() == 0) all = std::move(below);
        else all.append(below);
    } catch (const GivenUp&) {
        return std::nullopt;
    }
    control.found = static_cast<std::int64_t>(all.size());
    if (control.found > limits.patterns || all.bytes() > limits.bytes) return std::nullopt;
    return all;
}

Patterns mine_closed(RowsView rows, std::int64_t min_support, int threads, Control& control) {
    return *mine_closed_within(rows, min_support, {}, threads, control);
}

}  // namespace shoal::mining
