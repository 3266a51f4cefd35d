#include "shoal/table/hilbert.hpp"

#include <algorithm>
#include <numeric>

#include "shoal/table/repaired.hpp"

namespace shoal::table {
namespace {

constexpr int axis_bits = 16;
constexpr std::int64_t rows_per_poll = 1024;

// Where each leaf of a column lies on its axis. Missing values lie at the end.
std::vector<std::uint32_t> axis(const Column& column) {
    constexpr std::int64_t end = (std::int64_t{1} << axis_bits) - 1;
    const std::int64_t leaves = column.leaves();
    const bool numbers = !column.positions.empty();
    const std::int64_t last = std::max<std::int64_t>(numbers ? column.full_cost() : leaves - 1, 1);
    std::vector<std::uint32_t> places;
    for (std::int64_t leaf = 0; leaf < leaves; ++leaf) {
        const std::int64_t at = numbers ? column.positions[leaf] : leaf;
        places.push_back(static_cast<std::uint32_t>(at < 0 ? end : at * end / last));
    }
    return places;
}

// Bits in the order of the curve: the highest bit of each number first.
bool earlier(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
    std::size_t at = 0;
    std::uint32_t most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const std::uint32_t differ = a[i] ^ b[i];
        // Whether its highest bit is above that of all before.
        if (most < differ && most < (most ^ differ)) most = differ, at = i;
    }
    return a[at] < b[at];
}

}  // namespace

// After Skilling, "Programming the Hilbert curve" (2004): in each level below, the axes are reflected or exchanged as the curve
// turns; then the bits are those of a Gray code.
void to_place_on_curve(std::span<std::uint32_t> point, int bits) {
    std::uint32_t& first = point[0];
    for (int level = bits - 1; level > 0; --level) {
        const std::uint32_t below = (std::uint32_t{1} << level) - 1;
        for (std::uint32_t& axis : point) {
            if (axis >> level & 1) {
                first ^= below;
            } else {
                const std::uint32_t differ = (first ^ axis) & below;
                first ^= differ;
                axis ^= differ;
            }
        }
    }
    for (std::size_t i = 1; i < point.size(); ++i) point[i] ^= point[i - 1];
    std::uint32_t flips = 0;
    for (int level = bits - 1; level > 0; --level)
        if (point.back() >> level & 1) flips ^= (std::uint32_t{1} << level) - 1;
    for (std::uint32_t& axis : point) axis ^= flips;
}

std::vector<std::int32_t> hilbert_order(const View& table, const Control& control) {
    const std::size_t width = table.columns.size();
    std::vector<std::vector<std::uint32_t>> axes;
    for (const Column& column : table.columns) axes.push_back(axis(column));
    std::vector<std::uint32_t> places(table.cells.size());
    for (std::size_t i = 0; i < places.size(); ++i) places[i] = axes[i % width][table.cells[i]];
    const auto place = [&](std::int32_t row) { return std::span(places).subspan(static_cast<std::size_t>(row) * width, width); };
    std::vector<std::int32_t> order(static_cast<std::size_t>(table.size()));
    std::iota(order.begin(), order.end(), 0);
    for (std::int32_t r : order) {
        if (r % rows_per_poll == 0) control.poll();
        to_place_on_curve(place(r), axis_bits);
    }
    std::ranges::sort(order, [&](std::int32_t a, std::int32_t b) {
        if (std::ranges::equal(place(a), place(b))) {
            // Different values may be at one place.
            const auto differ = std::ranges::mismatch(table[a], table[b]);
            return differ.in1 == table[a].end() ? a < b : *differ.in1 < *differ.in2;
        }
        return earlier(place(a), place(b));
    });
    return order;
}

Grouping hilbert(const View& table, const Constraint& constraint, Control& control) {
    control.total = table.size() + rows_to_repair(table, constraint);
    const std::vector<std::int32_t> order = hilbert_order(table, control);
    const auto ends = cheapest_runs(table, order, formed_under(constraint), control);
    const bool repeatable = !control.expired();
    std::vector<std::int32_t> group_of_row(order.size());
    std::int64_t begin = 0;
    for (std::size_t g = 0; g < ends.size(); begin = ends[g++])
        for (std::int64_t i = begin; i < ends[g]; ++i) group_of_row[order[i]] = static_cast<std::int32_t>(g);
    control.done = table.size();
    control.found = static_cast<std::int64_t>(ends.size());
    return repaired(table, constraint, std::move(group_of_row), repeatable, control);
}

}  // namespace shoal::table
