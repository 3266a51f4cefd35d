// Work that idle threads take over.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "shoal/start_thread.hpp"

namespace shoal::mining {

template <class Task>
class Schedule {
public:
    // Whether some thread seems to wait for work.
    bool hungry() const { return hungry_.load(std::memory_order_relaxed); }

    // Whether some thread waits for work and nothing is meant for it yet. Who is told so adds a task: there are never more tasks
    // than idle threads, so no task waits for a thread that itself waits for what the task would write.
    bool claim() {
        std::lock_guard lock(mutex_);
        if (idle_ <= meant()) return false;
        ++claimed_;
        update();
        return true;
    }

    void add(Task&& task) {
        std::lock_guard lock(mutex_);
        --claimed_;
        queue_.push_back(std::move(task));
        update();
        wake_.notify_one();
    }

    // Runs the first task and all that come of it on `threads` threads; work(worker, task) runs one. Throws NoThread if not all
    // of them can be started.
    void run(int threads, Task&& first, const std::function<void(int worker, Task&)>& work) {
        std::vector<std::thread> others;
        try {
            for (int t = 1; t < threads; ++t) others.push_back(start_thread([&, t] { serve(t, threads, work); }));
            add_first(std::move(first));
            serve(0, threads, work);
        } catch (...) {
            fail();
        }
        for (auto& thread : others) thread.join();
        if (error_) std::rethrow_exception(error_);
    }

private:
    void serve(int worker, int threads, const std::function<void(int, Task&)>& work) {
        std::unique_lock lock(mutex_);
        while (true) {
            ++idle_;
            update();
            if (idle_ == threads && queue_.empty()) finish();
            look_out(lock);
            wake_.wait(lock, [&] { return finished_ || !queue_.empty(); });
            if (finished_) return;
            --idle_;
            Task task = std::move(queue_.front());
            queue_.erase(queue_.begin());
            update();
            lock.unlock();
            try {
                work(worker, task);
            } catch (...) {
                fail();
                return;
            }
            lock.lock();
        }
    }

    void add_first(Task&& first) {
        std::lock_guard lock(mutex_);
        queue_.push_back(std::move(first));
        update();
        wake_.notify_one();
    }

    void fail() {
        std::lock_guard lock(mutex_);
        if (!error_) error_ = std::current_exception();
        finish();
    }

    void finish() {
        finished_ = true;
        update();
        wake_.notify_all();
    }

    // Work mostly comes at once, sooner than a sleeping thread wakes up.
    void look_out(std::unique_lock<std::mutex>& lock) {
        if (finished_ || !queue_.empty()) return;
        lock.unlock();
        const auto end = std::chrono::steady_clock::now() + longest_look_out;
        while (!wanted_.load(std::memory_order_relaxed) && std::chrono::steady_clock::now() < end) std::this_thread::yield();
        lock.lock();
    }

    int meant() const { return static_cast<int>(queue_.size()) + claimed_; }
    void update() {
        hungry_.store(idle_ > meant(), std::memory_order_relaxed);
        wanted_.store(finished_ || !queue_.empty(), std::memory_order_relaxed);
    }

    static constexpr std::chrono::microseconds longest_look_out{100};

    std::mutex mutex_;
    std::condition_variable wake_;
    std::atomic<bool> hungry_{false};  // an idle thread has nothing to expect
    std::atomic<bool> wanted_{false};  // an idle thread has something to do
    std::vector<Task> queue_;
    int idle_ = 0, claimed_ = 0;
    bool finished_ = false;
    std::exception_ptr error_;
};

}  // namespace shoal::mining
