#include "proof/zone.hpp"

namespace barragoon::BARRAGOON_ISA {

void Zone::add_move(const Position& position, Action move) {
    const Path& path = open_path(position, move);
    for (std::size_t n = 0; n < path.crossed; ++n)
        need(move.start() + path.offsets[n], static_cast<Needs>(1 << path.crossings[n]));
    if (position[move.target()] == kEmpty) need(move.target(), kEmptyNeeded);
}

void Zone::add_takeable(const Position& position, Colour colour) {
    const Movement movement(position);
    const Bitboard full = movement.from<2>(position.tiles(colour, 2)).full |
                          movement.from<3>(position.tiles(colour, 3)).full |
                          movement.from<4>(position.tiles(colour, 4)).full;
    need(full & position.empty(), kEmptyNeeded);
    add_blocked(position, colour);
}

void Zone::add_blocked(const Position& position, Colour colour) {
    const Bitboard full = Movement(position).from<2>(position.tiles(colour, 2)).full;
    need(full & position.all_turns(), kNotTakeable);
}

}  // namespace barragoon::BARRAGOON_ISA
