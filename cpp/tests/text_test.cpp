#include "shoal/text.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "check.hpp"

namespace text_test {

using shoal::Item;
using shoal::parse_baskets;
using shoal::TextBaskets;
using shoal::TextError;
using namespace std::string_literals;
using namespace std::string_view_literals;

namespace {

constexpr char fimi = '\0';

using Lists = std::vector<std::vector<Item>>;

Lists lists(const TextBaskets& baskets) {
    Lists all;
    for (std::int64_t row = 0; row < baskets.rows.size(); ++row) {
        const auto items = baskets.rows[row];
        all.emplace_back(items.begin(), items.end());
    }
    return all;
}

std::int64_t faulty_line(std::string_view text, char separator) {
    try {
        parse_baskets(text, separator);
    } catch (const TextError& error) {
        return error.line;
    }
    return 0;
}

std::string again(std::string_view text, char separator) {
    const TextBaskets baskets = parse_baskets(text, separator);
    return format_baskets(baskets.rows.view(0), baskets.names, separator == fimi ? ' ' : separator);
}

}  // namespace

TEST(numbers_are_sorted_by_value) {
    const TextBaskets baskets = parse_baskets("10 9 -3\n9\n", fimi);
    CHECK(baskets.numeric);
    CHECK_EQ(baskets.numbers, (std::vector<std::int64_t>{-3, 9, 10}));
    CHECK_EQ(lists(baskets), (Lists{{0, 1, 2}, {1}}));
}

TEST(names_are_sorted_bytewise) {
    const TextBaskets baskets = parse_baskets("b a\n\xC3\xA9 10\n", fimi);
    CHECK(!baskets.numeric);
    CHECK_EQ(baskets.names, "10\na\nb\n\xC3\xA9\n");
    CHECK_EQ(lists(baskets), (Lists{{1, 2}, {0, 3}}));
}

TEST(only_canonical_spellings_are_numbers) {
    for (const auto text : {"007", "-0", "+1", "1.0", "-", "9223372036854775808", "1e3", "0x1", "00"}) {
        CHECK(!parse_baskets(text, fimi).numeric);
    }
    for (const auto text : {"0", "-1", "9223372036854775807", "-9223372036854775808"}) {
        CHECK(parse_baskets(text, fimi).numeric);
    }
}

TEST(duplicates_are_merged_and_counted) {
    const TextBaskets baskets = parse_baskets("2 1 2 2\n1 1\n3", fimi);
    CHECK_EQ(baskets.duplicates, 3);
    CHECK_EQ(lists(baskets), (Lists{{0, 1}, {0}, {2}}));
}

TEST(lines_end_in_either_way) {
    CHECK_EQ(parse_baskets("", fimi).rows.size(), 0);
    CHECK_EQ(parse_baskets("\n", fimi).rows.size(), 1);
    CHECK_EQ(parse_baskets("1", fimi).rows.size(), 1);
    CHECK_EQ(lists(parse_baskets("1 2\r\n\r\n 3\t\r\n", fimi)), (Lists{{0, 1}, {}, {2}}));
    CHECK_EQ(lists(parse_baskets("\xEF\xBB\xBF" "5\n\n5", fimi)), (Lists{{0}, {}, {0}}));
    CHECK_EQ(parse_baskets("\xEF\xBB\xBF" "5", fimi).numbers, (std::vector<std::int64_t>{5}));
}

TEST(csv_fields_may_be_quoted) {
    const TextBaskets baskets = parse_baskets(" a b , \"c,d\" ,\n\"\"\n\"say \"\"hi\"\"\",,a b\n \n", ',');
    CHECK_EQ(baskets.names, "\na b\nc,d\nsay \"hi\"\n");
    CHECK_EQ(lists(baskets), (Lists{{1, 2}, {0}, {1, 3}, {}}));
    CHECK_EQ(lists(parse_baskets("1\t2 \t\t3", '\t')), (Lists{{0, 1, 2}}));
    CHECK_EQ(lists(parse_baskets("1  2 \t3\t", ' ')), (Lists{{0, 1, 2}}));
}

TEST(the_faulty_line_is_named) {
    CHECK_EQ(faulty_line("1\n\"2\n3\"", ','), 2);
    CHECK_EQ(faulty_line("1\n2\n\"3\" x\n", ','), 3);
    CHECK_EQ(faulty_line("1\n2\0 3\n"sv, fimi), 2);
    CHECK_EQ(faulty_line("1\n2\n\xFF", fimi), 3);
    CHECK_EQ(faulty_line("12345678\n12345678\n\xC3(\n", fimi), 3);
    CHECK_EQ(faulty_line("\"never closed", fimi), 0);
}

TEST(broken_utf8_is_refused) {
    for (const auto text : {"\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\x80",
                            "\xE2\x82", "\xF0\x9F\x98", "abcdefgh\xC3"}) {
        CHECK_THROWS(parse_baskets(text, fimi), TextError);
    }
    for (const auto text : {"\xC2\x80", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEF\xBF\xBF", "\xF0\x90\x80\x80",
                            "\xF4\x8F\xBF\xBF", "abcdefg\xF0\x9F\x98\x80"}) {
        CHECK_EQ(parse_baskets(text, fimi).rows.items.size(), 1u);
    }
}

TEST(tokens_of_any_length_stay_apart) {
    std::string text;
    std::string token;
    for (int length = 1; length <= 40; ++length) {
        token += 'x';
        text += token + ' ' + token.substr(0, token.size() - 1) + "y " + "z" + token.substr(1) + '\n';
    }
    const TextBaskets baskets = parse_baskets(text + text, fimi);
    CHECK_EQ(baskets.rows.size(), 80);
    CHECK_EQ(baskets.rows.items.size(), 2u * (3 * 40));
    CHECK_EQ(again(text, fimi), again(again(text, fimi), fimi));
}

TEST(many_items_in_one_line) {
    std::string text;
    for (int item = 1'000'000; item-- > 0;) text += std::to_string(item) + ' ';
    const TextBaskets baskets = parse_baskets(text, fimi);
    CHECK_EQ(baskets.rows.size(), 1);
    CHECK_EQ(baskets.numbers.size(), 1'000'000u);
    CHECK_EQ(baskets.rows.items.back(), 999'999);
}

TEST(formatting_ends_every_line) {
    CHECK_EQ(again("b  a\n\nc", fimi), "a b\n\nc\n");
    CHECK_EQ(again("b;a\n;\nc", ';'), "a;b\n\nc\n");
    CHECK_EQ(again("", fimi), "");
}

}  // namespace text_test
