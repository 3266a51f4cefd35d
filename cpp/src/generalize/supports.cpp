#include "shoal/generalize/supports.hpp"

#include <algorithm>

#include "generalize/part.hpp"
#include "shoal/thread_pool.hpp"

namespace shoal::generalize {
namespace {

// Rounds over fewer rows than this are not worth waking other threads.
constexpr std::int64_t worth_threads = 20'000;

class Merged final : public Supports {
public:
    Merged(RowsView view, std::int64_t parts, int threads, Control& control) : rows_(view.size()), pool_(threads) {
        parts = std::clamp<std::int64_t>(parts, 1, std::max<std::int64_t>(rows_, 1));
        parts_.resize(static_cast<std::size_t>(parts));
        pool_.run(parts_.size(), [&](std::size_t p, int) {
            const auto n = static_cast<std::int64_t>(p);
            const std::int64_t first = rows_ * n / parts, last = rows_ * (n + 1) / parts;
            // Offsets of a block start at 0.
            std::vector<std::int64_t> offsets(view.offsets.begin() + first, view.offsets.begin() + last + 1);
            const std::int64_t start = offsets[0];
            for (auto& offset : offsets) offset -= start;
            const auto items = view.items.subspan(static_cast<std::size_t>(start), static_cast<std::size_t>(offsets.back()));
            parts_[p] = std::make_unique<Part>(RowsView{items, offsets, view.item_count}, control);
        });
        supports_ = of_items();
    }

    std::int64_t rows() const override { return rows_; }
    Counts of_items() override {
        return merged(worth_threads, [](Part& part) { return part.of_items(); });
    }
    Counts of_pairs(std::span<const Pair> pairs) override {
        std::int64_t work = 0;
        for (auto [x, y] : pairs) work += std::min(supports_[x], supports_[y]);
        return merged(work, [&](Part& part) { return part.of_pairs(pairs); });
    }
    Counts growth(const Halves& halves, std::span<const Item> bucket) override {
        std::int64_t work = 0;
        for (Item item : bucket) work += supports_[item];
        return merged(work, [&](Part& part) { return part.growth(halves, bucket); });
    }
    Counts of_rules(const GeneralRules& rules) override {
        return merged(worth_threads, [&](Part& part) { return part.of_rules(rules); });
    }
    void forget(std::int32_t set) override {
        for (auto& part : parts_) part->forget(set);
    }

private:
    template <class Ask>
    Counts merged(std::int64_t work, const Ask& ask) {
        std::vector<Counts> answers(parts_.size());
        if (work < worth_threads)
            for (std::size_t p = 0; p < parts_.size(); ++p) answers[p] = ask(*parts_[p]);
        else
            pool_.run(parts_.size(), [&](std::size_t p, int) { answers[p] = ask(*parts_[p]); });
        for (std::size_t p = 1; p < answers.size(); ++p)
            for (std::size_t i = 0; i < answers[p].size(); ++i) answers[0][i] += answers[p][i];
        return std::move(answers[0]);
    }

    const std::int64_t rows_;
    ThreadPool pool_;
    std::vector<std::unique_ptr<Part>> parts_;
    Counts supports_;
};

}  // namespace

std::unique_ptr<Supports> partial_supports(RowsView view, std::int64_t parts, int threads, Control& control) {
    return std::make_unique<Merged>(view, parts, threads, control);
}

}  // namespace shoal::generalize
