// A turn: a move with the placements that follow from it.
#pragma once

#include <string>
#include <vector>

#include "action_text.hpp"

namespace barragoon {

struct Turn {
    Action move;
    std::vector<Action> placements{};
    bool capture = false;

    bool operator==(const Turn&) const = default;

    std::vector<Action> actions() const {
        std::vector<Action> all{move};
        all.insert(all.end(), placements.begin(), placements.end());
        return all;
    }
};

// d2d5, d2xd5@c4^
inline std::string to_text(const Turn& turn) {
    std::string text = to_text(turn.move.start()) + (turn.capture ? "x" : "") + to_text(turn.move.target());
    for (const Action placement : turn.placements) text += to_text(placement);
    return text;
}

}  // namespace barragoon
