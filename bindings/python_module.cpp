// The engine's door to Python. Text goes in and out; the library's own types are made on the Python side.
#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "action_text.hpp"
#include "core.hpp"
#include "draw_policy.hpp"
#include "game/text_game.hpp"

namespace nb = nanobind;
using namespace nb::literals;

void register_replay(nb::module_& module);  // replay.cpp

namespace {

using barragoon::Action;
using barragoon::Core;
using barragoon::Escape;
using barragoon::EvaluationTerms;
using barragoon::Goal;
using barragoon::Grade;
using barragoon::Judgement;
using barragoon::SearchLimits;
using barragoon::SearchLine;
using barragoon::Solution;
using barragoon::SolveLimits;
using barragoon::TextGame;
using barragoon::Verdict;

std::string_view view(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

std::vector<std::string> texts(const std::vector<Action>& actions) {
    std::vector<std::string> made;
    for (const Action action : actions) made.push_back(barragoon::to_text(action));
    return made;
}

std::vector<Action> actions_of(const std::vector<std::string>& texts) {
    std::vector<Action> made;
    for (const std::string& text : texts) {
        const auto action = barragoon::action_from_text(text);
        if (!action) throw std::invalid_argument("'" + text + "' is not an action");
        made.push_back(*action);
    }
    return made;
}

// Shared, because nanobind would free a unique one as a plain Core, and it is aligned for vectors.
std::shared_ptr<Core> new_core(std::string_view instruction_set) {
    std::shared_ptr<Core> core = barragoon::make_core(instruction_set);
    if (!core)
        throw std::invalid_argument("this machine can't run the instruction set " + std::string(instruction_set));
    return core;
}

// Throws the sentence about what can't be read or is not legal; nothing has changed then.
void throw_if(const std::string& problem) {
    if (!problem.empty()) throw std::invalid_argument(problem);
}

void set_position(Core& core, std::string_view fen, const std::vector<std::string>& actions) {
    throw_if(core.set_position(fen, actions_of(actions)));
}

std::optional<std::uint64_t> perft(Core& core, int depth) {
    if (depth < 0) throw std::invalid_argument("a depth is 0 or more");
    return core.perft(depth);
}

std::vector<std::vector<std::string>> texts(const std::vector<std::vector<barragoon::Square>>& paths) {
    std::vector<std::vector<std::string>> made;
    for (const auto& path : paths) {
        auto& squares = made.emplace_back();
        for (const barragoon::Square square : path) squares.push_back(barragoon::to_text(square));
    }
    return made;
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
    std::vector<barragoon::ActionVerdict> found;
    {
        nb::gil_scoped_release released;
        found = core.solve_each(limits);
    }
    std::vector<std::pair<std::string, Verdict>> made;
    for (const auto& [action, verdict] : found) made.emplace_back(barragoon::to_text(action), verdict);
    return made;
}

}  // namespace

NB_MODULE(_native, module) {
    module.doc() = "The search engine in C++; barragoon.engine is how to use it.";

    module.def("instruction_sets", &barragoon::instruction_sets,
               "The instruction sets that this machine can run, the fastest first.");

    nb::class_<SearchLine>(module, "SearchLine", "What a search has found at some depth.")
        .def_ro("rank", &SearchLine::rank, "1 for the best line.")
        .def_ro("depth", &SearchLine::depth)
        .def_ro("seldepth", &SearchLine::selective_depth)
        .def_ro("score", &SearchLine::score, "For the actor; beyond 29,000 a win is proven.")
        .def_ro("nodes", &SearchLine::nodes)
        .def_ro("seconds", &SearchLine::seconds)
        .def_ro("hashfull", &SearchLine::hashfull, "Fill of the transposition table, per mille.")
        .def_prop_ro("actions", [](const SearchLine& line) { return texts(line.actions); });

    nb::class_<EvaluationTerms::Side>(module, "Side", "One player's terms of an evaluation.")
        .def_ro("material", &EvaluationTerms::Side::material)
        .def_ro("mobility", &EvaluationTerms::Side::mobility)
        .def_ro("squares", &EvaluationTerms::Side::squares)
        .def_ro("threats", &EvaluationTerms::Side::threats)
        .def_ro("freedom", &EvaluationTerms::Side::freedom)
        .def_ro("movable", &EvaluationTerms::Side::movable);

    nb::class_<EvaluationTerms::Tile>(module, "TileTerms", "One tile's part of its side's terms.")
        .def_prop_ro("square", [](const EvaluationTerms::Tile& tile) { return barragoon::to_text(tile.square); })
        .def_ro("material", &EvaluationTerms::Tile::material)
        .def_ro("mobility", &EvaluationTerms::Tile::mobility)
        .def_ro("squares", &EvaluationTerms::Tile::squares)
        .def_ro("threat", &EvaluationTerms::Tile::threat,
                "Part of the other side's threats: what it counts that the tile could be taken.")
        .def_ro("targets", &EvaluationTerms::Tile::targets, "How many squares it can go to.");

    nb::class_<EvaluationTerms>(module, "EvaluationTerms", "What a position is worth, term by term.")
        .def_ro("white", &EvaluationTerms::white)
        .def_ro("brown", &EvaluationTerms::brown)
        .def_ro("tiles", &EvaluationTerms::tiles)
        .def_ro("tempo", &EvaluationTerms::tempo)
        .def_ro("score", &EvaluationTerms::score, "For the player whose turn it is.");

    nb::enum_<Verdict>(module, "Verdict", "What a solver can say of a forced win.")
        .value("WIN", Verdict::Win)
        .value("NO_WIN", Verdict::NoWin)
        .value("UNKNOWN", Verdict::Unknown);

    nb::class_<Solution>(module, "Solution", "What a solver has proven.")
        .def_ro("verdict", &Solution::verdict)
        .def_ro("turns", &Solution::turns, "The winner's turns; without a win, within how many there is none for sure.")
        .def_ro("nodes", &Solution::nodes)
        .def_ro("seconds", &Solution::seconds)
        .def_prop_ro("actions", [](const Solution& solution) { return texts(solution.actions); });

    nb::enum_<Goal::Kind>(module, "GoalKind", "What is asked of the player who acts.")
        .value("WIN", Goal::Kind::Win)
        .value("HOLD", Goal::Kind::Hold);

    nb::enum_<Grade>(module, "Grade", "What a judge can say of an answer.")
        .value("RIGHT", Grade::Right)
        .value("SLOWER", Grade::Slower)
        .value("WRONG", Grade::Wrong)
        .value("UNPROVEN", Grade::Unproven);

    nb::class_<Escape>(module, "Escape", "A move that the opponent still has.")
        .def_prop_ro("move", [](const Escape& escape) { return barragoon::to_text(escape.move); })
        .def_prop_ro("paths", [](const Escape& escape) { return texts(escape.paths); });

    nb::class_<Judgement>(module, "Judgement", "What is proven of an answer.")
        .def_ro("grade", &Judgement::grade)
        .def_ro("turns", &Judgement::turns)
        .def_prop_ro("line", [](const Judgement& judgement) { return texts(judgement.line); })
        .def_ro("escapes", &Judgement::escapes)
        .def_ro("nodes", &Judgement::nodes)
        .def_ro("seconds", &Judgement::seconds);

    nb::class_<Core>(module, "Core", "A position with the game that led to it, ready to be searched.")
        .def(nb::new_(&new_core), "instruction_set"_a = "")
        .def_prop_ro("instruction_set", [](const Core& core) { return std::string(core.instruction_set()); })
        .def("set_position", &set_position, "fen"_a, "actions"_a = std::vector<std::string>{})
        .def("fen", &Core::fen)
        .def("key", &Core::key)
        .def("legal_actions", [](const Core& core) { return texts(core.legal_actions()); })
        .def(
            "moves_of",
            [](const Core& core, bool white) {
                return texts(core.moves_of(white ? barragoon::Colour::White : barragoon::Colour::Brown));
            },
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
        .def("new_game", &Core::new_game, "Forget everything that earlier searches learnt.")
        .def("stop", &Core::stop)
        .def(
            "accepts_draw",
            [](Core& core, bool white, bool on_repetition, const std::vector<std::string>& only) {
                const auto player = white ? barragoon::Colour::White : barragoon::Colour::Brown;
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

    module.def(
        "read_records", [](nb::bytes file) { return barragoon::read_records(view(file)); }, "file"_a,
        "All games of a file as JSON, with their errors.");
    module.def(
        "format_records", [](nb::bytes file) { return barragoon::format_records(view(file)); }, "file"_a,
        "A file as it is written.");
    module.def("check_setup", &barragoon::check_setup, "fen"_a,
               "What is wrong with the set-up that a FEN shows, as JSON.");
    module.def("welcomes_draw", &barragoon::welcomes_draw, "score"_a, "on_repetition"_a, "turns"_a,
               "Whether a draw is fair to a player with this score after so many complete turns.");

    nb::class_<TextGame>(module, "TextGame", "A game as the page holds it: events in, JSON out.")
        .def(nb::init<>())
        .def(
            "begin", [](TextGame& game, std::string_view fen, bool touch) { throw_if(game.begin(fen, touch)); },
            "fen"_a, "touch_move"_a = false)
        .def(
            "apply", [](TextGame& game, std::string_view event) { throw_if(game.apply(event)); }, "event"_a)
        .def("state", &TextGame::state)
        .def("record", &TextGame::record, "tags"_a = "")
        .def(
            "record_onto",
            [](const TextGame& game, nb::bytes source, std::size_t index, std::string_view tags) {
                std::string file;
                throw_if(game.record_onto(view(source), index, tags, file));
                return file;
            },
            "source"_a, "index"_a = 0, "tags"_a = "")
        .def(
            "read", [](TextGame& game, nb::bytes file, std::size_t index) { throw_if(game.read(view(file), index)); },
            "file"_a, "index"_a = 0)
        .def("reading", &TextGame::reading)
        .def("explain", &TextGame::explain, "action"_a);

    register_replay(module);
}
