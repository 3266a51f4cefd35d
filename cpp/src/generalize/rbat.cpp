#include "shoal/generalize/rbat.hpp"

#include <deque>

#include "generalize/rule_check.hpp"
#include "generalize/split.hpp"

namespace shoal::generalize {
namespace {

// The cut: the sets that the public items are in now, by id.
struct Cut {
    std::deque<ItemSet> sets;  // they stay where they are
    std::vector<const ItemSet*> by_id;
    std::vector<std::int32_t> set_of_item;

    ItemSet& add(ItemSet&& set) {
        sets.push_back(std::move(set));
        ItemSet& added = sets.back();
        by_id.resize(static_cast<std::size_t>(added.id) + 1, nullptr);
        by_id[static_cast<std::size_t>(added.id)] = &added;
        for (Item item : added.items) set_of_item[item] = added.id;
        return added;
    }
};

std::int32_t add_node(SplitTree& tree, const ItemSet& set, std::int64_t support) {
    tree.left.push_back(-1);
    tree.right.push_back(-1);
    tree.sizes.push_back(static_cast<std::int64_t>(set.items.size()));
    tree.supports.push_back(support);
    return static_cast<std::int32_t>(tree.left.size()) - 1;
}

}  // namespace

Generalization rbat(Supports& supports, const RbatRequest& request, Control& control) {
    Generalization result;
    const Counts item_supports = supports.of_items();
    const auto item_count = static_cast<Item>(item_supports.size());
    std::vector<std::int64_t> weights(item_supports.size(), 0);
    for (std::size_t i = 0; i < request.public_items.size(); ++i) weights[request.public_items[i]] = request.weights[i];
    const Splitter splitter(supports, std::move(weights), request.alpha);
    RuleCheck check(supports, request, item_count);

    Cut cut;
    cut.set_of_item.assign(item_supports.size(), -1);
    ItemSet root{0, {request.public_items.begin(), request.public_items.end()}};
    const Halves only_left{root, {}};
    ItemSet& all = cut.add(std::move(root));
    std::vector<std::int32_t> node_of_set{add_node(result.tree, all, supports.growth(only_left, {})[0])};
    result.unprotected = check.unprotected(cut.set_of_item, cut.by_id);
    control.total = static_cast<std::int64_t>(all.items.size());
    control.found = 1;

    std::deque<ItemSet*> queue;
    if (result.unprotected.empty()) queue.push_back(&all);
    while (!queue.empty()) {
        ItemSet& set = *queue.front();
        queue.pop_front();
        if (control.must_stop()) {
            result.repeatable = false;
            break;
        }
        if (set.items.size() == 1) {
            ++control.done;
            continue;
        }
        const auto left = static_cast<std::int32_t>(cut.by_id.size()), right = left + 1;
        const std::int64_t support = result.tree.supports[static_cast<std::size_t>(node_of_set[set.id])];
        Splitter::Split split = splitter.split(set, support, left, right);
        ++result.splits;
        // Tried in place: the halves stand for the set while the rules are checked.
        ItemSet& to_left = cut.add(std::move(split.halves.left));
        ItemSet& to_right = cut.add(std::move(split.halves.right));
        node_of_set.resize(static_cast<std::size_t>(right) + 1, -1);
        if (check.protects(to_left, to_right, cut.set_of_item, cut.by_id)) {
            const auto node = node_of_set[set.id];
            node_of_set[left] = result.tree.left[node] = add_node(result.tree, to_left, split.left_support);
            node_of_set[right] = result.tree.right[node] = add_node(result.tree, to_right, split.right_support);
            supports.forget(set.id);
            set.items = {};
            queue.push_back(&to_left);
            queue.push_back(&to_right);
            ++control.found;
            continue;
        }
        ++result.rejected;
        for (Item item : set.items) cut.set_of_item[item] = set.id;
        for (ItemSet* half : {&to_left, &to_right}) {
            supports.forget(half->id);
            half->items = {};
        }
        control.done += static_cast<std::int64_t>(set.items.size());
    }
    for (Item item : request.public_items) result.leaf_of_item.push_back(node_of_set[cut.set_of_item[item]]);
    return result;
}

}  // namespace shoal::generalize
