#include <exception>
#include <iostream>

#include "check.hpp"

int main() {
    int passed = 0;
    int failed = 0;
    for (const check::Test& test : check::tests()) {
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
    return failed == 0 ? 0 : 1;
}
