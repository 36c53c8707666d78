#include "game/repetition.hpp"

#include <algorithm>

#include "generate.hpp"

namespace barragoon {

std::vector<Turn> repeated_pattern(const std::vector<Turn>& turns) {
    constexpr int times = 3;
    const auto count = static_cast<std::ptrdiff_t>(turns.size());
    for (std::ptrdiff_t length = 2; length * times <= count; length += 2) {
        const auto begin = turns.end() - times * length;
        // Each turn equals the one a pattern later.
        if (std::equal(begin, turns.end() - length, begin + length)) return {turns.end() - length, turns.end()};
    }
    return {};
}

std::optional<Action> Duty::forbids(const std::vector<Action>& played) const {
    std::vector<Action> earlier = forbidden.actions();
    const Action last = earlier.back();
    earlier.pop_back();
    return played == earlier ? std::optional(last) : std::nullopt;
}

}  // namespace barragoon

namespace barragoon::BARRAGOON_ISA {

namespace {

// A captured barragoon can always be placed elsewhere or otherwise.
bool has_choice(const Position& position, const Turn& turn) {
    if (!turn.placements.empty()) return true;
    ActionList actions;
    generate(position, actions);
    return std::any_of(actions.begin(), actions.end(), [&](Action action) { return action != turn.move; });
}

}  // namespace

std::optional<Duty> duty_to_leave(Position position, const std::vector<Turn>& pattern, int turns_played) {
    int ahead = 0;
    for (const Turn& turn : pattern) {
        if (has_choice(position, turn)) return Duty{position.turn(), turn, turns_played + ahead, turns_played};
        for (const Action action : turn.actions()) {
            Position::Undo undo;
            position.make(action, undo);
        }
        ++ahead;
    }
    return std::nullopt;
}

}  // namespace barragoon::BARRAGOON_ISA
