// Whether a position is dead, as the rules ask: both players can move, but no continuation, even with both helping, can
// ever capture anything. The same answers as the Python library's dead.py, and by the same steps.
#pragma once

#include "position.hpp"

namespace barragoon::BARRAGOON_ISA {

inline constexpr std::size_t kDeadLimit = 1'000'000;

// Searches at most so many arrangements of the tiles and calls what lies beyond alive.
bool is_dead(const Position& position, std::size_t limit = kDeadLimit);

}  // namespace barragoon::BARRAGOON_ISA
