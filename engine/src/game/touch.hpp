// Touch-move: what a player has touched binds them.
#pragma once

#include <vector>

#include "position.hpp"

namespace barragoon::BARRAGOON_PATH {

// What is still allowed of the legal actions once squares have been touched, in that order. Each touch keeps the moves
// that begin or end on the touched square, if any are left; placements are in hand already.
inline std::vector<Action> allowed_after_touching(const Position& position, std::vector<Action> legal,
                                                  const std::vector<Square>& touched) {
    for (const Square square : touched) {
        if (position[square] == kEmpty) continue;
        std::vector<Action> kept;
        for (const Action action : legal)
            if (!action.is_placement() && (action.start() == square || action.target() == square))
                kept.push_back(action);
        if (!kept.empty()) legal = std::move(kept);
    }
    return legal;
}

}  // namespace barragoon::BARRAGOON_PATH
