#include "paths.hpp"

#include <cstdlib>

namespace barragoon::BARRAGOON_PATH {

namespace {

struct Leg {
    Heading heading;
    int steps;
};

// Whether the tile on a square may run so far and end there, leaving out what is on the way.
bool fits(const Position& position, Action move, int steps) {
    const Cell tile = position[move.start()], target = position[move.target()];
    if (!is_tile(tile)) return false;
    const int value = tile_value(tile);
    if (steps == value - 1) return target == kEmpty;
    const bool own = is_tile(target) && tile_colour(target) == tile_colour(tile);
    return steps == value && !own && !(value == 2 && target == kAllTurns);
}

bool lets_through(const Position& position, Square square, Heading entering, Heading leaving) {
    const OpenCrossings& open = position.open();
    const auto& lanes = entering == leaving                     ? open.straight
                        : (entering + 1) % kHeadings == leaving ? open.right
                                                                : open.left;
    return lanes[static_cast<std::size_t>(leaving)] & bit(square);
}

// Both legs one after the other; nothing if a square on the way refuses its crossing.
std::vector<Square> run(const Position& position, Square start, Leg first, Leg second) {
    constexpr std::array<int, kHeadings> step{kFiles, 1, -kFiles, -1};
    std::vector<Square> squares{start};
    Heading entering = first.heading;
    for (const Leg& leg : {first, second}) {
        for (int n = 0; n < leg.steps; ++n) {
            const Square here = squares.back();
            if (here != start && !lets_through(position, here, entering, leg.heading)) return {};
            squares.push_back(here + step[static_cast<std::size_t>(leg.heading)]);
            entering = leg.heading;
        }
    }
    return squares;
}

}  // namespace

std::vector<std::vector<Square>> paths(const Position& position, Action action) {
    std::vector<std::vector<Square>> found;
    if (action.is_placement()) return found;
    const int files = action.target() % kFiles - action.start() % kFiles;
    const int ranks = action.target() / kFiles - action.start() / kFiles;
    const Leg along{ranks > 0 ? North : South, std::abs(ranks)};
    const Leg across{files > 0 ? East : West, std::abs(files)};
    if (!fits(position, action, along.steps + across.steps)) return found;
    const auto add = [&](std::vector<Square> squares) {
        if (!squares.empty()) found.push_back(std::move(squares));
    };
    add(run(position, action.start(), along, across));
    if (files && ranks) add(run(position, action.start(), across, along));
    return found;
}

}  // namespace barragoon::BARRAGOON_PATH
