#include "game/outcome.hpp"

#include "game/dead.hpp"
#include "generate.hpp"

namespace barragoon::BARRAGOON_ISA {

Reason reason_of_loss(const Position& position) {
    if (!position.tiles(position.turn())) return Reason::NoTiles;
    return movable_tiles(position, position.turn()) ? Reason::Express : Reason::Blocked;
}

std::optional<Outcome> outcome_of(const Position& position) {
    if (position.phase() != Phase::Move) return std::nullopt;
    if (has_lost(position, position.turn())) return Outcome{other(position.turn()), reason_of_loss(position)};
    if (is_dead(position)) return Outcome{std::nullopt, Reason::Dead};
    return std::nullopt;
}

}  // namespace barragoon::BARRAGOON_ISA
