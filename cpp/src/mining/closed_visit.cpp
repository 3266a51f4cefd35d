// What a worker does when extents are visited: which input rows hold the branch's pattern, and who wants to know?
#include <algorithm>
#include <bit>

#include "closed_worker.hpp"

namespace shoal::mining {

void ClosedWorker::visit_with(ExtentVisitor& visitor, std::span<const std::int32_t> weights, std::int64_t most_entries) {
    visitor_ = &visitor;
    weights_ = weights;
    most_entries_ = most_entries;
}

void ClosedWorker::count_visit() {
    entries_ += static_cast<std::int64_t>(extent_.size());
    if (++steps_ % poll_interval != 0) return;
    control_.found += entries_ - std::exchange(counted_entries_, entries_);
    if (control_.found > most_entries_) output_.stop(Stop::entries);
    output_.check();
}

bool ClosedWorker::visit(const SparseNode& node, std::int32_t item) {
    extent_.clear();
    for (std::int32_t r : node.rows_of(item)) {
        const auto origins = node.origins_of(r);
        extent_.insert(extent_.end(), origins.begin(), origins.end());
    }
    std::ranges::sort(extent_);
    count_visit();
    return visitor_->visit({prefix_, extent_, static_cast<std::int64_t>(prefix_.size() + candidates_.size())});
}

bool ClosedWorker::visit(const BitNode& node, const Word* rows, const BitNode& below) {
    const auto words = static_cast<std::size_t>(words_of(node.width));
    const std::vector<std::int32_t>& row_of_bit = *node.row_of_bit;
    extent_.resize(row_of_bit.size() + 1);
    std::size_t count = 0;
    std::int32_t last = -1;
    for (std::size_t w = 0; w < words; ++w)
        for (Word left = rows[w]; left != 0; left &= left - 1) {
            const std::int32_t row = row_of_bit[w * 64 + static_cast<std::size_t>(std::countr_zero(left))];
            extent_[count] = row;  // copies of a row are neighbours: only the first stays
            count += row != last;
            last = row;
        }
    extent_.resize(count);
    count_visit();
    auto reach = static_cast<std::int64_t>(prefix_.size());
    for (std::int32_t c = 0; c < below.candidates; ++c) reach += length(below.labels[c]);
    const Visited visited{prefix_, extent_, reach};
    if (!visitor_->visit(visited) || below.candidates == 0) return false;
    if (!visitor_->wants_room()) return true;
    count_room(node, rows, below);
    return visitor_->fits(visited, room_);
}

// For each row of the extent: the items of the candidates that it holds.
void ClosedWorker::count_room(const BitNode& node, const Word* rows, const BitNode& below) {
    const auto words = static_cast<std::size_t>(words_of(node.width));
    const std::vector<std::int32_t>& row_of_bit = *node.row_of_bit;
    room_of_bit_.assign(row_of_bit.size(), 0);
    room_.clear();
    for (std::int32_t c = 0; c < below.candidates; ++c) {
        const std::int32_t items = length(below.labels[c]);
        const Word* const held = below.rows_of(c);
        for (std::size_t w = 0; w < words; ++w)
            for (Word left = held[w]; left != 0; left &= left - 1)
                room_of_bit_[w * 64 + static_cast<std::size_t>(std::countr_zero(left))] += items;
    }
    std::int32_t last = -1;
    for (std::size_t w = 0; w < words; ++w)
        for (Word left = rows[w]; left != 0; left &= left - 1) {
            const std::size_t bit = w * 64 + static_cast<std::size_t>(std::countr_zero(left));
            if (row_of_bit[bit] != last) room_.push_back(room_of_bit_[bit]);
            last = row_of_bit[bit];
        }
}

// For a visitor the rows behind the bits ascend.
void ClosedWorker::set_bits_in_order_of_origins(const SparseNode& node, std::int32_t item, BitNode& bits) {
    origins_.clear();
    for (std::int32_t m : node.rows_of(item))
        for (std::int32_t origin : node.origins_of(m)) origins_.emplace_back(origin, m);
    std::ranges::sort(origins_);
    auto row_of_bit = std::make_shared<std::vector<std::int32_t>>();
    row_of_bit->reserve(static_cast<std::size_t>(node.supports[item]));
    std::size_t bit = 0;
    for (const auto& [origin, row] : origins_) {
        bit = set_bits(node, row, bit, weights_[origin]);
        row_of_bit->resize(bit, origin);
    }
    bits.row_of_bit = std::move(row_of_bit);
}

}  // namespace shoal::mining
