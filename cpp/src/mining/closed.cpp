#include "shoal/mining/closed.hpp"

#include <algorithm>
#include <memory>

#include "closed_worker.hpp"
#include "shoal/weighted_rows.hpp"

namespace shoal::mining {
std::optional<Patterns> mine_closed_within(RowsView rows, std::int64_t min_support, Limits limits, int threads,
                                           Control& control) {
    std::vector<Item> closure;
    auto root = root_node(merge_equal_rows(rows), rows.item_count, min_support, closure);
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
