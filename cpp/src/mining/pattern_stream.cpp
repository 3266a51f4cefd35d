#include "shoal/mining/pattern_stream.hpp"

#include <algorithm>
#include <exception>
#include <thread>

#include "closed_search.hpp"
#include "shoal/start_thread.hpp"

namespace shoal::mining {
namespace {

// Below this a thread could not fill a chunk without waiting for the others.
std::int64_t least_buffer(int threads) { return static_cast<std::int64_t>(Chunk::most_words * sizeof(std::int32_t)) * 4 * threads; }

}  // namespace

struct PatternStream::Running {
    Running(RowsView rows, const Request& request, const Limits& limits, std::int64_t buffer_bytes, int threads, Control& control)
        : output(limits, std::max(buffer_bytes, least_buffer(threads)), threads, control), control(control),
          left(limits.patterns), miner(start_thread([this, rows, request, threads] {
              try {
                  search(rows, request, threads, output, nullptr, this->control);
              } catch (...) {
                  error = std::current_exception();
              }
              output.end();
          })) {}

    ~Running() {
        if (!output.ended()) control.cancel();
        output.stop(Stop::time);  // wakes those that wait for room
        miner.join();
    }

    bool full() const { return batch.size() == batch_patterns || batch.items.size() >= batch_items; }

    // Moves patterns from the chunk to the batch until one is empty or the other full.
    void fill() {
        while (reader && reader->left() > 0 && left > 0 && !full()) {
            const std::size_t length = reader->length();
            const auto support = reader->support();
            pattern.resize(std::max(pattern.size(), length));
            reader->write(pattern.data(), pattern.data());
            batch.push({pattern.data(), length}, support);
            --left;
        }
    }

    OrderedOutput output;
    Control& control;
    std::int64_t left;  // patterns still wanted
    std::exception_ptr error;
    Chunk chunk;
    std::optional<ChunkReader> reader;
    std::vector<Item> pattern;
    Patterns batch;
    bool over = false;
    std::thread miner;  // last: it uses all of the above
};

PatternStream::PatternStream(RowsView rows, const Request& request, const Limits& limits, std::int64_t buffer_bytes,
                             int threads, Control& control)
    : running_(std::make_unique<Running>(rows, request, limits, buffer_bytes, threads, control)) {}

PatternStream::~PatternStream() = default;

std::optional<Patterns> PatternStream::next(std::chrono::milliseconds wait) {
    Running& run = *running_;
    run.control.poll();  // when cancelled, what still waits is of no use
    const auto until = std::chrono::steady_clock::now() + wait;
    while (!run.full() && !run.over) {
        run.fill();
        if (run.full()) break;
        const bool wanted = run.left > 0;
        const bool ended = run.output.ended();  // before the look, so that nothing slips between the two
        const auto rest = std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
        auto chunk = run.output.next(std::max(rest, std::chrono::milliseconds(0)));
        if (chunk && wanted) {
            run.chunk = std::move(*chunk);
            run.reader.emplace(run.chunk);
        } else if (!chunk && ended) {
            run.over = true;
        } else if (!chunk && std::chrono::steady_clock::now() >= until) {
            return std::nullopt;
        }
    }
    if (run.over && run.error) std::rethrow_exception(run.error);
    if (run.batch.size() == 0) return std::nullopt;
    return std::exchange(run.batch, Patterns());
}

bool PatternStream::ended() const { return running_->over && running_->batch.size() == 0; }

Stop PatternStream::stopped() const { return running_->output.stopped(); }

}  // namespace shoal::mining
