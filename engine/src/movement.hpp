// Where tiles can go: waves that run from a square in all four headings at once.
#pragma once

#include "position.hpp"

namespace barragoon::BARRAGOON_PATH {

// The squares exactly one step short of a tile's value, and exactly at it, whatever stands there.
struct Reach {
    Bitboard shorter;
    Bitboard full;
    Bitboard touched;  // every square that a path runs over or ends on: nothing elsewhere can change the reach
};

class Movement {
public:
    explicit Movement(const Position& position)
        : straight_(Quad::load(position.open().straight)),
          right_(Quad::load(position.open().right)),
          left_(Quad::load(position.open().left)) {}

    // Runs from all squares of a set at once; for one tile the set has one square.
    template <int value>
    Reach from(Bitboard starts) const {
        Quad unturned = (Quad::all(starts) & Quad::load(kStays)).stepped();
        Quad turned = Quad::none();
        Quad touched = unturned;
        Bitboard shorter = 0;
        for (int steps = 1; steps < value; ++steps) {
            if (steps == value - 1) shorter = (unturned | turned).together();
            turned = ((turned & straight_) | (unturned.turned_right() & right_) | (unturned.turned_left() & left_))
                         .stepped();
            unturned = (unturned & straight_).stepped();
            touched = touched | unturned | turned;
        }
        return {shorter, (unturned | turned).together(), touched.together()};
    }

private:
    Quad straight_, right_, left_;
};

// Calls with each tile of a colour and where it can legally go: visit(start, targets).
template <class Visit>
void for_each_tile(const Position& position, Colour colour, const Visit& visit) {
    const Movement movement(position);
    const Bitboard empty = position.empty();
    const Bitboard foreign = kBoard & ~position.tiles(colour);
    const auto visit_value = [&]<int value>(Bitboard takeable) {
        for (Bitboard tiles = position.tiles(colour, value); tiles; tiles &= tiles - 1) {
            const Reach reach = movement.from<value>(tiles & -tiles);
            visit(std::countr_zero(tiles), (reach.shorter & empty) | (reach.full & takeable));
        }
    };
    visit_value.template operator()<2>(foreign & ~position.all_turns());
    visit_value.template operator()<3>(foreign);
    visit_value.template operator()<4>(foreign);
}

}  // namespace barragoon::BARRAGOON_PATH
