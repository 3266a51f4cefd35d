// A test is `TEST(name) { CHECK(...); }`: it registers itself, and main.cpp runs them all.
#pragma once

#include <iostream>
#include <string>
#include <vector>

namespace check {

struct Test {
    const char* name;
    void (*run)();
};

inline std::vector<Test>& tests() {
    static std::vector<Test> all;
    return all;
}

inline int failures = 0;  // of the test that runs

struct Register {
    Register(const char* name, void (*run)()) { tests().push_back({name, run}); }
};

inline void that(bool holds, const char* text, const char* file, int line) {
    if (holds) return;
    ++failures;
    std::cerr << file << ':' << line << ": not true: " << text << '\n';
}

}  // namespace check

#define TEST(name)                                              \
    static void test_##name();                                  \
    static const check::Register register_##name{#name, test_##name}; \
    static void test_##name()

#define CHECK(condition) check::that(static_cast<bool>(condition), #condition, __FILE__, __LINE__)
#define CHECK_EQ(a, b) check::that((a) == (b), #a " == " #b, __FILE__, __LINE__)
#define CHECK_THROWS(expression, Error)                                           \
    do {                                                                          \
        bool thrown = false;                                                      \
        try {                                                                     \
            (void)(expression);                                                   \
        } catch (const Error&) {                                                  \
            thrown = true;                                                        \
        }                                                                         \
        check::that(thrown, #expression " throws " #Error, __FILE__, __LINE__);   \
    } while (false)
