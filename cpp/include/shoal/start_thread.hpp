// Threads that may fail to start: where the system has no room for one more, that is an error to report, not an end.
#pragma once

#include <atomic>
#include <functional>
#include <stdexcept>
#include <thread>

namespace shoal {

struct NoThread : std::runtime_error {
    NoThread() : std::runtime_error("the system could not start another thread") {}
};

// For tests: so many threads still start, then none does. Below 0 all do.
inline std::atomic<int> threads_left_to_start{-1};

// Throws NoThread. Who has started others must end and join them before it goes on.
std::thread start_thread(std::function<void()> work);

}  // namespace shoal
