#include "shoal/equal_rows.hpp"

#include <algorithm>
#include <numeric>

namespace shoal {
namespace {

std::uint64_t hash_of(std::span<const Item> row) {
    std::uint64_t hash = row.size() + 1;
    for (const Item item : row) {
        hash = (hash + static_cast<std::uint32_t>(item)) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    return hash * 0xBF58476D1CE4E5B9u;
}

// Finds the set of a row. Grows with the number of sets, not of rows: a release has few of them.
class Sets {
public:
    Sets(RowsView rows, EqualRows& found) : rows_(rows), found_(found) {}

    std::int64_t of(std::int64_t row, std::uint64_t hash) {
        std::size_t place = (hash >> 20) & mask_;
        for (; slots_[place].set >= 0; place = (place + 1) & mask_) {
            const Slot& slot = slots_[place];
            if (slot.hash == hash && std::ranges::equal(rows_[found_.first[slot.set]], rows_[row])) return slot.set;
        }
        const auto fresh = static_cast<std::int64_t>(found_.first.size());
        slots_[place] = {hash, fresh};
        found_.first.push_back(row);
        found_.sizes.push_back(0);
        if (found_.first.size() * 2 > slots_.size()) grow();
        return fresh;
    }

private:
    struct Slot {
        std::uint64_t hash = 0;
        std::int64_t set = -1;
    };

    void grow() {
        std::vector<Slot> old(slots_.size() * 2);
        old.swap(slots_);
        mask_ = slots_.size() - 1;
        for (const Slot& slot : old) {
            if (slot.set < 0) continue;
            std::size_t place = (slot.hash >> 20) & mask_;
            while (slots_[place].set >= 0) place = (place + 1) & mask_;
            slots_[place] = slot;
        }
    }

    RowsView rows_;
    EqualRows& found_;
    std::vector<Slot> slots_ = std::vector<Slot>(1024);
    std::size_t mask_ = slots_.size() - 1;
};

}  // namespace

EqualRows equal_rows(RowsView rows, std::uint64_t hash_bits) {
    EqualRows found;
    found.of_row.resize(static_cast<std::size_t>(rows.size()));
    Sets sets(rows, found);
    for (std::int64_t row = 0; row < rows.size(); ++row) {
        const std::int64_t set = sets.of(row, hash_of(rows[row]) & hash_bits);
        found.of_row[row] = set;
        ++found.sizes[set];
    }
    return found;
}

Rows sorted_by_content(RowsView rows) {
    const EqualRows sets = equal_rows(rows);
    std::vector<std::int64_t> order(sets.first.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
        return std::ranges::lexicographical_compare(rows[sets.first[a]], rows[sets.first[b]]);
    });
    Rows sorted;
    sorted.items.reserve(rows.items.size());
    sorted.offsets.reserve(rows.offsets.size());
    for (const std::int64_t set : order) {
        for (std::int64_t i = 0; i < sets.sizes[set]; ++i) sorted.push(rows[sets.first[set]]);
    }
    return sorted;
}

}  // namespace shoal
