#include "shoal/thread_pool.hpp"

#include "shoal/start_thread.hpp"

namespace shoal {

ThreadPool::ThreadPool(int threads) {
    try {
        for (int worker = 1; worker < threads; ++worker) threads_.push_back(start_thread([this, worker] { serve(worker); }));
    } catch (...) {
        quit();
        throw;
    }
}

ThreadPool::~ThreadPool() { quit(); }

void ThreadPool::quit() {
    {
        std::lock_guard lock(mutex_);
        quit_ = true;
    }
    wake_.notify_all();
    for (auto& thread : threads_) thread.join();
}

void ThreadPool::run(std::size_t count, const Task& task) {
    if (threads_.empty() || count <= 1) {
        for (std::size_t t = 0; t < count; ++t) task(t, 0);
        return;
    }
    {
        std::lock_guard lock(mutex_);
        task_ = &task;
        count_ = count;
        next_ = 0;
        error_ = nullptr;
        open_ = true;
        ++round_;
    }
    wake_.notify_all();
    work(0);
    // Only those that joined are waited for: a thread that wakes up late finds the round closed.
    std::unique_lock lock(mutex_);
    open_ = false;
    done_.wait(lock, [this] { return active_ == 0; });
    if (error_) std::rethrow_exception(error_);
}

void ThreadPool::work(int worker) {
    try {
        for (std::size_t t; (t = next_.fetch_add(1)) < count_;) (*task_)(t, worker);
    } catch (...) {
        next_ = count_;
        std::lock_guard lock(mutex_);
        if (!error_) error_ = std::current_exception();
    }
}

void ThreadPool::serve(int worker) {
    std::uint64_t seen = 0;
    while (true) {
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [&] { return quit_ || (open_ && round_ != seen); });
            if (quit_) return;
            seen = round_;
            ++active_;
        }
        work(worker);
        {
            std::lock_guard lock(mutex_);
            --active_;
        }
        done_.notify_one();
    }
}

}  // namespace shoal
