// What a worker does with a branch's pattern: is it wanted, may a longer one be, where does it go?
#include <algorithm>

#include "closed_worker.hpp"

namespace shoal::mining {
// The prefix with every choice of free items, but the empty one.
void ClosedWorker::choose_free(std::int64_t support) {
    const std::size_t prefix = prefix_.size();
    const auto may_grow = [&](std::size_t next) {
        const auto reach = static_cast<std::int64_t>(prefix_.size() + free_.size() - next);
        return next < free_.size() && static_cast<std::int64_t>(prefix_.size()) < max_length_ && reach >= min_length_ &&
               (!best_ || best_->may_enter(support, std::min(reach, max_length_)));
    };
    chosen_.clear();
    std::size_t next = 0;
    while (true) {
        if (may_grow(next)) {
            prefix_.push_back(free_[next]);
            chosen_.push_back(next++);
            report(support);
        } else if (!chosen_.empty()) {
            next = chosen_.back() + 1;
            chosen_.pop_back();
            prefix_.pop_back();
            writer_.drop_to(prefix_.size());
        } else {
            break;
        }
    }
    writer_.drop_to(prefix);
}

void ClosedWorker::look_up() {
    if (best_) {
        min_support_ = std::max(min_support_, static_cast<std::int32_t>(best_->least_support()));
        min_length_ = std::max(min_length_, best_->least_length());
        if (best_->out_of_memory()) output_.stop(Stop::bytes);
        else if (steps_ % poll_interval != 0) return;
    }
    control_.found += std::exchange(reported_, 0);
    output_.check();
}

void ClosedWorker::report_root(const std::vector<Item>& closure, std::int64_t rows, bool leaf, Segment segment) try {
    writer_.go_to(segment);
    for (Item item : closure) push_whole(item);
    if (target_ != Target::maximal || leaf) report_with_free(rows);
    prefix_.clear();
    free_.clear();
    writer_.finish();
} catch (const GivenUp&) {
    writer_.hand_over();
}

bool ClosedWorker::worth_extending(std::size_t more) const {
    const auto length = static_cast<std::int64_t>(prefix_.size());
    return more > 0 && length < max_length_ && length + static_cast<std::int64_t>(free_.size() + more) >= min_length_;
}

bool ClosedWorker::worth_extending(const BitNode& node) const {
    if (node.candidates == 0 || min_length_ <= 1) return worth_extending(static_cast<std::size_t>(node.candidates));
    std::size_t more = 0;
    for (std::int32_t c = 0; c < node.candidates; ++c) more += static_cast<std::size_t>(length(node.labels[c]));
    return worth_extending(more);
}

bool ClosedWorker::frequent_with_excluded(const SparseNode& node, std::int32_t item) {
    count_items(node, item, Side::before);
    bool frequent = false;
    for (std::int32_t i : touched_) {
        frequent |= support_[i] >= min_support_;
        support_[i] = 0;
    }
    return frequent;
}

// Looks ahead for maximal patterns: when the prefix with all candidates is frequent, it is the only one below this node that
// can be maximal. It is, when no excluded item is frequent with it.
bool ClosedWorker::report_whole_tail(const BitNode& node) {
    if (target_ != Target::maximal) return false;
    const BitOps& ops = bit_ops(node.width, isa_);
    tail_.resize(words_of(node.width));
    const std::int32_t support = ops.common(node.candidate_rows.data(), node.candidates, min_support_, tail_.data());
    if (support == 0) return false;
    if (!ops.some_frequent(tail_.data(), node.excluded_rows.data(), node.excluded, min_support_)) {
        const std::size_t prefix = prefix_.size();
        for (std::int32_t c = 0; c < node.candidates; ++c) push(node.labels[c]);
        report(support);
        drop_to(prefix, joined_.size(), free_.size());
    }
    return true;
}

}  // namespace shoal::mining
