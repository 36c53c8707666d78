// Touch-move: what a player has touched binds them.
#pragma once

#include <vector>

#include "position.hpp"

namespace barragoon::BARRAGOON_ISA {

// The moves that begin or end on a square.
inline std::vector<Action> with_square(const std::vector<Action>& actions, Square square) {
    std::vector<Action> kept;
    for (const Action action : actions)
        if (!action.is_placement() && (action.start() == square || action.target() == square)) kept.push_back(action);
    return kept;
}

// What is still allowed of the legal actions once squares have been touched, in that order. Each touch keeps the moves
// that begin or end on the touched square, if any are left; placements are in hand already. An own tile that can't move
// stays the first touched: what is touched after it binds nobody.
inline std::vector<Action> allowed_after_touching(const Position& position, const std::vector<Action>& legal,
                                                  const std::vector<Square>& touched) {
    std::vector<Action> allowed = legal;
    bool first_own = true;
    for (const Square square : touched) {
        const Cell cell = position[square];
        if (cell == kEmpty) continue;
        if (auto kept = with_square(allowed, square); !kept.empty()) allowed = std::move(kept);
        if (!is_tile(cell) || tile_colour(cell) != position.turn()) continue;
        if (first_own && with_square(legal, square).empty()) break;
        first_own = false;
    }
    return allowed;
}

}  // namespace barragoon::BARRAGOON_ISA
