// Dead positions: both players can move, but nothing can ever be captured again.
// Here is the quick answer that a search can afford; game/dead.hpp has the whole one.
#pragma once

#include "movement.hpp"

namespace barragoon::BARRAGOON_PATH {

// True only of positions that are dead, but not of all: each tile is given the board to itself, without the others.
// If even so none could ever take a barragoon or get at an opposing tile, none can in truth.
bool is_surely_dead(const Position& position);

}  // namespace barragoon::BARRAGOON_PATH
