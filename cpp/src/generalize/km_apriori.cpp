#include "shoal/generalize/km_apriori.hpp"

#include <algorithm>
#include <deque>

#include "km_cut.hpp"
#include "km_lift.hpp"
#include "km_lower.hpp"
#include "km_rare.hpp"

namespace shoal::generalize {
namespace {

// Makes all combinations of one size frequent; smaller ones are already.
class Level {
public:
    Level(KmCut& cut, std::int64_t k, int size, Control& control)
        : cut_(cut), size_(size), control_(control), rare_(cut, k, control), cheapest_(cut, k), k_(k), done_(cut.node_count()) {}

    // False if the time was up.
    bool run() {
        std::vector<Item> nodes = cut_.nodes();
        std::ranges::stable_sort(nodes, {}, [&](Item node) { return cut_.entries(node); });
        open_.assign(nodes.begin(), nodes.end());
        while (!open_.empty()) {
            const Item node = open_.front();
            open_.pop_front();
            if (!cut_.holds(node) || done_[node]) continue;
            visit(node);
            done_[node] = 1;
        }
        return in_time_;
    }

private:
    // What was frequent stays so when nodes are lifted: a node that was visited need not be looked at again, with any other.
    void visit(Item node) {
        in_time_ = in_time_ && !control_.must_stop();
        if (!in_time_) {
            if (rare_.with(node, size_, done_, true).size() > 0) cut_.suppress(node);
            return;
        }
        const Rows found = rare_.with(node, size_, done_, false);
        for (std::int64_t i = 0; i < found.size(); ++i) make_frequent(found[i]);
    }

    void make_frequent(std::span<const Item> combination) {
        members_.clear();
        for (const Item node : combination)
            if (const Item now = cut_.now(node); now != suppressed) members_.push_back(now);
        std::ranges::sort(members_);
        members_.erase(std::ranges::unique(members_).begin(), members_.end());
        if (static_cast<int>(members_.size()) < size_) return;
        if (const std::int64_t support = cut_.support(members_, k_); support == 0 || support >= k_) return;
        cheapest_.lifted.clear();
        cheapest_.apply(members_);
        open_.insert(open_.end(), cheapest_.lifted.begin(), cheapest_.lifted.end());
    }

    KmCut& cut_;
    const int size_;
    Control& control_;
    RareCombinations rare_;
    CheapestLift cheapest_;
    const std::int64_t k_;
    std::vector<std::uint8_t> done_;
    std::deque<Item> open_;
    std::vector<Item> members_;
    bool in_time_ = true;
};

// What values are published as, by node.
std::vector<Item> published_by(const KmCut& cut) {
    std::vector<Item> published(static_cast<std::size_t>(cut.node_count()), suppressed);
    for (Item node = 0; node < cut.node_count(); ++node) {
        if (!cut.is_value(node)) continue;
        const Item at = cut.at(cut.below(node).begin);
        if (at != suppressed) published[node] = cut.lowest(at);
    }
    return published;
}

}  // namespace

KmRecoding km_apriori(RowsView rows, std::span<const Item> above, std::span<const Item> leaves, std::int64_t k, int m,
                      Control& control) {
    KmRecoding made;
    control.total = m + 2;
    KmCut cut(rows, above, leaves);
    for (int size = 1; size <= m; ++size) {
        made.repeatable &= Level(cut, k, size, control).run();
        ++control.done;
    }
    made.greedy_loss = cut.loss();
    made.repeatable = made.repeatable && LowerCut(cut, k, m, control).run();
    ++control.done;
    made.published = published_by(cut);
    made.loss = cut.loss();
    // Lowered from nothing, the cut is sometimes better: what the greedy lifted early stays lifted.
    KmCut from_nothing(rows, above, leaves);
    for (Item node = 0; node < cut.node_count(); ++node)
        if (above[node] < 0) from_nothing.suppress(node);
    made.repeatable = made.repeatable && LowerCut(from_nothing, k, m, control).run();
    ++control.done;
    if (from_nothing.loss() < made.loss) {
        made.published = published_by(from_nothing);
        made.loss = from_nothing.loss();
    }
    return made;
}

}  // namespace shoal::generalize
