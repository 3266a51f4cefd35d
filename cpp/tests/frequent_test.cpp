#include "shoal/mining/frequent.hpp"

#include "check.hpp"
#include "random_rows.hpp"
#include "shoal/mining/longest.hpp"
#include "shoal/mining/pattern_stream.hpp"

namespace frequent_test {

using namespace shoal;
using namespace oracle;
using mining::Patterns;
using mining::Request;
using mining::Stop;
using mining::Target;

namespace {

using Found = std::vector<std::pair<Set, std::int64_t>>;

// In the order they were found, each with its items sorted.
Found listed(const Patterns& patterns) {
    Found all;
    for (std::size_t p = 0; p < patterns.size(); ++p) {
        Set set(patterns[p].begin(), patterns[p].end());
        std::ranges::sort(set);
        all.emplace_back(set, patterns.supports[p]);
    }
    return all;
}

Found sorted(Found found) {
    std::ranges::sort(found);
    return found;
}

Found expected(const Rows& data, Item items, const Request& request) {
    const auto sets = request.target == Target::all      ? all_patterns(data, items, request.min_support)
                      : request.target == Target::closed ? closed_patterns(data, items, request.min_support)
                                                         : maximal_patterns(data, items, request.min_support);
    Found found;
    for (const auto& [set, support] : sets) {
        const auto length = static_cast<std::int64_t>(set.size());
        if (length >= request.min_length && length <= request.max_length) found.emplace_back(set, support);
    }
    return found;
}

Found streamed(const Rows& data, Item items, const Request& request, const mining::Limits& limits, int threads, Stop& stopped) {
    Control control;
    mining::PatternStream stream(data.view(items), request, limits, 1, threads, control);
    Found all;
    while (!stream.ended())
        if (const auto batch = stream.next(std::chrono::milliseconds(5)))
            for (auto& one : listed(*batch)) all.push_back(one);
    stopped = stream.stopped();
    return all;
}

void check_request(const Rows& data, Item items, const Request& request) {
    Control control;
    const Found wanted = expected(data, items, request);
    const Found found = listed(mining::mine(data.view(items), request, {}, 1, control).patterns);
    CHECK(sorted(found) == sorted(wanted));
    CHECK(listed(mining::mine(data.view(items), request, {}, 3, control).patterns) == found);
    const auto limit = static_cast<std::int64_t>(found.size() / 2);
    for (int threads : {1, 3}) {
        Stop stopped = Stop::time;
        CHECK(streamed(data, items, request, {}, threads, stopped) == found);
        CHECK(stopped == Stop::none);
        const Found first(found.begin(), found.begin() + limit);
        const auto some = mining::mine(data.view(items), request, {.patterns = limit}, threads, control);
        CHECK(listed(some.patterns) == first);
        CHECK((some.stopped == Stop::patterns) == !found.empty());
        CHECK(streamed(data, items, request, {.patterns = limit}, threads, stopped) == first);
        CHECK((stopped == Stop::patterns) == !found.empty());
    }
}

void check_top(const Rows& data, Item items, const Request& request, mining::Rank by, std::size_t count) {
    Found wanted = expected(data, items, request);
    std::ranges::sort(wanted, [&](const auto& a, const auto& b) {
        const auto key = [&](const auto& one) {
            const auto length = static_cast<std::int64_t>(one.first.size());
            return by == mining::Rank::support ? std::pair(one.second, length) : std::pair(length, one.second);
        };
        return key(a) != key(b) ? key(a) > key(b) : a.first < b.first;
    });
    wanted.resize(std::min(wanted.size(), count));
    Control control;
    for (int threads : {1, 3})
        CHECK(listed(mining::mine_top(data.view(items), request, count, by, {}, threads, control).patterns) == wanted);
    const auto every = mining::mine(data.view(items), request, {}, 1, control).patterns;
    CHECK(listed(mining::best_of(every, count, by)) == wanted);
}

constexpr Target targets[] = {Target::all, Target::closed, Target::maximal};

}  // namespace

TEST(targets_and_lengths_equal_brute_force_on_small_rows) {
    Random random(11);
    for (int round = 0; round < 300; ++round) {
        const auto items = static_cast<Item>(pick(random, 1, 8));
        const Rows data = random_rows(random, pick(random, 0, 14), items, static_cast<double>(pick(random, 2, 9)) / 10);
        const std::int64_t min_length = pick(random, 1, 3);
        check_request(data, items, {.target = targets[round % 3], .min_support = pick(random, 1, 4), .min_length = min_length,
                                    .max_length = round % 2 ? INT64_MAX : min_length + pick(random, 0, 3)});
    }
}

TEST(targets_equal_brute_force_at_every_width) {
    Random random(12);
    for (std::int64_t rows : {70, 300, 1200, 4000, 9000}) {
        const Rows data = random_rows(random, rows, 10, 0.45);
        for (Target target : targets) check_request(data, 10, {.target = target, .min_support = rows / 25});
    }
}

TEST(top_patterns_equal_brute_force) {
    Random random(13);
    for (int round = 0; round < 300; ++round) {
        const auto items = static_cast<Item>(pick(random, 1, 8));
        const Rows data = random_rows(random, pick(random, 0, 14), items, static_cast<double>(pick(random, 2, 9)) / 10);
        check_top(data, items, {.target = targets[round % 3], .min_support = pick(random, 1, 3)},
                  round % 2 ? mining::Rank::support : mining::Rank::length, static_cast<std::size_t>(pick(random, 1, 9)));
    }
    const Rows wide = random_rows(random, 900, 12, 0.4);
    for (Target target : targets)
        for (auto by : {mining::Rank::support, mining::Rank::length}) check_top(wide, 12, {.target = target, .min_support = 30}, by, 40);
}

TEST(chunks_hold_long_patterns) {
    Rows data;
    Set row;
    for (Item i = 0; i < 66'000; ++i) row.push_back(i);
    data.push(row);
    row.resize(300);
    data.push(row);
    for (int threads : {1, 2}) {
        Stop stopped = Stop::none;
        const Found found = streamed(data, 66'000, {.target = Target::closed, .min_support = 1}, {}, threads, stopped);
        CHECK_EQ(found.size(), 2u);
        CHECK_EQ(found[0].first.size(), 300u);
        CHECK_EQ(found[1].first.size(), 66'000u);
    }
}

TEST(a_stream_that_is_left_ends_its_search) {
    Random random(14);
    const Rows data = random_rows(random, 500, 120, 0.5);  // patterns for hours
    for (int threads : {1, 3}) {
        Control control;
        mining::PatternStream stream(data.view(120), {.min_support = 3}, {}, 1, threads, control);
        CHECK(stream.next(std::chrono::milliseconds(60'000)).has_value());
        if (threads == 1) continue;
        control.cancel();
        CHECK_THROWS(stream.next(std::chrono::milliseconds(60'000)), Cancelled);
    }
}

TEST(limits_end_a_search_with_what_was_found) {
    Random random(15);
    const Rows data = random_rows(random, 500, 120, 0.5);
    for (Target target : targets)
        for (int threads : {1, 3}) {
            Control control;
            const Request request{.target = target, .min_support = 3};
            const auto small = mining::mine(data.view(120), request, {.bytes = 1'000'000}, threads, control);
            CHECK(small.stopped == Stop::bytes);
            CHECK(small.patterns.size() > 0);
            const auto best = mining::mine_top(data.view(120), request, 1'000'000, mining::Rank::length, {.bytes = 100'000},
                                               threads, control);
            CHECK(best.stopped == Stop::bytes);
            control.set_time_limit(0.05);
            const auto quick = mining::mine(data.view(120), request, {}, threads, control);
            CHECK(quick.stopped == Stop::time);
        }
    Control control;
    control.set_time_limit(0.05);
    const Rows wide = random_rows(random, 1500, 300, 0.5);
    CHECK(mining::mine_longest(wide.view(300), {.min_support = 10}, {}, control).stopped == Stop::time);
}

}  // namespace frequent_test
