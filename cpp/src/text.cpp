#include "shoal/text.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <numeric>
#include <optional>
#include <utility>

#include "shoal/sets.hpp"
#include "tokens.hpp"
#include "utf8.hpp"

namespace shoal {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// Reads lines into rows of token ids; the ids are in order of first appearance.
class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {
        rows_.offsets.reserve(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 2);
    }

    template <class SplitLine>
    void each_line(SplitLine&& split_line) {
        const char* cursor = text_.data();
        const char* const end = cursor + text_.size();
        while (cursor != end) {
            const void* found = std::memchr(cursor, '\n', static_cast<std::size_t>(end - cursor));
            const char* const stop = found ? static_cast<const char*>(found) : end;
            const char* const content_end = stop != cursor && stop[-1] == '\r' ? stop - 1 : stop;
            split_line(cursor, content_end);
            rows_.offsets.push_back(static_cast<std::int64_t>(rows_.items.size()));
            cursor = found ? stop + 1 : end;
        }
    }

    void fimi_line(const char* cursor, const char* end) {
        while (true) {
            while (cursor != end && is_blank(*cursor)) ++cursor;
            if (cursor == end) return;
            const char* const start = cursor;
            while (cursor != end && !is_blank(*cursor)) ++cursor;
            add(start, cursor);
        }
    }

    void csv_line(const char* cursor, const char* end, char separator) {
        const auto skip_blanks = [&] {
            while (cursor != end && is_blank(*cursor) && *cursor != separator) ++cursor;
        };
        while (true) {
            skip_blanks();
            if (cursor != end && *cursor == '"') {
                cursor = quoted_field(cursor + 1, end);
                skip_blanks();
                if (cursor != end && *cursor != separator) throw error("has text after a closing quote");
            } else {
                const char* const start = cursor;
                while (cursor != end && *cursor != separator) ++cursor;
                const char* stop = cursor;
                while (stop != start && is_blank(stop[-1])) --stop;
                if (stop != start) add(start, stop);
            }
            if (cursor == end) return;
            ++cursor;
        }
    }

    // Replaces token ids by positions in the sorted vocabulary.
    TextBaskets finish() {
        TextBaskets baskets;
        const auto& tokens = tokens_.all();
        auto numbers = whole_numbers(tokens);
        std::vector<Item> order(tokens.size());
        std::iota(order.begin(), order.end(), 0);
        baskets.numeric = numbers.has_value();
        if (numbers) {
            std::sort(order.begin(), order.end(), [&](Item a, Item b) { return (*numbers)[a] < (*numbers)[b]; });
            baskets.numbers.reserve(order.size());
            for (const Item id : order) baskets.numbers.push_back((*numbers)[id]);
        } else {
            std::sort(order.begin(), order.end(), [&](Item a, Item b) { return tokens[a] < tokens[b]; });
            for (const Item id : order) baskets.names.append(tokens[id]).push_back('\n');
        }
        std::vector<Item> position(order.size());
        for (std::size_t i = 0; i < order.size(); ++i) position[order[i]] = static_cast<Item>(i);
        for (Item& item : rows_.items) item = position[item];
        baskets.duplicates = make_sets(rows_);
        baskets.rows = std::move(rows_);
        return baskets;
    }

private:
    TextError error(const std::string& what) const { return {rows_.size() + 1, what}; }

    void add(const char* start, const char* stop) {
        add({start, static_cast<std::size_t>(stop - start)}, Tokens::Keep::view);
    }

    void add(std::string_view token, Tokens::Keep keep) {
        rows_.items.push_back(tokens_.id(token, keep));
        if (tokens_.full()) throw error("brings more than 2,147,483,647 distinct items");
    }

    // Starts behind the opening quote, returns the place behind the closing one.
    const char* quoted_field(const char* cursor, const char* end) {
        const char* const start = cursor;
        bool plain = true;  // no doubled quote in it, so the text itself holds the token
        while (true) {
            const void* found = std::memchr(cursor, '"', static_cast<std::size_t>(end - cursor));
            if (!found) throw error("has a quote that is not closed in the same line");
            cursor = static_cast<const char*>(found);
            if (cursor + 1 == end || cursor[1] != '"') break;
            plain = false;
            cursor += 2;
        }
        if (plain) {
            add(start, cursor);
        } else {
            scratch_.clear();
            for (const char* c = start; c != cursor; ++c) {
                scratch_.push_back(*c);
                if (*c == '"') ++c;
            }
            add(scratch_, Tokens::Keep::copy);
        }
        return cursor + 1;
    }

    // The tokens' values if each is a whole number in its one canonical spelling: no sign on zero, no leading zeros.
    static std::optional<std::vector<std::int64_t>> whole_numbers(const std::vector<std::string_view>& tokens) {
        std::vector<std::int64_t> numbers(tokens.size());
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            const std::string_view token = tokens[i];
            const auto [stop, failed] = std::from_chars(token.data(), token.data() + token.size(), numbers[i]);
            if (failed != std::errc{} || stop != token.data() + token.size()) return std::nullopt;
            const std::string_view digits = token.substr(token[0] == '-' ? 1 : 0);
            if (digits[0] == '0' && token.size() > 1) return std::nullopt;
        }
        return numbers;
    }

    std::string_view text_;
    Rows rows_;
    Tokens tokens_;
    std::string scratch_;
};

void check_characters(std::string_view text) {
    const auto fault = first_fault(text);
    if (!fault) return;
    const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(*fault), '\n') + 1;
    if (text[*fault] == '\0') throw TextError(line, "holds a NUL byte: this is a binary file, not text");
    throw TextError(line, "is not valid UTF-8: this is not text, or text to be saved as UTF-8 first");
}

std::vector<std::string_view> split_lines(std::string_view names) {
    std::vector<std::string_view> lines;
    for (std::size_t start = 0; start < names.size();) {
        const std::size_t stop = names.find('\n', start);
        lines.push_back(names.substr(start, stop - start));
        start = stop + 1;
    }
    return lines;
}

}  // namespace

TextBaskets parse_baskets(std::string_view text, char separator) {
    check_characters(text);
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    Reader reader(text);
    if (separator == '\0') {
        reader.each_line([&](const char* start, const char* end) { reader.fimi_line(start, end); });
    } else {
        reader.each_line([&](const char* start, const char* end) { reader.csv_line(start, end, separator); });
    }
    return reader.finish();
}

std::string format_baskets(const RowsView& rows, std::string_view names, char separator) {
    const auto vocabulary = split_lines(names);
    // Measured first, so that the text is allocated once: every item is followed by a separator or a line's end.
    std::size_t size = 0;
    for (std::int64_t row = 0; row < rows.size(); ++row) {
        size += std::max<std::size_t>(rows[row].size(), 1);
        for (const Item item : rows[row]) size += vocabulary[item].size();
    }
    std::string text;
    text.reserve(size);
    for (std::int64_t row = 0; row < rows.size(); ++row) {
        for (const Item item : rows[row]) text.append(vocabulary[item]).push_back(separator);
        if (rows[row].empty()) {
            text.push_back('\n');
        } else {
            text.back() = '\n';
        }
    }
    return text;
}

}  // namespace shoal
