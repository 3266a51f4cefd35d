#include "bindings.hpp"
namespace nb = nanobind;
void bind_mining(nb::module_&) {}
