// Showing that a position is not dead.
//
// In a dead position (rule 6b) a player could perhaps still block the other without a capture, but the game is drawn.
// The solver therefore counts a winning turn only if a capture shows that its position is alive: the turn itself, or
// one that both players could come to in a few moves instead. Before a defender's turn there is nothing to show,
// because the positions after it are alive.
#pragma once

#include "proof/zone.hpp"

namespace barragoon::BARRAGOON_PATH {

// Whether both players together come to a capture after a few moves without one; adds what that needs.
bool shows_life(const Position& position, Zone& zone);

}  // namespace barragoon::BARRAGOON_PATH
