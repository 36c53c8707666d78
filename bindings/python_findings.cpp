// What searches, proofs and judges report.
#include "core.hpp"
#include "python_bindings.hpp"

namespace barragoon::python {

void bind_findings(nb::module_& module) {
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
        .def_prop_ro("square", [](const EvaluationTerms::Tile& tile) { return to_text(tile.square); })
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
        .def_prop_ro("move", [](const Escape& escape) { return to_text(escape.move); })
        .def_prop_ro("paths", [](const Escape& escape) { return texts(escape.paths); });

    nb::class_<Judgement>(module, "Judgement", "What is proven of an answer.")
        .def_ro("grade", &Judgement::grade)
        .def_ro("turns", &Judgement::turns)
        .def_prop_ro("line", [](const Judgement& judgement) { return texts(judgement.line); })
        .def_ro("escapes", &Judgement::escapes)
        .def_ro("nodes", &Judgement::nodes)
        .def_ro("seconds", &Judgement::seconds);
}

}  // namespace barragoon::python
