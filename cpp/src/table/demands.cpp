#include "shoal/table/demands.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace shoal::table {
namespace {

std::vector<double> shares_of(const Counts& counts) {
    const auto all = static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}));
    std::vector<double> shares;
    for (std::int64_t count : counts) shares.push_back(static_cast<double>(count) / all);
    return shares;
}

// How far a distance, in rows, is above what is allowed.
double above(double distance, double t, double rows) {
    const double more = distance - t * rows;
    return more <= tolerance ? 0 : more;
}

}  // namespace

EntropyAtLeast::EntropyAtLeast(double l) : log_l_(std::log(l)), least_(static_cast<std::int64_t>(std::ceil(l - tolerance))) {}

double EntropyAtLeast::lacks(std::int64_t rows, const Histogram& values) const {
    double sum = 0;
    for (const auto& bar : values.bars())
        if (bar.count > 1) sum += bar.count * std::log(static_cast<double>(bar.count));
    const auto n = static_cast<double>(rows);
    const double missing = log_l_ - (std::log(n) - sum / n);
    return missing <= tolerance / 10 ? 0 : missing * n;
}

double Recursive::lacks(std::int64_t, const Histogram& values) const {
    std::vector<std::int32_t> counts;
    for (const auto& bar : values.bars()) counts.push_back(bar.count);
    std::ranges::sort(counts, std::greater{});
    const std::size_t l = std::min(static_cast<std::size_t>(l_ - 1), counts.size());
    const double tail = std::accumulate(counts.begin() + static_cast<std::ptrdiff_t>(l), counts.end(), 0.0);
    const double most = counts.empty() ? 0 : counts[0];
    return most + tolerance < c_ * tail ? 0 : most - c_ * tail + 1;
}

CloseEqual::CloseEqual(double t, const Counts& counts) : t_(t), shares_(shares_of(counts)) {}

double CloseEqual::lacks(std::int64_t rows, const Histogram& values) const {
    const auto n = static_cast<double>(rows);
    double distance = 0;  // rows of values that there are too many of
    for (const auto& bar : values.bars()) distance += std::max(0.0, bar.count - n * shares_[bar.value]);
    return above(distance, t_, n);
}

CloseOrdered::CloseOrdered(double t, const Counts& counts) : t_(t), shares_(shares_of(counts)) {}

double CloseOrdered::lacks(std::int64_t rows, const Histogram& values) const {
    const auto n = static_cast<double>(rows);
    const auto bars = values.bars();
    std::size_t next = 0;
    double moved = 0, distance = 0;
    for (std::size_t v = 0; v + 1 < shares_.size(); ++v) {
        moved -= n * shares_[v];
        if (next < bars.size() && static_cast<std::size_t>(bars[next].value) == v) moved += bars[next++].count;
        distance += std::abs(moved);
    }
    return above(shares_.size() < 2 ? 0 : distance / static_cast<double>(shares_.size() - 1), t_, n);
}

CloseInTree::CloseInTree(double t, const Counts& counts, std::vector<std::int32_t> parents, std::vector<std::int32_t> leaves)
    : t_(t), shares_(shares_of(counts)), parents_(std::move(parents)), leaves_(std::move(leaves)), heights_(parents_.size(), 0) {
    for (std::size_t node = parents_.size(); node-- > 1;)
        heights_[parents_[node]] = std::max(heights_[parents_[node]], heights_[node] + 1);
    const double root = std::max(heights_[0], 1.0);
    for (double& height : heights_) height /= root;
}

// What is over in one child of a node fills what is short in another; the rest goes on to its parent.
double CloseInTree::lacks(std::int64_t rows, const Histogram& values) const {
    const auto n = static_cast<double>(rows);
    std::vector<double> extra(parents_.size(), 0), over(parents_.size(), 0);
    for (std::size_t v = 0; v < leaves_.size(); ++v) extra[leaves_[v]] -= n * shares_[v];
    for (const auto& bar : values.bars()) extra[leaves_[bar.value]] += bar.count;
    double distance = 0;
    for (std::size_t node = parents_.size(); node-- > 0;) {
        // Its children came before: `over` is the sum of those with too much, less what is over of the node itself.
        distance += heights_[node] * std::min(over[node], over[node] - extra[node]);
        if (node == 0) break;
        extra[parents_[node]] += extra[node];
        over[parents_[node]] += std::max(0.0, extra[node]);
    }
    return above(distance, t_, n);
}

double SharesWithin::beyond(double least, double most, double count, double rows) const {
    const double out = std::max(count - most * rows, least * rows - count);
    const double allowed = bounds_.strict ? -tolerance * rows : tolerance * rows;
    return out <= allowed ? 0 : std::max(out, tolerance * rows);
}

double SharesWithin::lacks(std::int64_t rows, const Histogram& values) const {
    const auto n = static_cast<double>(rows);
    const auto least = [&](std::size_t value) { return bounds_.least.empty() ? 0 : bounds_.least[value]; };
    double sum = 0;
    if (!bounds_.all_values) {
        for (const auto& bar : values.bars())
            if (bar.count > 0) sum += beyond(least(bar.value), bounds_.most[bar.value], bar.count, n);
        return sum;
    }
    std::size_t next = 0;
    const auto bars = values.bars();
    for (std::size_t value = 0; value < bounds_.most.size(); ++value) {
        double count = 0;
        if (next < bars.size() && static_cast<std::size_t>(bars[next].value) == value) count = bars[next++].count;
        sum += beyond(least(value), bounds_.most[value], count, n);
    }
    return sum;
}

}  // namespace shoal::table
