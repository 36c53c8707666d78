// Whether both players together can ever come to a capture: a search of all arrangements of the tiles.
//
// Barragoons stand still until the first capture, so an arrangement is only where the tiles stand, and like tiles are
// the same. game/dead.hpp is the whole answer to rule 6b; dead_quick.hpp is the one that costs the least.
#pragma once

#include <functional>
#include <vector>

#include "position.hpp"

namespace barragoon::BARRAGOON_ISA {

enum class Life : std::uint8_t { Alive, Dead, Unknown };

// Where the tiles stand.
using Arrangement = std::array<Bitboard, kTileKinds>;
Arrangement arrangement_of(const Position& position);
struct ArrangementHash {
    std::size_t operator()(const Arrangement& arrangement) const;
};

// How many arrangements are searched where an answer is wanted at once.
inline constexpr std::size_t kFewArrangements = 3'000;

struct CaptureSearch {
    Life life = Life::Unknown;
    std::vector<Action> line{};  // if alive: moves without a capture, and then a capture
};

// Of a position between turns in which both players can move: whether a capture can be reached, turn by turn, both
// players helping. Unknown if a player has more arrangements than the limit, or if it is stopped.
CaptureSearch search_capture(const Position& position, std::size_t limit, const std::function<bool()>& stop = {});

}  // namespace barragoon::BARRAGOON_ISA
