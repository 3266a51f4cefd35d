#include "shoal/table/forest.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "closures.hpp"
#include "rest.hpp"
#include "shoal/table/closed_sets.hpp"

namespace shoal::table {
namespace {

constexpr std::size_t rows_between_polls = 1024;

// Trees, each of which leads to its root.
class Growing {
public:
    Growing(const View& table, const Constraint& constraint, Control& control)
        : constraint_(constraint), control_(control), distinct_(distinct_rows(table)), copies_(distinct_.copies()), closures_(table),
          beside_(closures_), inside_(static_cast<std::size_t>(distinct_.size()), 0) {
        const std::size_t width = closures_.width();
        packed_.resize(static_cast<std::size_t>(distinct_.size()) * width);
        for (std::int32_t d = 0; d < distinct_.size(); ++d) closures_.pack(copies_[d][0], packed_.data() + static_cast<std::size_t>(d) * width);
        const auto rows = static_cast<std::int32_t>(table.size());
        edges_.assign(static_cast<std::size_t>(rows), no_edge);
        tree_of_row_.resize(static_cast<std::size_t>(rows));
        std::iota(tree_of_row_.begin(), tree_of_row_.end(), 0);
        for (std::int32_t r = 0; r < rows; ++r) {
            trees_.push_back({r, {r}, {}});
            if (constraint.rows_only()) continue;
            trees_.back().summary = constraint.empty();
            constraint.add(trees_.back().summary, r);
        }
    }

    std::vector<std::int32_t> run() {
        control_.total = static_cast<std::int64_t>(edges_.size());
        for (std::size_t r = 0; r < edges_.size(); ++r, ++control_.done) {
            if (r % rows_between_polls == 0) control_.poll();
            while (!will_do(trees_[tree_of_row_[r]])) {
                if (control_.must_stop()) return std::move(edges_);
                lead_out(tree_of_row_[r]);
            }
        }
        return std::move(edges_);
    }

private:
    struct Tree {
        std::int32_t root;
        std::vector<std::int32_t> rows;
        Summary summary;  // empty where rows are all that is asked for
    };

    bool will_do(const Tree& tree) const {
        return constraint_.rows_only() ? static_cast<std::int64_t>(tree.rows.size()) >= constraint_.least_rows() : constraint_.satisfied(tree.summary);
    }

    // The root leads to the row nearest to it outside its tree.
    void lead_out(std::int32_t tree) {
        const std::int32_t root = trees_[tree].root, nearest = nearest_outside(trees_[tree]);
        edges_[root] = nearest;
        join(tree, tree_of_row_[nearest]);
    }

    std::int32_t nearest_outside(const Tree& tree) {
        const std::size_t width = closures_.width();
        for (std::int32_t r : tree.rows) ++inside_[distinct_.distinct_of_row[r]];
        const std::int32_t own = distinct_.distinct_of_row[tree.root];
        beside_.look_at(packed_.data() + static_cast<std::size_t>(own) * width);
        Cost least = INT64_MAX;
        std::int32_t nearest = -1;
        for (std::int32_t d = 0; d < distinct_.size() && least > 0; ++d) {
            const Cost each = beside_.each_with(packed_.data() + static_cast<std::size_t>(d) * width);
            if (each >= least || inside_[d] == distinct_.weights[d]) continue;
            least = each;
            nearest = d;
        }
        const std::int32_t outside = *std::ranges::find_if(copies_[nearest], [&](std::int32_t r) { return trees_[tree_of_row_[r]].root != tree.root; });
        for (std::int32_t r : tree.rows) --inside_[distinct_.distinct_of_row[r]];
        return outside;
    }

    // The rows of the smaller tree become those of the other; the root is that of `to`.
    void join(std::int32_t from, std::int32_t to) {
        const std::int32_t root = trees_[to].root;
        if (trees_[from].rows.size() > trees_[to].rows.size()) std::swap(from, to);
        for (std::int32_t r : trees_[from].rows) tree_of_row_[r] = to;
        trees_[to].rows.insert(trees_[to].rows.end(), trees_[from].rows.begin(), trees_[from].rows.end());
        trees_[to].root = root;
        if (!constraint_.rows_only()) constraint_.merge(trees_[to].summary, trees_[from].summary);
        trees_[from] = {};
    }

    const Constraint& constraint_;
    Control& control_;
    const WeightedRows distinct_;
    const Rows copies_;
    const Closures closures_;
    Beside beside_;
    std::vector<Packed> packed_;          // of each distinct row
    std::vector<std::int32_t> inside_;    // how many rows like it are in the tree at hand
    std::vector<std::int32_t> edges_, tree_of_row_;
    std::vector<Tree> trees_;
};

}  // namespace

std::vector<std::int32_t> grow_forest(const View& table, const Constraint& constraint, Control& control) {
    return Growing(table, constraint, control).run();
}

Grouping forest(const View& table, const Constraint& constraint, Control& control) {
    Parts groups = cut_forest(grow_forest(table, constraint, control), constraint, control);
    const bool in_time = !control.expired();
    std::vector<std::int32_t> rest;
    std::erase_if(groups, [&, judge = Judge(constraint)](const auto& rows) mutable {
        if (judge.satisfied(rows)) return false;
        rest.insert(rest.end(), rows.begin(), rows.end());
        return true;
    });
    group_in_order(table, constraint, std::move(rest), groups, control);
    return grouping_of(groups, table.size(), in_time);
}

}  // namespace shoal::table
