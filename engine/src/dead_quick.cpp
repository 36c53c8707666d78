#include "dead_quick.hpp"

namespace barragoon::BARRAGOON_PATH {

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

}  // namespace

bool is_surely_dead(const Position& position) {
    const Position lifted = position.without_tiles();
    const Movement ground(lifted);
    const Bitboard faces = position.faces();
    std::array<Roaming, 2> roaming{};
    for (const Colour colour : {Colour::White, Colour::Brown}) {
        const Roaming two = roam<2>(ground, position.tiles(colour, 2), faces);
        const Roaming three = roam<3>(ground, position.tiles(colour, 3), faces);
        const Roaming four = roam<4>(ground, position.tiles(colour, 4), faces);
        if ((two.hits & faces & ~position.all_turns()) | ((three.hits | four.hits) & faces)) return false;
        roaming[static_cast<std::size_t>(index(colour))] = {two.zone | three.zone | four.zone,
                                                            two.hits | three.hits | four.hits};
    }
    return !(roaming[0].hits & roaming[1].zone) && !(roaming[1].hits & roaming[0].zone);
}

}  // namespace barragoon::BARRAGOON_PATH
