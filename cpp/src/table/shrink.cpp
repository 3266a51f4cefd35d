#include "shrink.hpp"

#include <algorithm>
#include <utility>

#include "groups.hpp"
#include "parts.hpp"

namespace shoal::table {
namespace {

class Shrink {
public:
    Shrink(const View& part, const Constraint& constraint)
        : constraint_(constraint), groups_(part, std::vector<std::int32_t>(static_cast<std::size_t>(part.size()), cluster)),
          out_(groups_.add_suppressed()), without_(groups_) {
        Judge judge(constraint);
        if (!constraint.rows_only()) summary_ = judge.summary(groups_.members(cluster));
    }

    // False if no row can leave.
    bool take_one() {
        if (groups_.size(cluster) <= constraint_.least_rows()) return false;
        without_.look_at(cluster);
        order_.clear();
        for (std::int32_t r : groups_.members(cluster)) order_.emplace_back(without_.each(r), r);
        if (constraint_.rows_only()) {
            take(std::ranges::min_element(order_)->second);
            return true;
        }
        std::ranges::sort(order_);
        for (const auto& [each, r] : order_) {
            if (!constraint_.without(summary_, r)) continue;
            constraint_.remove(summary_, r);
            take(r);
            return true;
        }
        return false;
    }
    const std::vector<std::int32_t>& taken() const { return taken_; }

private:
    static constexpr std::int32_t cluster = 0;

    void take(std::int32_t row) {
        groups_.move(row, out_);
        taken_.push_back(row);
    }

    const Constraint& constraint_;
    Groups groups_;
    const std::int32_t out_;
    Without without_;
    Summary summary_;
    std::vector<std::pair<Cost, std::int32_t>> order_;
    std::vector<std::int32_t> taken_;
};

}  // namespace

std::vector<std::int32_t> shrink(const View& table, const Constraint& constraint, std::vector<std::int32_t>& rows, const Control& control) {
    const PartOfTable part(table, rows);
    const View view = part.view();
    const Constraint restricted = constraint.rows_only() ? constraint : constraint.restricted(rows);
    Shrink work(view, restricted);
    while (!control.must_stop() && work.take_one()) {}
    std::vector<std::int32_t> taken;
    for (std::int32_t r : work.taken()) taken.push_back(std::exchange(rows[r], -1));
    std::erase(rows, -1);
    return taken;
}

}  // namespace shoal::table
