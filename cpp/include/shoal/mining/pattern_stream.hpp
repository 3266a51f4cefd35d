// Patterns in batches while the search goes on, in bounded memory.
#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include "shoal/mining/frequent.hpp"

namespace shoal::mining {

// The search runs on threads of its own and waits when what it found is not fetched. The rows and the control must outlive
// the stream.
class PatternStream {
public:
    // At most about `buffer_bytes` wait to be fetched; Limits::bytes does not count.
    PatternStream(RowsView rows, const Request& request, const Limits& limits, std::int64_t buffer_bytes, int threads,
                  Control& control);
    ~PatternStream();  // cancels what still runs

    // The next patterns in depth-first order. Where one batch ends and the next begins does not depend on the number of
    // threads. Nothing when there are none after `wait`, or at the end.
    std::optional<Patterns> next(std::chrono::milliseconds wait);
    bool ended() const;
    Stop stopped() const;  // at the end

    // A batch has no more patterns, and no more items but for its last pattern.
    static constexpr std::size_t batch_patterns = 1 << 17;
    static constexpr std::size_t batch_items = 1 << 21;

private:
    struct Running;
    std::unique_ptr<Running> running_;
};

}  // namespace shoal::mining
