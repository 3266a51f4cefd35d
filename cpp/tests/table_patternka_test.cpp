#include "shoal/table/patternka.hpp"

#include <bit>
#include <cmath>
#include <numeric>

#include "check.hpp"
#include "random_constraint.hpp"
#include "random_table.hpp"

namespace table_patternka_test {

using namespace shoal;
using namespace oracle;

namespace {

using Group = std::vector<std::int32_t>;  // ascending rows

// Algorithms 1 and 2 taken literally, by trying all sets of columns. Where several patterns are cheapest, each is tried.
class Literal {
public:
    Literal(const table::View& table, const std::vector<std::int32_t>& labels, std::int64_t k, bool rare_first)
        : table_(table), labels_(labels), k_(k), rare_first_(rare_first) {}

    // Whether these groups may come out.
    bool may_be(const std::set<Group>& found) {
        found_ = &found;
        return form({}, all_rows(table_.size()));
    }

private:
    std::size_t width() const { return table_.columns.size(); }

    bool form(const std::vector<Group>& groups, const Group& living) {
        const std::set<Group> next = cheapest(living);
        if (next.empty()) return finish(groups, living);
        for (const Group& group : next) {
            // Leftovers may have joined it.
            const auto inside = [&](const Group& whole) { return std::ranges::includes(whole, group); };
            if (std::ranges::none_of(*found_, inside)) continue;
            std::vector<Group> more = groups;
            more.push_back(group);
            Group rest;
            std::ranges::set_difference(living, group, std::back_inserter(rest));
            if (form(more, rest)) return true;
        }
        return false;
    }

    // Of the longest patterns of so many rows; empty if there is no pattern.
    std::set<Group> cheapest(const Group& living) const {
        std::set<Group> best;
        Cost least = INT64_MAX;
        for (int length = static_cast<int>(width()); length > 0 && best.empty(); --length)
            for (std::uint32_t columns = 1; columns < std::uint32_t{1} << width(); ++columns) {
                if (std::popcount(columns) != length) continue;
                std::map<std::vector<std::int32_t>, Group> supports;
                for (std::int32_t r : living) {
                    std::vector<std::int32_t> pattern;
                    for (std::size_t c = 0; c < width(); ++c)
                        if (columns >> c & 1) pattern.push_back(labels_[static_cast<std::size_t>(r) * width() + c]);
                    supports[pattern].push_back(r);
                }
                for (const auto& [pattern, support] : supports) {
                    if (static_cast<std::int64_t>(support.size()) < k_) continue;
                    const Group chosen = choose(support);
                    const Cost cost = cost_of_each(table_, chosen);
                    if (cost < least) best.clear();
                    least = std::min(least, cost);
                    if (cost == least) best.insert(chosen);
                }
            }
        return best;
    }

    Group choose(Group support) const {
        const auto k = static_cast<std::size_t>(k_);
        while (!rare_first_ && support.size() - (support.size() + 7) / 8 > k) support = first(support, support.size() - (support.size() + 7) / 8);
        return first(support, k);
    }

    // So many rows by their scores.
    Group first(const Group& rows, std::size_t size) const {
        // A product of a few small counts is exact.
        std::vector<std::tuple<double, std::vector<std::int32_t>, std::int32_t>> scored;
        for (std::int32_t r : rows) {
            double score = 1;
            for (std::size_t c = 0; c < width(); ++c)
                score *= static_cast<double>(std::ranges::count_if(rows, [&](std::int32_t other) { return table_[other][c] == table_[r][c]; }));
            scored.emplace_back(rare_first_ ? score : -score, std::vector(table_[r].begin(), table_[r].end()), r);
        }
        std::ranges::sort(scored);
        Group chosen;
        for (std::size_t i = 0; i < size; ++i) chosen.push_back(std::get<2>(scored[i]));
        std::ranges::sort(chosen);
        return chosen;
    }

    bool finish(std::vector<Group> groups, Group rest) const {
        std::ranges::stable_sort(rest, [&](std::int32_t a, std::int32_t b) { return std::ranges::lexicographical_compare(table_[a], table_[b]); });
        std::size_t at = 0;
        for (; at + k_ <= rest.size(); at += k_) groups.emplace_back(rest.begin() + at, rest.begin() + at + k_);
        Group left(rest.begin() + at, rest.end());
        std::ranges::sort(left);
        for (Group& group : groups) std::ranges::sort(group);
        std::ranges::sort(groups);  // of equals the first takes a row
        for (std::int32_t r : left) {
            Cost least = INT64_MAX;
            Group* best = nullptr;
            for (Group& group : groups) {
                Group with = group;
                with.push_back(r);
                const Cost more = cost_of(table_, {with}) - cost_of(table_, {group});
                if (more < least) least = more, best = &group;
            }
            best->push_back(r);
        }
        for (Group& group : groups) std::ranges::sort(group);
        return std::set(groups.begin(), groups.end()) == *found_;
    }

    const table::View& table_;
    const std::vector<std::int32_t>& labels_;
    const std::int64_t k_;
    const bool rare_first_;
    const std::set<Group>* found_ = nullptr;
};

// Labels that stand for one leaf or two.
std::vector<std::int32_t> random_labels(Random& random, const table::View& table) {
    std::vector<std::int32_t> by_two;
    for (std::size_t c = 0; c < table.columns.size(); ++c) by_two.push_back(static_cast<std::int32_t>(pick(random, 0, 1)));
    std::vector<std::int32_t> labels;
    for (std::size_t i = 0; i < table.cells.size(); ++i) labels.push_back(table.cells[i] >> by_two[i % by_two.size()]);
    return labels;
}

}  // namespace

TEST(table_patternka_forms_the_groups_of_the_paper) {
    Random random(161);
    Control control;
    for (int round = 0; round < 1500; ++round) {
        RandomTable made(random, {.rows = pick(random, 1, 14), .columns = pick(random, 1, 4), .most_values = 4});
        const table::View& view = made.view();
        const std::int64_t k = pick(random, 1, std::min<std::int64_t>(view.size(), 4));
        const bool rare_first = pick(random, 0, 1) == 0;
        const auto labels = random_labels(random, view);
        const auto found = table::patternka(view, labels, {.constraint = k, .rare_first = rare_first}, control);
        CHECK(found.longest && found.grouping.repeatable);
        const Members members = members_of(found.grouping);
        CHECK(Literal(view, labels, k, rare_first).may_be({members.begin(), members.end()}));
    }
}

TEST(table_patternka_satisfies_constraints_with_any_budget_room_and_time) {
    Random random(162);
    for (int round = 0; round < 600; ++round) {
        RandomTable made(random, {.rows = pick(random, 1, 60), .columns = pick(random, 1, 5), .most_values = 9});
        const table::View& view = made.view();
        const RandomConstraint wanted = random_constraint(random, view.size(), round % 6);
        const auto labels = random_labels(random, view);
        const bool in_time = pick(random, 0, 3) != 0;
        const table::PatternkaOptions options{.constraint = wanted.constraint, .rare_first = pick(random, 0, 1) == 0,
                                              .budget = pick(random, 0, 1) ? -1 : pick(random, 0, 40), .room = pick(random, 1, 60)};
        std::vector<std::int32_t> again;
        for (int run = 0; run < 2; ++run) {
            Control control;
            if (!in_time) control.set_time_limit(0);
            const auto found = table::patternka(view, labels, options, control);
            CHECK_EQ(found.grouping.repeatable, in_time);
            for (const auto& rows : members_of(found.grouping)) CHECK(wanted.holds(rows));
            if (run > 0) CHECK(found.grouping.group_of_row == again);
            again = found.grouping.group_of_row;
            CHECK(!in_time || control.done == control.total);
        }
        Control cancelled;
        cancelled.cancel();
        CHECK_THROWS(table::patternka(view, labels, options, cancelled), Cancelled);
    }
}

}  // namespace table_patternka_test
