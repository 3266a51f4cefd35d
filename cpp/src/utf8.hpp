// Where a text stops being text.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace shoal {

// The length of the UTF-8 sequence at the start of `text`, 0 if there is none: no overlong forms, no surrogates,
// nothing above U+10FFFF (Unicode 15, table 3-7).
inline std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(i < text.size() ? text[i] : '\0'); };
    const auto follows = [&](std::size_t i, unsigned low = 0x80, unsigned high = 0xBF) {
        return byte(i) >= low && byte(i) <= high;
    };
    const unsigned lead = byte(0);
    if (lead < 0x80) return 1;
    if (lead < 0xC2) return 0;
    if (lead < 0xE0) return follows(1) ? 2 : 0;
    if (lead < 0xF0) {
        const unsigned low = lead == 0xE0 ? 0xA0 : 0x80;
        const unsigned high = lead == 0xED ? 0x9F : 0xBF;
        return follows(1, low, high) && follows(2) ? 3 : 0;
    }
    if (lead > 0xF4) return 0;
    const unsigned low = lead == 0xF0 ? 0x90 : 0x80;
    const unsigned high = lead == 0xF4 ? 0x8F : 0xBF;
    return follows(1, low, high) && follows(2) && follows(3) ? 4 : 0;
}

// The place of the first NUL byte or of the first byte that is not UTF-8.
inline std::optional<std::size_t> first_fault(std::string_view text) {
    constexpr std::uint64_t high_bits = 0x8080808080808080u;
    constexpr std::uint64_t ones = 0x0101010101010101u;
    std::size_t i = 0;
    while (i < text.size()) {
        if (i + 8 <= text.size()) {  // eight plain bytes at once: none is above 0x7F, none is 0
            std::uint64_t block;
            std::memcpy(&block, text.data() + i, 8);
            if (((block | (block - ones)) & high_bits) == 0) {
                i += 8;
                continue;
            }
        }
        const std::size_t length = text[i] == '\0' ? 0 : utf8_length(text.substr(i));
        if (length == 0) return i;
        i += length;
    }
    return std::nullopt;
}

}  // namespace shoal
