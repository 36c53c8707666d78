#include "proof/solver.hpp"

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
            solution_.actions = line(root_, turns, first);
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

// The winner's proven actions, and each time an answer after which the win takes longest.
std::vector<Action> Solver::line(Position position, int turns, Action first) {
    std::vector<Action> actions;
    for (Action next = first; next; next = next_of_line(position, turns)) {
        actions.push_back(next);
        const Colour turn = position.turn();
        Position::Undo undo;
        position.make(next, undo);
        if (turn == prover_.attacker() && position.turn() != turn) --turns;
    }
    return actions;
}

Action Solver::next_of_line(Position& position, int& turns) {
    if (position.phase() == Phase::Move && has_lost(position, position.turn())) return {};
    const Action next =
        position.actor() == prover_.attacker() ? next_of_winner(position, turns) : next_of_loser(position, turns);
    return prover_.stopped() ? Action{} : next;
}

// Where many placements win, one that looks like play is shown rather than the first far corner.
Action Solver::next_of_winner(Position& position, int turns) {
    Action proven;
    if (!prover_.wins(position, turns, proven)) return {};
    if (position.phase() == Phase::Move) return proven;
    std::array<Candidate, kMostActions> found;
    const int count = placement_candidates(position, 4, found);
    for (int place = 0; place < count && !prover_.stopped(); ++place) {
        const Action action = found[static_cast<std::size_t>(place)].action;
        if (prover_.wins_by(position, action, turns)) return action;
    }
    return proven;
}

// What holds with a turn less; the turns become as many as the win takes now.
Action Solver::next_of_loser(Position& position, int& turns) {
    for (; turns > 0 && !prover_.stopped(); --turns) {
        Action best;
        if (prover_.wins(position, turns - 1, best)) continue;
        if (best) return best;
        break;
    }
    if (position.phase() == Phase::Move) {
        ActionList actions;
        generate(position, actions);
        return actions[0];
    }
    std::array<Candidate, kMostActions> found;
    placement_candidates(position, 1, found);
    return found[0].action;
}

}  // namespace barragoon::BARRAGOON_ISA
