#include "evaluate.hpp"

#include <algorithm>

#include "weights.hpp"

namespace barragoon::BARRAGOON_PATH {

namespace {

constexpr int kMostTiles = 14;
constexpr int kFewestTiles = 2;

// What a tile is worth with so many tiles on the board, by its value and where it can go.
struct TileWorth {
    std::array<std::array<std::array<std::int16_t, kMostMobility + 1>, 3>, kMostTiles + 1> all{};

    constexpr TileWorth() {
        for (std::size_t tiles = 0; tiles <= kMostTiles; ++tiles) {
            for (std::size_t kind = 0; kind < 3; ++kind) {
                for (std::size_t count = 0; count <= kMostMobility; ++count) {
                    const auto end = [&](std::size_t phase) {
                        return kWeights.material[phase][kind] + kWeights.mobility[phase][kind][count];
                    };
                    const int many = std::max(0, static_cast<int>(tiles) - kFewestTiles);
                    const int few = kMostTiles - kFewestTiles - many;
                    all[tiles][kind][count] =
                        static_cast<std::int16_t>((end(0) * many + end(1) * few) / (kMostTiles - kFewestTiles));
                }
            }
        }
    }
};
constexpr TileWorth kTileWorth;

// What one player's tiles see.
struct Seen {
    int movable = 0;
    Bitboard full = 0;     // squares that a full move hits, whatever stands there
    Bitboard targets = 0;  // where a tile can legally go
};

template <int value, class Visit>
void look(const Position& position, const Movement& movement, Colour colour, Bitboard takeable, Bitboard empty,
          Seen& seen, const Visit& visit) {
    for (Bitboard tiles = position.tiles(colour, value); tiles; tiles &= tiles - 1) {
        const Reach reach = movement.from<value>(tiles & -tiles);
        const Bitboard targets = (reach.shorter & empty) | (reach.full & takeable);
        const int count = std::popcount(targets);
        visit(value - 2, std::min(count, kMostMobility));
        seen.movable += count != 0;
        seen.full |= reach.full;
        seen.targets |= targets;
    }
}

// Calls with the kind and the mobility of each tile: visit(value - 2, count).
template <class Visit>
Seen look_at(const Position& position, Colour colour, const Visit& visit) {
    const Movement movement(position);
    const Bitboard empty = position.empty();
    const Bitboard foreign = kBoard & ~position.tiles(colour);
    Seen seen;
    look<2>(position, movement, colour, foreign & ~position.all_turns(), empty, seen, visit);
    look<3>(position, movement, colour, foreign, empty, seen, visit);
    look<4>(position, movement, colour, foreign, empty, seen, visit);
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

std::size_t freedom(const Position& position, Colour colour, const Seen& seen) {
    return static_cast<std::size_t>(std::clamp(seen.movable - position.stage(colour), 1, 3) - 1);
}

int tiles_on(const Position& position) { return std::popcount(position.occupied() & ~position.faces()); }

Score threats_and_freedom(const Position& position, Colour colour, const Seen& own, const Seen& foe) {
    const auto& worth = kWeights.threat[colour == position.turn()];
    Score score = kWeights.movable[freedom(position, colour, own)] +
                  kWeights.capture * std::popcount(own.targets & position.faces());
    threats(position, colour, own, foe,
            [&](std::size_t kind, std::size_t guarded, int count) { score += worth[kind][guarded] * count; });
    return score;
}

}  // namespace

Evaluation evaluate(const Position& position) {
    const Colour turn = position.turn();
    const auto& worth = kTileWorth.all[static_cast<std::size_t>(tiles_on(position))];
    Score score = kWeights.tempo;
    const Seen own = look_at(position, turn, [&](int kind, int count) {
        score += worth[static_cast<std::size_t>(kind)][static_cast<std::size_t>(count)];
    });
    const Seen foe = look_at(position, other(turn), [&](int kind, int count) {
        score -= worth[static_cast<std::size_t>(kind)][static_cast<std::size_t>(count)];
    });
    score += threats_and_freedom(position, turn, own, foe) - threats_and_freedom(position, other(turn), foe, own);
    Evaluation evaluation;
    evaluation.score = std::clamp(score, -kMostEvaluated, kMostEvaluated);
    evaluation.movable[static_cast<std::size_t>(index(turn))] = own.movable;
    evaluation.movable[static_cast<std::size_t>(index(other(turn)))] = foe.movable;
    evaluation.takeable = own.full & position.tiles(other(turn));
    evaluation.captures = (own.targets | foe.targets) & position.occupied();
    return evaluation;
}

Explanation explain_evaluation(const Position& position) {
    const auto& worth = kTileWorth.all[static_cast<std::size_t>(tiles_on(position))];
    Explanation explanation;
    std::array<Seen, 2> seen;
    for (const Colour colour : {Colour::White, Colour::Brown}) {
        Side& side = explanation.sides[static_cast<std::size_t>(index(colour))];
        seen[static_cast<std::size_t>(index(colour))] = look_at(position, colour, [&](int kind, int count) {
            const auto& by_count = worth[static_cast<std::size_t>(kind)];
            side.material += by_count[0];
            side.mobility += by_count[static_cast<std::size_t>(count)] - by_count[0];
        });
    }
    for (const Colour colour : {Colour::White, Colour::Brown}) {
        const auto at = static_cast<std::size_t>(index(colour));
        Side& side = explanation.sides[at];
        side.movable = seen[at].movable;
        side.freedom = kWeights.movable[freedom(position, colour, seen[at])] +
                       kWeights.capture * std::popcount(seen[at].targets & position.faces());
        side.threats = threats_and_freedom(position, colour, seen[at], seen[1 - at]) - side.freedom;
    }
    explanation.tempo = kWeights.tempo;
    explanation.score = evaluate(position).score;
    return explanation;
}

std::vector<double> evaluation_features(const Position& position) {
    static_assert(sizeof(Weights) % sizeof(int) == 0, "Weights holds nothing but weights");
    std::vector<double> features(sizeof(Weights) / sizeof(int));
    constexpr std::size_t counts = kMostMobility + 1, mobility = 6, threat = mobility + 6 * counts,
                          movable = threat + 12, capture = movable + 3, tempo = capture + 1;
    const double many = (tiles_on(position) - kFewestTiles) / static_cast<double>(kMostTiles - kFewestTiles);
    std::array<Seen, 2> seen;
    for (const Colour colour : {Colour::White, Colour::Brown}) {
        const double sign = colour == position.turn() ? 1 : -1;
        seen[static_cast<std::size_t>(index(colour))] = look_at(position, colour, [&](int kind, int count) {
            for (const std::size_t phase : {0, 1}) {
                const double share = sign * (phase ? 1 - many : many);
                const std::size_t row = 3 * phase + static_cast<std::size_t>(kind);
                features[row] += share;
                features[mobility + counts * row + static_cast<std::size_t>(count)] += share;
            }
        });
    }
    for (const Colour colour : {Colour::White, Colour::Brown}) {
        const bool on_move = colour == position.turn();
        const double sign = on_move ? 1 : -1;
        const auto at = static_cast<std::size_t>(index(colour));
        threats(position, colour, seen[at], seen[1 - at], [&](std::size_t kind, std::size_t guarded, int count) {
            features[threat + 6 * on_move + 2 * kind + guarded] += sign * count;
        });
        features[movable + freedom(position, colour, seen[at])] += sign;
        features[capture] += sign * std::popcount(seen[at].targets & position.faces());
    }
    features[tempo] = 1;
    return features;
}

}  // namespace barragoon::BARRAGOON_PATH
