// Actions as text: d2d5, @c4x.
#pragma once

#include <optional>
#include <string>

#include "vocabulary.hpp"

namespace barragoon {

inline std::string to_text(Square square) {
    return {static_cast<char>('a' + square % kFiles), static_cast<char>('1' + square / kFiles)};
}

inline std::string to_text(Action action) {
    if (action.is_placement()) return '@' + to_text(action.square()) + kCellCharacters[action.face()];
    return to_text(action.start()) + to_text(action.target());
}

inline std::optional<Square> square_from_text(std::string_view text) {
    if (text.size() != 2 || text[0] < 'a' || text[0] > 'g' || text[1] < '1' || text[1] > '9') return std::nullopt;
    return (text[1] - '1') * kFiles + (text[0] - 'a');
}

// A move may be written with the x of a capture: d2xd5.
inline std::optional<Action> action_from_text(std::string_view text) {
    if (text.size() == 5 && text[2] == 'x') {
        const auto start = square_from_text(text.substr(0, 2));
        const auto target = square_from_text(text.substr(3, 2));
        return start && target ? std::optional(Action::move(*start, *target)) : std::nullopt;
    }
    if (text.size() != 4) return std::nullopt;
    if (text[0] == '@') {
        const auto square = square_from_text(text.substr(1, 2));
        const auto face = kCellCharacters.substr(0, kFirstTile).find(text[3], kFirstFace);
        if (!square || face == std::string_view::npos) return std::nullopt;
        return Action::placement(*square, static_cast<Cell>(face));
    }
    const auto start = square_from_text(text.substr(0, 2));
    const auto target = square_from_text(text.substr(2, 2));
    return start && target ? std::optional(Action::move(*start, *target)) : std::nullopt;
}

}  // namespace barragoon
