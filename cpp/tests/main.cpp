#include <algorithm>
#include <exception>
#include <iostream>
#include <string_view>
#include <vector>

#include "check.hpp"

// All tests, or those whose names hold one of the words that are given.
int main(int count, char** arguments) {
    const std::vector<std::string_view> words(arguments + 1, arguments + count);
    int passed = 0;
    int failed = 0;
    for (const check::Test& test : check::tests()) {
        const auto named = [&](std::string_view word) { return std::string_view(test.name).find(word) != std::string_view::npos; };
        if (!words.empty() && std::ranges::none_of(words, named)) continue;
        check::failures = 0;
        try {
            test.run();
        } catch (const std::exception& error) {
            ++check::failures;
            std::cerr << test.name << ": " << error.what() << '\n';
        }
        if (check::failures != 0) std::cerr << "FAILED " << test.name << '\n';
        ++(check::failures == 0 ? passed : failed);
    }
    std::cout << passed << " passed, " << failed << " failed\n";
    return failed == 0 && passed > 0 ? 0 : 1;
}
