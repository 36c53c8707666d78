// How a line goes on: a search tells it as far as it looked with a wide window, and the table often knows more.
#pragma once

#include <vector>

#include "position.hpp"
#include "transposition_table.hpp"

namespace barragoon::BARRAGOON_ISA {

// Adds to the actions of a line from `root` what the table has for each position after them: legal at every step, and
// up to the first position that came before or in which the game is drawn as dead.
void continue_line(Position root, const TranspositionTable& table, std::vector<Action>& actions);

}  // namespace barragoon::BARRAGOON_ISA
