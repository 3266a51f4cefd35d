#include <nanobind/nanobind.h>

#include "bindings.hpp"
#include "checked.hpp"
#include "shoal/control.hpp"
#include "shoal/simd.hpp"
#include "shoal/start_thread.hpp"
#include "shoal/table/profitable_sets.hpp"

namespace nb = nanobind;

NB_MODULE(_core, m) {
    m.doc() = "Shoal's native core.";

    // Stands beside KeyboardInterrupt: the caller asked the kernel to stop.
    nb::exception<shoal::Cancelled>(m, "Cancelled");
    // Others that were started have ended by then.
    nb::exception<shoal::NoThread>(m, "NoThread");
    // There is less memory than the patterns of a table need.
    nb::exception<shoal::table::NoRoom>(m, "NoRoom", PyExc_MemoryError);
    // What was handed over is not what a kernel takes.
    nb::exception<Invalid>(m, "Invalid", PyExc_ValueError);
    m.def("_let_threads_start", [](int count) { shoal::threads_left_to_start = count; }, nb::arg("count"),
          "For tests: so many threads still start, then none does; all do if it is below 0.");

    nb::class_<shoal::Control>(m, "Control", "A handle on a running kernel: cancel it, bound its time, watch it.")
        .def(nb::init<>())
        .def("cancel", &shoal::Control::cancel, "Ask the kernel to stop; it raises Cancelled.")
        .def("set_time_limit", [](shoal::Control& c, double seconds) { c.set_time_limit(checked_seconds(seconds)); }, nb::arg("seconds"),
             "Let the kernel return the best it has after this many seconds.")
        .def_prop_ro("cancelled", &shoal::Control::cancelled)
        .def_prop_ro("done", [](const shoal::Control& c) { return c.done.load(); })
        .def_prop_ro("total", [](const shoal::Control& c) { return c.total.load(); })
        .def_prop_ro("found", [](const shoal::Control& c) { return c.found.load(); });

    m.def("simd", [] { return shoal::isa_name(shoal::isa()); }, "Name of the vector instructions in use.");

    m.def("version", [] { return SHOAL_VERSION; }, "Shoal's version.");

    bind_text(m);
    bind_rows(m);
    bind_mining(m);
    bind_cluster(m);
    bind_certificate(m);
    bind_constraint(m);
    bind_table(m);
    bind_table_methods(m);
    bind_generalize(m);
    bind_km(m);
}
