#include "explain.hpp"

#include <cstdlib>

#include "outcome.hpp"
#include "paths.hpp"

namespace barragoon::BARRAGOON_PATH {

namespace {

// A path that the board refuses: how far it gets, and at which crossing it ends.
struct Stop {
    int steps = 0;
    Objection objection{Why::TileInTheWay};
};

bool ever_lets_in(Cell face, Heading entering) {
    const OpenCrossings& open = kOpen[face];
    const auto at = [](const std::array<Bitboard, kHeadings>& lanes, int heading) {
        return lanes[static_cast<std::size_t>(heading % kHeadings)] != 0;
    };
    return at(open.straight, entering) || at(open.right, entering + 1) || at(open.left, entering + 3);
}

Objection object_to(const Position& position, Crossed crossed, bool already_turned) {
    const Cell cell = position[crossed.square];
    const Why why = is_tile(cell)                                            ? Why::TileInTheWay
                    : already_turned && ever_lets_in(cell, crossed.entering) ? Why::AlreadyTurned
                                                                             : Why::FaceRefuses;
    return {why, crossed.square, cell, 0, crossed.entering, crossed.leaving};
}

// Nothing if the board lets the path through.
std::optional<Stop> first_refusal(const Position& position, const std::vector<Crossed>& path) {
    bool turned = false;
    for (std::size_t step = 0; step < path.size(); ++step) {
        const Crossed& crossed = path[step];
        if (!lets_through(position, crossed)) return Stop{static_cast<int>(step), object_to(position, crossed, turned)};
        turned |= crossed.entering != crossed.leaving;
    }
    return std::nullopt;
}

// Objects with the path that gets furthest, unless one gets through.
std::optional<Objection> explain_paths(const Position& position, Action move) {
    std::optional<Stop> furthest;
    for (const auto& path : ways(move)) {
        const auto stop = first_refusal(position, path);
        if (!stop) return std::nullopt;
        if (!furthest || stop->steps > furthest->steps) furthest = stop;
    }
    return furthest->objection;
}

std::optional<Objection> explain_target(const Position& position, Action move, Cell tile) {
    const int length = std::abs(move.target() % kFiles - move.start() % kFiles) +
                       std::abs(move.target() / kFiles - move.start() / kFiles);
    const int value = tile_value(tile);
    const Cell target = position[move.target()];
    if (length != value && length != value - 1) return Objection{Why::WrongDistance, move.target(), tile, length};
    if (is_tile(target) && tile_colour(target) == tile_colour(tile)) return Objection{Why::OwnTile, move.target()};
    if (target != kEmpty && length < value) return Objection{Why::ShortCapture, move.target(), tile};
    if (target == kAllTurns && value == 2) return Objection{Why::TwoTakesAllTurns, move.target(), tile};
    return explain_paths(position, move);
}

std::optional<Objection> explain_move(const Position& position, Action move) {
    if (position.phase() != Phase::Move) return Objection{Why::PlacementDue};
    if (has_lost(position, position.turn())) return Objection{Why::GameOver};
    const Cell tile = position[move.start()];
    if (!is_tile(tile)) return Objection{Why::NoTile, move.start()};
    if (tile_colour(tile) != position.turn()) return Objection{Why::NotYourTile, move.start(), tile};
    return explain_target(position, move, tile);
}

std::optional<Objection> explain_placement(const Position& position, Action placement) {
    if (position.phase() == Phase::Move) return Objection{Why::NoPlacementDue};
    if (position[placement.square()] != kEmpty) return Objection{Why::SquareTaken, placement.square()};
    return std::nullopt;
}

}  // namespace

std::optional<Objection> explain(const Position& position, Action action) {
    return action.is_placement() ? explain_placement(position, action) : explain_move(position, action);
}

}  // namespace barragoon::BARRAGOON_PATH
