#include "shoal/table/constraint.hpp"

#include <algorithm>

namespace shoal::table {

void Histogram::add(std::int32_t value) {
    const auto at = std::ranges::lower_bound(bars_, value, {}, &Bar::value);
    if (at != bars_.end() && at->value == value) {
        distinct_ += at->count++ == 0;
        return;
    }
    bars_.insert(at, {value, 1});
    ++distinct_;
    // Values that have left must not pile up.
    if (bars_.size() > 2 * static_cast<std::size_t>(distinct_) + 16) std::erase_if(bars_, [](const Bar& bar) { return bar.count == 0; });
}

void Histogram::remove(std::int32_t value) {
    const auto at = std::ranges::lower_bound(bars_, value, {}, &Bar::value);
    distinct_ -= --at->count == 0;
}

void Histogram::merge(const Histogram& other) {
    std::vector<Bar> both;
    both.reserve(bars_.size() + other.bars_.size());
    distinct_ = 0;
    const auto push = [&](Bar bar) {
        if (bar.count == 0) return;
        both.push_back(bar);
        ++distinct_;
    };
    auto a = bars_.begin();
    auto b = other.bars_.begin();
    while (a != bars_.end() && b != other.bars_.end()) {
        if (a->value < b->value) push(*a++);
        else if (b->value < a->value) push(*b++);
        else push({a->value, a->count + b->count}), ++a, ++b;
    }
    std::for_each(a, bars_.end(), push);
    std::for_each(b, other.bars_.end(), push);
    bars_ = std::move(both);
}

Constraint Constraint::on(std::shared_ptr<const Demand> demand, Codes codes) {
    Constraint made(demand->least_rows());
    made.demands_.push_back({std::move(demand), std::make_shared<const Codes>(std::move(codes))});
    return made;
}

Constraint Constraint::all(std::span<const Constraint> constraints) {
    Constraint made(1);
    for (const Constraint& one : constraints) {
        made.k_ = std::max(made.k_, one.k_);
        made.demands_.insert(made.demands_.end(), one.demands_.begin(), one.demands_.end());
    }
    return made;
}

Constraint Constraint::restricted(std::span<const std::int32_t> rows) const {
    Constraint made(k_);
    for (const On& on : demands_) {
        Codes codes;
        codes.reserve(rows.size());
        for (std::int32_t r : rows) codes.push_back((*on.codes)[r]);
        made.demands_.push_back({on.demand, std::make_shared<const Codes>(std::move(codes))});
    }
    return made;
}

Constraint Constraint::before_repair() const {
    Constraint made(*this);
    std::erase_if(made.demands_, [](const On& on) { return on.demand->is_repaired(); });
    return made;
}

std::int64_t Constraint::known_rows() const {
    std::int64_t known = INT64_MAX;
    for (const On& on : demands_) known = std::min(known, static_cast<std::int64_t>(on.codes->size()));
    return known;
}

bool Constraint::more_keeps() const {
    return std::ranges::all_of(demands_, [](const On& on) { return on.demand->more_keeps(); });
}

bool Constraint::merge_keeps() const {
    return std::ranges::all_of(demands_, [](const On& on) { return on.demand->merge_keeps(); });
}

bool Constraint::ignores_copies() const {
    // Rows that change nothing must not be needed for k either.
    std::int64_t needed = 1;
    for (const On& on : demands_) {
        if (!on.demand->ignores_copies()) return false;
        needed = std::max(needed, on.demand->least_rows());
    }
    return needed >= k_;
}

bool Constraint::alike(std::int32_t a, std::int32_t b) const {
    return std::ranges::all_of(demands_, [&](const On& on) { return (*on.codes)[a] == (*on.codes)[b]; });
}

void Constraint::add(Summary& group, std::int32_t row) const {
    ++group.rows;
    for (std::size_t d = 0; d < demands_.size(); ++d) group.values[d].add((*demands_[d].codes)[row]);
}

void Constraint::remove(Summary& group, std::int32_t row) const {
    --group.rows;
    for (std::size_t d = 0; d < demands_.size(); ++d) group.values[d].remove((*demands_[d].codes)[row]);
}

void Constraint::merge(Summary& group, const Summary& other) const {
    group.rows += other.rows;
    for (std::size_t d = 0; d < demands_.size(); ++d) group.values[d].merge(other.values[d]);
}

double Constraint::lacks(const Summary& group) const {
    if (group.rows == 0) return 0;
    double sum = group.rows >= k_ ? 0 : static_cast<double>(k_ - group.rows);
    for (std::size_t d = 0; d < demands_.size(); ++d) sum += demands_[d].demand->lacks(group.rows, group.values[d]);
    return sum;
}

bool Constraint::without(Summary& group, std::int32_t row) const {
    remove(group, row);
    const bool still = satisfied(group);
    add(group, row);
    return still;
}

bool Constraint::with(Summary& group, std::int32_t row) const {
    add(group, row);
    const bool still = satisfied(group);
    remove(group, row);
    return still;
}

bool Constraint::exchanged(Summary& group, std::int32_t leaves, std::int32_t comes) const {
    remove(group, leaves);
    add(group, comes);
    const bool still = satisfied(group);
    remove(group, comes);
    add(group, leaves);
    return still;
}

std::vector<std::uint8_t> satisfied_firsts(const Constraint& constraint, std::span<const std::int32_t> rows) {
    std::vector<std::uint8_t> firsts(rows.size() + 1, 1);
    const bool more_keeps = constraint.more_keeps();
    Summary group = constraint.empty();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        constraint.add(group, rows[i]);
        firsts[i + 1] = constraint.satisfied(group);
        if (firsts[i + 1] && more_keeps) break;
    }
    return firsts;
}

bool Judge::satisfied(std::span<const std::int32_t> rows) {
    if (rows.empty()) return true;
    const auto n = static_cast<std::int64_t>(rows.size());
    if (n < constraint_.least_rows()) return false;
    if (constraint_.rows_only()) return true;
    // Where no row more can break it, a few rows mostly tell.
    if (constraint_.more_keeps())
        for (std::int64_t some = 4 * constraint_.least_rows(); some < n; some *= 8)
            if (constraint_.satisfied(summary(rows.first(static_cast<std::size_t>(some))))) return true;
    return constraint_.satisfied(summary(rows));
}

Summary Judge::summary(std::span<const std::int32_t> rows) {
    Summary made{static_cast<std::int64_t>(rows.size()), {}};
    for (std::int64_t d = 0; d < constraint_.demands(); ++d) made.values.push_back(histogram(d, rows));
    return made;
}

Histogram Judge::histogram(std::int64_t demand, std::span<const std::int32_t> rows) {
    values_.clear();
    std::int32_t greatest = -1;
    for (std::int32_t r : rows) {
        values_.push_back(constraint_.value(demand, r));
        greatest = std::max(greatest, values_.back());
    }
    std::vector<Histogram::Bar> bars;
    if (static_cast<std::size_t>(greatest) < values_.size()) {  // counting is faster than sorting
        if (counts_.size() <= static_cast<std::size_t>(greatest)) counts_.resize(static_cast<std::size_t>(greatest) + 1, 0);
        for (std::int32_t value : values_) ++counts_[value];
        for (std::int32_t value = 0; value <= greatest; ++value) {
            if (counts_[value] == 0) continue;
            bars.push_back({value, counts_[value]});
            counts_[value] = 0;
        }
        return Histogram(std::move(bars));
    }
    std::ranges::sort(values_);
    for (std::int32_t value : values_) {
        if (bars.empty() || bars.back().value != value) bars.push_back({value, 0});
        ++bars.back().count;
    }
    return Histogram(std::move(bars));
}

}  // namespace shoal::table
