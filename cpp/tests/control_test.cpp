#include "shoal/control.hpp"

#include <limits>

#include "check.hpp"

namespace control_test {

using shoal::Control;

TEST(a_time_limit_expires) {
    Control control;
    CHECK(!control.expired());
    control.set_time_limit(0);
    CHECK(control.expired());
    control.set_time_limit(3600);
    CHECK(!control.expired());
}

TEST(a_time_limit_beyond_the_clock_never_expires) {
    for (const double seconds : {1e9, 9.2e9, 9.3e9, 1e10, 1e300, std::numeric_limits<double>::infinity()}) {
        Control control;
        control.set_time_limit(seconds);
        CHECK(!control.expired());
    }
}

}  // namespace control_test
