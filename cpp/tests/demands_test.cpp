// Each demand on sensitive values against its definition, written plainly with shares.
#include "shoal/table/demands.hpp"

#include <cmath>
#include <functional>
#include <memory>
#include <numeric>

#include "check.hpp"
#include "random_constraint.hpp"

namespace demands_test {

using namespace shoal;
using namespace oracle;
using table::Counts;

namespace {

using Shares = std::vector<double>;

// Values from 0 without gaps.
struct Column {
    Rows32 codes;
    Counts counts;

    Column(Random& random, std::int64_t rows) : codes(random_codes(random, rows, pick(random, 1, 6))) {
        std::map<std::int32_t, std::int32_t> number;
        for (const auto& [value, count] : counted(codes, all_rows(rows))) {
            number.emplace(value, static_cast<std::int32_t>(number.size()));
            counts.push_back(count);
        }
        for (std::int32_t& code : codes) code = number[code];
    }

    Counts counts_of(const Rows32& group) const {
        Counts found(counts.size(), 0);
        for (std::int32_t r : group) ++found[codes[r]];
        return found;
    }
};

std::int64_t sum_of(const Counts& counts) { return std::accumulate(counts.begin(), counts.end(), std::int64_t{0}); }

Shares shares_of(const Counts& counts) {
    Shares shares;
    for (std::int64_t count : counts) shares.push_back(static_cast<double>(count) / static_cast<double>(sum_of(counts)));
    return shares;
}

// A definition says by how much a group misses what is asked for; what is not above 0 will do. Close to 0 numbers are rounded, and
// either answer is one.
using Misses = std::function<double(const Counts& group)>;

void compare(Random& random, const Column& column, const std::shared_ptr<const table::Demand>& demand, const Misses& misses) {
    const Constraint constraint = Constraint::on(demand, column.codes);
    table::Judge judge(constraint);
    const auto rows = static_cast<std::int64_t>(column.codes.size());
    for (int round = 0; round < 10; ++round) {
        Rows32 group, other;
        for (std::int32_t r : all_rows(rows))
            if (pick(random, 0, round) == 0) group.push_back(r);
            else if (pick(random, 0, 1) == 0) other.push_back(r);
        if (group.empty() || other.empty()) continue;
        table::Summary summary = judge.summary(group);
        const double missed = misses(column.counts_of(group));
        if (std::abs(missed) > 1e-7) CHECK_EQ(constraint.satisfied(summary), missed <= 0);
        if (!constraint.satisfied(summary)) {
            CHECK(constraint.lacks(summary) > 0);
            continue;
        }
        // What search may rely on.
        CHECK(static_cast<std::int64_t>(group.size()) >= constraint.least_rows());
        if (constraint.more_keeps()) CHECK(constraint.with(summary, other.front()));
        if (!constraint.merge_keeps() || !judge.satisfied(other)) continue;
        table::Summary both = summary;
        constraint.merge(both, judge.summary(other));
        CHECK(constraint.satisfied(both));
    }
}

void on_random_columns(std::uint64_t seed, const std::function<void(Random& random, const Column& column)>& check) {
    Random random(seed);
    for (int round = 0; round < 200; ++round) check(random, Column(random, pick(random, 2, 60)));
}

double real(Random& random, double least, double most) { return std::uniform_real_distribution<double>(least, most)(random); }

// A tree whose leaves are the values: of each node its parent, parents first.
struct RandomTree {
    Rows32 parents{-1}, leaves;

    RandomTree(Random& random, std::size_t values) {
        const std::int64_t inner = pick(random, 0, 4);
        for (std::int64_t node = 0; node < inner; ++node) add(random);
        const auto last = static_cast<std::int64_t>(parents.size()) - 1;
        for (std::size_t value = 0; value < values; ++value) {
            leaves.push_back(static_cast<std::int32_t>(parents.size()));
            parents.push_back(static_cast<std::int32_t>(pick(random, 0, last)));
        }
    }

    void add(Random& random) { parents.push_back(static_cast<std::int32_t>(pick(random, 0, static_cast<std::int64_t>(parents.size()) - 1))); }

    bool below(std::int32_t node, std::int32_t above) const {
        for (; node >= 0; node = parents[node])
            if (node == above) return true;
        return false;
    }

    // Edges down to the farthest node below.
    double height(std::int32_t above) const {
        std::int64_t height = 0;
        for (std::int32_t node = 0; node < static_cast<std::int32_t>(parents.size()); ++node) {
            std::int64_t steps = 0;
            for (std::int32_t up = node; up >= 0; up = parents[up], ++steps)
                if (up == above) height = std::max(height, steps);
        }
        return static_cast<double>(height);
    }

    // What is over in the values below one child goes to where another is short, as low in the tree as it can: it pays the height
    // of the node where both meet.
    double distance(const Shares& group, const Shares& all) const {
        double moved = 0;
        for (std::int32_t node = 0; node < static_cast<std::int32_t>(parents.size()); ++node) {
            double over = 0, is_short = 0;
            for (std::int32_t child = 1; child < static_cast<std::int32_t>(parents.size()); ++child) {
                if (parents[child] != node) continue;
                double extra = 0;
                for (std::size_t value = 0; value < leaves.size(); ++value)
                    if (below(leaves[value], child)) extra += group[value] - all[value];
                (extra > 0 ? over : is_short) += std::abs(extra);
            }
            moved += std::min(over, is_short) * height(node) / std::max(height(0), 1.0);
        }
        return moved;
    }
};

}  // namespace

TEST(distinct_values_are_counted) {
    on_random_columns(221, [](Random& random, const Column& column) {
        const std::int64_t l = pick(random, 1, 6);
        compare(random, column, std::make_shared<table::DistinctAtLeast>(l), [l](const Counts& group) {
            return static_cast<double>(l - std::ranges::count_if(group, [](std::int64_t count) { return count > 0; }));
        });
    });
}

TEST(entropy_is_that_of_the_shares) {
    on_random_columns(222, [](Random& random, const Column& column) {
        const double l = pick(random, 0, 1) == 0 ? static_cast<double>(pick(random, 1, 5)) : real(random, 1, 5);
        compare(random, column, std::make_shared<table::EntropyAtLeast>(l), [l](const Counts& group) {
            double entropy = 0;
            for (double share : shares_of(group))
                if (share > 0) entropy -= share * std::log(share);
            return std::log(l) - entropy;
        });
    });
}

TEST(recursive_diversity_compares_the_most_frequent_value_with_the_tail) {
    on_random_columns(223, [](Random& random, const Column& column) {
        const double c = static_cast<double>(pick(random, 1, 12)) / 4;
        const std::int64_t l = pick(random, 1, 5);
        compare(random, column, std::make_shared<table::Recursive>(c, l), [c, l](Counts group) {
            std::ranges::sort(group, std::greater{});
            double tail = 0;
            for (std::size_t at = static_cast<std::size_t>(l - 1); at < group.size(); ++at) tail += static_cast<double>(group[at]);
            return static_cast<double>(group[0]) < c * tail ? -1.0 : 1.0;
        });
    });
}

TEST(closeness_is_the_sum_of_what_is_over) {
    on_random_columns(224, [](Random& random, const Column& column) {
        const double t = real(random, 0, 1);
        compare(random, column, std::make_shared<table::CloseEqual>(t, column.counts), [&, t](const Counts& group) {
            const Shares of_group = shares_of(group), all = shares_of(column.counts);
            double distance = 0;
            for (std::size_t value = 0; value < all.size(); ++value) distance += std::abs(of_group[value] - all[value]) / 2;
            return distance - t;
        });
    });
}

TEST(closeness_in_order_adds_up_what_passes_each_value) {
    on_random_columns(225, [](Random& random, const Column& column) {
        const double t = real(random, 0, 1);
        compare(random, column, std::make_shared<table::CloseOrdered>(t, column.counts), [&, t](const Counts& group) {
            const Shares of_group = shares_of(group), all = shares_of(column.counts);
            double distance = 0;
            for (std::size_t last = 0; last + 1 < all.size(); ++last) {
                double passes = 0;
                for (std::size_t value = 0; value <= last; ++value) passes += of_group[value] - all[value];
                distance += std::abs(passes) / static_cast<double>(all.size() - 1);
            }
            return distance - t;
        });
    });
}

TEST(closeness_in_a_tree_pays_the_height_where_values_meet) {
    on_random_columns(226, [](Random& random, const Column& column) {
        const double t = real(random, 0, 1);
        const RandomTree tree(random, column.counts.size());
        const auto demand = std::make_shared<table::CloseInTree>(t, column.counts, tree.parents, tree.leaves);
        compare(random, column, demand, [&, t](const Counts& group) { return tree.distance(shares_of(group), shares_of(column.counts)) - t; });
    });
}

TEST(shares_stay_within_their_bounds) {
    on_random_columns(227, [](Random& random, const Column& column) {
        const double factor = real(random, 1, 4);
        const bool has_least = pick(random, 0, 1) == 0, strict = pick(random, 0, 1) == 0, all_values = pick(random, 0, 1) == 0;
        table::SharesWithin::Bounds bounds{{}, {}, strict, all_values};
        for (double share : shares_of(column.counts)) {
            bounds.most.push_back(share * factor);
            if (has_least) bounds.least.push_back(share / factor);
        }
        compare(random, column, std::make_shared<table::SharesWithin>(bounds), [=](const Counts& group) {
            double missed = -1;
            const Shares shares = shares_of(group);
            for (std::size_t value = 0; value < shares.size(); ++value) {
                if (shares[value] == 0 && !all_values) continue;
                missed = std::max(missed, shares[value] - bounds.most[value]);
                missed = std::max(missed, (has_least ? bounds.least[value] : 0) - shares[value]);
            }
            return missed;
        });
    });
}

TEST(a_bound_that_is_reached_will_do_unless_it_is_strict) {
    const Rows32 codes{0, 0, 1, 1};
    for (const bool strict : {false, true}) {
        const auto demand = std::make_shared<table::SharesWithin>(table::SharesWithin::Bounds{{}, {0.5, 0.5}, strict, false});
        const Constraint constraint = Constraint::on(demand, codes);
        CHECK_EQ(table::Judge(constraint).satisfied(all_rows(4)), !strict);
    }
}

TEST(what_is_repaired_is_left_out_of_the_first_search) {
    const Constraint distinct = Constraint::on(std::make_shared<table::DistinctAtLeast>(4), {0, 1, 2, 3});
    const Constraint all = Constraint::all(std::array{Constraint::rows(2), Constraint::persons(3, {0, 1, 2, 2}), distinct});
    CHECK(all.before_repair().demands() == 1 && all.before_repair().least_rows() == 4);
    CHECK(distinct.before_repair().rows_only());
}

}  // namespace demands_test
