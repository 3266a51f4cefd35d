// Lists of numbers, many and long, that stay where they were put: nothing is copied when more come.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace shoal {

class Blocks {
public:
    std::span<const std::int32_t> push(std::span<const std::int32_t> list) {
        if (blocks_.empty() || blocks_.back().size - blocks_.back().used < list.size()) add_block(list.size());
        Block& block = blocks_.back();
        std::int32_t* const start = block.numbers.get() + block.used;
        std::ranges::copy(list, start);
        block.used += list.size();
        return {start, list.size()};
    }
    // The other's lists stay where they are, too.
    void take(Blocks&& other) {
        std::ranges::move(other.blocks_, std::back_inserter(blocks_));
        other.blocks_.clear();
    }
    template <class Change>
    void change_all(const Change& change) {
        for (Block& block : blocks_)
            for (std::size_t i = 0; i < block.used; ++i) block.numbers[i] = change(block.numbers[i]);
    }

private:
    struct Block {
        std::unique_ptr<std::int32_t[]> numbers;
        std::size_t size, used;
    };
    static constexpr std::size_t least = 1 << 18;

    void add_block(std::size_t size) {
        size = std::max(size, least);
        blocks_.push_back({std::make_unique_for_overwrite<std::int32_t[]>(size), size, 0});
    }

    std::vector<Block> blocks_;
};

}  // namespace shoal
