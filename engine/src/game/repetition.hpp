// Repetition: the same turns three times over, and the duty that follows from a declined draw.
#pragma once

#include <optional>

#include "game/turn.hpp"
#include "position.hpp"

namespace barragoon {

// The shortest sequence of turns by both players that the last turns show three times in a row; empty when there is
// none. Its first turn is the one that would continue the pattern.
std::vector<Turn> repeated_pattern(const std::vector<Turn>& turns);

// To leave the repetition: the turn that a player may not make, after so many turns of the game.
struct Duty {
    Colour player;
    Turn forbidden;
    int due_after;
    int declined_after;

    // The action that would complete the forbidden turn, the turn's earlier actions being given.
    std::optional<Action> forbids(const std::vector<Action>& played) const;
};

}  // namespace barragoon

namespace barragoon::BARRAGOON_ISA {

// Who must leave the pattern, and where; nothing if neither player ever can.
std::optional<Duty> duty_to_leave(Position position, const std::vector<Turn>& pattern, int turns_played);

}  // namespace barragoon::BARRAGOON_ISA
