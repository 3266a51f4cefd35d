#include "shoal/table/agglomerative.hpp"

#include <algorithm>
#include <limits>
#include <queue>
#include <utility>

#include "closures.hpp"
#include "distances.hpp"
#include "rest.hpp"
#include "shoal/table/closed_sets.hpp"
#include "shrink.hpp"

namespace shoal::table {
namespace {

constexpr std::int64_t steps_between_polls = 16;  // each may look at all clusters

// Each cluster knows its nearest one among those made before it. Clusters only leave, so what a cluster knows stays a lower
// bound when its nearest has left: it is looked up anew when it comes first.
template <class Far>
class Agglomerative {
public:
    Agglomerative(const View& table, const AgglomerativeOptions& options, Control& control)
        : table_(table), constraint_(options.constraint), modified_(options.modified), control_(control), distance_(table), closures_(table),
          beside_(closures_) {}

    Grouping run() {
        control_.total = 2 * table_.size();
        start();
        while (in_time_ && left_ > 1) {
            const Link first = nearest_.top();
            nearest_.pop();
            if (is_gone(first.cluster)) continue;
            if (is_gone(first.other)) push_nearest(first.cluster, first.distance);
            else merge(first.other, first.cluster);
        }
        std::vector<std::int32_t> rest = rows_left();
        if (in_time_) join_ready(rest);
        group_in_order(table_, constraint_, std::move(rest), ready_, control_);
        return grouping_of(ready_, table_.size(), in_time_);
    }

private:
    struct Cluster {
        std::vector<std::int32_t> rows;  // those of the older of two that became one come first
        Summary summary;                 // empty where rows are all that is asked for
    };
    struct Link {
        double distance;
        std::int32_t cluster, other;  // `other` was made before
        bool operator<(const Link& than) const {  // later in the queue
            return distance != than.distance ? distance > than.distance : cluster < than.cluster;
        }
    };

    // A cluster for each set of equal rows.
    void start() {
        const WeightedRows distinct = distinct_rows(table_);
        const Rows copies = distinct.copies();
        for (std::int32_t d = 0; in_time_ && d < distinct.size(); ++d) {
            const auto rows = copies[d];
            control_.done += static_cast<std::int64_t>(rows.size());
            place_rows({rows.begin(), rows.end()}, false);
        }
    }

    // Equal rows have nothing to give back.
    void place_rows(std::vector<std::int32_t> rows, bool gives_back) {
        Cluster made{std::move(rows), {}};
        if (!constraint_.rows_only()) made.summary = judge_.summary(made.rows);
        place(std::move(made), gives_back);
    }

    void place(Cluster cluster, bool gives_back) {
        if (steps_++ % steps_between_polls == 0 && control_.must_stop()) in_time_ = false;
        const bool will_do = constraint_.rows_only() ? static_cast<std::int64_t>(cluster.rows.size()) >= constraint_.least_rows()
                                                     : constraint_.satisfied(cluster.summary);
        if (!will_do) return add(std::move(cluster));
        const std::vector<std::int32_t> back = gives_back ? shrink(table_, constraint_, cluster.rows, control_) : std::vector<std::int32_t>{};
        control_.done += static_cast<std::int64_t>(cluster.rows.size());
        ready_.push_back(std::move(cluster.rows));
        control_.found = static_cast<std::int64_t>(ready_.size());
        for (std::int32_t r : back) place_rows({r}, false);
    }

    void add(Cluster cluster) {
        const auto made = static_cast<std::int32_t>(clusters_.size());
        const std::size_t place = packed_.size();
        packed_.resize(place + closures_.width());
        closures_.pack(cluster.rows[0], packed_.data() + place);
        if (cluster.rows.size() > 1) {
            std::vector<Packed> one(closures_.width());
            for (std::int32_t r : cluster.rows) {
                closures_.pack(r, one.data());
                closures_.join(packed_.data() + place, one.data());
            }
        }
        place_.push_back(number_.size());
        number_.push_back(made);
        size_.push_back({static_cast<std::int64_t>(cluster.rows.size()), closures_.each(packed_.data() + place)});
        clusters_.push_back(std::move(cluster));
        ++left_;
        push_nearest(made, Far::least);
    }

    // No cluster is nearer than `at_least`.
    void push_nearest(std::int32_t cluster, double at_least) {
        const std::size_t width = closures_.width(), own = place_[cluster];
        beside_.look_at(packed_.data() + own * width);
        Link best{std::numeric_limits<double>::infinity(), cluster, -1};
        for (std::size_t p = 0; p < own && best.distance > at_least; ++p) {
            if (size_[p].rows == 0) continue;
            const double distance = distance_(beside_.each_with(packed_.data() + p * width), size_[own], size_[p]);
            if (distance < best.distance) best = {distance, cluster, number_[p]};
        }
        if (best.other >= 0) nearest_.push(best);
    }

    // `a` was made before.
    void merge(std::int32_t a, std::int32_t b) {
        Cluster one = remove(a), other = remove(b);
        one.rows.insert(one.rows.end(), other.rows.begin(), other.rows.end());
        if (!constraint_.rows_only()) constraint_.merge(one.summary, other.summary);
        if (2 * static_cast<std::size_t>(left_) < number_.size()) pack_together();
        place(std::move(one), modified_);
    }

    bool is_gone(std::int32_t cluster) const { return clusters_[cluster].rows.empty(); }

    Cluster remove(std::int32_t cluster) {
        size_[place_[cluster]].rows = 0;
        --left_;
        return std::exchange(clusters_[cluster], {});
    }

    std::vector<std::int32_t> rows_left() const {
        std::vector<std::uint8_t> is_ready(static_cast<std::size_t>(table_.size()), 0);
        for (const auto& rows : ready_)
            for (std::int32_t r : rows) is_ready[r] = 1;
        std::vector<std::int32_t> left;
        for (std::int32_t r = 0; r < table_.size(); ++r)
            if (!is_ready[r]) left.push_back(r);
        return left;
    }

    // Each row joins the cluster nearest to it that will still do with it. Leaves those that can join none.
    void join_ready(std::vector<std::int32_t>& rows) {
        const std::size_t width = closures_.width();
        std::vector<Packed> packed(ready_.size() * width), row(width);
        std::vector<Size> sizes;
        std::vector<Summary> summaries;
        const auto include = [&](std::size_t g, std::int32_t r) {
            closures_.pack(r, row.data());
            closures_.join(packed.data() + g * width, row.data());
        };
        for (std::size_t g = 0; g < ready_.size(); ++g) {
            closures_.pack(ready_[g][0], packed.data() + g * width);
            for (std::int32_t r : ready_[g]) include(g, r);
            sizes.push_back({static_cast<std::int64_t>(ready_[g].size()), closures_.each(packed.data() + g * width)});
            if (!constraint_.more_keeps()) summaries.push_back(judge_.summary(ready_[g]));
        }
        std::erase_if(rows, [&](std::int32_t r) {
            if (control_.must_stop()) in_time_ = false;
            if (!in_time_) return false;
            closures_.pack(r, row.data());
            beside_.look_at(row.data());
            const Size own{1, closures_.each(row.data())};
            double least = std::numeric_limits<double>::infinity();
            std::size_t nearest = 0;
            for (std::size_t g = 0; g < ready_.size(); ++g) {
                const double distance = distance_(beside_.each_with(packed.data() + g * width), own, sizes[g]);
                if (distance >= least || (!summaries.empty() && !constraint_.with(summaries[g], r))) continue;
                least = distance;
                nearest = g;
            }
            if (least == std::numeric_limits<double>::infinity()) return false;
            include(nearest, r);
            sizes[nearest] = {sizes[nearest].rows + 1, closures_.each(packed.data() + nearest * width)};
            if (!summaries.empty()) constraint_.add(summaries[nearest], r);
            ready_[nearest].push_back(r);
            return true;
        });
    }

    // Leaves out the places of clusters that are gone.
    void pack_together() {
        const std::size_t width = closures_.width();
        std::size_t to = 0;
        for (std::size_t from = 0; from < number_.size(); ++from) {
            if (size_[from].rows == 0) continue;
            place_[number_[from]] = to;
            number_[to] = number_[from];
            size_[to] = size_[from];
            std::copy_n(packed_.begin() + static_cast<std::ptrdiff_t>(from * width), width, packed_.begin() + static_cast<std::ptrdiff_t>(to * width));
            ++to;
        }
        number_.resize(to);
        size_.resize(to);
        packed_.resize(to * width);
    }

    const View& table_;
    const Constraint constraint_;
    const bool modified_;
    Control& control_;
    const Far distance_;
    const Closures closures_;
    Beside beside_;
    Judge judge_{constraint_};
    std::vector<Cluster> clusters_;  // by number: each has a higher one than those before it; no rows if it is gone
    std::vector<std::size_t> place_;  // of each cluster that is left
    // By place, in the order of numbers.
    std::vector<std::int32_t> number_;
    std::vector<Size> size_;  // no rows if the cluster is gone
    std::vector<Packed> packed_;
    std::int64_t left_ = 0, steps_ = 0;
    std::priority_queue<Link> nearest_;
    Parts ready_;
    bool in_time_ = true;
};

}  // namespace

Grouping agglomerative(const View& table, const AgglomerativeOptions& options, Control& control) {
    switch (options.distance) {
        case Distance::growth: return Agglomerative<Growth>(table, options, control).run();
        case Distance::difference: return Agglomerative<Difference>(table, options, control).run();
        case Distance::damped: return Agglomerative<Damped>(table, options, control).run();
        case Distance::ratio: break;
    }
    return Agglomerative<Ratio>(table, options, control).run();
}

}  // namespace shoal::table
