#include "shoal/table/patternka.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "groups.hpp"
#include "pattern_rows.hpp"
#include "shoal/mining/length_search.hpp"
#include "shoal/table/repaired.hpp"

namespace shoal::table {
namespace {

using mining::Found, mining::Graph, mining::LengthSearch, mining::LivingRows, mining::OnFound, mining::Outcome;

constexpr std::int64_t branches_of_share = 64;  // one hopeless branch must not keep the search from the others

// Rows of labels: an item for each column and label in it.
struct LabelRows {
    LabelRows(std::span<const std::int32_t> labels, std::size_t width) {
        std::vector<std::int32_t> first(width + 1, 0);
        for (std::size_t i = 0; i < labels.size(); ++i) first[i % width + 1] = std::max(first[i % width + 1], labels[i] + 1);
        std::partial_sum(first.begin(), first.end(), first.begin());
        for (std::size_t i = 0; i < labels.size(); ++i) rows.items.push_back(first[i % width] + labels[i]);
        for (std::size_t end = width; end <= labels.size(); end += width) rows.offsets.push_back(static_cast<std::int64_t>(end));
        item_count = first.back();
    }
    Rows rows;
    Item item_count;
};

class LongestFirst {
public:
    LongestFirst(const View& table, const LabelRows& labels, const PatternkaOptions& options, Control& control)
        : table_(table), constraint_(formed_under(options.constraint)), k_(constraint_.least_rows()), options_(options),
          item_count_(labels.item_count), control_(control), data_(merge_equal_rows(labels.rows.view(labels.item_count))), living_(data_),
          by_length_(data_), search_(living_, item_count_, k_, 0, control), choose_(table, constraint_, options.rare_first),
          remaining_(options.budget), members_(static_cast<std::size_t>(data_.size())),
          group_of_row_(static_cast<std::size_t>(table.size()), -1) {
        for (std::size_t r = 0; r < group_of_row_.size(); ++r) members_[data_.distinct_of_row[r]].push_back(static_cast<std::int32_t>(r));
    }

    void run() {
        std::int32_t length = longest_possible();
        for (; may_search() && length > 0; length = std::min(length - 1, longest_possible())) {
            for (bool more = true; more && may_search();) {
                const std::int32_t before = groups_;
                more = !list_patterns(length);
                form_groups();
                more &= groups_ > before;
            }
        }
        longest_ &= length <= 0;
        group_neighbours();
        place_leftovers();
    }

    Patternka found() && {
        return {repaired(table_, options_.constraint, std::move(group_of_row_), !stopped_, control_), longest_};
    }

private:
    bool may_search() {
        stopped_ |= control_.must_stop();
        return !stopped_ && remaining_ != 0;
    }

    std::int32_t longest_possible() const { return mining::longest_possible(living_, item_count_, k_); }

    // The distinct rows of each pattern of this length, as long as there is room; false if there may be others. No longer pattern
    // is left, so each turns up once.
    bool list_patterns(std::int32_t length) {
        patterns_ = {};
        bool full = false;
        const OnFound keep = [&](std::span<const std::int32_t> rows) {
            full = static_cast<std::int64_t>(patterns_.items.size()) >= options_.room;
            if (full) return Found::stop;
            patterns_.push(rows);
            return Found::rows_stay;
        };
        const bool unlimited = options_.budget < 0;
        const std::int64_t before = search_.nodes();
        const std::int64_t share = unlimited ? INT64_MAX : std::max<std::int64_t>(remaining_ / length, 1);
        const std::int64_t of_branch = unlimited ? INT64_MAX : std::max(share / branches_of_share, branches_of_share);
        Graph root;
        const std::int32_t need = search_.root(by_length_.at_least(length), length, root, keep);
        bool all = true;
        for (std::int32_t i = 0; need > 0 && i < root.items() && !full && all; ++i) {
            if (!root.item_lives[i]) continue;
            if (stopped_ || (!unlimited && search_.nodes() - before >= share)) all = false;
            else if (search_.branch(root, i, need, of_branch, keep) == Outcome::exhausted) longest_ = false;
            stopped_ |= control_.must_stop();
            if (root.item_lives[i]) search_.remove_item(root, i, need);
        }
        if (!unlimited) remaining_ = std::max<std::int64_t>(remaining_ - (search_.nodes() - before), 0);
        longest_ &= all && !full;
        return all && !full;
    }

    void form_groups() {
        CheapestPattern cheapest(table_, constraint_, choose_, patterns_, static_cast<std::size_t>(data_.size()));
        while (!stopped_) {
            const std::span<const std::int32_t> rows = cheapest.next(members_);
            if (rows.empty()) return;
            for (std::int32_t distinct : take(rows)) cheapest.changed(distinct);
            stopped_ |= control_.must_stop();
        }
    }

    // Returns the distinct rows that have lost some.
    std::span<const std::int32_t> take(std::span<const std::int32_t> rows) {
        lost_.clear();
        for (std::int32_t r : rows) {
            lost_.push_back(data_.distinct_of_row[r]);
            // To the search it is as if these rows had never been there: it knows only rows that leave as a whole.
            data_.weights[lost_.back()] = --living_.weights[lost_.back()];
        }
        number(rows);
        std::ranges::sort(lost_);
        lost_.erase(std::ranges::unique(lost_).begin(), lost_.end());
        for (std::int32_t distinct : lost_) std::erase_if(members_[distinct], [&](std::int32_t r) { return group_of_row_[r] >= 0; });
        return lost_;
    }

    void number(std::span<const std::int32_t> rows) {
        for (std::int32_t r : rows) group_of_row_[r] = groups_;
        control_.done += static_cast<std::int64_t>(rows.size());
        control_.found = ++groups_;
    }

    // Rows that share no pattern, or were not searched: neighbours in the order of their cells.
    void group_neighbours() {
        std::vector<std::int32_t> rest, group;
        for (std::int32_t r = 0; r < table_.size(); ++r)
            if (group_of_row_[r] < 0) rest.push_back(r);
        std::ranges::stable_sort(rest, [&](std::int32_t a, std::int32_t b) { return std::ranges::lexicographical_compare(table_[a], table_[b]); });
        Summary summary = constraint_.empty();
        for (std::int32_t r : rest) {
            constraint_.add(summary, r);
            group.push_back(r);
            if (!constraint_.satisfied(summary)) continue;
            number(group);
            group.clear();
            control_.poll();
            summary = constraint_.empty();
        }
    }

    // Each joins the group that costs least more with it.
    void place_leftovers() {
        std::vector<std::int32_t> left;
        for (std::int32_t r = 0; r < table_.size(); ++r)
            if (group_of_row_[r] < 0) left.push_back(r);
        if (left.empty()) return;
        // Until they are placed they are a group of their own.
        for (std::int32_t r : left) group_of_row_[r] = groups_;
        Groups groups(table_, group_of_row_);
        const std::int32_t waiting = groups.group_of(left[0]);
        for (std::int32_t r : left) {
            control_.poll();
            Cost least = INT64_MAX;
            std::int32_t best = -1;
            for (std::int32_t g = 0; g < groups.count(); ++g) {
                if (g == waiting) continue;
                const Cost most = best < 0 ? least : (least + groups.all(g)) / (groups.size(g) + 1);
                const Cost more = groups.each_with(g, r, most) * (groups.size(g) + 1) - groups.all(g);
                if (more < least) least = more, best = g;
            }
            groups.move(r, best);
        }
        group_of_row_ = groups.group_of_row();
        control_.done += static_cast<std::int64_t>(left.size());
    }

    const View& table_;
    const Constraint constraint_;
    const std::int64_t k_;
    const PatternkaOptions& options_;
    const Item item_count_;
    Control& control_;
    WeightedRows data_;
    LivingRows living_;
    const mining::RowsByLength by_length_;
    LengthSearch search_;
    ChooseByScore choose_;
    std::int64_t remaining_;  // of the budget
    std::vector<std::vector<std::int32_t>> members_;  // living rows of each distinct one
    std::vector<std::int32_t> group_of_row_;
    std::int32_t groups_ = 0;
    std::vector<std::int32_t> lost_;
    Rows patterns_;  // distinct rows of each
    bool longest_ = true, stopped_ = false;
};

}  // namespace

Patternka patternka(const View& table, std::span<const std::int32_t> labels, const PatternkaOptions& options, Control& control) {
    control.total = table.size() + rows_to_repair(table, options.constraint);
    LongestFirst search(table, LabelRows(labels, table.columns.size()), options, control);
    search.run();
    return std::move(search).found();
}

}  // namespace shoal::table
