#include "shoal/mining/extents.hpp"

#include <memory>
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
    const auto threads = static_cast<int>(visitors.size());
    Schedule<ClosedTask> schedule;
    OrderedOutput output({}, std::nullopt, threads, part);  // stays empty
    std::vector<std::unique_ptr<ClosedWorker>> workers;
    for (ExtentVisitor* visitor : visitors) {
        workers.push_back(std::make_unique<ClosedWorker>(item_count, Request{.min_support = min_support}, schedule, output, nullptr, part));
        workers.back()->visit_with(*visitor, data.weights, most_entries);
    }
    schedule.run(threads, {root, nullptr, 0, root->items(), closure, {}, {}, true, output.first()},
                 [&](int worker, ClosedTask& task) { workers[worker]->run(task); });
    std::int64_t entries = 0;
    for (const auto& worker : workers) entries += worker->entries();
    return output.stopped() == Stop::none && entries <= most_entries;
}

}  // namespace shoal::mining
