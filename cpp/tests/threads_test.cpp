// Everything that starts threads: the same on any number, watched and cancelled from outside, and where no thread starts.
// Run under the thread sanitizer too.
#include <functional>
#include <thread>

#include "check.hpp"
#include "random_constraint.hpp"
#include "shoal/certificate/bound.hpp"
#include "shoal/cluster/sweep.hpp"
#include "shoal/generalize/rbat.hpp"
#include "shoal/mining/frequent.hpp"
#include "shoal/mining/pattern_stream.hpp"
#include "shoal/privacy/km_check.hpp"
#include "shoal/start_thread.hpp"
#include "shoal/supports.hpp"
#include "shoal/table/bound.hpp"
#include "shoal/table/gen_cover_cf.hpp"
#include "shoal/table/sweep.hpp"
#include "shoal/thread_pool.hpp"

namespace threads_test {

using namespace shoal;
using namespace oracle;

namespace {

using Numbers = std::vector<std::int64_t>;

template <class Range>
Numbers numbers(const Range& range) {
    return Numbers(range.begin(), range.end());
}

Numbers numbers(const mining::Patterns& patterns) { return numbers(patterns.items.view()); }

struct Kernel {
    const char* name;
    std::function<Numbers(int threads, Control& control)> run;
    bool polls = true;  // false: one pass over the rows, which is not cancelled
};

class Kernels {
public:
    explicit Kernels(Random& random)
        : rows_(random_rows(random, 200, 24, 0.3)), sets_(random_rows(random, 50, 24, 0.1)),
          table_(random, {.rows = 900, .columns = 4, .most_values = 12}),
          persons_(Constraint::persons(4, random_codes(random, 900, 500))) {}

    std::vector<Kernel> all() {
        const RowsView rows = rows_.view(24);
        const table::View& view = table_.view();
        const mining::Request request{.min_support = 6};
        return {
            {"mine", [=](int threads, Control& control) { return numbers(mining::mine(rows, request, {}, threads, control).patterns); }},
            {"mine_top",
             [=](int threads, Control& control) {
                 return numbers(mining::mine_top(rows, request, 20, mining::Rank::support, {}, threads, control).patterns);
             }},
            {"stream",
             [=](int threads, Control& control) {
                 mining::PatternStream stream(rows, request, {}, 1, threads, control);
                 Numbers found;
                 while (!stream.ended())
                     if (const auto batch = stream.next(std::chrono::milliseconds(5)))
                         for (std::int64_t number : batch->items.view()) found.push_back(number);
                 return found;
             }},
            {"supports", [=, this](int threads, Control& control) { return numbers(supports_of(rows, sets_.view(24), threads, control)); }},
            {"sweep",
             [=](int threads, Control& control) { return numbers(cluster::sweep(rows, {.k = 4, .threads = threads}, control).group_of_row); }},
            {"bound",
             [=](int threads, Control& control) {
                 const std::vector<std::int32_t> kept(200, 0);
                 return Numbers{certificate::tight_bound(rows, 4, kept, INT64_MAX, INT64_MAX, 3, threads, control).kept_at_most};
             }},
            {"km_check", [=](int threads, Control& control) { return privacy::km_check(rows, 5, 3, threads, control).offenders; }},
            {"partial_supports",
             [=](int threads, Control& control) { return numbers(generalize::partial_supports(rows, 5, threads, control)->of_items()); },
             false},
            {"table_sweep",
             [&view](int threads, Control& control) {
                 return numbers(table::sweep(view, {.constraint = 4, .threads = threads}, control).grouping.group_of_row);
             }},
            {"table_blocks_of_persons",
             [&view, this](int threads, Control& control) {
                 const table::SweepOptions options{.constraint = persons_, .threads = threads, .limits = {.visited = 20'000, .kept = 20'000}};
                 return numbers(table::sweep(view, options, control).grouping.group_of_row);
             }},
            {"gen_cover_cf",
             [&view, this](int threads, Control& control) {
                 return numbers(table::gen_cover_cf(view, {.constraint = persons_, .threads = threads}, control)->group_of_row);
             }},
            {"table_bound",
             [&view](int threads, Control& control) {
                 const std::vector<std::int32_t> one(900, 0);
                 return Numbers{table::tight_bound(view, 20, one, {}, 2, threads, control).cost_at_least};
             }},
        };
    }

private:
    Rows rows_, sets_;
    RandomTable table_;
    Constraint persons_;
};

// Lets so many threads start while it lives.
struct OnlyThreads {
    explicit OnlyThreads(int count) { threads_left_to_start = count; }
    ~OnlyThreads() { threads_left_to_start = -1; }
};

}  // namespace

TEST(kernels_on_threads_find_the_same) {
    Random random(201);
    Kernels made(random);
    for (const Kernel& kernel : made.all()) {
        Control control;
        const Numbers one = kernel.run(1, control);
        for (const int threads : {2, 3})
            if (kernel.run(threads, control) != one) check::that(false, kernel.name, __FILE__, __LINE__);
    }
}

TEST(kernels_on_threads_are_watched_and_cancelled_from_outside) {
    Random random(202);
    Kernels made(random);
    for (const Kernel& kernel : made.all()) {
        Control control;
        std::atomic<bool> over = false;
        std::thread outside([&] {
            std::int64_t looks = 0;
            while (!over && looks < 200) {
                looks += control.done + control.total + control.found >= 0;
                std::this_thread::sleep_for(std::chrono::microseconds(20));
            }
            control.cancel();
        });
        try {
            for (int again = 0; again < 3; ++again) kernel.run(2, control);
        } catch (const Cancelled&) {
        }
        over = true;
        outside.join();
        if (kernel.polls) CHECK_THROWS(kernel.run(2, control), Cancelled);
    }
}

TEST(threads_that_cannot_be_started_are_an_error) {
    Random random(203);
    Kernels made(random);
    for (const Kernel& kernel : made.all()) {
        Control control;
        const Numbers wanted = kernel.run(4, control);
        for (int started = 0; started < 3; ++started) {
            const OnlyThreads some(started);
            CHECK_THROWS(kernel.run(4, control), NoThread);
        }
        CHECK(kernel.run(4, control) == wanted);
    }
}

TEST(a_pool_whose_threads_cannot_be_started_joins_the_others) {
    for (int started = 0; started < 3; ++started) {
        const OnlyThreads some(started);
        CHECK_THROWS(ThreadPool(4), NoThread);
    }
    ThreadPool pool(4);
    std::atomic<int> sum = 0;
    pool.run(100, [&](std::size_t task, int) { sum += static_cast<int>(task); });
    CHECK_EQ(sum.load(), 4950);
}

}  // namespace threads_test
