#include "proof/refuter.hpp"

#include <utility>

#include "paths.hpp"

namespace barragoon::BARRAGOON_ISA {

namespace {

std::vector<Escape> escapes_of(const Position& position) {
    std::vector<Escape> escapes;
    for_each_tile(position, position.turn(), [&](Square start, Bitboard targets) {
        for (; targets; targets &= targets - 1) {
            const Action move = Action::move(start, std::countr_zero(targets));
            escapes.push_back({move, paths(position, move)});
        }
    });
    return escapes;
}

// Tiles that can move, then the squares that they can go to.
std::pair<int, int> freedom_of(const Position& position, Colour colour) {
    std::pair<int, int> freedom;
    for_each_tile(position, colour, [&](Square, Bitboard targets) {
        freedom.first += targets != 0;
        freedom.second += std::popcount(targets);
    });
    return freedom;
}

// The placement that leaves the opponent the least.
Action narrowest(Position& position, Colour opponent) {
    ActionList actions;
    generate(position, actions);
    Action best;
    std::pair least{kSquares, kSquares * kSquares};
    for (const Action action : actions) {
        Position::Undo undo;
        position.make(action, undo);
        const auto freedom = freedom_of(position, opponent);
        position.unmake(action, undo);
        if (freedom < least) best = action, least = freedom;
    }
    return best;
}

}  // namespace

Refutation Refuter::refute(Position position, int turns) {
    Refutation refutation;
    const Colour attacker = prover_.attacker();
    for (bool replied = false; !replied && !(position.phase() == Phase::Move && position.turn() == attacker);) {
        if (position.phase() == Phase::Move && turns == 0) {
            refutation.escapes = escapes_of(position);
            break;
        }
        const Action action = next(position, turns);
        if (!action) break;
        refutation.line.push_back(action);
        replied = !action.is_placement();
        const Colour turn = position.turn();
        Position::Undo undo;
        position.make(action, undo);
        if (turn == attacker && position.turn() != turn) --turns;
    }
    return refutation;
}

Action Refuter::next(Position& position, int turns) {
    return position.actor() == prover_.attacker() ? best_try(position, turns) : holding(position, turns);
}

// Where many placements hold, one that looks like play is shown rather than the first far corner.
Action Refuter::holding(Position& position, int turns) {
    Action proven;
    if (prover_.wins(position, turns, proven) || prover_.stopped()) return {};
    if (position.phase() == Phase::Move) return proven;
    std::array<Candidate, kMostActions> found;
    const int count = placement_candidates(position, 4, found);
    for (int place = 0; place < count && !prover_.stopped(); ++place) {
        const Action action = found[static_cast<std::size_t>(place)].action;
        if (!prover_.wins_by(position, action, turns) && !prover_.stopped()) return action;
    }
    return proven;
}

// No placement wins, so any of them may be shown; the one that comes nearest explains the most.
Action Refuter::best_try(Position& position, int turns) const {
    const Colour defender = other(prover_.attacker());
    if (turns == 1 && position.phase() == Phase::PlaceOwn) return narrowest(position, defender);
    std::array<Candidate, kMostActions> found;
    return placement_candidates(position, 1, found) ? found[0].action : Action{};
}

}  // namespace barragoon::BARRAGOON_ISA
