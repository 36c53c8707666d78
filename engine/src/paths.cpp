#include "paths.hpp"

#include <algorithm>
#include <cstdlib>

namespace barragoon::BARRAGOON_PATH {

namespace {

struct Leg {
    Heading heading;
    int steps;
};

// Along the file and along the rank; either may have no steps.
std::array<Leg, 2> legs(Action move) {
    const int files = move.target() % kFiles - move.start() % kFiles;
    const int ranks = move.target() / kFiles - move.start() / kFiles;
    return {{{ranks > 0 ? North : South, std::abs(ranks)}, {files > 0 ? East : West, std::abs(files)}}};
}

// Whether the tile on a square may run so far and end there, leaving out what is on the way.
bool fits(const Position& position, Action move, int steps) {
    const Cell tile = position[move.start()], target = position[move.target()];
    if (!is_tile(tile)) return false;
    const int value = tile_value(tile);
    if (steps == value - 1) return target == kEmpty;
    const bool own = is_tile(target) && tile_colour(target) == tile_colour(tile);
    return steps == value && !own && !(value == 2 && target == kAllTurns);
}

// Both legs one after the other.
std::vector<Crossed> run(Square start, Leg first, Leg second) {
    constexpr std::array<int, kHeadings> step{kFiles, 1, -kFiles, -1};
    std::vector<Heading> headings(static_cast<std::size_t>(first.steps), first.heading);
    headings.insert(headings.end(), static_cast<std::size_t>(second.steps), second.heading);
    std::vector<Crossed> crossed;
    Square here = start;
    for (std::size_t n = 1; n < headings.size(); ++n) {
        here += step[static_cast<std::size_t>(headings[n - 1])];
        crossed.push_back({here, headings[n - 1], headings[n]});
    }
    return crossed;
}

}  // namespace

std::vector<std::vector<Crossed>> ways(Action move) {
    const auto [along, across] = legs(move);
    if (!along.steps || !across.steps) return {run(move.start(), along, across)};
    return {run(move.start(), along, across), run(move.start(), across, along)};
}

bool lets_through(const Position& position, const Crossed& crossed) {
    const OpenCrossings& open = position.open();
    const auto& lanes = crossed.entering == crossed.leaving                     ? open.straight
                        : (crossed.entering + 1) % kHeadings == crossed.leaving ? open.right
                                                                                : open.left;
    return lanes[static_cast<std::size_t>(crossed.leaving)] & bit(crossed.square);
}

std::vector<std::vector<Square>> paths(const Position& position, Action action) {
    std::vector<std::vector<Square>> found;
    if (action.is_placement()) return found;
    const auto [along, across] = legs(action);
    if (!fits(position, action, along.steps + across.steps)) return found;
    for (const auto& way : ways(action)) {
        const auto open = [&](const Crossed& crossed) { return lets_through(position, crossed); };
        if (!std::all_of(way.begin(), way.end(), open)) continue;
        auto& squares = found.emplace_back();
        squares.push_back(action.start());
        for (const Crossed& crossed : way) squares.push_back(crossed.square);
        squares.push_back(action.target());
    }
    return found;
}

}  // namespace barragoon::BARRAGOON_PATH
