// Patterns on their way from the search to the arrays.
//
// A depth-first search changes little from one pattern to the next, so each is written as what it keeps of the one before and
// what it adds. That is a fraction of the arrays; those are filled once, at the end, by all threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "shoal/mining/patterns.hpp"

namespace shoal::mining {

struct Chunk {
    // Of each pattern: its support; how many items it keeps and adds, in one word where it can be; the items it adds.
    Buffer<std::int32_t> words;
    std::size_t patterns = 0;
    std::size_t items = 0;  // of all patterns, written out

    // A chunk stands for itself: its first pattern keeps nothing.
    void push(std::span<const Item> pattern, std::size_t kept, std::int64_t support) {
        if (patterns == 0 || kept > most_kept) kept = 0;
        const std::size_t added = pattern.size() - kept;
        std::int32_t* to = words.reserve(3 + added, most_words + 1024);
        std::size_t at = 2;
        to[0] = static_cast<std::int32_t>(support);
        to[1] = static_cast<std::int32_t>(kept << 8 | std::min(added, many));
        if (added >= many) to[at++] = static_cast<std::int32_t>(added);
        for (std::size_t i = 0; i < added; ++i) to[at + i] = pattern[kept + i];
        words.advance(at + added);
        ++patterns;
        items += pattern.size();
    }
    bool full(std::size_t most_patterns) const { return words.size() >= most_words || patterns >= most_patterns; }
    void clear() {
        words.cut(0);
        patterns = items = 0;
    }
    std::int64_t bytes() const { return static_cast<std::int64_t>(words.size() * sizeof(std::int32_t)); }
    // What its patterns take in arrays.
    std::int64_t array_bytes() const;

    static constexpr std::size_t most_words = 1 << 16;
    static constexpr std::size_t many = 255;             // so many or more items added have a word of their own
    static constexpr std::size_t most_kept = 0x7fffff;
};

// Reads a chunk pattern by pattern.
class ChunkReader {
public:
    explicit ChunkReader(const Chunk& chunk) : at_(chunk.words.data()), left_(chunk.patterns) { read_lengths(); }

    std::size_t left() const { return left_; }
    std::size_t length() const { return kept_ + added_; }
    std::int32_t support() const { return support_; }
    // Writes the pattern to `to`, given the one before it, and goes on to the next.
    void write(const Item* before, Item* to) {
        for (std::size_t i = 0; i < kept_; ++i) to[i] = before[i];
        for (std::size_t i = 0; i < added_; ++i) to[kept_ + i] = at_[i];
        at_ += added_;
        --left_;
        read_lengths();
    }

private:
    void read_lengths() {
        if (left_ == 0) return;
        support_ = at_[0];
        kept_ = static_cast<std::uint32_t>(at_[1]) >> 8;
        added_ = static_cast<std::uint32_t>(at_[1]) & Chunk::many;
        at_ += 2;
        if (added_ == Chunk::many) added_ = static_cast<std::size_t>(*at_++);
    }

    const std::int32_t* at_;
    std::size_t left_;
    std::size_t kept_ = 0, added_ = 0;
    std::int32_t support_ = 0;
};

// Writes the patterns of the chunks behind those in `all`; the chunks are used up.
void write_out(std::vector<Chunk> chunks, int threads, Patterns& all);
void write_out(const Chunk& chunk, Patterns& all);

}  // namespace shoal::mining
