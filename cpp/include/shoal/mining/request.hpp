// What is mined, how much of it is wanted, and when to stop.
#pragma once

#include <cstdint>

namespace shoal::mining {

enum class Target { all, closed, maximal };
enum class Rank { support, length };

struct Request {
    Target target = Target::closed;
    std::int64_t min_support = 1;
    // These choose among the target's patterns; they do not change which patterns are closed or maximal.
    std::int64_t min_length = 1;
    std::int64_t max_length = INT64_MAX;
};

// How much is still worth having.
struct Limits {
    std::int64_t patterns = INT64_MAX;
    std::int64_t bytes = INT64_MAX;
};

// Why a search ended before its end.
enum class Stop { none, patterns, bytes, time, entries };

}  // namespace shoal::mining
