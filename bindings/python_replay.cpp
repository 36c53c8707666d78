// Turns of game files, played through: barragoon.record reads files with it.
#include "game/turn_replay.hpp"
#include "python_bindings.hpp"

namespace barragoon::python {

using namespace nb::literals;

namespace {

using ResultAndReason = std::optional<std::pair<std::string, std::string>>;

ResultAndReason in_words(const std::optional<Decided>& decided) {
    if (!decided) return std::nullopt;
    return std::pair(std::string(decided->result), std::string(decided->reason));
}

TurnCursor begin(std::string_view fen) {
    std::string problem;
    const auto cursor = TurnCursor::begin(fen, problem);
    if (!cursor) throw std::invalid_argument(problem);
    return *cursor;
}

}  // namespace

void bind_replay(nb::module_& module) {
    nb::class_<Replayed>(module, "Replayed", "What came of playing turns.")
        .def_ro("played", &Replayed::played, "How many turns could be played.")
        .def_ro("problem", &Replayed::problem, "Why not the next one; empty: all were.")
        .def_ro("fen", &Replayed::fen, "The position after them.")
        .def_ro("keys", &Replayed::keys, "The keys of the start and of the position after each turn.")
        .def_prop_ro(
            "decided", [](const Replayed& replayed) { return in_words(replayed.decided); },
            "The result and the reason, if the last position decides the game; a dead one is found if that is quick.");

    module.def("replay", &replay, "fen"_a, "turns"_a, nb::call_guard<nb::gil_scoped_release>(),
               "Play turns as files write them: legal, with their placements, and captures with their x.");

    nb::class_<TurnCursor>(module, "TurnCursor", "A position that turns lead to; it never changes.")
        .def(nb::new_(&begin), "fen"_a)
        .def("play", &TurnCursor::play, "turn"_a, "The position after a turn; None if it is no turn or not legal.")
        .def_prop_ro("captured", &TurnCursor::captured, "Whether the last turn captured something.")
        .def_prop_ro("number", &TurnCursor::number)
        .def_prop_ro("key", &TurnCursor::key)
        .def_prop_ro("fen", &TurnCursor::fen)
        .def_prop_ro(
            "decided", [](const TurnCursor& cursor) { return in_words(cursor.decided()); },
            "The result and the reason, if this position decides the game; a dead one is found if that is quick.");
}

}  // namespace barragoon::python
