#include "closed_worker.hpp"

#include <algorithm>
#include <cstring>

#include "shoal/sorted_sets.hpp"

namespace shoal::mining {
namespace {

constexpr std::size_t deepest_shared = 3;  // levels of bit nodes below the start of a task; deeper branches are too small

// The rows behind the bits that are left when the others are packed away.
std::shared_ptr<const std::vector<std::int32_t>> rows_among(const std::vector<std::int32_t>& row_of_bit, const Word* rows) {
    auto left = std::make_shared<std::vector<std::int32_t>>();
    for (std::size_t bit = 0; bit < row_of_bit.size(); ++bit)
        if (rows[bit / 64] >> (bit % 64) & 1) left->push_back(row_of_bit[bit]);
    return left;
}

// Leaves in `mine` what is also in `other`; both ascend.
void keep_shared(std::span<std::int32_t>& mine, std::span<const std::int32_t> other) {
    std::size_t kept = 0, o = 0;
    for (std::size_t m = 0; m < mine.size() && o < other.size();) {
        const std::int32_t value = mine[m], there = other[o];
        mine[kept] = value;  // kept <= m
        kept += value == there;
        m += value <= there;
        o += there <= value;
    }
    mine = mine.first(kept);
}

}  // namespace

ClosedWorker::ClosedWorker(Item item_count, const Request& request, Schedule<ClosedTask>& schedule, OrderedOutput& output,
                           TopPatterns* best, Control& control)
    : item_count_(item_count), target_(request.target),
      min_support_(static_cast<std::int32_t>(std::min<std::int64_t>(request.min_support, INT32_MAX))),
      min_length_(std::max<std::int64_t>(request.min_length, 1)), max_length_(request.max_length), schedule_(schedule),
      output_(output), writer_(output), best_(best), control_(control), support_(item_count, 0), position_(item_count, -1) {}

void ClosedWorker::run(ClosedTask& task) try {
    output_.check();
    writer_.go_to(task.segment);
    prefix_ = std::move(task.prefix);
    joined_ = std::move(task.joined);
    free_ = std::move(task.free);
    if (task.sparse) mine(task.sparse, task.from, task.to, task.root);
    else mine(*task.bits, task.from, task.to, 0);
    writer_.finish();
} catch (const GivenUp&) {
    writer_.hand_over();  // what was found counts; the scratch is of no more use, and neither is this worker
}

void ClosedWorker::push(Label label) {
    while (label >= item_count_) {
        const Joined& both = joined_[label - item_count_];
        push(both.first);
        label = both.second;
    }
    prefix_.push_back(label);
}

BitNode& ClosedWorker::frame(std::size_t depth) {
    while (frames_.size() <= depth) frames_.emplace_back();
    return frames_[depth];
}

void ClosedWorker::mine(const std::shared_ptr<const SparseNode>& node, std::int32_t from, std::int32_t to, bool root) {
    ClosedLoop loop{.sparse = node, .at = from, .to = to, .root = root};
    open(loop);
    for (; loop.at < loop.to; ++loop.at) {
        share();
        branch(*node, loop.at);
        output_.check();
        if (root) control_.done += 1;
    }
    close(loop);
}

void ClosedWorker::mine(const BitNode& node, std::int32_t from, std::int32_t to, std::size_t depth) {
    if (depth > deepest_shared) {
        for (std::int32_t i = from; i < to; ++i) branch(node, i, depth);
        return;
    }
    ClosedLoop loop{.bits = &node, .at = from, .to = to};
    open(loop);
    for (; loop.at < loop.to; ++loop.at) {
        share();
        branch(node, loop.at, depth);
    }
    close(loop);
}

void ClosedWorker::open(ClosedLoop& loop) {
    loop.prefix = prefix_.size();
    loop.joined = joined_.size();
    loop.free = free_.size();
    loops_.push_back(&loop);
}

void ClosedWorker::close(const ClosedLoop& loop) {
    loops_.pop_back();
    if (loop.shared) writer_.finish_and_go_to(loop.rest);
}

// A loop deeper than the one that is asked here has given nothing away: this one had more than enough all the time. So all that
// the loops below still write goes to the present segment, and what is given away follows that one.
void ClosedWorker::share_with_idle() {
    const auto found = std::ranges::find_if(loops_, [](const ClosedLoop* loop) { return loop->is_worth_sharing(); });
    if (found == loops_.end() || !schedule_.claim()) return;
    ClosedLoop& loop = **found;
    const std::int32_t given = loop.first_given();
    const Segment segment = output_.after(writer_.segment());
    if (!std::exchange(loop.shared, true)) {
        loop.rest = output_.after(segment);
        if (loop.bits) loop.copy = std::make_shared<const BitNode>(*loop.bits);
    }
    const auto first = [](const auto& all, std::size_t count) { return std::vector(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count)); };
    schedule_.add({loop.sparse, loop.copy, given, loop.to, first(prefix_, loop.prefix), first(joined_, loop.joined),
                   first(free_, loop.free), loop.root, segment});
    loop.to = given;
}

// Counts, for each item that stands before or after the branch's own, the weight of the branch's rows that hold it.
void ClosedWorker::count_items(const SparseNode& node, std::int32_t item, Side side) {
    touched_.resize(node.labels.size() + 1);
    std::int32_t* const touched = touched_.data();
    std::int32_t* const supports = support_.data();
    std::size_t count = 0;
    const auto rows = node.rows_of(item);
    const auto places = node.places_of(item);
    for (std::size_t m = 0; m < rows.size(); ++m) {
        if (m + 16 < rows.size()) node.prefetch(rows[m + 16], rows[m + 8]);
        const std::int32_t weight = node.weights[rows[m]];
        const auto all = node.items_of(rows[m]);
        const auto place = static_cast<std::size_t>(places[m]);
        for (std::int32_t i : side == Side::before ? all.first(place) : all.subspan(place + 1)) {
            touched[count] = i;  // kept when it is the first time; no branch to mispredict
            count += supports[i] == 0;
            supports[i] += weight;
        }
    }
    touched_.resize(count);
}

// Does some excluded item stand in every row of the branch? Mostly the first few rows say no.
bool ClosedWorker::seen_before(const SparseNode& node, std::int32_t item) {
    const auto rows = node.rows_of(item);
    const auto places = node.places_of(item);
    const auto excluded = [&](std::size_t m) { return node.items_of(rows[m]).first(static_cast<std::size_t>(places[m])); };
    const auto first = excluded(0);
    shared_.assign(first.begin(), first.end());
    for (std::size_t m = 1; m < rows.size() && !shared_.empty(); ++m) intersect(shared_, excluded(m));
    return !shared_.empty();
}

void ClosedWorker::branch(const SparseNode& node, std::int32_t item) {
    const std::int32_t support = node.supports[item];
    if (support < min_support_ || (target_ != Target::all && seen_before(node, item))) return;
    const std::size_t prefix = prefix_.size(), joined = joined_.size(), free = free_.size();
    push(node.labels[item]);
    count_items(node, item, Side::after);
    candidates_.clear();
    for (std::int32_t i : touched_) {
        if (support_[i] == support) push_whole(node.labels[i]);
        if (support_[i] == support || support_[i] < min_support_) support_[i] = 0;
        else candidates_.push_back(i);
    }
    bool deeper = worth_extending(candidates_.size());
    if (visitor_) deeper = visit(node, item) && deeper;
    else if (target_ != Target::maximal) report_with_free(support);
    else if (candidates_.empty() && !frequent_with_excluded(node, item)) report(support);
    if (deeper && candidates_.size() == 1 && target_ == Target::closed && !visitor_) {
        branch_of_one(node, item, candidates_[0]);
        deeper = false;
    }
    if (!deeper) {
        for (std::int32_t i : candidates_) support_[i] = 0;
    } else {
        excluded_.clear();
        touched_.clear();
        if (target_ != Target::all) count_items(node, item, Side::before);
        for (std::int32_t i : touched_) {
            if (support_[i] < min_support_) support_[i] = 0;
            else excluded_.push_back(i);
        }
        std::shared_ptr<const SparseNode> below;
        const BitNode* bits = nullptr;
        if (bits_are_cheaper(node, item)) bits = &project_to_bits(node, item);
        else below = project(node, item);
        for (std::int32_t i : candidates_) support_[i] = 0;
        for (std::int32_t i : excluded_) support_[i] = 0;
        if (bits && !report_whole_tail(*bits)) mine(*bits, 0, bits->candidates, 0);
        if (below) mine(below, below->first_candidate, below->items(), false);
    }
    drop_to(prefix, joined, free);
}

// A single candidate has one pattern below: no projection is needed to tell whether it is new.
void ClosedWorker::branch_of_one(const SparseNode& node, std::int32_t item, std::int32_t candidate) {
    const auto rows = node.rows_of(item);
    const auto places = node.places_of(item);
    bool first = true;
    for (std::size_t m = 0; m < rows.size() && (first || !shared_.empty()); ++m) {
        const auto all = node.items_of(rows[m]);
        const auto place = static_cast<std::size_t>(places[m]);
        if (!std::ranges::binary_search(all.subspan(place + 1), candidate)) continue;
        const auto excluded = all.first(place);
        if (std::exchange(first, false)) shared_.assign(excluded.begin(), excluded.end());
        else intersect(shared_, excluded);
    }
    if (!shared_.empty()) return;  // seen before
    push(node.labels[candidate]);
    report(support_[candidate]);
}

// Bit sets intersect every pair of items over all rows, eight words at a time; lists touch only what is there, but with
// several steps for each entry. The weights of the two are measured.
bool ClosedWorker::bits_are_cheaper(const SparseNode& node, std::int32_t item) const {
    const std::int64_t rows = node.supports[item];
    if (rows <= 64) return true;
    if (rows > most_rows) return false;
    double entries = 0;
    for (std::int32_t i : candidates_) entries += support_[i];
    const double pairs = static_cast<double>(candidates_.size()) * static_cast<double>(candidates_.size() + excluded_.size());
    for (std::int32_t i : excluded_) entries += support_[i];
    const double bits = pairs * words_of(width_for(rows)) / 8;
    const double lists = entries * entries / static_cast<double>(rows) + entries * 5;
    return bits < lists;
}

// Sets the bits of a row's items; returns the first bit after it.
std::size_t ClosedWorker::set_bits(const SparseNode& node, std::int32_t row, std::size_t bit, std::int32_t copies) {
    for (; copies > 0; --copies, ++bit)
        for (std::int32_t i : node.items_of(row)) set_of_[i][bit / 64] |= Word{1} << (bit % 64);
    return bit;
}

const BitNode& ClosedWorker::project_to_bits(const SparseNode& node, std::int32_t item) {
    BitNode& bits = frame(0);
    bits.make_room(width_for(node.supports[item]), candidates_.size(), excluded_.size());
    const std::size_t words = words_of(bits.width);
    bits.candidates = static_cast<std::int32_t>(candidates_.size());
    bits.excluded = static_cast<std::int32_t>(excluded_.size());
    std::fill_n(bits.candidate_rows.begin(), candidates_.size() * words, 0);
    std::fill_n(bits.excluded_rows.begin(), excluded_.size() * words, 0);
    unused_.resize(words);
    set_of_.assign(node.labels.size(), unused_.data());  // dropped items write where nobody reads
    std::int32_t at = 0;
    for (std::int32_t i : candidates_) {
        bits.supports[at] = support_[i];
        bits.labels[at] = node.labels[i];
        set_of_[i] = bits.candidate_rows.data() + words * static_cast<std::size_t>(at++);
    }
    at = 0;
    for (std::int32_t i : excluded_) set_of_[i] = bits.excluded_rows.data() + words * static_cast<std::size_t>(at++);
    if (visitor_) {
        set_bits_in_order_of_origins(node, item, bits);
    } else {
        std::size_t bit = 0;
        const auto members = node.rows_of(item);
        for (std::size_t m = 0; m < members.size(); ++m) {
            if (m + 16 < members.size()) node.prefetch(members[m + 16], members[m + 8]);
            bit = set_bits(node, members[m], bit, node.weights[members[m]]);
        }
    }
    sort_and_join(bits);
    return bits;
}

// The branch's rows without dropped items; equal ones are merged, and rows without candidates left out. Where only closed
// patterns are asked for, rows with the same candidates are merged and keep the excluded items they share: a branch below
// holds all of them or none, and only an excluded item that all its rows have matters.
std::shared_ptr<const SparseNode> ClosedWorker::project(const SparseNode& node, std::int32_t item) {
    auto below = std::make_shared<SparseNode>();
    std::ranges::sort(excluded_);
    std::ranges::sort(candidates_);
    below->first_candidate = static_cast<std::int32_t>(excluded_.size());
    for (const auto* kept : {&excluded_, &candidates_})
        for (std::int32_t i : *kept) {
            position_[i] = below->items();
            below->labels.push_back(node.labels[i]);
            below->supports.push_back(support_[i]);
        }
    const auto members = node.rows_of(item);
    went_into_.assign(visitor_ ? members.size() : 0, -1);
    merge_projected(node, item, *below);
    for (std::int32_t i : candidates_) position_[i] = -1;
    for (std::int32_t i : excluded_) position_[i] = -1;
    std::size_t entries = 0;
    for (const ProjectedRow& row : projected_) entries += row.excluded.size() + row.candidates.size();
    below->row_items.reserve(entries);
    below->row_starts.reserve(projected_.size() + 1);
    for (const ProjectedRow& row : projected_) {
        below->row_items.insert(below->row_items.end(), row.excluded.begin(), row.excluded.end());
        below->row_items.insert(below->row_items.end(), row.candidates.begin(), row.candidates.end());
        below->row_starts.push_back(static_cast<std::int64_t>(below->row_items.size()));
    }
    below->list_rows_of_items();
    if (visitor_) below->list_origins(node, members, went_into_);
    return below;
}

void ClosedWorker::merge_projected(const SparseNode& node, std::int32_t item, SparseNode& below) {
    const bool by_candidates = target_ == Target::closed && !visitor_;
    const auto members = node.rows_of(item);
    const auto places = node.places_of(item);
    const std::size_t slots = std::bit_ceil(members.size() * 2 + 1);
    slots_.assign(slots, -1);
    projected_.clear();
    std::size_t most = 0;
    for (std::int32_t r : members) most += node.items_of(r).size();
    if (projected_items_.size() < most) projected_items_.resize(most);
    std::int32_t* start = projected_items_.data();
    for (std::size_t m = 0; m < members.size(); ++m) {
        if (m + 16 < members.size()) node.prefetch(members[m + 16], members[m + 8]);
        const auto all = node.items_of(members[m]);
        const auto place = static_cast<std::size_t>(places[m]);
        std::int32_t* end = start;
        for (std::int32_t i : all.first(place)) {
            *end = position_[i];  // overwritten when it was dropped; no branch to mispredict
            end += *end >= 0;
        }
        std::int32_t* const middle = end;
        for (std::int32_t i : all.subspan(place + 1)) {
            *end = position_[i];
            end += *end >= 0;
        }
        if (end == middle) continue;
        const std::span<std::int32_t> excluded{start, middle};
        const std::span<const std::int32_t> candidates{middle, end}, key = by_candidates ? candidates : std::span<const std::int32_t>{start, end};
        std::uint64_t hash = 0;
        for (std::int32_t i : key) {
            hash = (hash ^ static_cast<std::uint32_t>(i)) * 0xff51afd7ed558ccdull;
            hash ^= hash >> 32;
        }
        std::size_t slot = hash & (slots - 1);
        const auto differs = [&](const ProjectedRow& row) {
            return !std::ranges::equal(row.candidates, candidates) || (!by_candidates && !std::ranges::equal(row.excluded, excluded));
        };
        while (slots_[slot] >= 0 && differs(projected_[slots_[slot]])) slot = (slot + 1) & (slots - 1);
        if (slots_[slot] < 0) {
            slots_[slot] = static_cast<std::int32_t>(projected_.size());
            projected_.push_back({excluded, candidates});
            below.weights.push_back(0);
            start = end;
        } else if (by_candidates) {
            keep_shared(projected_[slots_[slot]].excluded, excluded);
        }
        below.weights[slots_[slot]] += node.weights[members[m]];
        if (visitor_) went_into_[m] = slots_[slot];
    }
}

// Puts the candidates in order, rarest first. Candidates with equal rows always come together: they become one.
void ClosedWorker::sort_and_join(BitNode& node) {
    const std::int32_t n = node.candidates;
    if (n < 2) return;
    const std::size_t words = words_of(node.width);
    order_.resize(n);
    for (std::int32_t i = 0; i < n; ++i) order_[i] = i;
    const Word* rows = node.candidate_rows.data();
    const auto before = [&](std::int32_t a, std::int32_t b) {
        if (node.supports[a] != node.supports[b]) return node.supports[a] < node.supports[b];
        for (std::size_t w = 0; w < words; ++w)
            if (rows[a * words + w] != rows[b * words + w]) return rows[a * words + w] < rows[b * words + w];
        return a < b;
    };
    if (n <= 16) {
        for (std::int32_t i = 1; i < n; ++i)
            for (std::int32_t j = i; j > 0 && before(order_[j], order_[j - 1]); --j) std::swap(order_[j], order_[j - 1]);
    } else {
        std::ranges::sort(order_, before);
    }
    sorted_.make_room(node.width, n, 0);
    std::int32_t kept = 0;
    for (std::int32_t i : order_) {
        const Word* mine = rows + i * words;
        if (kept > 0 && target_ != Target::all && sorted_.supports[kept - 1] == node.supports[i] &&
            std::memcmp(sorted_.rows_of(kept - 1), mine, words * sizeof(Word)) == 0) {
            const Label first = sorted_.labels[kept - 1];
            joined_.push_back({first, node.labels[i], length(first) + length(node.labels[i])});
            sorted_.labels[kept - 1] = item_count_ + static_cast<Label>(joined_.size()) - 1;
            continue;
        }
        std::copy_n(mine, words, sorted_.candidate_rows.begin() + kept * words);
        sorted_.supports[kept] = node.supports[i];
        sorted_.labels[kept] = node.labels[i];
        ++kept;
    }
    node.candidates = kept;
    node.candidate_rows.swap(sorted_.candidate_rows);
    node.supports.swap(sorted_.supports);
    node.labels.swap(sorted_.labels);
}

void ClosedWorker::branch(const BitNode& node, std::int32_t candidate, std::size_t depth) {
    const BitOps& ops = bit_ops(node.width, isa_);
    const Word* rows = node.rows_of(candidate);
    const std::int32_t support = node.supports[candidate];
    if (support < min_support_) return;  // since it became a candidate more was asked for
    if (target_ != Target::all && (ops.covered(rows, node.excluded_rows.data(), node.excluded) ||
                                   ops.covered(rows, node.candidate_rows.data(), candidate)))
        return;  // seen before

    const std::int32_t later = node.candidates - candidate - 1;
    const std::size_t prefix = prefix_.size(), joined = joined_.size(), free = free_.size();
    push(node.labels[candidate]);
    BitNode& below = frame(depth + 1);
    below.make_room(node.width, later, node.excluded + candidate);
    if (static_cast<std::int32_t>(all_.size()) < later) all_.resize(later);
    int all = 0;
    below.candidates = ops.intersect(rows, node.rows_of(candidate + 1), later, min_support_, support,
                                     below.candidate_rows.data(), below.supports.data(), below.labels.data(), all_.data(), &all);
    for (int a = 0; a < all; ++a) push_whole(node.labels[candidate + 1 + all_[a]]);
    for (std::int32_t c = 0; c < below.candidates; ++c) below.labels[c] = node.labels[candidate + 1 + below.labels[c]];
    bool deeper = worth_extending(below);
    if (visitor_) deeper = visit(node, rows, below) && deeper;
    else if (target_ != Target::maximal) report_with_free(support);
    else if (below.candidates == 0 && !ops.some_frequent(rows, node.excluded_rows.data(), node.excluded, min_support_) &&
             !ops.some_frequent(rows, node.candidate_rows.data(), candidate, min_support_))
        report(support);
    if (deeper) {
        below.excluded = 0;
        if (target_ != Target::all) {
            below.excluded = ops.intersect_only(rows, node.excluded_rows.data(), node.excluded, min_support_, below.excluded_rows.data());
            below.excluded += ops.intersect_only(rows, node.candidate_rows.data(), candidate, min_support_,
                                                 below.excluded_rows.data() + static_cast<std::size_t>(below.excluded) * words_of(node.width));
        }
        const int width = width_for(support);
        if (visitor_) below.row_of_bit = width < node.width ? rows_among(*node.row_of_bit, rows) : node.row_of_bit;
        if (width < node.width) {
            ops.pack(rows, below.candidate_rows.data(), below.candidates, words_of(width));
            ops.pack(rows, below.excluded_rows.data(), below.excluded, words_of(width));
            below.width = width;
        }
        sort_and_join(below);
        if (!report_whole_tail(below)) mine(below, 0, below.candidates, depth + 1);
    }
    drop_to(prefix, joined, free);
}

}  // namespace shoal::mining
