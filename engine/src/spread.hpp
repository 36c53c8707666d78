// All ways of a tile at once, as sets of squares that spread step by step, told apart by where they turn.
#pragma once

#include "movement.hpp"

namespace barragoon::BARRAGOON_PATH {

// Where the ways of a length end, by the heading of arrival.
template <int length>
struct Spread {
    Quad straight;
    std::array<Quad, static_cast<std::size_t>(length - 1)> right, left;  // turned after 1, 2, ... steps

    // The numbers of the ways that end in a set: four headings straight on, then after each turn right, each left.
    std::uint64_t ending_in(Bitboard ends) const {
        const Quad within = Quad::all(ends);
        std::uint64_t numbers = (straight & within).lanes();
        int place = kHeadings;
        const auto add = [&](Quad way) {
            numbers |= std::uint64_t{(way & within).lanes()} << place;
            place += kHeadings;
        };
        for (const Quad way : right) add(way);
        for (const Quad way : left) add(way);
        return numbers;
    }

    Bitboard ends() const {
        Quad all = straight;
        for (const Quad way : right) all = all | way;
        for (const Quad way : left) all = all | way;
        return all.together();
    }
};

// How many ways of a length there are on an empty board.
constexpr int ways_of(int length) { return kHeadings * (2 * length - 1); }

// All ways one step longer.
template <int length>
Spread<length + 1> longer(const Movement& movement, const Spread<length>& ways) {
    Spread<length + 1> made;
    made.straight = (ways.straight & movement.straight()).stepped();
    for (std::size_t turn = 0; turn + 1 < length; ++turn) {
        made.right[turn] = (ways.right[turn] & movement.straight()).stepped();
        made.left[turn] = (ways.left[turn] & movement.straight()).stepped();
    }
    made.right[length - 1] = (ways.straight.turned_right() & movement.right()).stepped();
    made.left[length - 1] = (ways.straight.turned_left() & movement.left()).stepped();
    return made;
}

template <int length>
Spread<length> spread_from(const Movement& movement, Square start) {
    if constexpr (length == 1) return {Quad::load(kFirstSteps[static_cast<std::size_t>(start)]), {}, {}};
    else return longer(movement, spread_from<length - 1>(movement, start));
}

// Only the ways to squares to which there is no other: along and then across, or across and then along.
template <int length>
Spread<length> only_ways(const Spread<length>& ways) {
    Spread<length> made;
    made.straight = ways.straight;
    for (std::size_t turn = 0; turn + 1 < length; ++turn) {
        const std::size_t otherwise = length - 2 - turn;
        made.right[turn] = without(ways.right[turn], ways.left[otherwise].turned_right());
        made.left[turn] = without(ways.left[turn], ways.right[otherwise].turned_left());
    }
    return made;
}

}  // namespace barragoon::BARRAGOON_PATH
