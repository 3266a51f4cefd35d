// One thread of the miner. It searches closed patterns; maximal ones are some of them, and for all frequent patterns the
// items that every row of a branch has are not forced into it but free to join.
#pragma once

#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "closed_nodes.hpp"
#include "ordered_output.hpp"
#include "schedule.hpp"
#include "shoal/control.hpp"
#include "shoal/mining/extents.hpp"
#include "shoal/mining/request.hpp"
#include "top_patterns.hpp"

namespace shoal::mining {

constexpr std::int64_t poll_interval = 4096;  // patterns between two looks at the control

// The branches [from, to) of a node.
struct ClosedTask {
    std::shared_ptr<const SparseNode> sparse = nullptr;  // either this
    std::shared_ptr<const BitNode> bits;       // or this
    std::int32_t from = 0, to = 0;
    std::vector<Item> prefix;
    std::vector<Joined> joined;                   // what the labels from item_count on stand for
    std::vector<Item> free;                       // items that every row has and no pattern must
    bool root = false;
    Segment segment;
};

// The branches of a node that a thread is at, and the part of them it has given away.
struct ClosedLoop {
    std::shared_ptr<const SparseNode> sparse = nullptr;  // either this
    const BitNode* bits = nullptr;                       // or this
    std::int32_t at, to;                                 // the branch it is in, and the end
    bool root = false;
    std::size_t prefix = 0, joined = 0, free = 0;  // how much the pattern above has of each
    bool shared = false;
    std::shared_ptr<const BitNode> copy = nullptr;  // of the bits, for other threads
    Segment rest{};                                 // what comes after all of these branches, once some were given away

    bool is_worth_sharing() const { return to - at >= (bits ? 4 : 2); }
    // Branches of bit nodes shrink fast: half of the work is at the front.
    std::int32_t first_given() const { return at + 1 + (to - at - 1) / (bits ? 8 : 2); }
};

class ClosedWorker {
public:
    // With `best`, patterns go there instead of to the output.
    ClosedWorker(Item item_count, const Request& request, Schedule<ClosedTask>& schedule, OrderedOutput& output,
                 TopPatterns* best, Control& control);

    // From now on the patterns go to a visitor and nowhere else. `weights` are of the input's distinct rows.
    void visit_with(ExtentVisitor& visitor, std::span<const std::int32_t> weights, std::int64_t most_entries);

    void run(ClosedTask& task);
    std::int64_t entries() const { return entries_; }  // rows of all visited patterns
    // The closure of the empty set, which every row has.
    void report_root(const std::vector<Item>& closure, std::int64_t rows, bool leaf, Segment segment);

private:
    // Loops over a node's branches.
    void mine(const std::shared_ptr<const SparseNode>& node, std::int32_t from, std::int32_t to, bool root);
    void mine(const BitNode& node, std::int32_t from, std::int32_t to, std::size_t depth);
    void open(ClosedLoop& loop);
    void close(const ClosedLoop& loop);
    // Gives branches to a thread that waits: those of the uppermost loop, the largest there are.
    void share() {
        if (schedule_.hungry()) share_with_idle();
    }
    void share_with_idle();
    // One branch: tells whether it is new, reports its closed set, goes deeper.
    void branch(const SparseNode& node, std::int32_t item);
    void branch_of_one(const SparseNode& node, std::int32_t item, std::int32_t candidate);
    void branch(const BitNode& node, std::int32_t candidate, std::size_t depth);

    enum class Side { before, after };
    void count_items(const SparseNode& node, std::int32_t item, Side side);
    bool seen_before(const SparseNode& node, std::int32_t item);
    bool bits_are_cheaper(const SparseNode& node, std::int32_t item) const;
    const BitNode& project_to_bits(const SparseNode& node, std::int32_t item);
    std::size_t set_bits(const SparseNode& node, std::int32_t row, std::size_t bit, std::int32_t copies);
    void set_bits_in_order_of_origins(const SparseNode& node, std::int32_t item, BitNode& bits);
    std::shared_ptr<const SparseNode> project(const SparseNode& node, std::int32_t item);
    void merge_projected(const SparseNode& node, std::int32_t item, SparseNode& below);
    void sort_and_join(BitNode& node);

    void push(Label label);
    // An item that every row of the branch has.
    void push_whole(Label label) {
        if (target_ == Target::all) free_.push_back(label);  // labels are items then: nothing is joined
        else push(label);
    }
    void drop_to(std::size_t prefix, std::size_t joined, std::size_t free) {
        prefix_.resize(prefix);
        joined_.resize(joined);
        free_.resize(free);
        writer_.drop_to(prefix);
    }
    void report(std::int64_t support) {
        const auto length = static_cast<std::int64_t>(prefix_.size());
        if (length >= min_length_ && length <= max_length_) {
            if (best_) best_->offer(prefix_, support);
            else writer_.push(prefix_, support);
            ++reported_;
        }
        if (++steps_ % poll_interval == 0 || best_) look_up();
    }
    void report_with_free(std::int64_t support) {
        report(support);
        if (!free_.empty()) choose_free(support);
    }
    void choose_free(std::int64_t support);
    void look_up();  // at the control, and at what other threads found

    // May a longer pattern still be wanted, when `more` items can join the prefix?
    bool worth_extending(std::size_t more) const;
    bool worth_extending(const BitNode& node) const;
    std::int32_t length(Label label) const { return label < item_count_ ? 1 : joined_[label - item_count_].size; }
    bool frequent_with_excluded(const SparseNode& node, std::int32_t item);
    bool report_whole_tail(const BitNode& node);
    BitNode& frame(std::size_t depth);

    // Shows the pattern and its rows to the visitor; tells whether to go below.
    bool visit(const SparseNode& node, std::int32_t item);
    bool visit(const BitNode& node, const Word* rows, const BitNode& below);
    void count_visit();
    void count_room(const BitNode& node, const Word* rows, const BitNode& below);

    const Item item_count_;
    const Target target_;
    std::int32_t min_support_;                // rises while the best are looked for
    std::int64_t min_length_, max_length_;
    const Isa isa_ = isa();
    Schedule<ClosedTask>& schedule_;
    OrderedOutput& output_;
    OutputWriter writer_;
    TopPatterns* const best_;
    Control& control_;
    ExtentVisitor* visitor_ = nullptr;
    std::span<const std::int32_t> weights_;
    std::int64_t most_entries_ = INT64_MAX;
    std::int64_t entries_ = 0, counted_entries_ = 0;
    std::vector<ClosedLoop*> loops_;  // from the uppermost to the one it is in
    std::vector<Item> prefix_;
    std::vector<Joined> joined_;
    std::vector<Item> free_;
    std::vector<std::size_t> chosen_;  // places in free_, scratch
    std::int64_t steps_ = 0;
    std::int64_t reported_ = 0;  // since the last look at the control

    // Scratch for sparse nodes, per item of the node.
    std::vector<std::int32_t> support_;      // in the branch; all zero between branches
    std::vector<std::int32_t> touched_;      // items with a support
    std::vector<std::int32_t> shared_;       // excluded items that the rows so far share
    std::vector<std::int32_t> position_;     // place in the projection, -1 if dropped; all -1 between branches
    std::vector<std::int32_t> candidates_, excluded_;
    struct ProjectedRow {
        std::span<std::int32_t> excluded;
        std::span<const std::int32_t> candidates;
    };
    std::vector<std::int32_t> projected_items_;
    std::vector<ProjectedRow> projected_;    // the distinct ones
    std::vector<std::int32_t> slots_;        // hash table over them
    std::vector<Word*> set_of_;              // where the rows of an item are written
    std::vector<Word> unused_;

    // Scratch for visits.
    std::vector<std::int32_t> extent_;
    std::vector<std::int32_t> room_, room_of_bit_;
    std::vector<std::pair<std::int32_t, std::int32_t>> origins_;  // with the node's row
    std::vector<std::int32_t> went_into_;                         // where the branch's rows went in a projection

    // Scratch for bit nodes.
    std::deque<BitNode> frames_;
    std::vector<std::int32_t> all_;   // candidates that every row has
    std::vector<std::int32_t> order_;
    BitNode sorted_;
    std::vector<Word> tail_;          // rows that have all candidates
};

}  // namespace shoal::mining
