// What did well before: killers of a ply, and long-term scores of actions. It decides the order of the search.
#pragma once

#include <algorithm>
#include <cmath>

#include "position.hpp"

namespace barragoon::BARRAGOON_PATH {

class History {
public:
    static constexpr int kMost = 1 << 14;

    int of_move(const Position& position, Action move) const {
        return moves_[position[move.start()]][static_cast<std::size_t>(move.target())];
    }

    int of_placement(Colour actor, Action placement) const {
        return placements_[static_cast<std::size_t>(index(actor))][static_cast<std::size_t>(placement.square())]
                          [static_cast<std::size_t>(placement.face() - kFirstFace)];
    }

    void reward(const Position& position, Action action, int depth) { adjust(at(position, action), bonus(depth)); }
    void punish(const Position& position, Action action, int depth) { adjust(at(position, action), -bonus(depth)); }

private:
    static int bonus(int depth) { return std::min(1600, 20 + depth * depth * 16); }
    static void adjust(int& score, int change) { score += change - score * std::abs(change) / kMost; }

    int& at(const Position& position, Action action) {
        if (!action.is_placement()) return moves_[position[action.start()]][static_cast<std::size_t>(action.target())];
        return placements_[static_cast<std::size_t>(index(position.actor()))][static_cast<std::size_t>(action.square())]
                          [static_cast<std::size_t>(action.face() - kFirstFace)];
    }

    std::array<std::array<int, kSquares>, kCells> moves_{};
    std::array<std::array<std::array<int, kFaces>, kSquares>, 2> placements_{};
};

}  // namespace barragoon::BARRAGOON_PATH
