#include <algorithm>
#include <memory>

#include "closed_search.hpp"
#include "closed_worker.hpp"
#include "shoal/mining/frequent.hpp"
#include "shoal/weighted_rows.hpp"

namespace shoal::mining {
void search(RowsView rows, const Request& request, int threads, OrderedOutput& output, std::vector<TopPatterns>* best,
            Control& control) {
    std::vector<Item> closure;
    auto root = root_node(merge_equal_rows(rows), rows.item_count, request.min_support, closure);
    control.total = root->items();
    control.done = control.found = 0;
    Schedule<ClosedTask> schedule;
    std::vector<std::unique_ptr<ClosedWorker>> workers;
    for (int t = 0; t < threads; ++t)
        workers.push_back(std::make_unique<ClosedWorker>(rows.item_count, request, schedule, output,
                                                         best ? &(*best)[t] : nullptr, control));
    const Segment below = output.after(output.first());
    if (rows.size() >= request.min_support) workers[0]->report_root(closure, rows.size(), root->items() == 0, output.first());
    else output.finish(output.first());
    ClosedTask first{root, nullptr, 0, root->items(), {}, {}, {}, true, below};
    (request.target == Target::all ? first.free : first.prefix) = closure;
    schedule.run(threads, std::move(first), [&](int worker, ClosedTask& task) { workers[worker]->run(task); });
}

}  // namespace shoal::mining
