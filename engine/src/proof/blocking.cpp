#include "proof/blocking.hpp"

#include <algorithm>

namespace barragoon::BARRAGOON_ISA {

Blocking::Blocking(const Position& position, Colour defender, int of_each)
    : moves_(free_moves_of(position, defender, of_each)), needed_(moves_.needed(position.stage(defender))) {
    const Bitboard placeable = position.empty() | position.tiles(other(defender));
    Bitboard squares = 0;
    for (const FreeMove& free : moves_) {
        squares |= free.squares;
        for (Bitboard left = free.squares; left; left &= left - 1) {
            const Square square = std::countr_zero(left);
            const int here = ++hits_[static_cast<std::size_t>(square)];
            most_ = std::max(most_, here);
            if (placeable & bit(square)) most_placed_ = std::max(most_placed_, here);
        }
    }
    const Bitboard harmless = position.empty() & ~squares;
    const Bitboard second = harmless & (harmless - 1);
    harmless_ = (harmless & -harmless) | (second & -second);
}

Zone Blocking::zone(const Position& position) const {
    Zone made;
    if (!countable()) return made;
    for (const FreeMove& free : moves_) made.add_move(position, free.move);
    made.need(harmless_, Zone::kEmptyNeeded);
    return made;
}

}  // namespace barragoon::BARRAGOON_ISA
