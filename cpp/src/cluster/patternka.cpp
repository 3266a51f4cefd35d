#include "shoal/cluster/patternka.hpp"

#include <algorithm>
#include <memory>

#include "shoal/cluster/incumbent.hpp"
#include "shoal/cluster/leftovers.hpp"
#include "shoal/mining/length_search.hpp"
#include "shoal/thread_pool.hpp"

namespace shoal::cluster {
namespace {

using mining::Found, mining::Graph, mining::LengthSearch, mining::LivingRows, mining::OnFound, mining::Outcome;

constexpr std::int32_t largest_batch = 64;  // branches searched ahead of the commits

class Sweep {
public:
    Sweep(const WeightedRows& data, Item item_count, const PatternkaOptions& options, Control& control)
        : data_(data), item_count_(item_count), k_(options.k), control_(control), living_(data), by_length_(data),
          pool_(options.threads),
          group_of_distinct_(data.weights.size(), -1),
          remaining_(options.budget < 0 ? INT64_MAX / 2 : options.budget), unlimited_(options.budget < 0) {
        for (int t = 0; t < options.threads; ++t)
            searches_.push_back(std::make_unique<LengthSearch>(living_, item_count, k_, options.seed, control));
    }

    void run() {
        std::int32_t length = by_length_.longest_pattern(k_);
        proved_below_ = length + 1;
        while (length > 0) {
            if (search_length(length)) {
                proved_below_ = length;
                --length;
            } else {
                length = fall_back(length);
            }
        }
    }

    const std::vector<std::int32_t>& group_of_distinct() const { return group_of_distinct_; }
    std::vector<std::uint8_t>& proved() { return proved_; }
    std::int64_t nodes() const { return nodes_; }
    bool repeatable() const { return !expired_; }

private:
    // All rows given leave together, as one group.
    Found commit(std::span<const std::int32_t> rows, std::int32_t length) {
        for (std::int32_t r : rows) {
            control_.done += living_.weights[r];
            living_.weights[r] = 0;
            group_of_distinct_[r] = static_cast<std::int32_t>(proved_.size());
        }
        proved_.push_back(length + 1 >= proved_below_);
        control_.found += 1;
        return Found::rows_left;
    }

    // Forms groups until no pattern of this length is left; false when the budget's share ran out before.
    bool search_length(std::int32_t length) {
        std::int64_t share = unlimited_ ? remaining_ : std::max(remaining_ / 16, std::min<std::int64_t>(remaining_, 10'000));
        if (share == 0) return false;
        const OnFound take = [&](std::span<const std::int32_t> rows) { return commit(rows, length); };
        const std::int32_t need = searches_[0]->root(by_length_.at_least(length), length, root_, take);
        if (need == 0) return true;
        std::int32_t batch = 1;
        for (std::int32_t next = 0; next < root_.items() && root_.weight >= k_ && root_.living_items >= need;) {
            if (!root_.item_lives[next]) { ++next; continue; }
            collect_batch(next, batch);
            const std::int32_t hits = search_batch(need, share, take);
            if (hits < 0) return false;
            next = batch_.back() + 1;
            if (hits > 0) searches_[0]->remove_dead_rows(root_, need);
            for (std::int32_t i : batch_)
                if (root_.item_lives[i]) searches_[0]->remove_item(root_, i, need);
            batch = hits == 0 ? std::min(batch * 2, largest_batch) : std::max(batch / 2, 1);
        }
        return true;
    }

    void collect_batch(std::int32_t first, std::int32_t size) {
        batch_.clear();
        for (std::int32_t i = first; i < root_.items() && static_cast<std::int32_t>(batch_.size()) < size; ++i)
            if (root_.item_lives[i]) batch_.push_back(i);
    }

    // Probes the batch's branches side by side, then forms groups in the branches that hold a pattern, in order. A branch
    // without one stays without: supports only fall. Batches depend on results alone, so any number of threads gives the
    // same groups. Returns the branches that formed groups, or -1 when `share` ran out.
    std::int32_t search_batch(std::int32_t need, std::int64_t& share, const OnFound& take) {
        const std::size_t size = batch_.size();
        probes_.assign(size, {Outcome::stopped, 0});
        if (size > 1) {
            const OnFound stop = [](std::span<const std::int32_t>) { return Found::stop; };
            pool_.run(size, [&](std::size_t task, int worker) {
                LengthSearch& search = *searches_[worker];
                const std::int64_t before = search.nodes();
                probes_[task].outcome = search.branch(root_, batch_[task], need, share, stop);
                probes_[task].nodes = search.nodes() - before;
            });
        }
        std::int32_t hits = 0;
        for (std::size_t b = 0; b < size; ++b) {
            auto [outcome, used] = probes_[b];
            if (outcome == Outcome::stopped) {
                const std::int64_t before = searches_[0]->nodes();
                const std::size_t groups = proved_.size();
                outcome = searches_[0]->branch(root_, batch_[b], need, share, take);
                used += searches_[0]->nodes() - before;
                hits += proved_.size() > groups;
            }
            nodes_ += used;
            if (!unlimited_) {
                remaining_ = std::max<std::int64_t>(remaining_ - used, 0);
                share -= used;
            }
            if (control_.expired()) {
                expired_ = true;
                unlimited_ = false;
                remaining_ = share = 0;
            }
            if (outcome == Outcome::exhausted || share < 0 || expired_) return -1;
        }
        return hits;
    }

    // The proof for this length costs too much: try shorter ones down to the incumbent, then take the incumbent.
    std::int32_t fall_back(std::int32_t length) {
        if (!grower_) grower_ = std::make_unique<IncumbentGrower>(living_, item_count_, k_);
        control_.poll();
        const auto pattern = grower_->grow(by_length_.order());
        const auto grown = static_cast<std::int32_t>(pattern.size());
        if (grown == 0) return 0;
        if (length > grown + 1 && remaining_ > 0) return std::max(grown + 1, grown + (length - grown) / 2);
        commit(grower_->rows_with(pattern), grown);
        return length;
    }

    struct Probe {
        Outcome outcome;
        std::int64_t nodes;
    };

    const WeightedRows& data_;
    const Item item_count_;
    const std::int64_t k_;
    Control& control_;
    LivingRows living_;
    const mining::RowsByLength by_length_;
    ThreadPool pool_;
    std::vector<std::unique_ptr<LengthSearch>> searches_;  // one per thread
    std::unique_ptr<IncumbentGrower> grower_;
    std::vector<std::int32_t> group_of_distinct_;
    std::vector<std::uint8_t> proved_;
    std::vector<std::int32_t> batch_;
    std::vector<Probe> probes_;
    Graph root_;
    std::int64_t remaining_;
    bool unlimited_;
    bool expired_ = false;
    std::int64_t nodes_ = 0;
    std::int32_t proved_below_ = 0;  // no pattern of this length or longer is left
};

}  // namespace

Grouping patternka(RowsView rows, const PatternkaOptions& options, Control& control) {
    control.total = rows.size();
    const WeightedRows data = merge_equal_rows(rows);
    Sweep sweep(data, rows.item_count, options, control);
    sweep.run();

    Grouping result;
    result.group_of_row.resize(static_cast<std::size_t>(rows.size()));
    for (std::size_t r = 0; r < result.group_of_row.size(); ++r)
        result.group_of_row[r] = sweep.group_of_distinct()[data.distinct_of_row[r]];
    result.proved = std::move(sweep.proved());
    result.centres = place_leftovers(rows, options.k, result.group_of_row, result.proved);
    result.nodes = sweep.nodes();
    result.repeatable = sweep.repeatable();
    control.done = rows.size();
    return result;
}

}  // namespace shoal::cluster
