// What sets of rows are published as, packed, so that one can be compared with many.
//
// A closure is a few numbers: the node of a column by hierarchy, the least and the greatest position of a range, the bits of
// a set. Two closures make the closure of both.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/table/table.hpp"

namespace shoal::table {

using Packed = std::uint32_t;

class Closures {
public:
    explicit Closures(const View& table);

    // Numbers of one closure.
    std::size_t width() const { return width_; }
    // Of one row.
    void pack(std::int32_t row, Packed* closure) const;
    // Of both together, in place of the first.
    void join(Packed* closure, const Packed* other) const;
    // What each row costs that is published as it.
    Cost each(const Packed* closure) const;

private:
    friend class Beside;

    struct Hierarchy {
        std::size_t column;
        Packed first_node;  // of its nodes, among those of all columns
    };
    struct Range {
        std::size_t column, at;  // `at`: where the closure has it
    };
    struct Set {
        std::size_t column, at, words;
    };

    const View& table_;
    std::size_t width_ = 0;
    Packed nodes_ = 0;  // of all columns by hierarchy
    std::vector<Hierarchy> hierarchies_;
    std::vector<Range> ranges_;
    std::vector<Set> sets_;
};

// One closure beside others: what each row would cost if it and another were one.
class Beside {
public:
    explicit Beside(const Closures& closures) : closures_(closures), cost_with_(closures.nodes_) {}

    // The closure must stay where it is.
    void look_at(const Packed* closure);
    Cost each_with(const Packed* other) const {
        Cost each = 0;
        const std::size_t hierarchies = closures_.hierarchies_.size();
        for (std::size_t h = 0; h < hierarchies; ++h) each += cost_with_[other[h]];
        return closures_.width_ == hierarchies ? each : each + rest_with(other);
    }

private:
    Cost rest_with(const Packed* other) const;

    const Closures& closures_;
    const Packed* closure_ = nullptr;
    std::vector<std::int32_t> cost_with_;  // by node: of the lowest node above it and that of the closure
};

}  // namespace shoal::table
