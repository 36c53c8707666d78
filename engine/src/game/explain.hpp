// Telling a player why an action is not legal.
#pragma once

#include <optional>

#include "game/objection.hpp"
#include "position.hpp"

namespace barragoon::BARRAGOON_ISA {

// The first rule that an action breaks in a position; nothing when it is legal.
std::optional<Objection> explain(const Position& position, Action action);

}  // namespace barragoon::BARRAGOON_ISA
