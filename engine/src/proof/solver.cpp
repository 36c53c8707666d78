#include "proof/solver.hpp"

#include "proof/winning_line.hpp"

namespace barragoon::BARRAGOON_ISA {

Solution Solver::solve(const Position& root, const SolveLimits& limits, const std::function<bool()>& stop) {
    begin(root, limits, stop);
    return go_on(limits.nodes);
}

void Solver::begin(const Position& root, const SolveLimits& limits, const std::function<bool()>& stop) {
    root_ = root;
    limits_ = limits;
    solution_ = {};
    done_ = false;
    prover_.begin(root.actor(), stop);
}

const Solution& Solver::go_on(std::uint64_t nodes) {
    prover_.allow(nodes);
    while (!done_ && solution_.turns < limits_.turns) {
        const int turns = solution_.turns + 1;
        Action first;
        const bool wins = wins_at_root(root_, turns, limits_.only, first);
        if (prover_.stopped()) break;
        if (wins) {
            prover_.allow(0);  // the line is wanted to its end
            solution_.verdict = Verdict::Win;
            solution_.actions = WinningLine(prover_).to_the_end(root_, turns, first);
        } else if (turns == limits_.turns && !prover_.doubtful()) {
            solution_.verdict = Verdict::NoWin;
        }
        done_ = wins || prover_.doubtful() || turns == limits_.turns;
        if (wins || !prover_.doubtful()) solution_.turns = turns;
    }
    solution_.nodes = prover_.nodes();
    return solution_;
}

bool Solver::wins_at_root(Position& position, int turns, const std::vector<Action>& only, Action& best) {
    if (only.empty()) return prover_.wins(position, turns, best);
    for (const Action action : only) {
        if (!is_legal(position, action)) continue;
        best = action;
        if (prover_.wins_by(position, action, turns)) return true;
        if (prover_.stopped()) return false;
    }
    return false;
}

}  // namespace barragoon::BARRAGOON_ISA
