// Dead positions: both players can move, but nothing can ever be captured again.
// Here is the quick answer that a search can afford; game/dead.hpp has the whole one.
#pragma once

#include "movement.hpp"

namespace barragoon::BARRAGOON_ISA {

// True only of positions that are dead if both players can move, but not of all of these: each tile is given the board
// to itself, without the other tiles. If none of them could ever take a barragoon or meet an opposing tile even so,
// then none can with the other tiles on the board.
bool is_surely_dead(const Position& position);

// Where a player's tiles could ever stand, and which squares they could ever hit by a full move, before the first
// capture and if each had the board to itself: at least all that they can in truth.
struct EverReached {
    Bitboard squares;
    Bitboard hits_by_twos;
    Bitboard hits_by_others;

    Bitboard hits() const { return hits_by_twos | hits_by_others; }
};
EverReached ever_reached(const Position& position, Colour colour);

}  // namespace barragoon::BARRAGOON_ISA
