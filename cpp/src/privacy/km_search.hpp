// Depth first through the combinations of a few rows' items.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "shoal/control.hpp"
#include "shoal/csr.hpp"
#include "shoal/privacy/km_check.hpp"
#include "shoal/rows_of_items.hpp"

namespace shoal::privacy {

// Distinct rows with weights. Items are numbered from the rarest, and all of them are in k rows. Each stands for all items that
// are in the same rows: `copies` counts them.
struct KmRows {
    Rows rows;
    std::vector<std::int64_t> weights, copies;
    Item item_count = 0;

    RowsView view() const { return rows.view(item_count); }
};

// For each item, the greater items that it is together with in some rows, but fewer than k.
class RarePartners {
public:
    explicit RarePartners(std::size_t items) : lists_(items), bits_(items) {}

    // Many are kept as bits, which takes no more memory.
    void set(Item item, std::span<const Item> partners) {
        if (partners.size() * 32 < lists_.size()) {
            lists_[item].assign(partners.begin(), partners.end());
            std::ranges::sort(lists_[item]);
            return;
        }
        bits_[item].resize(lists_.size() / 64 + 1);
        for (const Item partner : partners) bits_[item][partner / 64] |= std::uint64_t{1} << (partner % 64);
    }
    bool has(Item item, Item partner) const {
        if (bits_[item].empty()) return std::ranges::binary_search(lists_[item], partner);
        return (bits_[item][partner / 64] >> (partner % 64) & 1) != 0;
    }

private:
    std::vector<std::vector<Item>> lists_;
    std::vector<std::vector<std::uint64_t>> bits_;
};

// What one worker needs to look at all combinations that begin with an item.
class KmSearch {
public:
    // `rare` may be null while pairs are looked for; marks are shared by all workers.
    KmSearch(const KmRows& rows, const RowsOfItems& holders, std::int64_t k, int m, const RarePartners* rare,
             std::vector<std::uint8_t>& marks, const Control& control);

    // Leaves the rare partners of the item in `rare_seconds` if pairs are looked for.
    void run(Item first);

    std::vector<KmLevel> levels;  // of all calls together
    std::vector<Item> rare_seconds;

private:
    // By size, how many sets hold at least one copy of each item of a combination and no others; they are all in the same rows.
    using Ways = std::vector<std::int64_t>;
    // Where a row's items after the combination begin.
    struct Rest {
        std::int32_t row;
        std::int64_t begin;
    };
    struct Depth {
        std::vector<std::int64_t> counts;  // by item, of those that follow; 0 between visits
        std::vector<Item> items;           // that follow
        std::vector<std::int64_t> next;    // by item: the end of its part of `rests`
        std::vector<Rest> rests;           // of the rows with each item that is looked further into
        Ways ways;                         // of the combination with so many items
    };

    void extend(int size, std::span<const Rest> rests);
    void count(Depth& depth, std::span<const Rest> rests);
    void deal_out(Depth& depth, std::span<const Rest> rests);
    void mark(const Depth& depth, std::span<const Rest> rests);
    void in_one_row(int size, Rest rest);
    void extend_ways(const Ways& shorter, std::int64_t copies, Ways& ways) const;
    void add(const Ways& ways, std::int64_t support);
    bool has_rare_pair(Item item) const;
    bool is_minimal(Item last);
    bool in_k_rows(std::span<const Item> set);

    const KmRows& rows_;
    const RowsOfItems& holders_;
    const std::int64_t k_;
    const int m_;
    const RarePartners* const rare_;
    std::vector<std::uint8_t>& marks_;
    const Control& control_;
    std::vector<Item> combination_;
    Ways ways_;  // of what is just counted
    std::vector<Depth> depths_;
    std::vector<std::uint8_t> offends_;  // by item that follows, for the rows to mark
};

}  // namespace shoal::privacy
