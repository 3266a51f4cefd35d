#include "shoal/cluster/patternka.hpp"

#include "check.hpp"
#include "random_rows.hpp"

namespace patternka_test {

using namespace shoal;
using namespace oracle;

namespace {

struct Case {
    Rows rows;
    Item items;
    cluster::PatternkaOptions options;
};

Case random_case(Random& random, std::int64_t most_rows, Item most_items) {
    Case made;
    made.items = static_cast<Item>(pick(random, 1, most_items));
    const std::int64_t rows = pick(random, 1, most_rows);
    made.rows = random_rows(random, rows, made.items, static_cast<double>(pick(random, 1, 9)) / 10);
    made.options.k = pick(random, 1, std::min<std::int64_t>(rows, 6));
    made.options.seed = static_cast<std::uint64_t>(pick(random, 0, 2));
    return made;
}

Set intersection(const Rows& rows, const std::vector<std::int64_t>& members) {
    Set centre(rows[members[0]].begin(), rows[members[0]].end());
    for (std::int64_t r : members) {
        Set kept;
        std::ranges::set_intersection(centre, rows[r], std::back_inserter(kept));
        centre = kept;
    }
    return centre;
}

std::vector<std::vector<std::int64_t>> members_of(const cluster::Grouping& grouping) {
    std::vector<std::vector<std::int64_t>> members(static_cast<std::size_t>(grouping.centres.size()));
    for (std::size_t r = 0; r < grouping.group_of_row.size(); ++r)
        members[static_cast<std::size_t>(grouping.group_of_row[r])].push_back(static_cast<std::int64_t>(r));
    return members;
}

void check_groups(const Case& tried, const cluster::Grouping& grouping) {
    std::int64_t kept = 0;
    std::set<Set> centres;
    const auto members = members_of(grouping);
    for (std::size_t g = 0; g < members.size(); ++g) {
        const auto centre = grouping.centres[static_cast<std::int64_t>(g)];
        CHECK(static_cast<std::int64_t>(members[g].size()) >= tried.options.k);
        CHECK(std::ranges::equal(centre, intersection(tried.rows, members[g])));
        CHECK(centres.insert(Set(centre.begin(), centre.end())).second);
        kept += static_cast<std::int64_t>(centre.size() * members[g].size());
    }
    std::vector<std::int64_t> everyone;
    for (std::int64_t r = 0; r < tried.rows.size(); ++r) everyone.push_back(r);
    CHECK(kept >= static_cast<std::int64_t>(intersection(tried.rows, everyone).size()) * tried.rows.size());
}

}  // namespace

TEST(patternka_groups_hold_with_any_budget) {
    Random random(11);
    for (int round = 0; round < 1500; ++round) {
        Case tried = random_case(random, 40, 12);
        tried.options.budget = pick(random, -1, 30);
        Control control;
        check_groups(tried, cluster::patternka(tried.rows.view(tried.items), tried.options, control));
    }
}

// Group by group, as the paper says: the longest pattern among the rows that are left, and all rows that hold it. Where
// leftovers were placed a group differs from then on, so the walk ends there; most cases must go all the way.
TEST(patternka_takes_the_longest_pattern_first) {
    Random random(12);
    int asked = 0;
    for (int round = 0; round < 1500; ++round) {
        const Case tried = random_case(random, 24, 9);
        Control control;
        const auto grouping = cluster::patternka(tried.rows.view(tried.items), tried.options, control);
        CHECK(std::ranges::all_of(grouping.proved, [](std::uint8_t proved) { return proved == 1; }));
        Rows left = tried.rows;
        const auto members = members_of(grouping);
        bool leftovers = false;
        for (std::size_t g = 0; g < members.size() && !leftovers; ++g) {
            const auto centre = grouping.centres[static_cast<std::int64_t>(g)];
            std::size_t longest = 0;
            for (const auto& [set, support] : closed_patterns(left, tried.items, tried.options.k)) longest = std::max(longest, set.size());
            Rows rest;
            std::int64_t taken = 0;
            for (std::int64_t r = 0; r < left.size(); ++r) {
                if (contains(left[r], Set(centre.begin(), centre.end()))) ++taken;
                else rest.push(left[r]);
            }
            leftovers = taken != static_cast<std::int64_t>(members[g].size()) || centre.size() != longest;
            left = rest;
        }
        asked += !leftovers;
    }
    CHECK(asked > 300);
}

TEST(patternka_gives_the_same_groups_on_any_number_of_threads) {
    Random random(13);
    for (int round = 0; round < 60; ++round) {
        Case tried = random_case(random, 1500, 60);
        tried.options.budget = pick(random, 0, 20'000);
        Control control;
        const auto one = cluster::patternka(tried.rows.view(tried.items), tried.options, control);
        tried.options.threads = 3;
        const auto three = cluster::patternka(tried.rows.view(tried.items), tried.options, control);
        CHECK(one.group_of_row == three.group_of_row);
        CHECK(one.centres.items == three.centres.items);
        CHECK(one.proved == three.proved);
        CHECK_EQ(one.nodes, three.nodes);
        check_groups(tried, one);
    }
}

TEST(patternka_stops_in_time) {
    Random random(14);
    Case tried;
    tried.items = 300;
    tried.rows = random_rows(random, 400, tried.items, 0.6);
    tried.options.k = 10;
    Control control;
    control.set_time_limit(0.05);
    const auto grouping = cluster::patternka(tried.rows.view(tried.items), tried.options, control);
    CHECK(!grouping.repeatable);
    check_groups(tried, grouping);
    Control cancelled;
    cancelled.cancel();
    CHECK_THROWS(cluster::patternka(tried.rows.view(tried.items), tried.options, cancelled), Cancelled);
}

}  // namespace patternka_test
