#include "shoal/supports.hpp"

#include <algorithm>
#include <bit>

#include "shoal/rows_of_items.hpp"
#include "shoal/thread_pool.hpp"

namespace shoal {
namespace {

constexpr std::size_t sets_at_once = 64;

// The rows of items, ascending; those of frequent items as bits too, which takes no more memory than their list.
class Holders {
public:
    explicit Holders(RowsView rows) : lists_(rows), bits_(static_cast<std::size_t>(rows.item_count)) {
        const auto words = static_cast<std::size_t>(rows.size() / 64 + 1);
        for (Item i = 0; i < rows.item_count; ++i) {
            if (lists_[i].size() * 32 < static_cast<std::size_t>(rows.size())) continue;
            bits_[i].resize(words);
            for (auto row : lists_[i]) bits_[i][row / 64] |= std::uint64_t{1} << (row % 64);
        }
    }

    std::span<const std::int32_t> rows(Item item) const { return lists_[item]; }

    // Keeps the rows that hold the item.
    void keep(std::vector<std::int32_t>& rows, Item item) const {
        if (const auto& bits = bits_[item]; !bits.empty()) {
            std::erase_if(rows, [&](std::int32_t row) { return (bits[row / 64] >> (row % 64) & 1) == 0; });
            return;
        }
        auto at = lists_[item].begin();
        const auto end = lists_[item].end();
        std::erase_if(rows, [&](std::int32_t row) {
            at = std::lower_bound(at, end, row);
            return at == end || *at != row;
        });
    }

private:
    RowsOfItems lists_;
    std::vector<std::vector<std::uint64_t>> bits_;
};

std::int64_t support_of(std::span<const Item> set, const Holders& holders, std::int64_t row_count, std::vector<Item>& order,
                        std::vector<std::int32_t>& rows) {
    if (set.empty()) return row_count;
    order.assign(set.begin(), set.end());
    std::ranges::sort(order, {}, [&](Item i) { return holders.rows(i).size(); });
    const auto rarest = holders.rows(order[0]);
    if (order.size() == 1) return static_cast<std::int64_t>(rarest.size());
    rows.assign(rarest.begin(), rarest.end());
    for (std::size_t i = 1; i < order.size() && !rows.empty(); ++i) holders.keep(rows, order[i]);
    return static_cast<std::int64_t>(rows.size());
}

}  // namespace

std::vector<std::int64_t> supports_of(RowsView rows, RowsView sets, int threads, Control& control) {
    const Holders holders(rows);
    const auto count = static_cast<std::size_t>(sets.size());
    std::vector<std::int64_t> supports(count);
    control.total = sets.size();
    ThreadPool pool(threads);
    pool.run((count + sets_at_once - 1) / sets_at_once, [&](std::size_t task, int) {
        std::vector<Item> order;
        std::vector<std::int32_t> held;
        const std::size_t end = std::min(count, (task + 1) * sets_at_once);
        for (std::size_t s = task * sets_at_once; s < end; ++s) {
            control.poll();
            supports[s] = support_of(sets[static_cast<std::int64_t>(s)], holders, rows.size(), order, held);
            ++control.done;
        }
    });
    return supports;
}

}  // namespace shoal
