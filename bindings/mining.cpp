#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include <algorithm>
#include <cstdlib>

#include "bindings.hpp"
#include "checked.hpp"
#include "shoal/mining/frequent.hpp"
#include "shoal/mining/longest.hpp"
#include "shoal/mining/pattern_stream.hpp"

namespace nb = nanobind;
using shoal::mining::Buffer;
using shoal::mining::Limits;
using shoal::mining::Mined;
using shoal::mining::Patterns;
using shoal::mining::PatternStream;
using shoal::mining::Rank;
using shoal::mining::Request;
using shoal::mining::Stop;
using shoal::mining::Target;

namespace {

template <class T>
ArrayOut<T> take(Buffer<T>& buffer) {
    const std::size_t size = buffer.size();
    T* data = buffer.release();
    return ArrayOut<T>(data, {size}, nb::capsule(data ? data : std::malloc(1), [](void* p) noexcept { std::free(p); }));
}

std::pair<Patterns, Stop> as_pair(Mined&& mined) { return {std::move(mined.patterns), mined.stopped}; }

std::size_t checked_count(std::int64_t count) { return static_cast<std::size_t>(checked_number("count", count, 1)); }

}  // namespace

void bind_mining(nb::module_& m) {
    nb::class_<Patterns>(m, "Patterns", "Patterns with their supports, end to end.")
        .def("take_items", [](Patterns& p) { return take(p.items); })
        .def("take_offsets", [](Patterns& p) { return take(p.offsets); })
        .def("take_supports", [](Patterns& p) { return take(p.supports); });

    nb::enum_<Target>(m, "Target").value("all", Target::all).value("closed", Target::closed).value("maximal", Target::maximal);
    nb::enum_<Rank>(m, "Rank").value("support", Rank::support).value("length", Rank::length);
    nb::enum_<Stop>(m, "Stop", "Why a search ended before its end.")
        .value("none", Stop::none)
        .value("patterns", Stop::patterns)
        .value("bytes", Stop::bytes)
        .value("time", Stop::time);
    nb::class_<Request>(m, "Request", "What is mined.")
        .def("__init__",
             [](Request* self, Target target, std::int64_t min_support, std::int64_t min_length, std::int64_t max_length) {
                 new (self) Request{target, checked_number("min_support", min_support, 1), checked_number("min_length", min_length, 0),
                                    checked_number("max_length", max_length, 0)};
             },
             nb::arg("target"), nb::arg("min_support"), nb::arg("min_length"), nb::arg("max_length"));
    nb::class_<Limits>(m, "Limits", "How much is still worth having.")
        .def("__init__",
             [](Limits* self, std::int64_t patterns, std::int64_t bytes) {
                 new (self) Limits{checked_number("patterns", patterns, 0), checked_number("bytes", bytes, 0)};
             },
             nb::arg("patterns"), nb::arg("bytes"));

    m.def("mine",
          [](const ItemsIn& items, const OffsetsIn& offsets, std::int32_t item_count, const Request& request,
             const Limits& limits, int threads, shoal::Control& control) {
              nb::gil_scoped_release release;
              const auto rows = checked_rows(items, offsets, item_count);
              return as_pair(shoal::mining::mine(rows, request, limits, checked_threads(threads), control));
          },
          nb::arg("items"), nb::arg("offsets"), nb::arg("item_count"), nb::arg("request"), nb::arg("limits"),
          nb::arg("threads"), nb::arg("control"), "The patterns, and why they are not all.");

    m.def("mine_top",
          [](const ItemsIn& items, const OffsetsIn& offsets, std::int32_t item_count, const Request& request, std::int64_t count,
             Rank by, const Limits& limits, int threads, shoal::Control& control) {
              nb::gil_scoped_release release;
              const auto rows = checked_rows(items, offsets, item_count);
              return as_pair(shoal::mining::mine_top(rows, request, checked_count(count), by, limits, checked_threads(threads), control));
          },
          nb::arg("items"), nb::arg("offsets"), nb::arg("item_count"), nb::arg("request"), nb::arg("count"), nb::arg("by"),
          nb::arg("limits"), nb::arg("threads"), nb::arg("control"), "The best patterns, and why there may be better ones.");

    m.def("mine_longest",
          [](const ItemsIn& items, const OffsetsIn& offsets, std::int32_t item_count, const Request& request,
             const Limits& limits, shoal::Control& control) {
              nb::gil_scoped_release release;
              const auto rows = checked_rows(items, offsets, item_count);
              return as_pair(shoal::mining::mine_longest(rows, request, limits, control));
          },
          nb::arg("items"), nb::arg("offsets"), nb::arg("item_count"), nb::arg("request"), nb::arg("limits"),
          nb::arg("control"), "The patterns of the greatest length, and why they are not all.");

    nb::class_<PatternStream>(m, "PatternStream", "Patterns in batches while the search goes on.")
        .def("__init__",
             [](PatternStream* self, const ItemsIn& items, const OffsetsIn& offsets, std::int32_t item_count,
                const Request& request, const Limits& limits, std::int64_t buffer_bytes, int threads, shoal::Control& control) {
                 const auto rows = checked_rows(items, offsets, item_count);
                 new (self) PatternStream(rows, request, limits, buffer_bytes, checked_threads(threads), control);
             },
             nb::arg("items"), nb::arg("offsets"), nb::arg("item_count"), nb::arg("request"), nb::arg("limits"),
             nb::arg("buffer_bytes"), nb::arg("threads"), nb::arg("control"),
             // The arrays and the control are used for as long as the stream lives.
             nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(), nb::keep_alive<1, 9>())
        .def("next",
             [](PatternStream& stream, double seconds) {
                 nb::gil_scoped_release release;
                 const double most = 1e9;  // decades
                 return stream.next(std::chrono::milliseconds(static_cast<std::int64_t>(std::min(checked_seconds(seconds), most) * 1000)));
             },
             nb::arg("seconds"), "The next batch; None if there is none in time, or no more.")
        .def_prop_ro("ended", &PatternStream::ended)
        .def_prop_ro("stopped", &PatternStream::stopped);

    m.def("drop_implied",
          [](Patterns& patterns, const ItemsIn& above) {
              const std::span<const shoal::Item> view{above.data(), above.size()};
              nb::gil_scoped_release release;
              check_whole(patterns);
              checked_codes("above", above, static_cast<std::int64_t>(above.size()), -1, static_cast<std::int64_t>(above.size()));
              for (const shoal::Item item : patterns.items.view()) checked_number("item", item, 0, static_cast<std::int64_t>(above.size()) - 1);
              shoal::mining::drop_implied(patterns, view);
          },
          nb::arg("patterns"), nb::arg("above"), "Leave out of each pattern what follows from another of its items.");

    m.def("best_of",
          [](const Patterns& patterns, std::int64_t count, Rank by) {
              check_whole(patterns);
              return shoal::mining::best_of(patterns, checked_count(count), by);
          },
          nb::arg("patterns"), nb::arg("count"), nb::arg("by"), nb::call_guard<nb::gil_scoped_release>(),
          "The best of patterns that are at hand, best first.");
}
