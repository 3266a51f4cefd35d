// Some of the rows: a list, and bits where these take no more memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace shoal::generalize {

using Bits = std::vector<std::uint64_t>;

inline bool has(const Bits& bits, std::int32_t row) { return bits[row / 64] >> (row % 64) & 1; }
inline void put(Bits& bits, std::int32_t row) { bits[row / 64] |= std::uint64_t{1} << (row % 64); }

class RowSet {
public:
    RowSet() = default;
    // The list must stay; ascending.
    RowSet(std::span<const std::int32_t> list, std::int64_t row_count) : list_(list) { add_bits(row_count); }
    RowSet(std::vector<std::int32_t>&& list, std::int64_t row_count) : owned_(std::move(list)), list_(owned_) { add_bits(row_count); }
    RowSet(RowSet&&) = default;
    RowSet& operator=(RowSet&&) = default;

    std::span<const std::int32_t> list() const { return list_; }
    std::int64_t size() const { return static_cast<std::int64_t>(list_.size()); }

    // Calls what(row) for each row that is in the other set too.
    template <class What>
    void for_each_shared(const RowSet& other, const What& what) const {
        if (size() > other.size()) return other.for_each_shared(*this, what);
        if (!other.bits_.empty()) {
            for (auto row : list_)
                if (has(other.bits_, row)) what(row);
            return;
        }
        auto at = other.list_.begin();
        for (auto row : list_) {
            at = advance(at, other.list_.end(), row);
            if (at == other.list_.end()) return;
            if (*at == row) what(row);
        }
    }

    std::int64_t shared(const RowSet& other) const {
        std::int64_t count = 0;
        for_each_shared(other, [&](std::int32_t) { ++count; });
        return count;
    }

private:
    using At = std::span<const std::int32_t>::iterator;

    // The first place from `at` on that does not stand before the row: in growing steps, as it is often near.
    static At advance(At at, At end, std::int32_t row) {
        std::ptrdiff_t step = 1;
        while (step < end - at && at[step] < row) {
            at += step;
            step *= 2;
        }
        return std::lower_bound(at, std::min(end, at + step + 1), row);
    }

    void add_bits(std::int64_t row_count) {
        if (size() * 32 < row_count || row_count == 0) return;
        bits_.assign(static_cast<std::size_t>(row_count / 64 + 1), 0);
        for (auto row : list_) put(bits_, row);
    }

    std::vector<std::int32_t> owned_;
    std::span<const std::int32_t> list_;
    Bits bits_;
};

}  // namespace shoal::generalize
