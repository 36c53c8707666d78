#include "proof/bars.hpp"

#include <algorithm>

namespace barragoon::BARRAGOON_ISA {

Bars::Bars(const Position& position, Colour defender, int of_each)
    : mobiles_(mobiles_of(position, defender, of_each)), needed_(mobiles_.needed(position.stage(defender))) {
    const Bitboard placeable = position.empty() | position.tiles(other(defender));
    Bitboard squares = 0;
    for (const Mobile& mobile : mobiles_) {
        squares |= mobile.squares;
        for (Bitboard left = mobile.squares; left; left &= left - 1) {
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

Zone Bars::zone(const Position& position) const {
    Zone made;
    if (!countable()) return made;
    for (const Mobile& mobile : mobiles_) made.add_move(position, mobile.move);
    made.need(harmless_, Zone::kEmptyNeeded);
    return made;
}

}  // namespace barragoon::BARRAGOON_ISA
