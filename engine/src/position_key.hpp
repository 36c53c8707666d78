// The key by which the outside knows a position: equal for equal positions, in every process and on every platform.
#pragma once

#include "position.hpp"

namespace barragoon::BARRAGOON_ISA {

// How many barragoons lie beside the board if every capture took its two.
inline int usual_reserve(const Position& position) {
    constexpr int tiles = 14;
    const int captured = tiles - std::popcount(position.occupied() & ~position.faces());
    return std::max(0, kReserve - 2 * captured);
}

// The search's own key leaves the reserve out, because the tiles on the board tell it in every game that began at the
// start. Where it is another one, it is mixed in here, so that unequal positions have unequal keys.
inline std::uint64_t position_key(const Position& position) {
    const int reserve = position.reserve();
    const bool usual = reserve == usual_reserve(position);
    return position.key() ^ (usual ? 0 : mixed(kSeed + static_cast<std::uint64_t>(reserve)));
}

}  // namespace barragoon::BARRAGOON_ISA
