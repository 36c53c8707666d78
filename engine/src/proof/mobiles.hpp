// Moves that show that tiles can move, and what would bar them.
#pragma once

#include "proof/zone.hpp"

namespace barragoon::BARRAGOON_ISA {

// What bars the move stands on one of the squares; taking the tile bars it too.
struct Mobile {
    Action move;
    Bitboard squares = 0;
};

// Moves of a player's tiles, up to so many of each tile, which share no square but the tile's own.
struct Mobiles {
    std::array<Mobile, 21> mobile{};
    std::size_t count = 0;
    std::array<int, 7> of_tile{};  // how many of each tile that can move
    std::size_t tiles = 0;

    const Mobile* begin() const { return mobile.data(); }
    const Mobile* end() const { return mobile.data() + count; }

    // How many of the moves must be barred at least, if so many tiles may go on moving.
    int needed(int spared) const;
};

Mobiles mobiles_of(const Position& position, Colour colour, int of_each);

// That a player has more tiles that can move than the stage asks for; one of them is known already.
void add_stage(const Position& position, Colour colour, Square known, Zone& zone);

}  // namespace barragoon::BARRAGOON_ISA
