#include "proof/life.hpp"

#include "generate.hpp"
#include "proof/mobiles.hpp"

namespace barragoon::BARRAGOON_PATH {

namespace {

constexpr int kQuietMoves = 3;  // that are looked at in search of a capture

// A capture that the player to move could make, if any.
Action capture_of(const Position& position) {
    Action found;
    for_each_tile(position, position.turn(), [&](Square start, Bitboard targets) {
        targets &= position.occupied();
        if (targets && !found) found = Action::move(start, std::countr_zero(targets));
    });
    return found;
}

bool comes_to_a_capture(Position& position, int quiet_moves, Zone& zone) {
    if (has_lost(position, position.turn())) return false;
    const auto add = [&](Action move) {
        zone.add_move(position, move);
        add_stage(position, position.turn(), move.start(), zone);
    };
    if (const Action capture = capture_of(position)) {
        add(capture);
        return true;
    }
    if (quiet_moves == 0) return false;
    ActionList moves;
    generate(position, moves);
    for (const Action move : moves) {
        Position::Undo undo;
        position.make(move, undo);
        const bool alive = comes_to_a_capture(position, quiet_moves - 1, zone);
        position.unmake(move, undo);
        if (!alive) continue;
        add(move);
        return true;
    }
    return false;
}

}  // namespace

bool shows_life(const Position& position, Zone& zone) {
    Position helped = position;
    return comes_to_a_capture(helped, kQuietMoves, zone);
}

}  // namespace barragoon::BARRAGOON_PATH
