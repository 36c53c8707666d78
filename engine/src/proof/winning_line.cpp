#include "proof/winning_line.hpp"

namespace barragoon::BARRAGOON_ISA {

namespace {

bool is_over(const Position& position) {
    return position.phase() == Phase::Move && has_lost(position, position.turn());
}

}  // namespace

std::vector<Action> WinningLine::to_the_end(Position position, int turns, Action first) {
    std::vector<Action> actions;
    for (Action action = first ? first : next(position, turns); action; action = next(position, turns)) {
        actions.push_back(action);
        play(position, turns, action);
    }
    return actions;
}

std::vector<Action> WinningLine::reply(Position position, int turns) {
    std::vector<Action> actions;
    while (position.actor() != prover_.attacker() && !is_over(position)) {
        actions.push_back(next_of_loser(position, turns));
        play(position, turns, actions.back());
    }
    return actions;
}

void WinningLine::play(Position& position, int& turns, Action action) {
    const Colour turn = position.turn();
    Position::Undo undo;
    position.make(action, undo);
    if (turn == prover_.attacker() && position.turn() != turn) --turns;
}

Action WinningLine::next(Position& position, int& turns) {
    if (is_over(position)) return {};
    const Action action =
        position.actor() == prover_.attacker() ? next_of_winner(position, turns) : next_of_loser(position, turns);
    return prover_.stopped() ? Action{} : action;
}

// Where many placements win, one that looks like play is shown rather than the first far corner.
Action WinningLine::next_of_winner(Position& position, int turns) {
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
Action WinningLine::next_of_loser(Position& position, int& turns) {
    for (; turns > 0 && !prover_.stopped(); --turns) {
        Action best;
        if (prover_.wins(position, turns - 1, best)) continue;
        if (best && !prover_.stopped()) return best;
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
