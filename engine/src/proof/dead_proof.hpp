// Whether a position of a proof is dead, and what that depends on.
//
// In a dead position (rule 6b) a player could perhaps still be left without a move, but the game is drawn before that.
// So every position of a winning line between two turns, whoever is to move, must be shown to be alive, but for the
// last one, in which the loser can't move. It is alive if both players together can come to a capture, or if one of
// them can't move, because dead is only where both can.
#pragma once

#include <functional>

#include "dead_search.hpp"
#include "proof/zone.hpp"

namespace barragoon::BARRAGOON_ISA {

// Of a position between turns in which the player to move has not lost. Adds to the zone what must stay as it is for
// the answer to hold; nothing if the answer is unknown.
Life prove_life(const Position& position, const std::function<bool()>& stop, Zone& zone);

}  // namespace barragoon::BARRAGOON_ISA
