// What a position is worth to a player, from what the tiles can do. Units: about 500 a tile.
#pragma once

#include <vector>

#include "movement.hpp"

namespace barragoon::BARRAGOON_ISA {

using Score = int;

inline constexpr Score kWin = 30'000;        // less one for each turn that it takes
inline constexpr Score kBelieved = 28'000;   // the same for a win against all replies that were looked at, but not all
inline constexpr Score kLongestWin = 1'000;  // scores beyond kWin - kLongestWin are proven wins
inline constexpr Score kInfinite = 32'000;
inline constexpr Score kMostEvaluated = 20'000;

// Proven or believed.
constexpr bool is_win(Score score) { return score >= kBelieved - kLongestWin; }
constexpr bool is_loss(Score score) { return score <= -(kBelieved - kLongestWin); }
// For the loser, who had more replies than were looked at.
constexpr Score believed(Score loss) { return loss < -kBelieved ? loss + (kWin - kBelieved) : loss; }
// How many turns a won or lost game still takes.
constexpr int turns_to_end(Score decided) {
    const Score distance = decided < 0 ? -decided : decided;
    return (distance > kBelieved ? kWin : kBelieved) - distance;
}

struct Evaluation {
    Score score = 0;             // for the player whose turn it is, even while barragoons are being placed
    std::array<int, 2> movable;  // tiles of each player
    Targets targets;             // of the player whose turn it is
    Bitboard takeable = 0;       // opposing tiles that this player could take now
    bool captures = false;       // somebody could take something, were it their turn
};

Evaluation evaluate(const Position& position);

// The terms of one player's side; an evaluation is the difference of two totals, and the tempo.
struct Side {
    Score material = 0;
    Score mobility = 0;
    Score squares = 0;  // where the tiles stand
    Score threats = 0;
    Score freedom = 0;  // how many tiles can move, and barragoons be taken
    int movable = 0;

    Score total() const { return material + mobility + squares + threats + freedom; }
};

// One tile's part of its side's terms.
struct TileTerms {
    Square square = 0;
    Colour colour = Colour::White;
    Bitboard targets = 0;
    Score material = 0;
    Score mobility = 0;
    Score squares = 0;
    Score threat = 0;  // part of the other side's threats: what it counts that this tile could be taken
};

struct Explanation {
    std::array<Side, 2> sides;
    std::vector<TileTerms> tiles;
    Score tempo = 0;
    Score score = 0;  // for the player whose turn it is
};

Explanation explain_evaluation(const Position& position);

// How often each weight counts for the player whose turn it is, in the order of Weights: what tuning works on.
std::vector<double> evaluation_features(const Position& position);

}  // namespace barragoon::BARRAGOON_ISA
