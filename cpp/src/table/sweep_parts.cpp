#include "sweep_parts.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "parts.hpp"
#include "shoal/table/mondrian.hpp"
#include "shoal/table/moves.hpp"
#include "shoal/thread_pool.hpp"

namespace shoal::table {
namespace {

constexpr std::int64_t share = 8;  // of the limits, for one part

class SweepParts {
public:
    SweepParts(const View& table, const SweepOptions& options, std::int64_t rows_of_part, Control& control)
        : table_(table), options_(options), rows_of_part_(rows_of_part), control_(control), pool_(options.threads),
          group_of_row_(static_cast<std::size_t>(table.size())) {
        options_.limits.room /= options_.threads;
        options_.threads = 1;
        options_.limits.visited /= share;
        options_.limits.kept /= share;
    }

    Sweep run() {
        control_.total = table_.size() * 3;
        const Parts parts = cut_into_parts(table_, options_.constraint, rows_of_part_, control_);
        // First cuts in all parts: they take little time, and stay where the time is up.
        for_each(parts, [](const View& part, const SweepOptions& own, Grouped& groups, Control& control) {
            groups = mondrian(part, {.constraint = own.constraint, .relaxed = true, .widest = false}, control).group_of_row;
            return true;
        });
        const bool listed = for_each(parts, [](const View& part, const SweepOptions& own, Grouped& groups, Control& control) {
            if (control.must_stop()) return false;
            Sweep found = sweep_whole(part, own, control);
            if (cost_of(part, found.grouping.group_of_row) < cost_of(part, groups)) groups = std::move(found.grouping.group_of_row);
            return found.listed;
        });
        const Parts others = parts_of_groups(table_, members_of(group_of_row_), rows_of_part_, control_);
        for_each(others, [](const View& part, const SweepOptions& own, Grouped& groups, Control& control) {
            improve_by_moves(part, own.constraint, own.moves, groups, control);
            return true;
        });
        Sweep all{{}, static_cast<std::int32_t>(parts.size()), listed};
        all.grouping = {std::move(group_of_row_), 0, !control_.expired()};
        all.grouping.groups = numbered_by_first_rows(all.grouping.group_of_row);
        return all;
    }

private:
    using Grouped = std::vector<std::int32_t>;  // the group of each row
    using Step = std::function<bool(const View& part, const SweepOptions& own, Grouped& groups, Control&)>;

    // Changes the groups within each part; groups of two parts get different numbers.
    bool for_each(const Parts& parts, const Step& step) {
        std::vector<Grouped> groups(parts.size());
        std::vector<std::uint8_t> fine(parts.size());
        pool_.run(parts.size(), [&](std::size_t p, int) {
            const PartOfTable part(table_, parts[p]);
            for (std::int32_t r : parts[p]) groups[p].push_back(group_of_row_[r]);
            numbered_by_first_rows(groups[p]);
            SweepOptions options = options_;
            options.constraint = options_.constraint.restricted(parts[p]);
            Control control(control_, Control::Part{});
            fine[p] = step(part.view(), options, groups[p], control);
            control_.done += static_cast<std::int64_t>(parts[p].size());
        });
        std::int32_t next = 0;
        for (std::size_t p = 0; p < parts.size(); ++p) {
            for (std::size_t i = 0; i < parts[p].size(); ++i) group_of_row_[parts[p][i]] = next + groups[p][i];
            next += *std::ranges::max_element(groups[p]) + 1;
        }
        control_.found = next;
        return std::ranges::all_of(fine, [](std::uint8_t one) { return one != 0; });
    }

    const View& table_;
    SweepOptions options_;  // of a part
    const std::int64_t rows_of_part_;
    Control& control_;
    ThreadPool pool_;
    Grouped group_of_row_;
};

}  // namespace

Sweep sweep_parts(const View& table, const SweepOptions& options, std::int64_t rows_of_part, Control& control) {
    return SweepParts(table, options, rows_of_part, control).run();
}

}  // namespace shoal::table
