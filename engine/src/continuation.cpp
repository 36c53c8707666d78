#include "continuation.hpp"

#include <algorithm>

#include "dead_quick.hpp"
#include "dead_search.hpp"
#include "generate.hpp"

namespace barragoon::BARRAGOON_ISA {

namespace {

constexpr std::size_t kLongest = 64;  // actions that anybody reads

// Whether the game is drawn here, as far as a short search can tell.
bool is_known_dead(const Position& position) {
    if (position.phase() != Phase::Move) return false;
    if (has_lost(position, Colour::White) || has_lost(position, Colour::Brown)) return false;
    return is_surely_dead(position) || search_capture(position, kFewArrangements).life == Life::Dead;
}

}  // namespace

void continue_line(Position root, const TranspositionTable& table, std::vector<Action>& actions) {
    Position& position = root;
    std::vector<std::uint64_t> seen{position.key()};
    // Whether the position after an action is a new one.
    const auto advance = [&](Action action) {
        Position::Undo undo;
        position.make(action, undo);
        const bool fresh = std::find(seen.begin(), seen.end(), position.key()) == seen.end();
        seen.push_back(position.key());
        return fresh;
    };
    for (std::size_t played = 0; played < actions.size(); ++played) {
        if (!advance(actions[played])) return;
        if (is_known_dead(position)) return actions.resize(played + 1);  // a search may not have seen it
    }
    while (actions.size() < kLongest && !is_known_dead(position)) {
        const Action next = table.probe(position.key()).action;
        if (!next || !is_legal(position, next) || !advance(next)) return;
        actions.push_back(next);
    }
}

}  // namespace barragoon::BARRAGOON_ISA
