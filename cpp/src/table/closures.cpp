#include "closures.hpp"

#include <algorithm>
#include <bit>

namespace shoal::table {
namespace {

constexpr std::size_t bits = 32;  // of a number

// Positions, of which -1 is one, in the order of what they are packed as.
Packed packed(std::int32_t position) { return static_cast<Packed>(position + 1); }
std::int32_t position(Packed packed) { return static_cast<std::int32_t>(packed) - 1; }

}  // namespace

Closures::Closures(const View& table) : table_(table) {
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        const Column& column = table.columns[c];
        if (column.recoding != Recoding::hierarchy) continue;
        hierarchies_.push_back({c, nodes_});
        nodes_ += static_cast<Packed>(column.parents.size());
        ++width_;
    }
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        const Column& column = table.columns[c];
        if (column.recoding == Recoding::range) {
            ranges_.push_back({c, width_});
            width_ += 2;
        } else if (column.recoding == Recoding::set) {
            sets_.push_back({c, width_, (static_cast<std::size_t>(column.leaves()) + bits - 1) / bits});
            width_ += sets_.back().words;
        }
    }
}

void Closures::pack(std::int32_t row, Packed* closure) const {
    const auto leaves = table_[row];
    for (std::size_t h = 0; h < hierarchies_.size(); ++h) {
        const auto& [c, first_node] = hierarchies_[h];
        closure[h] = first_node + static_cast<Packed>(table_.columns[c].leaf_nodes[leaves[c]]);
    }
    for (const auto& [c, at] : ranges_) closure[at] = closure[at + 1] = packed(table_.columns[c].positions[leaves[c]]);
    for (const auto& [c, at, words] : sets_) {
        std::fill_n(closure + at, words, 0);
        closure[at + static_cast<std::size_t>(leaves[c]) / bits] = Packed{1} << (static_cast<std::size_t>(leaves[c]) % bits);
    }
}

void Closures::join(Packed* closure, const Packed* other) const {
    for (std::size_t h = 0; h < hierarchies_.size(); ++h) {
        const auto& [c, first_node] = hierarchies_[h];
        const Column& column = table_.columns[c];
        const Packed a = closure[h] - first_node, b = other[h] - first_node;
        closure[h] = first_node + static_cast<Packed>(column.lowest_above(std::min(column.first[a], column.first[b]),
                                                                          std::max(column.last[a], column.last[b]) - 1));
    }
    for (const auto& [c, at] : ranges_) {
        closure[at] = std::min(closure[at], other[at]);
        closure[at + 1] = std::max(closure[at + 1], other[at + 1]);
    }
    for (const auto& [c, at, words] : sets_)
        for (std::size_t w = at; w < at + words; ++w) closure[w] |= other[w];
}

Cost Closures::each(const Packed* closure) const {
    Cost each = 0;
    for (std::size_t h = 0; h < hierarchies_.size(); ++h)
        each += table_.columns[hierarchies_[h].column].costs[closure[h] - hierarchies_[h].first_node];
    for (const auto& [c, at] : ranges_) each += table_.columns[c].range_cost(position(closure[at]), position(closure[at + 1]));
    for (const auto& [c, at, words] : sets_) {
        std::int64_t distinct = 0;
        for (std::size_t w = at; w < at + words; ++w) distinct += std::popcount(closure[w]);
        each += table_.columns[c].set_cost(distinct);
    }
    return each;
}

void Beside::look_at(const Packed* closure) {
    closure_ = closure;
    for (std::size_t h = 0; h < closures_.hierarchies_.size(); ++h) {
        const auto& [c, first_node] = closures_.hierarchies_[h];
        const Column& column = closures_.table_.columns[c];
        const auto own = static_cast<std::int32_t>(closure[h] - first_node);
        std::int32_t* const cost_with = cost_with_.data() + first_node;
        const auto above = [&](std::int32_t a, std::int32_t b) { return column.first[a] <= column.first[b] && column.last[b] <= column.last[a]; };
        for (std::int32_t node = 0; node < static_cast<std::int32_t>(column.parents.size()); ++node)
            cost_with[node] = above(node, own) ? column.costs[node] : above(own, node) ? column.costs[own] : cost_with[column.parents[node]];
    }
}

Cost Beside::rest_with(const Packed* other) const {
    Cost each = 0;
    for (const auto& [c, at] : closures_.ranges_)
        each += closures_.table_.columns[c].range_cost(position(std::min(closure_[at], other[at])),
                                                       position(std::max(closure_[at + 1], other[at + 1])));
    for (const auto& [c, at, words] : closures_.sets_) {
        std::int64_t distinct = 0;
        for (std::size_t w = at; w < at + words; ++w) distinct += std::popcount(closure_[w] | other[w]);
        each += closures_.table_.columns[c].set_cost(distinct);
    }
    return each;
}

}  // namespace shoal::table
