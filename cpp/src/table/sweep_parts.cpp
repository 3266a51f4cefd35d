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
    SweepParts(const View& table, const SweepOptions& options, Control& control)
        : table_(table), options_(options), most_rows_(rows_of_part(table, options)), control_(control), pool_(options.threads),
          group_of_row_(static_cast<std::size_t>(table.size())) {
        options_.limits.room /= options_.threads;
        options_.threads = 1;
        options_.limits.visited /= share;
        options_.limits.kept /= share;
    }

    Sweep sweep() {
        control_.total = table_.size() * 3;
        const Parts parts = cut_into_parts(table_, options_.constraint, most_rows_, control_);
        // First cuts in all parts: they take little time, and stay where the time is up.
        for_each(parts, [](const View& part, const SweepOptions& own, Grouped& groups, Rows32, Control& control) {
            groups = mondrian(part, {.constraint = own.constraint, .relaxed = true, .widest = false}, control).group_of_row;
            return true;
        });
        const bool listed = for_each(parts, [](const View& part, const SweepOptions& own, Grouped& groups, Rows32, Control& control) {
            if (control.must_stop()) return false;
            Sweep found = sweep_whole(part, own, control);
            if (cost_of(part, found.grouping.group_of_row) < cost_of(part, groups)) groups = std::move(found.grouping.group_of_row);
            return found.listed;
        });
        for_each(parts_of_groups(table_, members_of(group_of_row_), most_rows_, control_),
                 [](const View& part, const SweepOptions& own, Grouped& groups, Rows32, Control& control) {
                     improve_by_moves(part, own.constraint, own.moves, groups, control);
                     return true;
                 });
        return finished(parts.size(), listed);
    }

    Sweep improve(std::span<const double> multipliers, const std::vector<std::int32_t>& known) {
        control_.total = table_.size();
        const Parts parts = parts_of_groups(table_, members_of(known), most_rows_, control_);
        group_of_row_ = known;
        const bool listed =
            for_each(parts, [&](const View& part, const SweepOptions& own, Grouped& groups, Rows32 rows, Control& control) {
                if (control.must_stop()) return false;
                std::vector<double> prices;
                for (std::int32_t r : rows) prices.push_back(multipliers[r]);
                Sweep found = improve_whole(part, own, prices, groups, control);
                groups = std::move(found.grouping.group_of_row);
                return found.listed;
            });
        return finished(parts.size(), listed);
    }

private:
    using Grouped = std::vector<std::int32_t>;  // the group of each row
    using Rows32 = std::span<const std::int32_t>;
    using Step = std::function<bool(const View& part, const SweepOptions& own, Grouped& groups, Rows32 rows, Control&)>;

    Sweep finished(std::size_t parts, bool listed) {
        Sweep all{{}, static_cast<std::int32_t>(parts), listed};
        all.grouping = {std::move(group_of_row_), 0, !control_.expired()};
        all.grouping.groups = numbered_by_first_rows(all.grouping.group_of_row);
        return all;
    }

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
            fine[p] = step(part.view(), options, groups[p], parts[p], control);
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
    const std::int64_t most_rows_;  // of a part
    Control& control_;
    ThreadPool pool_;
    Grouped group_of_row_;
};

}  // namespace

std::int64_t rows_of_part(const View& table, const SweepOptions& options) {
    if (options.rows_of_part > 0) return options.rows_of_part;
    // Smaller tables lose a little less in one piece.
    if (table.size() < 50'000) return std::max<std::int64_t>(table.size(), 1);
    // About a thousand groups: a row is compared with most of them. The rows of a large table are more alike, so that
    // larger parts lose about 1 % less, and take no longer for each row than those of a small one.
    const std::int64_t groups = table.size() < 500'000 ? 1'000 : 1'500;
    return std::max<std::int64_t>(groups * options.constraint.least_rows(), 5'000);
}

Sweep sweep_parts(const View& table, const SweepOptions& options, Control& control) {
    return SweepParts(table, options, control).sweep();
}

Sweep improve_parts(const View& table, const SweepOptions& options, std::span<const double> multipliers,
                    const std::vector<std::int32_t>& groups, Control& control) {
    return SweepParts(table, options, control).improve(multipliers, groups);
}

}  // namespace shoal::table
