#include "shoal/mining/closed.hpp"

#include <algorithm>
#include <memory>

#include "closed_search.hpp"
#include "closed_worker.hpp"
#include "shoal/mining/frequent.hpp"
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

void search(RowsView rows, const Request& request, int threads, OrderedOutput& output, std::vector<TopPatterns>* best,
            Control& control) {
    std::vector<Item> closure;
    auto root = root_node(rows, request.min_support, closure);
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

std::optional<Patterns> mine_closed_within(RowsView rows, std::int64_t min_support, Limits limits, int threads,
                                           Control& control) {
    limits.all_or_nothing = true;
    Mined mined = mine(rows, {.min_support = min_support}, limits, threads, control);
    if (mined.stopped != Stop::none) return std::nullopt;
    return std::move(mined.patterns);
}

Patterns mine_closed(RowsView rows, std::int64_t min_support, int threads, Control& control) {
    return *mine_closed_within(rows, min_support, {}, threads, control);
}

}  // namespace shoal::mining
