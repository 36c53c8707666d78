// What a position alone decides.
#pragma once

#include "game/reason.hpp"
#include "position.hpp"

namespace barragoon::BARRAGOON_ISA {

// Nothing while a barragoon is in hand.
std::optional<Outcome> outcome_of(const Position& position);
// Of a position whose player to move has lost.
Reason reason_of_loss(const Position& position);

}  // namespace barragoon::BARRAGOON_ISA
