#include "shoal/start_thread.hpp"

#include <system_error>
#include <utility>

namespace shoal {

std::thread start_thread(std::function<void()> work) {
    if (threads_left_to_start == 0) throw NoThread();
    if (threads_left_to_start > 0) --threads_left_to_start;
    try {
        return std::thread(std::move(work));
    } catch (const std::system_error&) {
        throw NoThread();
    }
}

}  // namespace shoal
