// What each group of rows must satisfy.
//
// A constraint asks for rows, and may ask more of the values that the rows have in coded columns: persons, or a sensitive
// column. What it asks of one column is a `Demand`, a function of the group's histogram, so a further privacy model is
// one class derived from it. Search forms groups, and asks here whether they will do.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace shoal::table {

// How often each value of a coded column occurs in a group.
class Histogram {
public:
    struct Bar {
        std::int32_t value, count;
    };

    Histogram() = default;
    // Values ascend, counts are above 0.
    explicit Histogram(std::vector<Bar> bars) : bars_(std::move(bars)), distinct_(static_cast<std::int64_t>(bars_.size())) {}

    void add(std::int32_t value);
    void remove(std::int32_t value);
    void merge(const Histogram& other);

    std::int64_t distinct() const { return distinct_; }
    // Values ascend. A count of 0 is that of a value that has left: where rows come and go nothing needs to be shifted.
    std::span<const Bar> bars() const { return bars_; }

private:
    std::vector<Bar> bars_;
    std::int64_t distinct_ = 0;  // counts above 0
};

// What is asked of the values of one coded column.
class Demand {
public:
    virtual ~Demand() = default;
    // 0 if a group of so many rows with these values satisfies it; else the more, the farther it is from that.
    virtual double lacks(std::int64_t rows, const Histogram& values) const = 0;
    // Rows that a satisfying group has at least.
    virtual std::int64_t least_rows() const { return 1; }
    // Facts that search may use: a row more never breaks it; two satisfying groups are one together; a second row with the
    // same value changes nothing.
    virtual bool more_keeps() const { return false; }
    virtual bool merge_keeps() const { return true; }
    virtual bool ignores_copies() const { return false; }
    // Whether groups are formed without it and then repaired; else they are formed under it.
    virtual bool is_repaired() const { return true; }
};

// So many different values, at least.
class DistinctAtLeast : public Demand {
public:
    explicit DistinctAtLeast(std::int64_t least) : least_(least) {}
    double lacks(std::int64_t, const Histogram& values) const override {
        return values.distinct() >= least_ ? 0 : static_cast<double>(least_ - values.distinct());
    }
    std::int64_t least_rows() const override { return least_; }
    bool more_keeps() const override { return true; }
    bool ignores_copies() const override { return true; }

private:
    const std::int64_t least_;
};

// So many persons: nearly every row is of another one, so that what search forms under it is good.
class PersonsAtLeast : public DistinctAtLeast {
public:
    using DistinctAtLeast::DistinctAtLeast;
    bool is_repaired() const override { return false; }
};

// What a constraint knows of a group.
struct Summary {
    std::int64_t rows = 0;
    std::vector<Histogram> values;  // one for each demand
};

// Immutable, and cheap to copy: it shares its columns.
class Constraint {
public:
    using Codes = std::vector<std::int32_t>;  // the value of each row, from 0

    // At least k rows: what k alone stands for.
    Constraint(std::int64_t k) : k_(k) {}
    static Constraint rows(std::int64_t k) { return {k}; }
    // Rows of at least k persons.
    static Constraint persons(std::int64_t k, Codes persons) { return on(std::make_shared<PersonsAtLeast>(k), std::move(persons)); }
    static Constraint on(std::shared_ptr<const Demand> demand, Codes codes);
    static Constraint all(std::span<const Constraint> constraints);
    // The same for some of the rows, which are numbered anew.
    Constraint restricted(std::span<const std::int32_t> rows) const;
    // Without what groups are repaired for after they were formed.
    Constraint before_repair() const;

    // No demand beyond least_rows() rows: then a size is all there is to look at.
    bool rows_only() const { return demands_.empty(); }
    std::int64_t least_rows() const { return k_; }
    // Rows that all its columns have values of.
    std::int64_t known_rows() const;
    bool more_keeps() const;
    bool merge_keeps() const;
    // A row that equals another of the group in the columns of all demands changes nothing.
    bool ignores_copies() const;
    // Whether two rows are the same to every demand.
    bool alike(std::int32_t a, std::int32_t b) const;
    std::int64_t demands() const { return static_cast<std::int64_t>(demands_.size()); }
    std::int32_t value(std::int64_t demand, std::int32_t row) const { return (*demands_[demand].codes)[row]; }

    Summary empty() const { return {0, std::vector<Histogram>(demands_.size())}; }
    void add(Summary& group, std::int32_t row) const;
    void remove(Summary& group, std::int32_t row) const;
    void merge(Summary& group, const Summary& other) const;

    // 0 if the group satisfies all; a group without rows does.
    double lacks(const Summary& group) const;
    bool satisfied(const Summary& group) const { return lacks(group) == 0; }
    // Whether it is still satisfied when a row leaves, and when one comes. The summary is as before.
    bool without(Summary& group, std::int32_t row) const;
    bool with(Summary& group, std::int32_t row) const;
    bool exchanged(Summary& group, std::int32_t leaves, std::int32_t comes) const;

private:
    struct On {
        std::shared_ptr<const Demand> demand;
        std::shared_ptr<const Codes> codes;
    };

    std::int64_t k_;
    std::vector<On> demands_;
};

// Looks at whole groups. One for each thread: it has room for counting.
class Judge {
public:
    explicit Judge(const Constraint& constraint) : constraint_(constraint) {}

    bool satisfied(std::span<const std::int32_t> rows);
    Summary summary(std::span<const std::int32_t> rows);

private:
    Histogram histogram(std::int64_t demand, std::span<const std::int32_t> rows);

    const Constraint constraint_;
    std::vector<std::int32_t> counts_;  // by value; 0 between two groups
    std::vector<std::int32_t> values_;
};

// Of each number of rows: whether the first so many will do as a group.
std::vector<std::uint8_t> satisfied_firsts(const Constraint& constraint, std::span<const std::int32_t> rows);

}  // namespace shoal::table
