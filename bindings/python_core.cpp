// The search engine. Text goes in and out.
#include <nanobind/stl/function.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/tuple.h>

#include "core.hpp"
#include "draw_policy.hpp"
#include "python_bindings.hpp"

namespace barragoon::python {

using namespace nb::literals;

namespace {

std::vector<Action> actions_of(const std::vector<std::string>& texts) {
    std::vector<Action> made;
    for (const std::string& text : texts) {
        const auto action = action_from_text(text);
        if (!action) throw std::invalid_argument("'" + text + "' is not an action");
        made.push_back(*action);
    }
    return made;
}

// Shared, because nanobind would free a unique one as a plain Core, and it is aligned for vectors.
std::shared_ptr<Core> new_core(std::string_view instruction_set) {
    std::shared_ptr<Core> core = make_core(instruction_set);
    if (!core)
        throw std::invalid_argument("this machine can't run the instruction set " + std::string(instruction_set));
    return core;
}

void set_position(Core& core, std::string_view fen, const std::vector<std::string>& actions) {
    throw_if(core.set_position(fen, actions_of(actions)));
}

std::optional<std::uint64_t> perft(Core& core, int depth) {
    if (depth < 0) throw std::invalid_argument("a depth is 0 or more");
    return core.perft(depth);
}

Judgement judge(Core& core, Goal::Kind kind, int turns, const std::vector<std::string>& answer, std::uint64_t nodes) {
    const std::vector<Action> actions = actions_of(answer);
    Judgement judgement;
    std::string problem;
    {
        nb::gil_scoped_release released;
        problem = core.judge({kind, turns}, actions, {nodes, {}}, judgement);
    }
    throw_if(problem);
    return judgement;
}

std::vector<std::pair<std::string, Verdict>> solve_each(Core& core, int turns, std::uint64_t nodes, double seconds,
                                                        const std::vector<std::string>& only) {
    const SolveLimits limits{turns, nodes, seconds, actions_of(only), {}};
    std::vector<ActionVerdict> found;
    {
        nb::gil_scoped_release released;
        found = core.solve_each(limits);
    }
    std::vector<std::pair<std::string, Verdict>> made;
    for (const auto& [action, verdict] : found) made.emplace_back(to_text(action), verdict);
    return made;
}

// By their names: the value and the least and the greatest that it may have.
std::map<std::string, std::tuple<int, int, int>> search_constants(const Core& core) {
    std::map<std::string, std::tuple<int, int, int>> made;
    for (const NamedConstant& constant : kNamedConstants)
        made[std::string(constant.name)] = {core.search_constants().*constant.value, constant.least, constant.most};
    return made;
}

}  // namespace

void bind_core(nb::module_& module) {
    nb::class_<Core>(module, "Core", "A position with the game that led to it, ready to be searched.")
        .def(nb::new_(&new_core), "instruction_set"_a = "")
        .def_prop_ro("instruction_set", [](const Core& core) { return std::string(core.instruction_set()); })
        .def("set_position", &set_position, "fen"_a, "actions"_a = std::vector<std::string>{})
        .def(
            "advance",
            [](Core& core, const std::vector<std::string>& actions) { throw_if(core.advance(actions_of(actions))); },
            "actions"_a, "Play on from where the core stands.")
        .def("fen", &Core::fen)
        .def("key", &Core::key)
        .def("legal_actions", [](const Core& core) { return texts(core.legal_actions()); })
        .def(
            "moves_of",
            [](const Core& core, bool white) { return texts(core.moves_of(white ? Colour::White : Colour::Brown)); },
            "white"_a, "The moves that White's or Brown's tiles could make if it were that player's turn.")
        .def(
            "paths",
            [](const Core& core, const std::string& action) { return texts(core.paths(actions_of({action}).front())); },
            "action"_a,
            "The squares that the tile runs through for a move, one list for each path; none if the tile can't make "
            "it.")
        .def("perft", &perft, "depth"_a, nb::call_guard<nb::gil_scoped_release>(), "None if it was stopped.")
        .def("evaluate", &Core::evaluate)
        .def("evaluation_features", &Core::evaluation_features)
        .def("set_hash", &Core::set_hash, "megabytes"_a)
        .def("set_threads", &Core::set_threads, "threads"_a)
        .def("set_contempt", &Core::set_contempt, "contempt"_a)
        .def("set_level", &Core::set_level, "level"_a, "seed"_a, "ladder"_a)
        .def("search_constants", &search_constants,
             "The numbers with which full strength searches: value, least and greatest of each by its name.")
        .def(
            "set_search_constant",
            [](Core& core, const std::string& name, int value) { throw_if(core.set_search_constant(name, value)); },
            "name"_a, "value"_a, "Change one of search_constants(), for tuning.")
        .def("new_game", &Core::new_game, "Forget everything that earlier searches learnt.")
        .def("stop", &Core::stop)
        .def(
            "accepts_draw",
            [](Core& core, bool white, bool on_repetition, const std::vector<std::string>& only) {
                const auto player = white ? Colour::White : Colour::Brown;
                const std::vector<Action> actions = actions_of(only);
                nb::gil_scoped_release released;
                return core.accepts_draw(player, on_repetition, actions, {});
            },
            "white"_a, "on_repetition"_a, "only"_a = std::vector<std::string>{},
            "Whether the computer, as White or as Brown, accepts a draw that is offered here.")
        .def(
            "solve",
            [](Core& core, int turns, std::uint64_t nodes, double seconds, const std::vector<std::string>& only) {
                const SolveLimits limits{turns, nodes, seconds, actions_of(only), {}};
                nb::gil_scoped_release released;
                return core.solve(limits);
            },
            "turns"_a, "nodes"_a = 0, "seconds"_a = 0.0, "only"_a = std::vector<std::string>{})
        .def("solve_each", &solve_each, "turns"_a, "nodes"_a = 0, "seconds"_a = 0.0,
             "only"_a = std::vector<std::string>{}, "A verdict for each of the actions, or for each legal one.")
        .def("judge", &judge, "kind"_a, "turns"_a, "answer"_a, "nodes"_a = 0,
             "Whether an answer reaches a goal of the player who acts; 0 nodes: as many as the page grants.")
        .def(
            "search",
            [](Core& core, int depth, std::uint64_t nodes, double seconds, int multipv,
               const std::vector<std::string>& only, std::function<void(const SearchLine&)> report) {
                const SearchLimits limits{depth, nodes, seconds, multipv, actions_of(only)};
                // std::function made from a Python callable takes the GIL by itself when called.
                nb::gil_scoped_release released;
                const auto lines = core.search(limits, report);
                return lines.empty() ? SearchLine{} : lines.front();
            },
            "depth"_a = 0, "nodes"_a = 0, "seconds"_a = 0.0, "multipv"_a = 1, "only"_a = std::vector<std::string>{},
            "report"_a = nb::none());

    module.def("welcomes_draw", &welcomes_draw, "score"_a, "on_repetition"_a, "turns"_a,
               "Whether a draw is fair to a player with this score after so many complete turns.");
}

}  // namespace barragoon::python
