// The paths that a tile can run for a move, square by square, as a board draws them.
#pragma once

#include <vector>

#include "position.hpp"

namespace barragoon::BARRAGOON_ISA {

// From the start to the target, both included; two paths where the corner may lie on either side, the one that begins
// along the file first. None for a placement and for a move that its tile can't make, whoever's turn it is.
std::vector<std::vector<Square>> paths(const Position& position, Action action);

}  // namespace barragoon::BARRAGOON_ISA
