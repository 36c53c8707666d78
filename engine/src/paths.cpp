#include "paths.hpp"

#include "ways.hpp"

namespace barragoon::BARRAGOON_PATH {

namespace {

// Whether the tile on a square may run so far and end there, leaving out what is on the way.
bool fits(const Position& position, Action move) {
    const Cell tile = position[move.start()], target = position[move.target()];
    if (!is_tile(tile)) return false;
    const int value = tile_value(tile);
    const int steps = Distance::between(move.start(), move.target()).steps();
    if (steps == value - 1) return target == kEmpty;
    const bool own = is_tile(target) && tile_colour(target) == tile_colour(tile);
    return steps == value && !own && !(value == 2 && target == kAllTurns);
}

std::vector<Square> squares_of(Action move, const Way& way) {
    std::vector<Square> squares{move.start()};
    for (std::size_t n = 0; n < way.crossed; ++n) squares.push_back(move.start() + way.offsets[n]);
    squares.push_back(move.target());
    return squares;
}

}  // namespace

std::vector<std::vector<Square>> paths(const Position& position, Action action) {
    std::vector<std::vector<Square>> found;
    if (action.is_placement() || !fits(position, action)) return found;
    for (const Way& way : ways_between(action.start(), action.target())) {
        if (is_open(position, action.start(), way)) found.push_back(squares_of(action, way));
    }
    return found;
}

}  // namespace barragoon::BARRAGOON_PATH
