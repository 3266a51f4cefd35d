// Numbers the distinct tokens of a text, in order of first appearance.
#pragma once

#include <cstdint>
#include <cstring>
#include <deque>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "shoal/csr.hpp"

namespace shoal {

// Open addressing with linear probing, at most half full. A slot holds a 64-bit key beside the id: for tokens up to
// seven bytes (nearly every item of a basket file) the key is the token, so that a look-up touches one cache line.
class Tokens {
public:
    // Whether a token's bytes outlive this object or have to be copied.
    enum class Keep { view, copy };

    Item id(std::string_view token, Keep keep = Keep::view) {
        const std::uint64_t key = key_of(token);
        const bool exact = token.size() < 8;
        std::size_t place = scramble(key) & mask_;
        while (slots_[place].id >= 0) {
            const Slot& slot = slots_[place];
            if (slot.key == key && (exact || tokens_[slot.id] == token)) return slot.id;
            place = (place + 1) & mask_;
        }
        if (keep == Keep::copy) token = copies_.emplace_back(token);
        const Item fresh = static_cast<Item>(tokens_.size());
        slots_[place] = {key, fresh};
        tokens_.push_back(token);
        if (tokens_.size() * 2 > slots_.size()) grow();
        return fresh;
    }

    bool full() const { return tokens_.size() > static_cast<std::size_t>(std::numeric_limits<Item>::max()) - 1; }
    const std::vector<std::string_view>& all() const { return tokens_; }

private:
    struct Slot {
        std::uint64_t key = 0;
        Item id = -1;
    };

    static std::uint64_t scramble(std::uint64_t x) {
        x ^= x >> 32;
        x *= 0x9E3779B97F4A7C15u;
        return x ^ (x >> 29);
    }

    // Short: the bytes, and the length in the top byte. Long: a hash with the top bit set, so the two never meet.
    static std::uint64_t key_of(std::string_view token) {
        if (token.size() < 8) {
            std::uint64_t key = 0;
            for (std::size_t i = 0; i < token.size(); ++i) {
                key |= static_cast<std::uint64_t>(static_cast<unsigned char>(token[i])) << (8 * i);
            }
            return key | static_cast<std::uint64_t>(token.size()) << 56;
        }
        std::uint64_t hash = token.size();
        std::uint64_t block = 0;
        for (std::size_t i = 0; i + 8 <= token.size(); i += 8) {
            std::memcpy(&block, token.data() + i, 8);
            hash = scramble(hash ^ block) * 0xD6E8FEB86659FD93u;
        }
        std::memcpy(&block, token.data() + token.size() - 8, 8);  // the rest, with some bytes seen twice
        return (scramble(hash ^ block) * 0xD6E8FEB86659FD93u) | std::uint64_t{1} << 63;
    }

    void grow() {
        std::vector<Slot> old(slots_.size() * 2);
        old.swap(slots_);
        mask_ = slots_.size() - 1;
        for (const Slot& slot : old) {
            if (slot.id < 0) continue;
            std::size_t place = scramble(slot.key) & mask_;
            while (slots_[place].id >= 0) place = (place + 1) & mask_;
            slots_[place] = slot;
        }
    }

    std::vector<Slot> slots_ = std::vector<Slot>(1024);
    std::size_t mask_ = slots_.size() - 1;
    std::vector<std::string_view> tokens_;
    std::deque<std::string> copies_;  // a deque: a short string's bytes move with it, and views point at them
};

}  // namespace shoal
