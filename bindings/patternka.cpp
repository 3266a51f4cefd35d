#include "bindings.hpp"
namespace nb = nanobind;
void bind_patternka(nb::module_&) {}
