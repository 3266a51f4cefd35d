// One group of k rows, grown from a single row.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bit_rows.hpp"

namespace shoal::cluster {

class Growth {
public:
    explicit Growth(std::int64_t k);

    // Fills `group` with `seed` and k - 1 of the other living rows and returns how many items all of them share; 0 when
    // there are no k rows that share any. `living` goes from long rows to short ones.
    std::int32_t grow(const BitRows& rows, std::span<const std::int32_t> living, std::int32_t seed,
                      std::vector<std::int32_t>& group);

    std::int64_t words_read() const { return words_read_; }

private:
    void rank(const BitRows& rows, std::span<const std::int32_t> living, std::int32_t seed);
    void restart(const BitRows& rows, std::span<const std::int32_t> living, std::int32_t seed);
    std::int32_t extend(const BitRows& rows, std::int32_t seed, std::int64_t foresight);
    void put(std::int32_t row, std::int32_t shared);
    void collect(const BitRows& rows);
    std::size_t choose(const BitRows& rows, std::int64_t still_to_add);

    const std::int64_t k_;
    const Overlaps overlaps_ = overlaps(isa());
    const Overlap overlap_ = overlap(isa());
    std::vector<Word> centre_;
    std::int32_t level_ = 0;          // the largest number of items a row may share with the centre
    std::vector<std::int32_t> first_;  // per number of shared items: a row that shared so many when last looked at
    std::vector<std::int32_t> next_;   // per row: the next one with the same number
    std::vector<std::int32_t> shared_;  // per living row: items shared with the seed
    std::vector<std::int32_t> group_;
    std::vector<std::int32_t> nearest_;         // rows that share most with the centre
    std::vector<std::int32_t> nearest_shared_;  // how many items
    std::vector<std::uint32_t> holders_;        // per item: which of the nearest hold it
    std::int64_t words_read_ = 0;
};

}  // namespace shoal::cluster
