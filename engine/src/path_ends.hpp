// All paths of a tile at once, as sets of squares that spread step by step, one set for each square at which they turn.
#pragma once

#include "movement.hpp"

namespace barragoon::BARRAGOON_ISA {

// Where the paths of a length end, by the heading of arrival.
template <int length>
struct PathEnds {
    Quad straight;
    std::array<Quad, static_cast<std::size_t>(length - 1)> right, left;  // turned after 1, 2, ... steps

    // The numbers of the paths that end in a set: four headings straight on, then after each turn right, each left.
    std::uint64_t ending_in(Bitboard ends) const {
        const Quad within = Quad::all(ends);
        std::uint64_t numbers = (straight & within).lanes();
        int place = kHeadings;
        const auto add = [&](Quad path) {
            numbers |= std::uint64_t{(path & within).lanes()} << place;
            place += kHeadings;
        };
        for (const Quad path : right) add(path);
        for (const Quad path : left) add(path);
        return numbers;
    }

    Bitboard ends() const {
        Quad all = straight;
        for (const Quad path : right) all = all | path;
        for (const Quad path : left) all = all | path;
        return all.together();
    }
};

// How many paths of a length there are on an empty board.
constexpr int paths_of(int length) { return kHeadings * (2 * length - 1); }

// All paths one step longer.
template <int length>
PathEnds<length + 1> longer(const Movement& movement, const PathEnds<length>& paths) {
    PathEnds<length + 1> made;
    made.straight = (paths.straight & movement.straight()).stepped();
    for (std::size_t turn = 0; turn + 1 < length; ++turn) {
        made.right[turn] = (paths.right[turn] & movement.straight()).stepped();
        made.left[turn] = (paths.left[turn] & movement.straight()).stepped();
    }
    made.right[length - 1] = (paths.straight.turned_right() & movement.right()).stepped();
    made.left[length - 1] = (paths.straight.turned_left() & movement.left()).stepped();
    return made;
}

template <int length>
PathEnds<length> path_ends_from(const Movement& movement, Square start) {
    if constexpr (length == 1) return {Quad::load(kFirstSteps[static_cast<std::size_t>(start)]), {}, {}};
    else return longer(movement, path_ends_from<length - 1>(movement, start));
}

// Only the paths to squares to which there is no other: along and then across, or across and then along.
template <int length>
PathEnds<length> only_paths(const PathEnds<length>& paths) {
    PathEnds<length> made;
    made.straight = paths.straight;
    for (std::size_t turn = 0; turn + 1 < length; ++turn) {
        const std::size_t otherwise = length - 2 - turn;
        made.right[turn] = without(paths.right[turn], paths.left[otherwise].turned_right());
        made.left[turn] = without(paths.left[turn], paths.right[otherwise].turned_left());
    }
    return made;
}

}  // namespace barragoon::BARRAGOON_ISA
