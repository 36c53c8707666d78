// Which moves did well before, by tile and target. It decides the order of the search.
#pragma once

#include <algorithm>
#include <cmath>

#include "position.hpp"

namespace barragoon::BARRAGOON_ISA {

class History {
public:
    static constexpr int kMost = 1 << 14;

    int of_move(const Position& position, Action move) const {
        return moves_[position[move.start()]][static_cast<std::size_t>(move.target())];
    }

    void reward(const Position& position, Action move, int depth) { adjust(at(position, move), bonus(depth)); }
    void punish(const Position& position, Action move, int depth) { adjust(at(position, move), -bonus(depth)); }

private:
    static int bonus(int depth) { return std::min(1600, 20 + depth * depth * 16); }
    static void adjust(int& score, int change) { score += change - score * std::abs(change) / kMost; }

    int& at(const Position& position, Action move) {
        return moves_[position[move.start()]][static_cast<std::size_t>(move.target())];
    }

    std::array<std::array<int, kSquares>, kCells> moves_{};
};

}  // namespace barragoon::BARRAGOON_ISA
