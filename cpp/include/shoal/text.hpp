// Baskets in text: one line per basket, items separated by blanks or by a chosen separator.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "shoal/csr.hpp"

namespace shoal {

// What is wrong with a text, and in which line (counted from 1). Never holds the text itself.
struct TextError : std::runtime_error {
    TextError(std::int64_t line, const std::string& what) : std::runtime_error(what), line(line) {}
    std::int64_t line;
};

struct TextBaskets {
    Rows rows;                          // items ascending, no duplicates
    bool numeric = true;                // every name is a whole number, spelled the canonical way
    std::vector<std::int64_t> numbers;  // the vocabulary when it is numeric
    std::string names;                  // the vocabulary when it is not: each name ends with '\n'
    std::int64_t duplicates = 0;        // items dropped because their basket already held them
};

// separator '\0' means FIMI: items are separated by runs of blanks and nothing is quoted. Any other separator
// means CSV without a header: fields may be quoted with ", blanks around them are dropped, empty fields are ignored.
// A line ends with \n or \r\n, a quoted field ends in its line, and a byte order mark at the start is skipped.
// The vocabulary is sorted, by value when it is numeric and bytewise otherwise; items are positions in it.
TextBaskets parse_baskets(std::string_view text, char separator);

// The opposite: one line per row, each item as its name, separated by `separator`. `names` holds the vocabulary as
// it is to be written, each name ending with '\n'; quoting what needs quotes is the caller's work.
std::string format_baskets(const RowsView& rows, std::string_view names, char separator);

}  // namespace shoal
