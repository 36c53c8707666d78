// A turn: a move with the placements that follow from it.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "action_text.hpp"

namespace barragoon {

struct Turn {
    Action move;
    std::vector<Action> placements{};
    bool capture = false;

    bool operator==(const Turn&) const = default;

    std::vector<Action> actions() const {
        std::vector<Action> all{move};
        all.insert(all.end(), placements.begin(), placements.end());
        return all;
    }
};

// d2d5, d2xd5@c4^
inline std::string to_text(const Turn& turn) {
    std::string text = to_text(turn.move.start()) + (turn.capture ? "x" : "") + to_text(turn.move.target());
    for (const Action placement : turn.placements) text += to_text(placement);
    return text;
}

// Placements such as @c4x@d4^, none to any number of them.
inline bool read_placements(std::string_view text, std::vector<Action>& placements) {
    while (!text.empty()) {
        const std::string_view piece = text.substr(0, text.find('@', 1));
        const auto action = action_from_text(piece);
        if (!action || !action->is_placement()) return false;
        placements.push_back(*action);
        text.remove_prefix(piece.size());
    }
    return true;
}

// d2d5, d2xd5, d2d5@c4^@d4x
inline std::optional<Turn> read_turn(std::string_view text) {
    const std::size_t end = std::min(text.find('@'), text.size());
    std::string squares(text.substr(0, end));
    const bool marked = squares.size() > 2 && squares[2] == 'x';
    if (marked) squares.erase(2, 1);
    const auto action = action_from_text(squares);
    if (squares.size() != 4 || !action || action->is_placement()) return std::nullopt;
    Turn turn{*action};
    if (!read_placements(text.substr(end), turn.placements) || turn.placements.size() > 2) return std::nullopt;
    turn.capture = marked || !turn.placements.empty();
    return turn;
}

}  // namespace barragoon
