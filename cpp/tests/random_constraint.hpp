// Random constraints, each with a slow, obvious answer to whether a group satisfies it.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "random_table.hpp"
#include "shoal/table/constraint.hpp"

namespace oracle {

using table::Constraint;
using Rows32 = std::vector<std::int32_t>;

// Two privacy models as others would add them: one class each.
class DistinctValues : public table::Demand {
public:
    explicit DistinctValues(std::int64_t least) : least_(least) {}
    double lacks(std::int64_t, const table::Histogram& values) const override {
        return static_cast<double>(std::max<std::int64_t>(0, least_ - values.distinct()));
    }
    bool more_keeps() const override { return true; }

private:
    const std::int64_t least_;
};

// No value has more than a share of the rows: a row more can break it.
class LargestShare : public table::Demand {
public:
    LargestShare(std::int64_t part, std::int64_t of, bool merge_keeps = true) : part_(part), of_(of), merge_keeps_(merge_keeps) {}
    double lacks(std::int64_t rows, const table::Histogram& values) const override {
        std::int64_t most = 0;
        for (const auto& bar : values.bars()) most = std::max<std::int64_t>(most, bar.count);
        return static_cast<double>(std::max<std::int64_t>(0, most * of_ - rows * part_));
    }
    bool merge_keeps() const override { return merge_keeps_; }

private:
    const std::int64_t part_, of_;
    const bool merge_keeps_;  // it does; told that it may not, search must do without
};

struct RandomConstraint {
    Constraint constraint = 1;
    std::function<bool(const Rows32& rows)> holds;
};

inline Rows32 random_codes(Random& random, std::int64_t rows, std::int64_t values) {
    Rows32 codes;
    for (std::int64_t r = 0; r < rows; ++r)
        codes.push_back(static_cast<std::int32_t>(std::min(pick(random, 0, values - 1), pick(random, 0, values - 1))));
    return codes;
}

inline std::map<std::int32_t, std::int64_t> counted(const Rows32& codes, const Rows32& rows) {
    std::map<std::int32_t, std::int64_t> counts;
    for (std::int32_t r : rows) ++counts[codes[r]];
    return counts;
}

inline Rows32 all_rows(std::int64_t rows) {
    Rows32 all;
    for (std::int32_t r = 0; r < rows; ++r) all.push_back(r);
    return all;
}

// One that all rows together satisfy. Kinds: 0 rows, 1 persons, 2 values, 3 share, 4 share without the fact, 5 several.
inline RandomConstraint random_constraint(Random& random, std::int64_t rows, std::int64_t kind) {
    const Rows32 all = all_rows(rows);
    if (kind == 0) {
        const std::int64_t k = pick(random, 1, std::min<std::int64_t>(rows, 6));
        return {k, [k](const Rows32& group) { return static_cast<std::int64_t>(group.size()) >= k; }};
    }
    if (kind == 1 || kind == 2) {
        const Rows32 codes = random_codes(random, rows, kind == 1 ? pick(random, 1, rows) : pick(random, 1, 6));
        const auto most = static_cast<std::int64_t>(counted(codes, all).size());
        const std::int64_t least = pick(random, 1, std::min<std::int64_t>(most, 5));
        const auto holds = [codes, least](const Rows32& group) { return static_cast<std::int64_t>(counted(codes, group).size()) >= least; };
        if (kind == 1) return {Constraint::persons(least, codes), holds};
        return {Constraint::on(std::make_shared<DistinctValues>(least), codes), holds};
    }
    if (kind == 3 || kind == 4) {
        const Rows32 codes = random_codes(random, rows, pick(random, 1, 6));
        std::int64_t most = 0;
        for (const auto& [value, count] : counted(codes, all)) most = std::max(most, count);
        const std::int64_t part = pick(random, most, rows);  // of `rows`
        const auto holds = [codes, part, rows](const Rows32& group) {
            for (const auto& [value, count] : counted(codes, group))
                if (count * rows > static_cast<std::int64_t>(group.size()) * part) return false;
            return true;
        };
        return {Constraint::on(std::make_shared<LargestShare>(part, rows, kind == 3), codes), holds};
    }
    const RandomConstraint a = random_constraint(random, rows, 0), b = random_constraint(random, rows, pick(random, 1, 2)),
                           c = random_constraint(random, rows, pick(random, 0, 4));
    return {Constraint::all(std::array{a.constraint, b.constraint, c.constraint}),
            [=](const Rows32& group) { return a.holds(group) && b.holds(group) && c.holds(group); }};
}

// By trying every partition.
inline Cost least_cost(const table::View& table, const RandomConstraint& asked) {
    Cost least = INT64_MAX;
    for_each_partition(table.size(), [&](const Members& members) {
        if (std::ranges::all_of(members, asked.holds)) least = std::min(least, cost_of(table, members));
    });
    return least;
}

}  // namespace oracle
