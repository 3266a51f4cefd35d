// Output of many threads that stays in depth-first order.
//
// It is a list of segments. A thread writes to one segment; where it gives work away, it puts a new one behind its own. Read
// from front to back the list is always in depth-first order. The front is the first segment that still grows.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <list>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "chunks.hpp"
#include "shoal/control.hpp"
#include "shoal/mining/request.hpp"

namespace shoal::mining {

// The search ends before its end: a limit is reached, or the time is up.
struct GivenUp {};

struct SegmentOfChunks {
    std::list<Chunk> chunks;
    std::size_t patterns = 0;  // ever written to it
    bool finished = false;
};
using Segment = std::list<SegmentOfChunks>::iterator;

class OrderedOutput {
public:
    // With a buffer, chunks are read while the search runs, and writers wait when it is full. With one writer and no buffer,
    // patterns are written out at once, while they are in the cache.
    OrderedOutput(Limits limits, std::optional<std::int64_t> buffer_bytes, int writers, Control& control);

    // For writers. A chunk holds few enough patterns that a small limit is noticed soon.
    std::size_t patterns_in_chunk() const { return patterns_in_chunk_; }
    Segment first() { return segments_.begin(); }
    Segment after(Segment segment);
    void hand_over(Segment segment, Chunk& chunk);  // leaves an empty one
    void finish(Segment segment);

    // Ends the search, for the first reason that is given; every writer hears of it when it next looks.
    void stop(Stop reason);
    Stop stopped() const { return stopped_.load(std::memory_order_relaxed); }
    // Throws what ends the search, if something does.
    void check();

    // For the reader: the next chunk in order; none after `wait`, or when the output has ended.
    std::optional<Chunk> next(std::chrono::milliseconds wait);
    bool ended();
    void end();  // no writer is left

    // All that was written, but no more patterns than the limit allows; when no writer is left.
    Patterns take();

private:
    void advance_front();
    bool room_for(Segment segment) const;
    bool readable() const;

    const Limits limits_;
    const std::optional<std::int64_t> buffer_bytes_;
    const int writers_;
    const std::size_t patterns_in_chunk_;
    Control& control_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::list<SegmentOfChunks> segments_;
    Segment front_;
    Patterns written_out_;
    std::size_t before_front_ = 0;  // patterns in the segments before the front
    std::int64_t bytes_ = 0;        // held here; without a reader also what the arrays will take
    std::atomic<Stop> stopped_{Stop::none};
    bool ended_ = false;
};

// What one thread writes: fills chunks and hands them over.
class OutputWriter {
public:
    explicit OutputWriter(OrderedOutput& output) : output_(output) {}

    void go_to(Segment segment) {
        segment_ = segment;
        kept_ = 0;
    }
    Segment segment() const { return segment_; }
    // The pattern that was last written is `kept` long by now; the next may add to that.
    void drop_to(std::size_t kept) { kept_ = std::min(kept_, kept); }
    void push(std::span<const Item> pattern, std::int64_t support) {
        chunk_.push(pattern, kept_, support);
        kept_ = pattern.size();
        if (chunk_.full(output_.patterns_in_chunk())) hand_over();
    }
    // The segment is complete.
    void finish() {
        hand_over();
        output_.finish(segment_);
    }
    void finish_and_go_to(Segment segment) {
        finish();
        go_to(segment);
    }
    void hand_over() {
        if (chunk_.patterns > 0) output_.hand_over(segment_, chunk_);
    }

private:
    OrderedOutput& output_;
    Segment segment_;
    Chunk chunk_;
    std::size_t kept_ = 0;
};

}  // namespace shoal::mining
