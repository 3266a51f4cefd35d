#include "shoal/mining/extents.hpp"

#include <numeric>

#include "closed_worker.hpp"

namespace shoal::mining {

bool visit_closed(const WeightedRows& data, Item item_count, std::int64_t min_support, std::int64_t most_entries,
                  std::span<ExtentVisitor* const> visitors, const Control& control) {
    Control part(control, Control::Part{});
    std::vector<Item> closure;
    const std::shared_ptr<const SparseNode> root = root_node(data, item_count, min_support, closure);
    if (!closure.empty()) {
        std::vector<std::int32_t> all(data.weights.size());
        std::iota(all.begin(), all.end(), 0);
        visitors[0]->visit({closure, all, item_count});
    }
    Schedule<ClosedTask> schedule;
    std::vector<std::unique_ptr<ClosedWorker>> workers;
    for (ExtentVisitor* visitor : visitors)
        workers.push_back(std::make_unique<ClosedWorker>(item_count, min_support, Limits{.entries = most_entries}, schedule, part,
                                                         visitor, data.weights));
    try {
        schedule.run(static_cast<int>(visitors.size()), {root, nullptr, 0, root->items(), closure, {}, true, {}},
                     [&](int worker, ClosedTask& task) { workers[worker]->run(task); });
    } catch (const GivenUp&) {
        return false;
    }
    std::int64_t entries = 0;
    for (const auto& worker : workers) entries += worker->entries();
    return entries <= most_entries;
}

}  // namespace shoal::mining
