// Where tiles can go: waves that run from a square in all four headings at once.
#pragma once

#include <type_traits>

#include "position.hpp"

namespace barragoon::BARRAGOON_ISA {

// The squares exactly one step short of a tile's value, and exactly at it, whatever stands there.
template <class Squares>
struct Reached {
    Squares shorter;
    Squares full;
    Squares touched;  // every square that a path runs over or ends on: nothing elsewhere can change the reach
};
using Reach = Reached<Bitboard>;
using Waves = Reached<Quad>;  // by the heading of arrival

class Movement {
public:
    explicit Movement(const Position& position)
        : straight_(Quad::load(position.open().straight)),
          right_(Quad::load(position.open().right)),
          left_(Quad::load(position.open().left)) {}

    // The open crossings, by the heading out.
    Quad straight() const { return straight_; }
    Quad right() const { return right_; }
    Quad left() const { return left_; }

    // Runs from all squares of a set at once.
    template <int value>
    Reach from(Bitboard starts) const {
        const Waves waves = run<value>((Quad::all(starts) & Quad::load(kStays)).stepped());
        return {waves.shorter.together(), waves.full.together(), waves.touched.together()};
    }

    // Runs from one square.
    template <int value>
    Waves waves_from(Square start) const {
        return run<value>(Quad::load(kFirstSteps[static_cast<std::size_t>(start)]));
    }

private:
    template <int value>
    Waves run(Quad unturned) const {
        Quad reached = unturned;
        Quad touched = unturned;
        for (int steps = 1; steps < value - 1; ++steps) {
            reached = step(reached, unturned);
            unturned = (unturned & straight_).stepped();
            touched = touched | reached;
        }
        const Quad full = step(reached, unturned);
        return {reached, full, touched | full};
    }
    // One step on for all that was reached; only what has not turned yet may turn.
    Quad step(Quad reached, Quad unturned) const {
        return ((reached & straight_) | (unturned.turned_right() & right_) | (unturned.turned_left() & left_))
            .stepped();
    }

    Quad straight_, right_, left_;
};

// Calls with each tile of a colour, where its waves end, and where it can legally go:
// visit(start, value, waves, targets). In line, so that what the caller adds up stays in registers.
template <class Visit>
[[gnu::always_inline]] inline void for_each_wave(const Position& position, Colour colour, const Visit& visit) {
    const Movement movement(position);
    const Quad empty = Quad::all(position.empty());
    const Bitboard foreign = kBoard & ~position.tiles(colour);
    const auto visit_value = [&]<int value>(Bitboard takeable) {
        const Quad taken = Quad::all(takeable);
        for (Bitboard tiles = position.tiles(colour, value); tiles; tiles &= tiles - 1) {
            const Square start = std::countr_zero(tiles);
            const Waves waves = movement.waves_from<value>(start);
            visit(start, std::integral_constant<int, value>{}, waves,
                  ((waves.shorter & empty) | (waves.full & taken)).together());
        }
    };
    visit_value.template operator()<2>(foreign & ~position.all_turns());
    visit_value.template operator()<3>(foreign);
    visit_value.template operator()<4>(foreign);
}

// Calls with each tile of a colour and where it can legally go: visit(start, targets).
template <class Visit>
void for_each_tile(const Position& position, Colour colour, const Visit& visit) {
    for_each_wave(position, colour, [&](Square start, auto, const Waves&, Bitboard targets) { visit(start, targets); });
}

// The tiles of a player with the squares that each can legally go to.
struct Targets {
    struct Tile {
        Square start;
        Bitboard targets;
    };
    std::array<Tile, 7> tile;
    std::size_t tiles = 0;

    void add(Square start, Bitboard targets) { tile[tiles++] = {start, targets}; }
    const Tile* begin() const { return tile.data(); }
    const Tile* end() const { return tile.data() + tiles; }
};

}  // namespace barragoon::BARRAGOON_ISA
