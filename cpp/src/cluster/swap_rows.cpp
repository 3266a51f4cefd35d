#include "swap_rows.hpp"

#include <bit>
#include <numeric>

#include "bit_rows.hpp"

namespace shoal::cluster {
namespace {

constexpr int most_passes = 8;  // the last one usually changes nothing

std::vector<std::int32_t> all_rows(const RowGroups& groups) {
    std::vector<std::int32_t> members;
    for (const auto& group : groups) members.insert(members.end(), group.begin(), group.end());
    return members;
}

// Rows are named by their place in the matrix here.
class RowSwaps {
public:
    RowSwaps(RowsView rows, std::int64_t k, RowGroups& groups)
        : k_(k), members_(all_rows(groups)), bits_(rows, members_, k), group_of_(members_.size()), everybody_(members_.size()),
          others_(members_.size() * static_cast<std::size_t>(bits_.words())), others_count_(members_.size(), 0),
          shared_(members_.size()), lengths_(groups.size(), 0) {
        std::iota(everybody_.begin(), everybody_.end(), 0);
        std::int32_t row = 0;
        for (std::size_t g = 0; g < groups.size(); ++g) {
            groups_.emplace_back();
            for (std::size_t r = 0; r < groups[g].size(); ++r, ++row) {
                group_of_[row] = static_cast<std::int32_t>(g);
                groups_[g].push_back(row);
            }
        }
        for (std::size_t g = 0; g < groups.size(); ++g) measure(static_cast<std::int32_t>(g));
    }

    // Makes the best swap or move of each row in turn; false when there is none with a gain.
    bool pass(std::int64_t& budget, const Control& control) {
        bool changed = false;
        for (std::int32_t r : everybody_) {
            if (budget <= 0 || control.must_stop()) return false;
            const std::int64_t slack = slack_of(r);
            if (slack <= 0) continue;
            const Change best = best_change(r, slack);
            budget -= 1 + static_cast<std::int64_t>(everybody_.size()) * bits_.words() / words_per_node;
            if (best.gain <= 0) continue;
            make(r, best);
            changed = true;
        }
        return changed;
    }

    RowGroups result() const {
        RowGroups groups(groups_.size());
        for (std::size_t g = 0; g < groups_.size(); ++g)
            for (std::int32_t r : groups_[g]) groups[g].push_back(members_[r]);
        return groups;
    }

private:
    struct Change {
        std::int32_t partner = -1;  // -1: the row just moves
        std::int32_t to = -1;
        std::int64_t gain = 0;
    };

    std::int64_t size(std::int32_t group) const { return static_cast<std::int64_t>(groups_[group].size()); }
    Word* others(std::int32_t row) { return others_.data() + static_cast<std::ptrdiff_t>(row) * bits_.words(); }

    // What the other rows of its group would gain if the row were replaced by one with everything.
    std::int64_t slack_of(std::int32_t row) const {
        return size(group_of_[row]) * (others_count_[row] - lengths_[group_of_[row]]);
    }

    // The centre of a group, and for each of its rows the centre of the others: what comes before it and what comes after.
    void measure(std::int32_t group) {
        const auto words = static_cast<std::size_t>(bits_.words());
        const auto& members = groups_[group];
        centre_.assign(words, ~Word{0});
        for (std::int32_t r : members) {
            std::copy(centre_.begin(), centre_.end(), others(r));
            for (std::size_t w = 0; w < words; ++w) centre_[w] &= bits_[r][w];
        }
        lengths_[group] = count(centre_.data());
        centre_.assign(words, ~Word{0});
        for (std::size_t at = members.size(); at-- > 0;) {
            const std::int32_t r = members[at];
            for (std::size_t w = 0; w < words; ++w) {
                others(r)[w] &= centre_[w];
                centre_[w] &= bits_[r][w];
            }
            others_count_[r] = members.size() > 1 ? count(others(r)) : 0;
        }
    }

    std::int32_t count(const Word* set) const {
        std::int32_t bits = 0;
        for (std::int32_t w = 0; w < bits_.words(); ++w) bits += std::popcount(set[w]);
        return bits;
    }

    Change best_change(std::int32_t r, std::int64_t slack) {
        const std::int32_t from = group_of_[r];
        overlaps_(others(r), bits_.data(), bits_.words(), everybody_, shared_.data());
        Change best;
        for (std::int32_t s : everybody_) {
            const std::int32_t to = group_of_[s];
            // The pair is looked at from its row with more slack, once.
            if (to == from || slack_of(s) > slack) continue;
            const std::int64_t gain = size(from) * (shared_[s] - lengths_[from]);
            if (gain + slack_of(s) <= best.gain) continue;
            const std::int64_t both = gain + size(to) * (overlap_(others(s), bits_[r], bits_.words()) - lengths_[to]);
            if (both > best.gain) best = {s, to, both};
        }
        if (size(from) > k_) try_moves(r, best);
        return best;
    }

    void try_moves(std::int32_t r, Change& best) {
        const std::int32_t from = group_of_[r];
        const std::int64_t left = (size(from) - 1) * others_count_[r] - size(from) * lengths_[from];
        for (std::size_t g = 0; g < groups_.size(); ++g) {
            const auto to = static_cast<std::int32_t>(g);
            if (to == from) continue;
            const std::int32_t any = groups_[g].front();  // the centre is what it shares with the others
            std::int32_t shared = 0;
            for (std::int32_t w = 0; w < bits_.words(); ++w) shared += std::popcount(others(any)[w] & bits_[any][w] & bits_[r][w]);
            const std::int64_t gain = left + (size(to) + 1) * shared - size(to) * lengths_[to];
            if (gain > best.gain) best = {-1, to, gain};
        }
    }

    void make(std::int32_t r, const Change& change) {
        const std::int32_t from = group_of_[r];
        std::erase(groups_[from], r);
        groups_[change.to].push_back(r);
        group_of_[r] = change.to;
        if (change.partner >= 0) {
            std::erase(groups_[change.to], change.partner);
            groups_[from].push_back(change.partner);
            group_of_[change.partner] = from;
        }
        measure(from);
        measure(change.to);
    }

    const std::int64_t k_;
    const std::vector<std::int32_t> members_;  // row of the data at each place
    const BitRows bits_;
    const Overlaps overlaps_ = overlaps(isa());
    const Overlap overlap_ = overlap(isa());
    std::vector<std::int32_t> group_of_;
    std::vector<std::int32_t> everybody_;
    RowGroups groups_;
    std::vector<Word> others_;                 // per row: what the other rows of its group share
    std::vector<std::int32_t> others_count_;   // and how many items that is
    std::vector<std::int32_t> shared_;
    std::vector<std::int32_t> lengths_;        // of the centres
    std::vector<Word> centre_;
};

}  // namespace

void swap_rows(RowsView rows, std::int64_t k, RowGroups& groups, std::int64_t& budget, const Control& control) {
    RowSwaps swaps(rows, k, groups);
    for (int pass = 0; pass < most_passes && swaps.pass(budget, control); ++pass) {}
    groups = swaps.result();
}

}  // namespace shoal::cluster
