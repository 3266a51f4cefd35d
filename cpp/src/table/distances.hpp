// How far apart two clusters are; see `Distance`. Each grows with what the rows cost in the union.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "shoal/table/table.hpp"

namespace shoal::table {

constexpr double no_least = -std::numeric_limits<double>::infinity();

struct Size {
    std::int64_t rows;
    Cost each;  // of what they are published as
};

class Growth {
public:
    static constexpr double least = 0;  // no two clusters are nearer
    explicit Growth(const View&) {}
    double operator()(Cost both, const Size& a, const Size& b) const {
        return static_cast<double>((a.rows + b.rows) * both - a.rows * a.each - b.rows * b.each);
    }
};

class Difference {
public:
    static constexpr double least = no_least;
    explicit Difference(const View&) {}
    double operator()(Cost both, const Size& a, const Size& b) const { return static_cast<double>(both - a.each - b.each); }
};

class Damped {
public:
    static constexpr double least = no_least;
    explicit Damped(const View& table) : logarithms_(static_cast<std::size_t>(table.size()) + 1) {
        for (std::size_t rows = 2; rows < logarithms_.size(); ++rows) logarithms_[rows] = std::log2(static_cast<double>(rows));
    }
    double operator()(Cost both, const Size& a, const Size& b) const {
        return static_cast<double>(both - a.each - b.each) / logarithms_[static_cast<std::size_t>(a.rows + b.rows)];
    }

private:
    std::vector<double> logarithms_;
};

class Ratio {
public:
    static constexpr double least = 0;
    explicit Ratio(const View& table) {
        for (const Column& column : table.columns) tenth_ += static_cast<double>(column.full_cost());
        tenth_ /= 10 * static_cast<double>(table.columns.size());
    }
    double operator()(Cost both, const Size& a, const Size& b) const {
        // Where nothing can be lost, nothing is far.
        return both == 0 ? 0 : static_cast<double>(both) / (static_cast<double>(a.each + b.each) + tenth_);
    }

private:
    double tenth_ = 0;  // of what a cell can lose, on average
};

}  // namespace shoal::table
