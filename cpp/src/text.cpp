#include "shoal/text.hpp"

namespace shoal {
TextBaskets parse_baskets(std::string_view, char) { return {}; }
}  // namespace shoal
