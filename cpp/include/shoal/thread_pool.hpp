// A few workers that run numbered tasks side by side.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace shoal {

class ThreadPool {
public:
    // Throws NoThread if not all of them can be started.
    explicit ThreadPool(int threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    // Calls task(0) .. task(count - 1), each once, with the number of the worker that runs it. Returns when all are done;
    // the first exception is thrown again. The caller is worker 0.
    using Task = std::function<void(std::size_t task, int worker)>;
    void run(std::size_t count, const Task& task);

private:
    void quit();
    void work(int worker);
    void serve(int worker);

    std::mutex mutex_;
    std::condition_variable wake_, done_;
    std::vector<std::thread> threads_;
    const Task* task_ = nullptr;
    std::size_t count_ = 0;
    std::atomic<std::size_t> next_{0};
    int active_ = 0;  // threads in the round, the caller not counted
    std::uint64_t round_ = 0;
    bool open_ = false;
    bool quit_ = false;
    std::exception_ptr error_;
};

}  // namespace shoal
