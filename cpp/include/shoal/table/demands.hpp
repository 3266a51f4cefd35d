// What privacy models beyond k ask of the sensitive values of a group. Those that compare a group with the whole table know
// how often each value occurs there: `counts`, by value.
//
// A violation is counted in rows, more or less: how many too many or too few there are of a value. Where floating-point
// numbers are compared, they may be off by `tolerance`: the verdict on what is published is computed elsewhere, exactly.
#pragma once

#include <cstdint>
#include <vector>

#include "shoal/table/constraint.hpp"

namespace shoal::table {

using Counts = std::vector<std::int64_t>;

constexpr double tolerance = 1e-9;

// Entropy l-diversity: the entropy of the values is at least the logarithm of l.
class EntropyAtLeast : public Demand {
public:
    explicit EntropyAtLeast(double l);
    double lacks(std::int64_t rows, const Histogram& values) const override;
    std::int64_t least_rows() const override { return least_; }

private:
    const double log_l_;
    const std::int64_t least_;
};

// Recursive (c, l)-diversity: the most frequent value has fewer than c times the rows of all values from the l-th on.
class Recursive : public Demand {
public:
    Recursive(double c, std::int64_t l) : c_(c), l_(l) {}
    double lacks(std::int64_t rows, const Histogram& values) const override;
    std::int64_t least_rows() const override { return l_; }

private:
    const double c_;
    const std::int64_t l_;
};

// t-closeness, any two values equally far from each other.
class CloseEqual : public Demand {
public:
    CloseEqual(double t, const Counts& counts);
    double lacks(std::int64_t rows, const Histogram& values) const override;

private:
    const double t_;
    std::vector<double> shares_;
};

// t-closeness, values in their order: neighbours are 1 / (values - 1) apart.
class CloseOrdered : public Demand {
public:
    CloseOrdered(double t, const Counts& counts);
    double lacks(std::int64_t rows, const Histogram& values) const override;

private:
    const double t_;
    std::vector<double> shares_;
};

// t-closeness by a hierarchy: two values are as far apart as their lowest common ancestor is high.
class CloseInTree : public Demand {
public:
    // Of each node its parent, parents first, -1 for the root; leaves are the nodes of the values.
    CloseInTree(double t, const Counts& counts, std::vector<std::int32_t> parents, std::vector<std::int32_t> leaves);
    double lacks(std::int64_t rows, const Histogram& values) const override;

private:
    const double t_;
    std::vector<double> shares_;  // of each value
    std::vector<std::int32_t> parents_, leaves_;
    std::vector<double> heights_;  // of each node; 1 for the root
};

// Every value that a group has is at least `least[v]` and at most `most[v]` of its rows: (alpha, k), beta-likeness,
// delta-disclosure. A bound can be one that must not be reached.
class SharesWithin : public Demand {
public:
    struct Bounds {
        std::vector<double> least, most;  // by value
        bool strict = false;
        bool all_values = false;  // values that a group lacks have the share 0, which must be in bounds, too
    };
    explicit SharesWithin(Bounds bounds) : bounds_(std::move(bounds)) {}
    double lacks(std::int64_t rows, const Histogram& values) const override;
    // A value that one group lacks can be too rare in two groups together.
    bool merge_keeps() const override { return bounds_.all_values || bounds_.least.empty(); }

private:
    double beyond(double least, double most, double count, double rows) const;

    const Bounds bounds_;
};

}  // namespace shoal::table
