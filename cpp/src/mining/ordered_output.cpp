#include "ordered_output.hpp"

#include <algorithm>
#include <iterator>

namespace shoal::mining {
namespace {

constexpr std::int64_t most_patterns_in_chunk = 1 << 14;

}  // namespace

OrderedOutput::OrderedOutput(Limits limits, std::optional<std::int64_t> buffer_bytes, int writers, Control& control)
    : limits_(limits), buffer_bytes_(buffer_bytes), writers_(writers),
      patterns_in_chunk_(static_cast<std::size_t>(std::clamp<std::int64_t>(limits.patterns, 1, most_patterns_in_chunk))),
      control_(control), segments_(1), front_(segments_.begin()) {}

Segment OrderedOutput::after(Segment segment) {
    std::lock_guard lock(mutex_);
    return segments_.emplace(std::next(segment));
}

void OrderedOutput::hand_over(Segment segment, Chunk& chunk) {
    std::unique_lock lock(mutex_);
    const bool write_now = writers_ == 1 && !buffer_bytes_;
    while (buffer_bytes_ && !room_for(segment) && stopped() == Stop::none && !control_.cancelled())
        changed_.wait_for(lock, std::chrono::milliseconds(50));
    // What follows the first `limit` patterns of a segment can never be among the first of all.
    if (static_cast<std::int64_t>(segment->patterns) > limits_.patterns) return chunk.clear();
    segment->patterns += chunk.patterns;
    bytes_ += (write_now ? 0 : chunk.bytes()) + (buffer_bytes_ ? 0 : chunk.array_bytes());
    if (write_now) write_out(chunk, written_out_);
    else segment->chunks.push_back(std::exchange(chunk, {}));
    chunk.clear();
    advance_front();
    if (stopped() == Stop::none && !buffer_bytes_ && bytes_ > limits_.bytes) stopped_ = Stop::bytes;
    if (segment == front_) changed_.notify_all();
}

// Only the front may use all of the buffer: whoever writes there need never wait for those behind it.
bool OrderedOutput::room_for(Segment segment) const {
    return bytes_ <= (segment == front_ ? *buffer_bytes_ : *buffer_bytes_ / 2);
}

void OrderedOutput::finish(Segment segment) {
    std::lock_guard lock(mutex_);
    segment->finished = true;
    advance_front();
    changed_.notify_all();
}

void OrderedOutput::advance_front() {
    while (front_->finished && std::next(front_) != segments_.end()) {
        before_front_ += front_->patterns;
        ++front_;
    }
    const std::size_t in_order = before_front_ + front_->patterns;
    if (static_cast<std::int64_t>(in_order) > limits_.patterns && stopped() == Stop::none) stopped_ = Stop::patterns;
}

void OrderedOutput::stop(Stop reason) {
    std::lock_guard lock(mutex_);
    if (stopped() == Stop::none) stopped_ = reason;
    changed_.notify_all();
}

void OrderedOutput::check() {
    if (control_.must_stop()) stop(Stop::time);
    if (stopped() != Stop::none) throw GivenUp{};
}

bool OrderedOutput::readable() const { return !segments_.front().chunks.empty() || ended_; }

std::optional<Chunk> OrderedOutput::next(std::chrono::milliseconds wait) {
    std::unique_lock lock(mutex_);
    const auto drop_read_segments = [&] {
        while (segments_.begin() != front_ && segments_.front().chunks.empty()) segments_.pop_front();
    };
    changed_.wait_for(lock, wait, [&] {
        drop_read_segments();
        return readable();
    });
    if (ended_)  // after an early stop, unfinished segments may stand before others
        while (std::next(segments_.begin()) != segments_.end() && segments_.front().chunks.empty()) {
            if (segments_.begin() == front_) ++front_;
            segments_.pop_front();
        }
    auto& chunks = segments_.front().chunks;
    if (chunks.empty()) return std::nullopt;
    Chunk chunk = std::move(chunks.front());
    chunks.pop_front();
    bytes_ -= chunk.bytes();
    changed_.notify_all();
    return chunk;
}

bool OrderedOutput::ended() {
    std::lock_guard lock(mutex_);
    return ended_ && std::ranges::all_of(segments_, [](const auto& segment) { return segment.chunks.empty(); });
}

void OrderedOutput::end() {
    std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_all();
}

Patterns OrderedOutput::take() {
    std::vector<Chunk> chunks;
    for (auto& segment : segments_) std::ranges::move(segment.chunks, std::back_inserter(chunks));
    write_out(std::move(chunks), writers_, written_out_);
    written_out_.cut(static_cast<std::size_t>(limits_.patterns));
    return std::move(written_out_);
}

}  // namespace shoal::mining
