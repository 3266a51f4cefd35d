#include "grow_groups.hpp"

#include <algorithm>
#include <numeric>
#include <queue>

#include "growth.hpp"

namespace shoal::cluster {
namespace {

constexpr std::size_t batch_size = 16;          // groups grown side by side, on any number of threads

// Rows are named by their rank here: 0 is the longest.
class GroupsByLength {
public:
    GroupsByLength(RowsView rows, std::vector<std::int32_t>&& members, std::int64_t k, std::int64_t& budget, ThreadPool& pool,
                   int threads, const Control& control)
        : rows_(rows), members_(std::move(members)), k_(k), budget_(budget), pool_(pool), control_(control),
          grown_(members_.size()), lives_(members_.size(), 1), living_(members_.size()) {
        std::ranges::stable_sort(members_, std::ranges::greater{}, [&](std::int32_t r) { return rows_[r].size(); });
        std::iota(living_.begin(), living_.end(), 0);
        for (int t = 0; t < threads; ++t) growths_.emplace_back(k);
        pack();
        for (std::int32_t r : living_) queue_.emplace(bits_.length(place_[r]), -r);
    }

    std::optional<RowGroups> run() {
        while (static_cast<std::int64_t>(living_.size()) >= 2 * k_) {
            if (control_.must_stop()) return std::nullopt;
            if (budget_ > 0 ? !collect_batch() : !take_longest()) break;
            grow_batch();
            take_ready();
            if (2 * living_.size() <= place_of_.size()) pack();
        }
        groups_.emplace_back();
        for (std::int32_t r : living_) groups_.back().push_back(members_[r]);
        return std::move(groups_);
    }

private:
    using Promise = std::pair<std::int32_t, std::int32_t>;  // at most so many items; minus the row: longer rows come first

    // A smaller matrix of the rows and items that are left.
    void pack() {
        place_of_ = living_;
        std::vector<std::int32_t> ids;
        for (std::int32_t r : living_) ids.push_back(members_[r]);
        bits_ = BitRows(rows_, ids, k_);
        place_.resize(members_.size());
        for (std::size_t at = 0; at < place_of_.size(); ++at) place_[place_of_[at]] = static_cast<std::int32_t>(at);
        find_places();
    }

    void find_places() {
        places_.clear();
        for (std::int32_t r : living_) places_.push_back(place_[r]);
    }

    bool ready(std::int32_t row) const {
        return !grown_[row].empty() && std::ranges::all_of(grown_[row], [&](std::int32_t r) { return lives_[r]; });
    }

    // The rows whose groups may be the largest but have to be grown first. False when no rows share anything any more.
    bool collect_batch() {
        batch_.clear();
        while (!queue_.empty() && batch_.size() < batch_size) {
            const std::int32_t row = -queue_.top().second;
            if (lives_[row] && ready(row)) break;
            queue_.pop();
            if (lives_[row]) batch_.push_back(row);
        }
        return !batch_.empty() || !queue_.empty();
    }

    // For when the budget is spent: the longest living row that is not yet known to share nothing.
    bool take_longest() {
        queue_ = {};
        while (next_ < lives_.size() && !lives_[next_]) ++next_;
        if (next_ == lives_.size()) return false;
        batch_.assign(1, static_cast<std::int32_t>(next_++));
        return true;
    }

    void grow_batch() {
        shared_.assign(batch_.size(), 0);
        pool_.run(batch_.size(), [&](std::size_t task, int worker) {
            auto& group = grown_[batch_[task]];
            shared_[task] = growths_[worker].grow(bits_, places_, place_[batch_[task]], group);
            for (std::int32_t& r : group) r = place_of_[r];
        });
        for (std::size_t b = 0; b < batch_.size(); ++b)
            if (shared_[b] > 0) queue_.emplace(shared_[b], -batch_[b]);
        std::int64_t words = 0;
        for (const Growth& growth : growths_) words += growth.words_read();
        budget_ = std::max<std::int64_t>(budget_ - (words / words_per_node - spent_), 0);
        spent_ = words / words_per_node;
    }

    // Makes the groups at the head of the queue that have all their rows.
    void take_ready() {
        bool taken = false;
        while (!queue_.empty() && static_cast<std::int64_t>(living_.size()) >= 2 * k_) {
            const std::int32_t row = -queue_.top().second;
            if (lives_[row]) {
                if (!ready(row)) break;
                groups_.emplace_back();
                for (std::int32_t r : grown_[row]) {
                    lives_[r] = 0;
                    groups_.back().push_back(members_[r]);
                }
                std::erase_if(living_, [&](std::int32_t r) { return !lives_[r]; });
                taken = true;
            }
            queue_.pop();
            grown_[row] = {};
        }
        if (taken) find_places();
    }

    const RowsView rows_;
    std::vector<std::int32_t> members_;  // row of the data for each rank
    const std::int64_t k_;
    std::int64_t& budget_;
    ThreadPool& pool_;
    const Control& control_;
    std::vector<std::vector<std::int32_t>> grown_;  // the group grown from each row
    std::vector<std::uint8_t> lives_;               // rows in no group yet
    std::vector<std::int32_t> living_;              // the same as a list
    BitRows bits_;                                  // of the rows that lived when it was packed
    std::vector<std::int32_t> place_of_;            // row of each place in the matrix
    std::vector<std::int32_t> place_;               // and back
    std::vector<std::int32_t> places_;              // of the living rows
    std::vector<Growth> growths_;                   // one per thread
    std::priority_queue<Promise> queue_;
    std::vector<std::int32_t> batch_;
    std::vector<std::int32_t> shared_;              // items of the groups of the batch
    std::size_t next_ = 0;                          // the rows before were taken as the longest
    RowGroups groups_;
    std::int64_t spent_ = 0;
};

}  // namespace

std::optional<RowGroups> grow_groups(RowsView rows, std::vector<std::int32_t> members, std::int64_t k, std::int64_t& budget,
                                     ThreadPool& pool, int threads, const Control& control) {
    return GroupsByLength(rows, std::move(members), k, budget, pool, threads, control).run();
}

}  // namespace shoal::cluster
