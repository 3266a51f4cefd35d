// Work that idle threads take over.
#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace shoal::mining {

template <class Task>
class Schedule {
public:
    // Whether some thread waits for work and nothing is meant for it yet. Who is told so adds a task: there are never more tasks
    // than idle threads, so no task waits for a thread that itself waits for what the task would write.
    bool claim() {
        if (!hungry_.load(std::memory_order_relaxed)) return false;
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

    // Runs the first task and all that come of it on `threads` threads; work(worker, task) runs one.
    void run(int threads, Task&& first, const std::function<void(int worker, Task&)>& work) {
        queue_.push_back(std::move(first));
        std::vector<std::thread> others;
        for (int t = 1; t < threads; ++t) others.emplace_back([&, t] { serve(t, threads, work); });
        serve(0, threads, work);
        for (auto& thread : others) thread.join();
        if (error_) std::rethrow_exception(error_);
    }

private:
    void serve(int worker, int threads, const std::function<void(int, Task&)>& work) {
        std::unique_lock lock(mutex_);
        while (true) {
            ++idle_;
            update();
            if (idle_ == threads && queue_.empty()) finished_ = true;
            if (finished_) wake_.notify_all();
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
                lock.lock();
                if (!error_) error_ = std::current_exception();
                finished_ = true;
                wake_.notify_all();
                return;
            }
            lock.lock();
        }
    }

    int meant() const { return static_cast<int>(queue_.size()) + claimed_; }
    void update() { hungry_.store(idle_ > meant(), std::memory_order_relaxed); }

    std::mutex mutex_;
    std::condition_variable wake_;
    std::atomic<bool> hungry_{false};
    std::vector<Task> queue_;
    int idle_ = 0, claimed_ = 0;
    bool finished_ = false;
    std::exception_ptr error_;
};

}  // namespace shoal::mining
