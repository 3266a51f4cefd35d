// How the outside talks to a running kernel: cancel it, bound its time, watch its progress.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>

namespace shoal {

struct Cancelled : std::exception {
    const char* what() const noexcept override { return "cancelled"; }
};

class Control {
public:
    Control() = default;
    // For a step inside a longer run: stops with it, counts its own progress.
    struct Part {};
    Control(const Control& whole, Part) : deadline_(whole.deadline_), whole_(&whole) {}

    void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
    bool cancelled() const {
        return cancelled_.load(std::memory_order_relaxed) || (whole_ != nullptr && whole_->cancelled());
    }

    // An emergency stop: a kernel that sees it expired returns the best it has. A limit beyond the clock's range is none.
    void set_time_limit(double seconds) {
        using Seconds = std::chrono::duration<double>;
        const auto now = Clock::now();
        // Rounding takes far less than the second that is left off.
        const double most = Seconds(Clock::time_point::max() - now).count() - 1;
        deadline_ = seconds < most ? now + std::chrono::duration_cast<Clock::duration>(Seconds(seconds)) : Clock::time_point::max();
    }
    bool expired() const { return deadline_ != Clock::time_point::max() && Clock::now() >= deadline_; }

    // Kernels call one of these every few thousand steps.
    void poll() const {
        if (cancelled()) throw Cancelled{};
    }
    bool must_stop() const {
        poll();
        return expired();
    }

    // Progress in the kernel's own units (rows placed, branches searched) and what it found so far.
    std::atomic<std::int64_t> done{0};
    std::atomic<std::int64_t> total{0};
    std::atomic<std::int64_t> found{0};
    std::atomic<std::int64_t> bytes{0};  // what was found so far takes

private:
    using Clock = std::chrono::steady_clock;
    std::atomic<bool> cancelled_{false};
    Clock::time_point deadline_ = Clock::time_point::max();
    const Control* const whole_ = nullptr;
};

}  // namespace shoal
