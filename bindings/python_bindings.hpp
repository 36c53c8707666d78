// What the files of the Python module share. Each binds one part of the engine; the library's own types are made on the
// Python side.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "action_text.hpp"

namespace barragoon::python {

namespace nb = nanobind;

void bind_findings(nb::module_& module);  // what searches, proofs and judges report
void bind_core(nb::module_& module);
void bind_records(nb::module_& module);  // game files, and the page's game
void bind_replay(nb::module_& module);   // the turns of a game file
void bind_played_game(nb::module_& module);
void bind_batch_games(nb::module_& module);

// Throws the sentence about what can't be read or is not legal; nothing has changed then.
inline void throw_if(const std::string& problem) {
    if (!problem.empty()) throw std::invalid_argument(problem);
}

inline std::vector<std::string> texts(const std::vector<Action>& actions) {
    std::vector<std::string> made;
    for (const Action action : actions) made.push_back(to_text(action));
    return made;
}

inline std::vector<std::vector<std::string>> texts(const std::vector<std::vector<Square>>& paths) {
    std::vector<std::vector<std::string>> made;
    for (const auto& path : paths) {
        auto& squares = made.emplace_back();
        for (const Square square : path) squares.push_back(to_text(square));
    }
    return made;
}

}  // namespace barragoon::python
