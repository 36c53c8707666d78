#include "evaluate.hpp"

#include <algorithm>

namespace barragoon::BARRAGOON_PATH {

namespace {

// Set by hand and checked in matches at 2,500 nodes an action, 80 pairs each (docs/testing.md); to be tuned on
// self-play.
constexpr std::array<Score, 5> kMaterial{0, 0, 510, 500, 400};
constexpr Score kTempo = 30;
constexpr Score kTrapped = 0;    // -110 loses 77 Elo [28, 129]: the mobility table says it already
constexpr Score kHanging = 90;   // an opposing tile that can be taken when it is our turn
constexpr Score kAttacked = 35;  // an opposing tile that could be taken when it is not

// A tile's first targets are worth most: the sum of weights falling from 40.
constexpr std::array<Score, 32> mobility_table() {
    std::array<Score, 32> table{};
    for (std::size_t count = 1; count < table.size(); ++count) {
        const int weight = count <= 2 ? 40 : count <= 5 ? 32 : count <= 9 ? 22 : count <= 14 ? 12 : 6;
        table[count] = table[count - 1] + weight;
    }
    return table;
}
constexpr auto kMobility = mobility_table();

struct Seen {
    Side side;
    Bitboard attacked = 0;  // opposing tiles that could be taken
};

template <int value>
void look(const Position& position, const Movement& movement, Colour colour, Bitboard takeable, Bitboard empty,
          Seen& seen) {
    for (Bitboard tiles = position.tiles(colour, value); tiles; tiles &= tiles - 1) {
        const Reach reach = movement.from<value>(tiles & -tiles);
        const Bitboard targets = (reach.shorter & empty) | (reach.full & takeable);
        const auto count = static_cast<std::size_t>(std::popcount(targets));
        seen.side.material += kMaterial[value];
        seen.side.mobility += kMobility[std::min(count, kMobility.size() - 1)];
        seen.side.trapped += count == 0 ? kTrapped : 0;
        seen.side.movable += count != 0;
        seen.attacked |= reach.full;
    }
}

Seen look_at(const Position& position, Colour colour) {
    const Movement movement(position);
    const Bitboard empty = position.empty();
    const Bitboard foreign = kBoard & ~position.tiles(colour);
    Seen seen;
    look<2>(position, movement, colour, foreign & ~position.all_turns(), empty, seen);
    look<3>(position, movement, colour, foreign, empty, seen);
    look<4>(position, movement, colour, foreign, empty, seen);
    seen.attacked &= position.tiles(other(colour));
    return seen;
}

}  // namespace

Evaluation explain_evaluation(const Position& position) {
    const Colour turn = position.turn();
    std::array<Seen, 2> seen{look_at(position, Colour::White), look_at(position, Colour::Brown)};
    Seen& own = seen[static_cast<std::size_t>(index(turn))];
    Seen& foe = seen[static_cast<std::size_t>(index(other(turn)))];
    own.side.threats = kHanging * (own.attacked != 0) + kAttacked * std::popcount(own.attacked);
    foe.side.threats = kAttacked * std::popcount(foe.attacked) + (kHanging * (std::popcount(foe.attacked) > 1)) / 2;
    Evaluation evaluation;
    evaluation.tempo = kTempo;
    evaluation.score = std::clamp(own.side.total() - foe.side.total() + kTempo, -kMostEvaluated, kMostEvaluated);
    evaluation.sides = {seen[0].side, seen[1].side};
    return evaluation;
}

Score evaluate(const Position& position) { return explain_evaluation(position).score; }

}  // namespace barragoon::BARRAGOON_PATH
