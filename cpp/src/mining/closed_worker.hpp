// One thread of the closed miner.
#pragma once

#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "closed_nodes.hpp"
#include "schedule.hpp"
#include "shoal/control.hpp"
#include "shoal/mining/closed.hpp"
#include "shoal/mining/extents.hpp"

namespace shoal::mining {

// The branches [from, to) of a node.
struct ClosedTask {
    std::shared_ptr<const SparseNode> sparse;  // either this
    std::shared_ptr<const BitNode> bits;       // or this
    std::int32_t from = 0, to = 0;
    std::vector<Item> prefix;
    std::vector<Joined> joined;  // what the labels from item_count on stand for
    bool root = false;
    Segment segment;
};

// The search is not worth finishing: too many patterns, or no time left.
struct GivenUp {};

class ClosedWorker {
public:
    // Throws GivenUp when all workers together have passed a limit, or when the time is up. With a visitor the patterns go
    // there and nowhere else.
    ClosedWorker(Item item_count, std::int64_t min_support, Limits limits, Schedule<ClosedTask>& schedule, Control& control,
                 ExtentVisitor* visitor = nullptr, std::span<const std::int32_t> weights = {});

    void run(ClosedTask& task);
    std::int64_t entries() const { return entries_; }  // rows of all visited patterns

private:
    // Loops over a node's branches; gives half of what is left to a thread that waits.
    void mine(const std::shared_ptr<const SparseNode>& node, std::int32_t from, std::int32_t to, bool root);
    void mine(const BitNode& node, std::int32_t from, std::int32_t to, std::size_t depth);
    // One branch: tells whether it is new, reports its closed set, goes deeper.
    void branch(const SparseNode& node, std::int32_t item);
    void branch(const BitNode& node, std::int32_t candidate, std::size_t depth);

    enum class Side { before, after };
    void count_items(const SparseNode& node, std::int32_t item, Side side);
    bool seen_before(const SparseNode& node, std::int32_t item);
    bool bits_are_cheaper(const SparseNode& node, std::int32_t item) const;
    const BitNode& project_to_bits(const SparseNode& node, std::int32_t item);
    std::size_t set_bits(const SparseNode& node, std::int32_t row, std::size_t bit, std::int32_t copies);
    void set_bits_in_order_of_origins(const SparseNode& node, std::int32_t item, BitNode& bits);
    std::shared_ptr<const SparseNode> project(const SparseNode& node, std::int32_t item);
    void sort_and_join(BitNode& node);

    void push(Label label);
    std::int32_t items_behind(Label label) const { return label < item_count_ ? 1 : joined_[label - item_count_].size; }
    void report(std::int64_t support);
    void count_visit();
    // Shows the pattern and its rows to the visitor; tells whether to go below.
    bool visit(const SparseNode& node, std::int32_t item);
    bool visit(const BitNode& node, std::int32_t candidate, const BitNode& below);
    void count_room(const BitNode& node, std::int32_t candidate, const BitNode& below);
    // No k rows hold more than this many items of candidates that fill `entries` places in the rows.
    std::int64_t reach(std::int64_t candidates, std::int64_t entries) const;
    BitNode& frame(std::size_t depth);

    const Item item_count_;
    const std::int32_t min_support_;
    const Limits limits_;
    const Isa isa_ = isa();
    Schedule<ClosedTask>& schedule_;
    Control& control_;
    ExtentVisitor* const visitor_;
    const std::span<const std::int32_t> weights_;  // of the input's distinct rows
    Segment segment_;
    std::vector<Item> prefix_;
    std::vector<Joined> joined_;
    std::int64_t reported_ = 0;
    std::int64_t reported_items_ = 0;  // since the last look at the control
    std::int64_t entries_ = 0, counted_entries_ = 0;

    // Scratch for sparse nodes, per item of the node.
    std::vector<std::int32_t> support_;      // in the branch; all zero between branches
    std::vector<std::int32_t> touched_;      // items with a support
    std::vector<std::int32_t> shared_;       // excluded items that the rows so far share
    std::vector<std::int32_t> position_;     // place in the projection, -1 if dropped; all -1 between branches
    std::vector<std::int32_t> candidates_, excluded_;
    std::vector<std::int32_t> slots_;        // hash table over projected rows
    std::vector<Word*> set_of_;              // where the rows of an item are written
    std::vector<Word> unused_;

    std::vector<std::int32_t> extent_;       // for the visitor
    std::vector<std::int32_t> room_, room_of_bit_;
    std::vector<std::pair<std::int32_t, std::int32_t>> origins_;  // with the node's row
    std::vector<std::int32_t> went_into_;    // where the branch's rows went in a projection

    // Scratch for bit nodes.
    std::deque<BitNode> frames_;
    std::vector<std::int32_t> all_;   // candidates that every row has
    std::vector<std::int32_t> order_;
    BitNode sorted_;
};

}  // namespace shoal::mining
