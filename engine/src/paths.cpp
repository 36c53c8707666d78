#include "paths.hpp"

#include "path_tables.hpp"

namespace barragoon::BARRAGOON_ISA {

namespace {

// Whether the tile on a square may run so far and end there, whatever stands in between.
bool fits(const Position& position, Action move) {
    const Cell tile = position[move.start()], target = position[move.target()];
    if (!is_tile(tile)) return false;
    const int value = tile_value(tile);
    const int steps = Distance::between(move.start(), move.target()).steps();
    if (steps == value - 1) return target == kEmpty;
    const bool own = is_tile(target) && tile_colour(target) == tile_colour(tile);
    return steps == value && !own && !(value == 2 && target == kAllTurns);
}

std::vector<Square> squares_of(Action move, const Path& path) {
    std::vector<Square> squares{move.start()};
    for (std::size_t n = 0; n < path.crossed; ++n) squares.push_back(move.start() + path.offsets[n]);
    squares.push_back(move.target());
    return squares;
}

}  // namespace

std::vector<std::vector<Square>> paths(const Position& position, Action action) {
    std::vector<std::vector<Square>> found;
    if (action.is_placement() || !fits(position, action)) return found;
    for (const Path& path : paths_between(action.start(), action.target())) {
        if (is_open(position, action.start(), path)) found.push_back(squares_of(action, path));
    }
    return found;
}

}  // namespace barragoon::BARRAGOON_ISA
