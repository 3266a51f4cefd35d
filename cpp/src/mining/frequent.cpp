#include "shoal/mining/frequent.hpp"

#include <algorithm>
#include <functional>
#include <vector>

#include "closed_search.hpp"

namespace shoal::mining {

Mined mine(RowsView rows, const Request& request, const Limits& limits, int threads, Control& control) {
    OrderedOutput output(limits, std::nullopt, threads, control);
    search(rows, request, threads, output, nullptr, control);
    Mined mined{.patterns = output.take(), .stopped = output.stopped()};
    control.found = static_cast<std::int64_t>(mined.patterns.size());
    return mined;
}

namespace {

// A support that about `count` patterns have: that of the item with as many items above it.
std::int64_t first_guess(RowsView rows, std::size_t count) {
    std::vector<std::int64_t> supports(rows.item_count, 0);
    for (std::int64_t r = 0; r < rows.size(); ++r)
        for (Item i : rows[r]) ++supports[i];
    if (supports.empty()) return 1;
    if (count > supports.size()) return (std::ranges::max(supports) + 1) / 2;
    std::ranges::nth_element(supports, supports.begin() + static_cast<std::ptrdiff_t>(count) - 1, std::greater{});
    return supports[count - 1];
}

}  // namespace

// The search goes from rare to frequent, so it would lose itself among rare patterns before it knows better. It starts with a
// high support instead, and halves it until there are enough; each round costs about as much as all before.
Mined mine_top(RowsView rows, const Request& request, std::size_t count, Rank by, const Limits& limits, int threads,
               Control& control) {
    const bool may_raise_support = by == Rank::support && request.target != Target::maximal;
    Request round = request;
    if (may_raise_support) round.min_support = std::max(request.min_support, first_guess(rows, count));
    while (true) {
        LeastWanted least;
        std::vector<TopPatterns> best(threads, TopPatterns(count, by, may_raise_support, limits.bytes / threads, least));
        OrderedOutput output({}, std::nullopt, threads, control);
        search(rows, round, threads, output, &best, control);
        Mined mined{.patterns = TopPatterns::merge(best), .stopped = output.stopped()};
        if (mined.stopped != Stop::none || mined.patterns.size() == count || round.min_support == request.min_support) {
            control.found = static_cast<std::int64_t>(mined.patterns.size());
            return mined;
        }
        round.min_support = std::max(request.min_support, round.min_support / 2);
    }
}

Patterns best_of(const Patterns& patterns, std::size_t count, Rank by) {
    LeastWanted least;
    std::vector<TopPatterns> best(1, TopPatterns(count, by, false, INT64_MAX, least));
    for (std::size_t p = 0; p < patterns.size(); ++p) best[0].offer(patterns[p], patterns.supports[p]);
    return TopPatterns::merge(best);
}

}  // namespace shoal::mining
