// A block of rows, and what it adds to the answers.
#pragma once

#include <unordered_map>

#include "generalize/row_set.hpp"
#include "shoal/generalize/supports.hpp"
#include "shoal/rows_of_items.hpp"

namespace shoal::generalize {

class Part final : public Supports {
public:
    // The rows are copied, item by item.
    Part(RowsView rows, const Control& control);

    std::int64_t rows() const override { return row_count_; }
    Counts of_items() override;
    Counts of_pairs(std::span<const Pair> pairs) override;
    Counts growth(const Halves& halves, std::span<const Item> bucket) override;
    Counts of_rules(const GeneralRules& rules) override;
    void forget(std::int32_t set) override { sets_.erase(set); }

private:
    // A half as far as it is known here: nothing is asked of earlier rounds but what need not be done again.
    struct Half {
        std::int32_t id = -1;
        std::size_t items = 0;
        std::int64_t size = 0;
        Bits rows;
    };

    void follow(Half& half, const ItemSet& set);
    const RowSet& rows_of(const ItemSet& set);
    RowSet with_all(std::span<const RowSet*> sets) const;

    const std::int64_t row_count_;
    const RowsOfItems lists_;
    const Control& control_;
    std::vector<RowSet> items_;
    std::unordered_map<std::int32_t, RowSet> sets_;
    Half left_, right_;
    Bits marks_;
};

}  // namespace shoal::generalize
