#include <algorithm>
#include <numeric>
#include <utility>

#include "parts.hpp"
#include "shoal/table/forest.hpp"

namespace shoal::table {
namespace {

// Trees that are rooted now here, now there. What is cut off is a tree of its own.
class Cutting {
public:
    Cutting(const std::vector<std::int32_t>& edges, const Constraint& constraint, const Control& control)
        : constraint_(constraint), least_(constraint.least_rows()), control_(control), above_(edges), size_(edges.size(), 1), neighbours_(edges.size()) {
        std::vector<std::int32_t> waiting(edges.size(), 0), order;
        for (std::size_t r = 0; r < edges.size(); ++r) {
            if (edges[r] == no_edge) continue;
            neighbours_[r].push_back(edges[r]);
            neighbours_[edges[r]].push_back(static_cast<std::int32_t>(r));
            ++waiting[edges[r]];
        }
        for (auto& rows : neighbours_) std::ranges::sort(rows);
        // Leaves first.
        for (std::size_t r = 0; r < edges.size(); ++r)
            if (waiting[r] == 0) order.push_back(static_cast<std::int32_t>(r));
        for (std::size_t at = 0; at < order.size(); ++at) {
            const std::int32_t r = order[at], above = edges[r];
            if (above == no_edge) continue;
            size_[above] += size_[r];
            if (--waiting[above] == 0) order.push_back(above);
        }
    }

    Parts run() {
        for (std::size_t r = 0; r < above_.size(); ++r)
            if (above_[r] == no_edge) open_.push_back(static_cast<std::int32_t>(r));
        std::ranges::reverse(open_);
        while (!open_.empty()) {
            const std::int32_t root = open_.back();
            open_.pop_back();
            cut(root);
        }
        return std::move(groups_);
    }

private:
    // Cuts parts off for as long as the tree is large.
    void cut(std::int32_t root) {
        std::int32_t before = no_edge;  // where the root was
        while (size_[root] > 3 * (least_ - 1) && size_[root] > 1 && !control_.must_stop()) {
            const std::int32_t largest = largest_child(root);
            if (cut_off(root, largest)) {
                before = no_edge;
                continue;
            }
            if (largest == before) break;  // no cut to both sides of this edge
            before = root;
            move_root(root, largest);
            root = largest;
        }
        groups_.push_back(rows_below(root));
    }

    // False if no subtrees of the root can be cut off.
    bool cut_off(std::int32_t root, std::int32_t largest) {
        if (size_[root] - size_[largest] < least_) return false;
        std::vector<std::int32_t> children = children_of(root);
        // The largest first.
        std::rotate(children.begin(), std::ranges::find(children, largest), std::ranges::find(children, largest) + 1);
        const std::size_t count = constraint_.rows_only() ? first_enough(children) : first_satisfied(root, children);
        if (count == 0) return false;
        children.resize(count);
        if (count == 1) {
            size_[root] -= size_[largest];
            above_[largest] = no_edge;
            open_.push_back(largest);
            return true;
        }
        std::vector<std::int32_t> rows;
        for (std::int32_t child : children) {
            const auto below = rows_below(child);
            rows.insert(rows.end(), below.begin(), below.end());
            size_[root] -= size_[child];
            above_[child] = no_edge;
        }
        groups_.push_back(std::move(rows));
        return true;
    }

    // How many subtrees have enough rows together.
    std::size_t first_enough(const std::vector<std::int32_t>& children) const {
        std::int64_t rows = 0;
        for (std::size_t i = 0; i < children.size(); ++i)
            if ((rows += size_[children[i]]) >= least_) return i + 1;
        return 0;
    }

    // How many subtrees satisfy the constraint together, and leave a tree that does; 0 if none do.
    std::size_t first_satisfied(std::int32_t root, const std::vector<std::int32_t>& children) {
        std::vector<std::vector<std::int32_t>> rows;
        Summary part = constraint_.empty(), rest = constraint_.empty();
        constraint_.add(rest, root);
        for (std::int32_t child : children) {
            rows.push_back(rows_below(child));
            for (std::int32_t r : rows.back()) constraint_.add(rest, r);
        }
        for (std::size_t i = 0; i < children.size() && rest.rows > least_; ++i) {
            for (std::int32_t r : rows[i]) {
                constraint_.add(part, r);
                constraint_.remove(rest, r);
            }
            if (part.rows >= least_ && constraint_.satisfied(part) && constraint_.satisfied(rest)) return i + 1;
        }
        return 0;
    }

    bool is_child(std::int32_t row, std::int32_t of) const { return above_[row] == of; }

    std::vector<std::int32_t> children_of(std::int32_t row) const {
        std::vector<std::int32_t> children;
        for (std::int32_t other : neighbours_[row])
            if (is_child(other, row)) children.push_back(other);
        return children;
    }

    // The first of several.
    std::int32_t largest_child(std::int32_t row) const {
        std::int32_t largest = no_edge;
        for (std::int32_t other : neighbours_[row])
            if (is_child(other, row) && (largest == no_edge || size_[other] > size_[largest])) largest = other;
        return largest;
    }

    void move_root(std::int32_t from, std::int32_t to) {
        const std::int32_t all = size_[from];
        size_[from] -= size_[to];
        size_[to] = all;
        above_[from] = to;
        above_[to] = no_edge;
    }

    std::vector<std::int32_t> rows_below(std::int32_t root) const {
        std::vector<std::int32_t> rows{root};
        for (std::size_t at = 0; at < rows.size(); ++at) {
            const auto children = children_of(rows[at]);
            rows.insert(rows.end(), children.begin(), children.end());
        }
        return rows;
    }

    const Constraint& constraint_;
    const std::int64_t least_;
    const Control& control_;
    std::vector<std::int32_t> above_, size_;  // of each row, as its tree is rooted now
    std::vector<std::vector<std::int32_t>> neighbours_;  // by row, in the order of rows
    std::vector<std::int32_t> open_;          // roots of trees to look at
    Parts groups_;
};

}  // namespace

Parts cut_forest(const std::vector<std::int32_t>& edges, const Constraint& constraint, const Control& control) {
    return Cutting(edges, constraint, control).run();
}

}  // namespace shoal::table
