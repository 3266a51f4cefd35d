#include "shoal/cluster/patternka.hpp"

#include <algorithm>
#include <bit>
#include <memory>

#include "shoal/cluster/incumbent.hpp"
#include "shoal/cluster/leftovers.hpp"
#include "shoal/cluster/sort_and_chunk.hpp"
#include "shoal/mining/length_search.hpp"
#include "shoal/thread_pool.hpp"

namespace shoal::cluster {
namespace {

using mining::Found, mining::Graph, mining::LengthSearch, mining::LivingRows, mining::OnFound, mining::Outcome;

constexpr std::int32_t largest_batch = 64;  // branches searched ahead of the commits
constexpr std::int64_t worth_waking_for = 1 << 16;  // entries of a batch below which other threads would wake up too late

class LongestFirst {
public:
    LongestFirst(const WeightedRows& data, Item item_count, const PatternkaOptions& options, Control& control)
        : data_(data), item_count_(item_count), k_(options.k), control_(control), living_(data), by_length_(data),
          pool_(options.threads), group_of_distinct_(data.weights.size(), -1), place_in_root_(data.weights.size(), 0),
          unlimited_(options.budget < 0), remaining_(options.budget) {
        for (int t = 0; t < options.threads; ++t)
            searches_.push_back(std::make_unique<LengthSearch>(living_, item_count, k_, options.seed, control));
    }

    void run() {
        std::int32_t length = by_length_.longest_pattern(k_);
        proved_below_ = length + 1;
        while (length > 0 && may_search()) {
            const std::size_t groups = proved_.size();
            const bool none_left = search_length(length);
            if (none_left) proved_below_ = length;
            fruitless_ = none_left || proved_.size() > groups ? 0 : fruitless_ + 1;
            const std::int32_t next = fruitless_ ? fall_back(length) : length - 1;
            attempts_ = next == length ? attempts_ + 1 : 0;
            length = next;
            // Few lengths are looked up in this way, however many there are.
            if (none_left && proved_.size() == groups && std::has_single_bit(++barren_)) {
                length = std::min(length, mining::longest_possible(living_, item_count_, k_));
                proved_below_ = length + 1;
            }
        }
        if (length > 0) finish_without_search();
    }

    const std::vector<std::int32_t>& group_of_distinct() const { return group_of_distinct_; }
    std::vector<std::uint8_t>& proved() { return proved_; }
    bool all_searched() const { return proved_below_ <= 1; }
    std::int64_t nodes() const { return nodes_; }
    bool repeatable() const { return !expired_; }

private:
    bool may_search() {
        control_.poll();
        expired_ |= control_.expired();
        return !expired_ && (unlimited_ || remaining_ > 0);
    }

    void spend(std::int64_t nodes) {
        nodes_ += nodes;
        if (!unlimited_) remaining_ = std::max<std::int64_t>(remaining_ - nodes, 0);
    }

    // All rows given leave together, as one group.
    Found commit(std::span<const std::int32_t> rows, std::int32_t length) {
        for (std::int32_t r : rows) {
            control_.done += living_.weights[r];
            living_.weights[r] = 0;
            left_.push_back(place_in_root_[r]);
            group_of_distinct_[r] = static_cast<std::int32_t>(proved_.size());
        }
        proved_.push_back(length + 1 >= proved_below_);
        control_.found += 1;
        return Found::rows_left;
    }

    // Forms groups of patterns of this length; true when none is left. The budget that remains is shared out evenly over the
    // lengths that remain, less for each further attempt at a length. A branch may use only a part of its length's share:
    // one hopeless branch must not keep the search from the others.
    bool search_length(std::int32_t length) {
        const std::int64_t share =
            unlimited_ ? INT64_MAX : std::max<std::int64_t>(remaining_ / length >> std::min(attempts_, 10), 1);
        const std::int64_t branch_share = unlimited_ ? INT64_MAX : std::max<std::int64_t>(share / 64, 64);
        const std::int64_t end = unlimited_ ? INT64_MAX : nodes_ + share;
        const OnFound take = [&](std::span<const std::int32_t> rows) { return commit(rows, length); };
        const std::int64_t before = searches_[0]->nodes();
        const std::int32_t need = searches_[0]->root(by_length_.at_least(length), length, root_, take);
        spend(searches_[0]->nodes() - before);
        if (need == 0) return true;
        for (std::int32_t p = 0; p < root_.rows(); ++p) place_in_root_[root_.row_ids[p]] = p;
        bool finished = true;
        std::int32_t batch = 1;
        for (std::int32_t next = 0; next < root_.items() && root_.weight >= k_ && root_.living_items >= need;) {
            if (!root_.item_lives[next]) {
                ++next;
                continue;
            }
            if (nodes_ >= end || !may_search()) return false;
            collect_batch(next, batch);
            left_.clear();
            const std::size_t groups = proved_.size();
            finished &= search_batch(need, branch_share, take);
            next = batch_.back() + 1;
            const bool hit = proved_.size() > groups;
            if (hit) searches_[0]->remove_rows(root_, left_, need);
            for (std::int32_t i : batch_)
                if (root_.item_lives[i]) searches_[0]->remove_item(root_, i, need);
            batch = hit ? std::max(batch / 2, 1) : std::min(batch * 2, largest_batch);
        }
        return finished;
    }

    void collect_batch(std::int32_t first, std::int32_t size) {
        batch_.clear();
        for (std::int32_t i = first; i < root_.items() && static_cast<std::int32_t>(batch_.size()) < size; ++i)
            if (root_.item_lives[i]) batch_.push_back(i);
    }

    // Probes the branches of a large batch side by side, then forms groups in the branches that may hold a pattern, in
    // order. A branch without one stays without: supports only fall. Batches depend on results alone, so any number of
    // threads gives the same groups. False when a branch needs more than its share.
    bool search_batch(std::int32_t need, std::int64_t share, const OnFound& take) {
        const std::size_t size = batch_.size();
        probes_.assign(size, {Outcome::stopped, 0});
        if (size > 1 && entries_of_batch() >= worth_waking_for) {
            const OnFound stop = [](std::span<const std::int32_t>) { return Found::stop; };
            pool_.run(size, [&](std::size_t task, int worker) {
                LengthSearch& search = *searches_[worker];
                const std::int64_t before = search.nodes();
                probes_[task].outcome = search.branch(root_, batch_[task], need, share, stop);
                probes_[task].nodes = search.nodes() - before;
            });
        }
        bool finished = true;
        for (std::size_t b = 0; b < size; ++b) {
            auto [outcome, used] = probes_[b];
            if (outcome == Outcome::stopped) {
                const std::int64_t before = searches_[0]->nodes();
                outcome = searches_[0]->branch(root_, batch_[b], need, share, take);
                used += searches_[0]->nodes() - before;
            }
            spend(used);
            finished &= outcome == Outcome::finished;
        }
        return finished;
    }

    // About how many items the rows of the batch's branches hold.
    std::int64_t entries_of_batch() const {
        std::size_t rows = 0;
        for (std::int32_t i : batch_) rows += root_.rows_of(i).size();
        return static_cast<std::int64_t>(rows * root_.row_items.size() / root_.row_ids.size());
    }

    // Nothing of this length was found, and the proof that there is nothing costs too much. Go on with shorter lengths, in
    // growing steps, down to what can be grown from single rows; take that when the search finds nothing better.
    std::int32_t fall_back(std::int32_t length) {
        if (!grower_) grower_ = std::make_unique<IncumbentGrower>(living_, item_count_, k_);
        std::int64_t work = 0;
        const auto pattern = grower_->grow(by_length_.order(), work);
        spend(work);
        const auto grown = static_cast<std::int32_t>(pattern.size());
        if (grown == 0) {  // no item is in k living rows
            proved_below_ = 1;
            return 0;
        }
        if (length > grown) return std::max(grown, length - (1 << std::min(fruitless_ - 1, 20)));
        commit(grower_->rows_with(pattern), grown);
        return length;
    }

    // The budget or the time is spent: the other rows are grouped without looking for the best.
    void finish_without_search() {
        sort_and_chunk(living_, item_count_, k_, [&](std::span<const std::int32_t> rows, std::int32_t length) { commit(rows, length); });
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
    std::unique_ptr<IncumbentGrower> grower_;  // made when it is first needed
    ThreadPool pool_;
    std::vector<std::unique_ptr<LengthSearch>> searches_;  // one per thread
    std::vector<std::int32_t> group_of_distinct_;
    std::vector<std::uint8_t> proved_;
    std::vector<std::int32_t> batch_;
    std::vector<Probe> probes_;
    Graph root_;
    std::vector<std::int32_t> place_in_root_;  // of each distinct row
    std::vector<std::int32_t> left_;           // places of rows that left in this batch
    std::int32_t attempts_ = 0;   // searches before at this length
    std::int32_t fruitless_ = 0;  // searches in a row that neither found a pattern nor proved that there is none
    const bool unlimited_;
    std::int64_t remaining_;
    bool expired_ = false;
    std::uint32_t barren_ = 0;  // lengths of which there was no pattern
    std::int64_t nodes_ = 0;
    std::int32_t proved_below_ = 0;  // no pattern of this length or longer is left
};

}  // namespace

Grouping patternka(RowsView rows, const PatternkaOptions& options, Control& control) {
    control.total = rows.size();
    const WeightedRows data = merge_equal_rows(rows);
    LongestFirst search(data, rows.item_count, options, control);
    search.run();

    Grouping result;
    result.group_of_row.resize(static_cast<std::size_t>(rows.size()));
    for (std::size_t r = 0; r < result.group_of_row.size(); ++r)
        result.group_of_row[r] = search.group_of_distinct()[data.distinct_of_row[r]];
    result.proved = std::move(search.proved());
    result.centres = place_leftovers(rows, options.k, search.all_searched(), result.group_of_row, result.proved);
    result.nodes = search.nodes();
    result.repeatable = search.repeatable();
    control.done = rows.size();
    return result;
}

}  // namespace shoal::cluster
