// The proof over moves; prover_placing.cpp has the one over placements.
#include "proof/prover.hpp"

#include <algorithm>

#include "proof/blocking.hpp"
#include "proof/dead_proof.hpp"

namespace barragoon::BARRAGOON_ISA {

void Prover::begin(Colour attacker, const std::function<bool()>& stop) {
    attacker_ = attacker;
    nodes_ = 0;
    most_nodes_ = 0;
    stop_ = stop;
    stopped_ = doubtful_ = false;
    successes_ = {};
    killers_ = {};
    memory_.next_proof();
}

bool Prover::wins(Position& position, int turns, Action& best, Zone& zone) {
    zone = {};
    return node(position, turns, zone, best);
}

bool Prover::wins_by(Position& position, Action action, int turns) {
    Zone zone;
    if (!child(position, action, turns, zone) || stopped_) return false;
    return action.is_placement() || life_before(position, action, zone) == Life::Alive;
}

bool Prover::out_of_budget() {
    if (stopped_) return true;
    if (most_nodes_ && nodes_ >= most_nodes_) return stopped_ = true;
    if ((nodes_ & 255) == 0 && stop_ && stop_()) return stopped_ = true;
    return false;
}

bool Prover::child(Position& position, Action action, int turns, Zone& zone) {
    const Colour turn = position.turn();
    Position::Undo undo;
    position.make(action, undo);
    const bool attackers_turn_ended = turn == attacker_ && position.turn() != attacker_;
    Action best;
    const bool wins = node(position, turns - attackers_turn_ended, zone, best);
    position.unmake(action, undo);
    return wins;
}

bool Prover::node(Position& position, int turns, Zone& zone, Action& best) {
    ++nodes_;
    if (out_of_budget()) return false;
    const bool placing = position.phase() != Phase::Move;
    const bool defenders_turn = !placing && position.turn() != attacker_;
    if (turns == 0) return defenders_turn && defend(position, 0, zone, best);  // with no turn left, nothing else wins
    if (!placing && !defenders_turn && turns == 1) return last_attack(position, zone, best);
    if (turns > 1) {
        if (const Proven* known = memory_.find(position.key(), turns)) {
            zone = known->zone;
            best = known->best;
            return known->wins;
        }
    }
    // Most answers lose sooner than the best one does, and a short proof is found at a fraction of the cost.
    if (turns > 1 && position.actor() == attacker_) {
        if (node(position, turns - 1, zone, best)) return true;
        if (stopped_) return false;
        zone = {};
    }
    const bool wins = placing          ? place(position, turns, zone, best)
                      : defenders_turn ? defend(position, turns, zone, best)
                                       : attack(position, turns, zone, best);
    if (!stopped_ && turns > 1) memory_.keep(position.key(), turns, wins, zone, best);
    return wins;
}

// Moves with the most promising first: for the attacker those that leave the defender little, for the defender those
// that held before or leave him much.
int Prover::order(Position& position, Action first, int turns, std::array<Candidate, kMostActions>& moves) const {
    const Colour mover = position.turn();
    const Colour defender = other(attacker_);
    int count = 0, movable = 0;
    for_each_tile(position, mover, [&](Square start, Bitboard targets) {
        movable += targets != 0;
        for (; targets; targets &= targets - 1)
            moves[static_cast<std::size_t>(count++)] = {Action::move(start, std::countr_zero(targets)), 0};
    });
    if (movable <= position.stage(mover)) return 0;
    for (int place = 0; place < count; ++place) {
        auto& [action, promise] = moves[static_cast<std::size_t>(place)];
        const Cell taken = position[action.target()];
        promise = is_tile(taken) ? 300 : is_face(taken) ? 60 : 0;
        promise += (mover == defender ? 20 : 4) *
                   successes_[position[action.start()]][static_cast<std::size_t>(action.target())];
        if (turns > 1 || mover == attacker_) {
            Position::Undo undo;
            position.make(action, undo);
            int freedom = 0;
            for_each_tile(position, defender,
                          [&](Square, Bitboard targets) { freedom += targets ? 40 + 4 * std::popcount(targets) : 0; });
            position.unmake(action, undo);
            promise += mover == defender ? freedom : -freedom;
        }
        if (action == first) promise = 1 << 28;
    }
    std::sort(moves.begin(), moves.begin() + count, [](const Candidate& a, const Candidate& b) {
        return a.promise != b.promise ? a.promise > b.promise : a.action.bits() < b.action.bits();
    });
    return count;
}

// Keeps what did well for the order of later moves, within bounds so that it does not drown the rest.
void Prover::praise(const Position& position, Action action, int turns) {
    int& success = successes_[position[action.start()]][static_cast<std::size_t>(action.target())];
    success = std::min(success + turns, 40);
}

// Whether the position is alive; adds to the zone what shows it. If it is dead, the zone is what holds it so.
Life Prover::life_of(const Position& position, Zone& zone) {
    Zone shown;
    const Life life = prove_life(position, stop_, shown);
    if (life == Life::Unknown) (stop_ && stop_() ? stopped_ : doubtful_) = true;
    if (life == Life::Dead) zone = shown;
    else zone.add(shown);
    return life;
}

// Whether a move after which the attacker wins also wins from here: not if the position is dead. Adds what the move
// needs, and that the position stays alive.
Life Prover::life_before(const Position& position, Action action, Zone& zone) {
    zone.add_move(position, action);
    add_stage(position, attacker_, action.start(), zone);
    if (position[action.target()] != kEmpty) return Life::Alive;
    return life_of(position, zone);
}

bool Prover::attack(Position& position, int turns, Zone& zone, Action& best) {
    std::array<Candidate, kMostActions> moves;
    const int count = order(position, memory_.hint(position.key()), turns, moves);
    Zone failures;
    failures.add_takeable(position, attacker_);
    for (int place = 0; place < count; ++place) {
        const Action action = moves[static_cast<std::size_t>(place)].action;
        Zone after;
        const bool wins = child(position, action, turns, after);
        if (stopped_) return false;
        if (wins) {
            zone = after;
            const Life life = life_before(position, action, zone);
            if (life == Life::Alive) {
                best = action;
                praise(position, action, turns);
            }
            if (life != Life::Unknown) return life == Life::Alive;
        }
        failures.add(after);
    }
    zone = failures;
    return false;
}

bool Prover::last_attack(Position& position, Zone& zone, Action& best) {
    const Colour defender = other(attacker_);
    // One move of each tile is often enough to see that it can't be done, and depends on the least.
    if (const Blocking blocking(position, defender, 1); !blocking.can_suffice()) {
        zone = blocking.zone(position);
        return false;
    }
    const Blocking blocking(position, defender, 3);
    Zone failures = blocking.zone(position);
    if (blocking.can_suffice()) {
        std::array<Action, kMostActions> moves;
        std::size_t count = 0;
        int movable = 0;
        for_each_tile(position, attacker_, [&](Square start, Bitboard targets) {
            movable += targets != 0;
            for (Bitboard left = targets; left; left &= left - 1) {
                const Square target = std::countr_zero(left);
                if (blocking.can_suffice(target, position[target] != kEmpty))
                    moves[count++] = Action::move(start, target);
            }
            // A full move that would suffice if there were something to take.
            for (Bitboard left = targets & position.empty() & full_squares(start, tile_value(position[start])); left;
                 left &= left - 1) {
                const Square target = std::countr_zero(left);
                if (blocking.can_suffice(target, true)) failures.need(target, Zone::kEmptyNeeded);
            }
        });
        failures.add_blocked(position, attacker_);
        if (movable <= position.stage(attacker_)) count = 0;
        for (std::size_t n = 0; n < count; ++n) {
            Zone after;
            const bool wins = child(position, moves[n], 1, after);
            if (stopped_) return false;
            if (wins) {
                zone = after;
                const Life life = life_before(position, moves[n], zone);
                if (life == Life::Alive) best = moves[n];
                if (life != Life::Unknown) return life == Life::Alive;
            }
            failures.add(after);
        }
    }
    zone = failures;
    return false;
}

bool Prover::defend(Position& position, int turns, Zone& zone, Action& best) {
    const Colour defender = position.turn();
    if (turns == 0) {
        const FreeMoves free = free_moves_of(position, defender, 1);
        const int stage = position.stage(defender);
        if (static_cast<int>(free.tiles) <= stage) {
            zone.add_blocked(position, defender);
            return true;
        }
        for (std::size_t n = 0; n <= static_cast<std::size_t>(stage); ++n) zone.add_move(position, free.moves[n].move);
        return false;
    }
    std::array<Candidate, kMostActions> moves;
    const int count = order(position, memory_.hint(position.key()), turns, moves);
    Zone wins;
    if (count) wins.add_takeable(position, defender);
    else wins.add_blocked(position, defender);
    for (int place = 0; place < count; ++place) {
        const Action action = moves[static_cast<std::size_t>(place)].action;
        Zone after;
        const bool falls = child(position, action, turns, after);
        if (stopped_) return false;
        if (!falls) {
            best = action;
            praise(position, action, turns);
            zone = after;
            zone.add_move(position, action);
            add_stage(position, defender, action.start(), zone);
            return false;
        }
        wins.add(after);
    }
    zone = wins;
    return count == 0 || life_of(position, zone) == Life::Alive;
}

}  // namespace barragoon::BARRAGOON_ISA
