#include "dead_quick.hpp"

namespace barragoon::BARRAGOON_ISA {

namespace {

// Where tiles of one value can ever get from their squares, and what they could hit from all of these.
struct Roaming {
    Bitboard zone;
    Bitboard hits;
};

template <int value>
Roaming roam(const Movement& ground, Bitboard starts, Bitboard faces) {
    Roaming roaming{starts, 0};
    for (Bitboard fresh = starts; fresh;) {
        const Reach reach = ground.from<value>(fresh);
        roaming.hits |= reach.full;
        fresh = (reach.shorter | reach.full) & ~faces & ~roaming.zone;
        roaming.zone |= fresh;
    }
    return roaming;
}

EverReached ever_reached(const Movement& ground, const Position& position, Colour colour) {
    const Roaming two = roam<2>(ground, position.tiles(colour, 2), position.faces());
    const Roaming three = roam<3>(ground, position.tiles(colour, 3), position.faces());
    const Roaming four = roam<4>(ground, position.tiles(colour, 4), position.faces());
    return {two.zone | three.zone | four.zone, two.hits, three.hits | four.hits};
}

}  // namespace

EverReached ever_reached(const Position& position, Colour colour) {
    const Position lifted = position.without_tiles();
    return ever_reached(Movement(lifted), position, colour);
}

bool is_surely_dead(const Position& position) {
    const Position lifted = position.without_tiles();
    const Movement ground(lifted);
    std::array<EverReached, 2> reached{};
    for (const Colour colour : {Colour::White, Colour::Brown}) {
        EverReached& here = reached[static_cast<std::size_t>(index(colour))];
        here = ever_reached(ground, position, colour);
        const Bitboard faces = position.faces();
        if ((here.hits_by_twos & faces & ~position.all_turns()) | (here.hits_by_others & faces)) return false;
    }
    return !(reached[0].hits() & reached[1].squares) && !(reached[1].hits() & reached[0].squares);
}

}  // namespace barragoon::BARRAGOON_ISA
