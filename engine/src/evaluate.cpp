#include "evaluate.hpp"

#include <algorithm>
#include <cstddef>

#include "weights.hpp"

namespace barragoon::BARRAGOON_PATH {

namespace {

constexpr int kMostTiles = 14;
constexpr int kFewestTiles = 2;

// Weights with so many tiles on the board, between those for many and for few.
template <std::size_t size>
using ByTiles = std::array<std::array<std::array<std::int16_t, size>, 3>, kMostTiles + 1>;

template <std::size_t size, class End>
constexpr ByTiles<size> between(const End& end) {
    ByTiles<size> made{};
    for (std::size_t tiles = 0; tiles <= kMostTiles; ++tiles) {
        for (std::size_t kind = 0; kind < 3; ++kind) {
            for (std::size_t n = 0; n < size; ++n) {
                const int many = std::max(0, static_cast<int>(tiles) - kFewestTiles);
                const int few = kMostTiles - kFewestTiles - many;
                made[tiles][kind][n] = static_cast<std::int16_t>((end(0, kind, n) * many + end(1, kind, n) * few) /
                                                                 (kMostTiles - kFewestTiles));
            }
        }
    }
    return made;
}
constexpr auto kTile = between<kMostMobility + 1>([](std::size_t phase, std::size_t kind, std::size_t count) {
    return kWeights.material[phase][kind] + kWeights.mobility[phase][kind][count];
});
constexpr auto kSquare = between<36>(
    [](std::size_t phase, std::size_t kind, std::size_t square) { return kWeights.square[phase][kind][square]; });

// A square as its player sees it, both wings alike: nine ranks, four files from the edge.
constexpr std::array<std::array<std::uint8_t, kSquares>, 2> seen_squares() {
    std::array<std::array<std::uint8_t, kSquares>, 2> made{};
    for (std::size_t square = 0; square < kSquares; ++square) {
        const std::size_t file = std::min(square % kFiles, kFiles - 1 - square % kFiles);
        const std::size_t rank = square / kFiles;
        made[0][square] = static_cast<std::uint8_t>(4 * rank + file);
        made[1][square] = static_cast<std::uint8_t>(4 * (kRanks - 1 - rank) + file);
    }
    return made;
}
constexpr auto kSeenSquare = seen_squares();

std::size_t seen_square(Colour colour, Square square) {
    return kSeenSquare[static_cast<std::size_t>(index(colour))][static_cast<std::size_t>(square)];
}

// What one player's tiles see.
struct Seen {
    struct Tile {
        Square square;
        std::size_t kind;
        Bitboard targets;
    };
    std::array<Tile, 7> tile;
    std::size_t tiles = 0;
    int movable = 0;
    Bitboard full = 0;     // squares that a full move hits, whatever stands there
    Bitboard targets = 0;  // where a tile can legally go
};

template <int value>
void look(const Position& position, const Movement& movement, Colour colour, Bitboard takeable, Bitboard empty,
          Seen& seen) {
    for (Bitboard tiles = position.tiles(colour, value); tiles; tiles &= tiles - 1) {
        const Reach reach = movement.from<value>(tiles & -tiles);
        const Bitboard targets = (reach.shorter & empty) | (reach.full & takeable);
        seen.tile[seen.tiles++] = {std::countr_zero(tiles), value - 2, targets};
        seen.movable += targets != 0;
        seen.full |= reach.full;
        seen.targets |= targets;
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
    return seen;
}

// Calls with each kind of threat and how many there are: visit(kind, guarded, count).
template <class Visit>
void threats(const Position& position, Colour colour, const Seen& own, const Seen& foe, const Visit& visit) {
    for (std::size_t kind = 0; kind < 3; ++kind) {
        const Bitboard attacked = own.full & position.tiles(other(colour), static_cast<int>(kind) + 2);
        if (!attacked) continue;
        visit(kind, 0, std::popcount(attacked & ~foe.full));
        visit(kind, 1, std::popcount(attacked & foe.full));
    }
}

std::size_t mobility(Bitboard targets) {
    return static_cast<std::size_t>(std::min(std::popcount(targets), kMostMobility));
}

std::size_t freedom(const Position& position, Colour colour, const Seen& seen) {
    return static_cast<std::size_t>(std::clamp(seen.movable - position.stage(colour), 1, 3) - 1);
}

std::size_t tiles_on(const Position& position) {
    return static_cast<std::size_t>(std::popcount(position.occupied() & ~position.faces()));
}

// The terms of one player's side.
Side side_of(const Position& position, Colour colour, const Seen& own, const Seen& foe) {
    const std::size_t on_board = tiles_on(position);
    Side side;
    for (std::size_t n = 0; n < own.tiles; ++n) {
        const auto& [square, kind, targets] = own.tile[n];
        const auto& by_count = kTile[on_board][kind];
        side.material += by_count[0];
        side.mobility += by_count[mobility(targets)] - by_count[0];
        side.squares += kSquare[on_board][kind][seen_square(colour, square)];
    }
    const auto& worth = kWeights.threat[colour == position.turn()];
    threats(position, colour, own, foe,
            [&](std::size_t kind, std::size_t guarded, int count) { side.threats += worth[kind][guarded] * count; });
    side.freedom = kWeights.movable[freedom(position, colour, own)] +
                   kWeights.capture * std::popcount(own.targets & position.faces());
    side.movable = own.movable;
    return side;
}

}  // namespace

Evaluation evaluate(const Position& position) {
    const Colour turn = position.turn();
    const Seen own = look_at(position, turn);
    const Seen foe = look_at(position, other(turn));
    const Score score =
        side_of(position, turn, own, foe).total() - side_of(position, other(turn), foe, own).total() + kWeights.tempo;
    Evaluation evaluation;
    evaluation.score = std::clamp(score, -kMostEvaluated, kMostEvaluated);
    evaluation.movable[static_cast<std::size_t>(index(turn))] = own.movable;
    evaluation.movable[static_cast<std::size_t>(index(other(turn)))] = foe.movable;
    evaluation.takeable = own.full & position.tiles(other(turn));
    evaluation.captures = (own.targets | foe.targets) & position.occupied();
    return evaluation;
}

Explanation explain_evaluation(const Position& position) {
    const Seen white = look_at(position, Colour::White);
    const Seen brown = look_at(position, Colour::Brown);
    return {{side_of(position, Colour::White, white, brown), side_of(position, Colour::Brown, brown, white)},
            kWeights.tempo,
            evaluate(position).score};
}

std::vector<double> evaluation_features(const Position& position) {
    constexpr auto place = [](std::size_t offset) { return offset / sizeof(int); };
    constexpr std::size_t counts = kMostMobility + 1, material = place(offsetof(Weights, material)),
                          moves = place(offsetof(Weights, mobility)), squares = place(offsetof(Weights, square)),
                          threat = place(offsetof(Weights, threat)), movable = place(offsetof(Weights, movable)),
                          capture = place(offsetof(Weights, capture)), tempo = place(offsetof(Weights, tempo));
    std::vector<double> features(sizeof(Weights) / sizeof(int));
    const double many =
        (static_cast<double>(tiles_on(position)) - kFewestTiles) / static_cast<double>(kMostTiles - kFewestTiles);
    const std::array<Seen, 2> seen{look_at(position, Colour::White), look_at(position, Colour::Brown)};
    for (const Colour colour : {Colour::White, Colour::Brown}) {
        const bool on_move = colour == position.turn();
        const double sign = on_move ? 1 : -1;
        const Seen& own = seen[static_cast<std::size_t>(index(colour))];
        const Seen& foe = seen[static_cast<std::size_t>(index(other(colour)))];
        for (std::size_t n = 0; n < own.tiles; ++n) {
            const auto& [square, kind, targets] = own.tile[n];
            for (const std::size_t phase : {0, 1}) {
                const double share = sign * (phase ? 1 - many : many);
                const std::size_t row = 3 * phase + kind;
                features[material + row] += share;
                features[moves + counts * row + mobility(targets)] += share;
                features[squares + 36 * row + seen_square(colour, square)] += share;
            }
        }
        threats(position, colour, own, foe, [&](std::size_t kind, std::size_t guarded, int count) {
            features[threat + 6 * on_move + 2 * kind + guarded] += sign * count;
        });
        features[movable + freedom(position, colour, own)] += sign;
        features[capture] += sign * std::popcount(own.targets & position.faces());
    }
    features[tempo] = 1;
    return features;
}

}  // namespace barragoon::BARRAGOON_PATH
