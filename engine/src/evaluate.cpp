#include "evaluate.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "weights.hpp"

namespace barragoon::BARRAGOON_ISA {

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

constexpr ByTiles<kSquares> square_worth(std::size_t colour) {
    return between<kSquares>([colour](std::size_t phase, std::size_t kind, std::size_t square) {
        return kWeights.square[phase][kind][kSeenSquare[colour][square]];
    });
}
constexpr std::array kSquare{square_worth(0), square_worth(1)};  // by colour

// What one player's tiles see together.
struct Seen {
    int movable = 0;
    Bitboard full = 0;     // squares that a full move hits, whatever stands there
    Bitboard targets = 0;  // where a tile can legally go
};

// Calls with each tile too: visit(kind, square, targets).
template <class Visit>
Seen look_at(const Position& position, Colour colour, const Visit& visit) {
    Seen seen;
    Quad full = Quad::none();
    for_each_wave(position, colour, [&](Square square, auto value, const Waves& waves, Bitboard targets) {
        full = full | waves.full;
        seen.targets |= targets;
        seen.movable += targets != 0;
        visit(static_cast<std::size_t>(value) - 2, square, targets);
    });
    seen.full = full.together();
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

// What the tiles of a colour are worth on this board, each by itself.
class TileWorth {
public:
    TileWorth(const Position& position, Colour colour)
        : by_count_(kTile[tiles_on(position)]),
          by_square_(kSquare[static_cast<std::size_t>(index(colour))][tiles_on(position)]) {}

    Score material(std::size_t kind) const { return by_count_[kind][0]; }
    Score with_mobility(std::size_t kind, Bitboard targets) const { return by_count_[kind][mobility(targets)]; }
    Score square(std::size_t kind, Square square) const { return by_square_[kind][static_cast<std::size_t>(square)]; }

private:
    const std::array<std::array<std::int16_t, kMostMobility + 1>, 3>& by_count_;
    const std::array<std::array<std::int16_t, kSquares>, 3>& by_square_;
};

Score threats_worth(const Position& position, Colour colour, const Seen& own, const Seen& foe) {
    Score score = 0;
    const auto& worth = kWeights.threat[colour == position.turn()];
    threats(position, colour, own, foe,
            [&](std::size_t kind, std::size_t guarded, int count) { score += worth[kind][guarded] * count; });
    return score;
}

// What one tile adds to threats_worth() of the player who could take it.
Score threat_to(const Position& position, Square square, const Seen& taker, const Seen& owner) {
    if (!(taker.full & bit(square))) return 0;
    const Cell tile = position[square];
    const bool takers_turn = tile_colour(tile) != position.turn();
    const bool guarded = owner.full & bit(square);
    return kWeights.threat[takers_turn][static_cast<std::size_t>(tile_value(tile)) - 2][guarded];
}

Score freedom_worth(const Position& position, Colour colour, const Seen& seen) {
    return kWeights.movable[freedom(position, colour, seen)] +
           kWeights.capture * std::popcount(seen.targets & position.faces());
}

}  // namespace

Evaluation evaluate(const Position& position) {
    const Colour turn = position.turn();
    Evaluation evaluation;
    const auto look = [&position](Colour colour, const auto& note) {
        const TileWorth worth(position, colour);
        Score score = 0;  // local, so that it stays in a register
        const Seen seen = look_at(position, colour, [&](std::size_t kind, Square square, Bitboard targets) {
            score += worth.with_mobility(kind, targets) + worth.square(kind, square);
            note(square, targets);
        });
        return std::pair(seen, score + freedom_worth(position, colour, seen));
    };
    const auto [own, own_score] = look(turn, [&](Square square, Bitboard to) { evaluation.targets.add(square, to); });
    const auto [foe, foe_score] = look(other(turn), [](Square, Bitboard) {});
    const Score score = own_score - foe_score + threats_worth(position, turn, own, foe) -
                        threats_worth(position, other(turn), foe, own) + kWeights.tempo;
    evaluation.score = std::clamp(score, -kMostEvaluated, kMostEvaluated);
    evaluation.movable[static_cast<std::size_t>(index(turn))] = own.movable;
    evaluation.movable[static_cast<std::size_t>(index(other(turn)))] = foe.movable;
    evaluation.takeable = own.full & position.tiles(other(turn));
    evaluation.captures = (own.targets | foe.targets) & position.occupied();
    return evaluation;
}

Explanation explain_evaluation(const Position& position) {
    Explanation explanation;
    std::array<Seen, 2> seen;
    for (const Colour colour : {Colour::White, Colour::Brown}) {
        Side& side = explanation.sides[static_cast<std::size_t>(index(colour))];
        const TileWorth worth(position, colour);
        const auto add_up = [&](std::size_t kind, Square square, Bitboard targets) {
            const Score material = worth.material(kind);
            const TileTerms tile{.square = square,
                                 .colour = colour,
                                 .targets = targets,
                                 .material = material,
                                 .mobility = worth.with_mobility(kind, targets) - material,
                                 .squares = worth.square(kind, square)};
            side.material += tile.material;
            side.mobility += tile.mobility;
            side.squares += tile.squares;
            explanation.tiles.push_back(tile);
        };
        seen[static_cast<std::size_t>(index(colour))] = look_at(position, colour, add_up);
    }
    for (const Colour colour : {Colour::White, Colour::Brown}) {
        Side& side = explanation.sides[static_cast<std::size_t>(index(colour))];
        const Seen& own = seen[static_cast<std::size_t>(index(colour))];
        side.threats = threats_worth(position, colour, own, seen[static_cast<std::size_t>(index(other(colour)))]);
        side.freedom = freedom_worth(position, colour, own);
        side.movable = own.movable;
    }
    for (TileTerms& tile : explanation.tiles) {
        const auto own = static_cast<std::size_t>(index(tile.colour)), foe = 1 - own;
        tile.threat = threat_to(position, tile.square, seen[foe], seen[own]);
    }
    explanation.tempo = kWeights.tempo;
    explanation.score = evaluate(position).score;
    return explanation;
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
    std::array<Seen, 2> seen;
    for (const Colour colour : {Colour::White, Colour::Brown}) {
        const double sign = colour == position.turn() ? 1 : -1;
        const auto count = [&](std::size_t kind, Square square, Bitboard targets) {
            for (const std::size_t phase : {0, 1}) {
                const double share = sign * (phase ? 1 - many : many);
                const std::size_t row = 3 * phase + kind;
                features[material + row] += share;
                features[moves + counts * row + mobility(targets)] += share;
                features[squares + 36 * row + seen_square(colour, square)] += share;
            }
        };
        seen[static_cast<std::size_t>(index(colour))] = look_at(position, colour, count);
    }
    for (const Colour colour : {Colour::White, Colour::Brown}) {
        const bool on_move = colour == position.turn();
        const double sign = on_move ? 1 : -1;
        const Seen& own = seen[static_cast<std::size_t>(index(colour))];
        const Seen& foe = seen[static_cast<std::size_t>(index(other(colour)))];
        threats(position, colour, own, foe, [&](std::size_t kind, std::size_t guarded, int count) {
            features[threat + 6 * on_move + 2 * kind + guarded] += sign * count;
        });
        features[movable + freedom(position, colour, own)] += sign;
        features[capture] += sign * std::popcount(own.targets & position.faces());
    }
    features[tempo] = 1;
    return features;
}

}  // namespace barragoon::BARRAGOON_ISA
