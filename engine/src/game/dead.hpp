// Whether a position is dead, as the rules ask: both players can move, but no continuation, even with both helping, can
// ever capture anything. The same answers as the Python library's dead.py, and by the same steps.
#pragma once

#include "position.hpp"

namespace barragoon::BARRAGOON_PATH {

// Searches at most a million arrangements of the tiles and calls what lies beyond alive.
bool is_dead(const Position& position);

}  // namespace barragoon::BARRAGOON_PATH
