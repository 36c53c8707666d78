// The engine's door to Python, one file a part.
#include "core.hpp"
#include "python_bindings.hpp"

NB_MODULE(_native, module) {
    module.doc() = "The engine in C++; barragoon.engine and barragoon.env are how to use it.";
    module.def("instruction_sets", &barragoon::instruction_sets,
               "The instruction sets that this machine can run, the fastest first.");
    barragoon::python::bind_findings(module);
    barragoon::python::bind_core(module);
    barragoon::python::bind_records(module);
    barragoon::python::bind_replay(module);
    barragoon::python::bind_played_game(module);
    barragoon::python::bind_batch_games(module);
}
