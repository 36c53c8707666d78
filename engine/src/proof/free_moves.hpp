// Moves that show that tiles can move, and what would block them.
#pragma once

#include "proof/zone.hpp"

namespace barragoon::BARRAGOON_ISA {

// What blocks the move stands on one of the squares; taking the tile blocks it too.
struct FreeMove {
    Action move;
    Bitboard squares = 0;
};

// Moves of a player's tiles, up to so many of each tile, which share no square but the tile's own.
struct FreeMoves {
    std::array<FreeMove, 21> moves{};
    std::size_t count = 0;
    std::array<int, 7> of_tile{};  // how many of each tile that can move
    std::size_t tiles = 0;

    const FreeMove* begin() const { return moves.data(); }
    const FreeMove* end() const { return moves.data() + count; }

    // How many of the moves must be blocked at least, if so many tiles may go on moving.
    int needed(int spared) const;
};

FreeMoves free_moves_of(const Position& position, Colour colour, int of_each);

// That a player has more tiles that can move than the stage asks for; one of them is known already.
void add_stage(const Position& position, Colour colour, Square known, Zone& zone);

}  // namespace barragoon::BARRAGOON_ISA
