// What a position is worth to a player, from what the tiles can do. Units: about 320 a tile.
#pragma once

#include "movement.hpp"

namespace barragoon::BARRAGOON_PATH {

using Score = int;

inline constexpr Score kDraw = 0;
inline constexpr Score kWin = 30'000;        // less one for each turn that it takes
inline constexpr Score kLongestWin = 1'000;  // scores beyond kWin - kLongestWin are proven wins
inline constexpr Score kInfinite = 32'000;
inline constexpr Score kMostEvaluated = 20'000;

constexpr bool is_win(Score score) { return score >= kWin - kLongestWin; }
constexpr bool is_loss(Score score) { return score <= -(kWin - kLongestWin); }

// The terms of one player's side, for explaining; an evaluation is the difference of two totals.
struct Side {
    Score material = 0;
    Score mobility = 0;
    Score trapped = 0;
    Score threats = 0;
    int movable = 0;

    Score total() const { return material + mobility + trapped + threats; }
};

struct Evaluation {
    std::array<Side, 2> sides;
    Score tempo = 0;
    Score score = 0;  // for the player whose turn it is
};

Evaluation explain_evaluation(const Position& position);

// For the player whose turn it is, even while barragoons are being placed.
Score evaluate(const Position& position);

}  // namespace barragoon::BARRAGOON_PATH
