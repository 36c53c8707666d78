#include "game/explain.hpp"

#include "generate.hpp"
#include "path_tables.hpp"

namespace barragoon::BARRAGOON_ISA {

namespace {

// A square on a way with how it is crossed.
struct Crossed {
    Square square;
    int crossing;

    Heading leaving() const { return static_cast<Heading>(crossing % kHeadings); }
    // Straight on; to the right, from a quarter to the left; to the left, from a quarter to the right.
    Heading entering() const {
        constexpr std::array<int, 3> quarters{0, kHeadings - 1, 1};
        return static_cast<Heading>((leaving() + quarters[static_cast<std::size_t>(crossing / kHeadings)]) % kHeadings);
    }
    bool turns() const { return crossing >= kHeadings; }
};

bool ever_lets_in(Cell face, Heading entering) {
    for (int out = 0; out < kHeadings; ++out)
        if (out != (entering + 2) % kHeadings && (kOpenSet[face] >> crossing(entering, out) & 1)) return true;
    return false;
}

// How far a way gets before the board blocks it, and why; nothing if it gets through.
struct Stop {
    std::size_t steps;
    Objection objection;
};

std::optional<Stop> first_obstacle(const Position& position, Square start, const Path& path) {
    bool turned = false;
    for (std::size_t step = 0; step < path.crossed; ++step) {
        const Crossed crossed{start + path.offsets[step], path.crossings[step]};
        const Cell cell = position[crossed.square];
        if (!(kOpenSet[cell] >> crossed.crossing & 1)) {
            const Rule rule = is_tile(cell)                                      ? Rule::TileInTheWay
                              : turned && ever_lets_in(cell, crossed.entering()) ? Rule::AlreadyTurned
                                                                                 : Rule::FaceBlocks;
            return Stop{step, {rule, crossed.square, cell, 0, crossed.entering(), crossed.leaving()}};
        }
        turned |= crossed.turns();
    }
    return std::nullopt;
}

// Objects with the way that gets furthest, unless one gets through.
std::optional<Objection> explain_ways(const Position& position, Action move) {
    std::optional<Stop> furthest;
    for (const Path& path : paths_between(move.start(), move.target())) {
        const auto stop = first_obstacle(position, move.start(), path);
        if (!stop) return std::nullopt;
        if (!furthest || stop->steps > furthest->steps) furthest = stop;
    }
    return furthest->objection;
}

std::optional<Objection> explain_target(const Position& position, Action move, Cell tile) {
    const int length = Distance::between(move.start(), move.target()).steps();
    const int value = tile_value(tile);
    const Cell target = position[move.target()];
    if (length != value && length != value - 1) return Objection{Rule::WrongDistance, move.target(), tile, length};
    if (is_tile(target) && tile_colour(target) == tile_colour(tile)) return Objection{Rule::OwnTile, move.target()};
    if (target != kEmpty && length < value) return Objection{Rule::ShortCapture, move.target(), tile};
    if (target == kAllTurns && value == 2) return Objection{Rule::TwoTakesAllTurns, move.target(), tile};
    return explain_ways(position, move);
}

std::optional<Objection> explain_move(const Position& position, Action move) {
    if (position.phase() != Phase::Move) return Objection{Rule::PlacementDue};
    if (has_lost(position, position.turn())) return Objection{Rule::GameOver};
    const Cell tile = position[move.start()];
    if (!is_tile(tile)) return Objection{Rule::NoTile, move.start()};
    if (tile_colour(tile) != position.turn()) return Objection{Rule::NotYourTile, move.start(), tile};
    return explain_target(position, move, tile);
}

std::optional<Objection> explain_placement(const Position& position, Action placement) {
    if (position.phase() == Phase::Move) return Objection{Rule::NoPlacementDue};
    if (position[placement.square()] != kEmpty) return Objection{Rule::SquareTaken, placement.square()};
    return std::nullopt;
}

}  // namespace

std::optional<Objection> explain(const Position& position, Action action) {
    return action.is_placement() ? explain_placement(position, action) : explain_move(position, action);
}

}  // namespace barragoon::BARRAGOON_ISA
