#include <algorithm>
#include <limits>

#include "shoal/table/hilbert.hpp"

namespace shoal::table {
namespace {

constexpr Cost unreached = std::numeric_limits<Cost>::max();
constexpr std::int64_t steps_between_looks = 1 << 16;

// A run of rows that grows at its end, and what each of its rows costs.
class GrowingRun {
public:
    GrowingRun(const View& table, std::span<const std::int32_t> order) : columns_(table.columns), cells_(columns_.size()) {
        std::size_t most = 0;
        for (std::size_t c = 0; c < columns_.size(); ++c) {
            for (std::int32_t r : order) cells_[c].push_back(table[r][c]);
            most = std::max(most, static_cast<std::size_t>(columns_[c].leaves()));
        }
        seen_.assign(columns_.size(), std::vector<std::int64_t>(most, 0));
        ends_.resize(columns_.size());
    }

    void start() {
        ++stamp_;
        each_ = 0;
        std::ranges::fill(ends_, Ends{});
    }

    Cost each() const { return each_; }

    void extend(std::int64_t place) {
        for (std::size_t c = 0; c < columns_.size(); ++c) {
            const std::int32_t leaf = cells_[c][place];
            switch (columns_[c].recoding) {
                case Recoding::set: include_in_set(c, leaf); break;
                case Recoding::range: widen(c, columns_[c].positions[leaf]); break;
                case Recoding::hierarchy: widen(c, leaf); break;
            }
        }
    }

private:
    struct Ends {
        std::int32_t least = INT32_MAX, greatest = INT32_MIN;  // leaves, or positions of a range
        std::int64_t distinct = 0;                             // values of a set
        std::int32_t cost = 0;
    };

    void widen(std::size_t c, std::int32_t place) {
        Ends& ends = ends_[c];
        if (place >= ends.least && place <= ends.greatest) return;
        ends.least = std::min(ends.least, place);
        ends.greatest = std::max(ends.greatest, place);
        const Column& column = columns_[c];
        price(ends, column.recoding == Recoding::range ? column.range_cost(ends.least, ends.greatest)
                                                       : column.costs[column.lowest_above(ends.least, ends.greatest)]);
    }

    void include_in_set(std::size_t c, std::int32_t leaf) {
        std::int64_t& seen = seen_[c][leaf];
        if (seen == stamp_) return;
        seen = stamp_;
        price(ends_[c], columns_[c].set_cost(++ends_[c].distinct));
    }

    void price(Ends& ends, std::int32_t cost) {
        each_ += cost - ends.cost;
        ends.cost = cost;
    }

    const std::span<const Column> columns_;
    std::vector<std::vector<std::int32_t>> cells_;  // by column, in the order of the rows
    std::vector<std::vector<std::int64_t>> seen_;   // by column and leaf: the last run that had it
    std::vector<Ends> ends_;
    Cost each_ = 0;
    std::int64_t stamp_ = 0;
};

class CutIntoRuns {
public:
    CutIntoRuns(const View& table, std::span<const std::int32_t> order, const Constraint& constraint, Control& control)
        : order_(order), constraint_(constraint), control_(control), run_(table, order),
          least_(order.size() + 1, unreached), begin_(order.size() + 1, 0) {
        least_[0] = 0;
    }

    std::vector<std::int64_t> ends() {
        for (std::int64_t begin = 0; begin < rows(); ++begin) {
            if (least_[begin] == unreached) continue;
            if (control_.must_stop()) return shortest_from_here();
            extend(begin);
            control_.done = begin;
        }
        return least_[rows()] == unreached ? shortest_from_here() : ends_up_to(rows());
    }

private:
    std::int64_t rows() const { return static_cast<std::int64_t>(order_.size()); }

    // To fewer than twice the rows that are enough: for k rows, a longer run is two that cost no more.
    void extend(std::int64_t begin) {
        run_.start();
        Summary group = constraint_.empty();
        std::int64_t enough = 0;
        for (std::int64_t end = begin + 1; end <= rows() && (enough == 0 || end - begin < 2 * enough); ++end) {
            if (++steps_ % steps_between_looks == 0) control_.poll();
            run_.extend(end - 1);
            if (enough == 0) {
                constraint_.add(group, order_[end - 1]);
                if (constraint_.satisfied(group)) enough = end - begin;
            }
            if (enough > 0) take(begin, end);
        }
    }

    void take(std::int64_t begin, std::int64_t end) {
        const Cost cost = least_[begin] + run_.each() * (end - begin);
        if (cost >= least_[end]) return;
        least_[end] = cost;
        begin_[end] = begin;
    }

    std::vector<std::int64_t> ends_up_to(std::int64_t end) const {
        std::vector<std::int64_t> ends;
        for (; end > 0; end = begin_[end]) ends.push_back(end);
        std::ranges::reverse(ends);
        return ends;
    }

    // From the last row that was reached; rows that are too few belong to the run before.
    std::vector<std::int64_t> shortest_from_here() const {
        std::int64_t end = rows();
        while (least_[end] == unreached) --end;
        std::vector<std::int64_t> ends = ends_up_to(end);
        Summary group = constraint_.empty();
        for (; end < rows(); ++end) {
            if (group.rows > 0 && constraint_.satisfied(group)) {
                ends.push_back(end);
                group = constraint_.empty();
            }
            constraint_.add(group, order_[end]);
        }
        if (group.rows > 0 && !constraint_.satisfied(group) && !ends.empty()) ends.pop_back();
        ends.push_back(rows());
        ends.erase(std::ranges::unique(ends).begin(), ends.end());
        return ends;
    }

    const std::span<const std::int32_t> order_;
    const Constraint constraint_;
    Control& control_;
    GrowingRun run_;
    std::vector<Cost> least_;          // of the rows before, cut into runs
    std::vector<std::int64_t> begin_;  // of the last of these runs
    std::int64_t steps_ = 0;
};

}  // namespace

std::vector<std::int64_t> cheapest_runs(const View& table, std::span<const std::int32_t> order, const Constraint& constraint, Control& control) {
    return CutIntoRuns(table, order, constraint, control).ends();
}

}  // namespace shoal::table
