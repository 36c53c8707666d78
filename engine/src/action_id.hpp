// Actions by dense numbers, the same as the Python library's Action.id: moves of 1 to 4 squares by start and target,
// then placements by square and face. Tables of what the mirror and a swap of colours make of each.
#pragma once

#include "vocabulary.hpp"

namespace barragoon {

inline constexpr int kLongestMove = 4;

constexpr int distance(Square one, Square two) {
    const int files = one % kFiles - two % kFiles, ranks = one / kFiles - two / kFiles;
    return (files < 0 ? -files : files) + (ranks < 0 ? -ranks : ranks);
}

constexpr int count_moves() {
    int moves = 0;
    for (Square start = 0; start < kSquares; ++start)
        for (Square target = 0; target < kSquares; ++target)
            moves += start != target && distance(start, target) <= kLongestMove;
    return moves;
}

inline constexpr int kMoves = count_moves();
inline constexpr int kActionIds = kMoves + kSquares * kFaces;
static_assert(kMoves == 1620 && kActionIds == 2628);

using ActionId = std::int16_t;
inline constexpr ActionId kNoId = -1;  // a tile never goes that far

struct ActionIds {
    std::array<std::array<ActionId, kSquares>, kSquares> move{};
    std::array<Action, kActionIds> action{};

    constexpr ActionIds() {
        ActionId next = 0;
        for (Square start = 0; start < kSquares; ++start) {
            for (Square target = 0; target < kSquares; ++target) {
                const bool is_move = start != target && distance(start, target) <= kLongestMove;
                move[static_cast<std::size_t>(start)][static_cast<std::size_t>(target)] = is_move ? next : kNoId;
                if (is_move) action[static_cast<std::size_t>(next++)] = Action::move(start, target);
            }
        }
        for (Square square = 0; square < kSquares; ++square)
            for (Cell face = kFirstFace; face < kFirstTile; ++face)
                action[static_cast<std::size_t>(next++)] = Action::placement(square, face);
    }
};
inline constexpr ActionIds kActionsById;

constexpr int id_of_move(Square start, Square target) {
    return kActionsById.move[static_cast<std::size_t>(start)][static_cast<std::size_t>(target)];
}
constexpr int id_of_placement(Square square, Cell face) { return kMoves + square * kFaces + (face - kFirstFace); }
constexpr int id_of(Action action) {
    return action.is_placement() ? id_of_placement(action.square(), action.face())
                                 : id_of_move(action.start(), action.target());
}
constexpr Action action_of(int id) { return kActionsById.action[static_cast<std::size_t>(id)]; }

// As the other player sees it: the board turned half round.
constexpr Square swapped(Square square) { return kSquares - 1 - square; }
constexpr Square mirrored(Square square) { return square - 2 * (square % kFiles) + kFiles - 1; }

constexpr bool has_four_headings(Cell face) {
    return (face >= kOneWay && face < kOneWay + kHeadings) || (face >= kLeftTurn && face < kAllTurns);
}
constexpr Cell first_of_kind(Cell face) {
    return face >= kRightTurn ? kRightTurn : face >= kLeftTurn ? kLeftTurn : kOneWay;
}
constexpr Cell swapped_face(Cell face) {
    if (!has_four_headings(face)) return face;
    const Cell first = first_of_kind(face);
    return static_cast<Cell>(first + (face - first + 2) % kHeadings);
}
constexpr Cell mirrored_face(Cell face) {
    if (!has_four_headings(face)) return face;
    const Cell first = first_of_kind(face);
    const Cell twin = first == kRightTurn ? kLeftTurn : first == kLeftTurn ? kRightTurn : kOneWay;
    return static_cast<Cell>(twin + (kHeadings - (face - first)) % kHeadings);
}

constexpr Action swapped(Action action) {
    return action.is_placement() ? Action::placement(swapped(action.square()), swapped_face(action.face()))
                                 : Action::move(swapped(action.start()), swapped(action.target()));
}
constexpr Action mirrored(Action action) {
    return action.is_placement() ? Action::placement(mirrored(action.square()), mirrored_face(action.face()))
                                 : Action::move(mirrored(action.start()), mirrored(action.target()));
}

// An action's number as a player sees it: the board turned so that the player sits below.
constexpr int seen_id(int id, Colour viewer) { return viewer == Colour::White ? id : id_of(swapped(action_of(id))); }

}  // namespace barragoon
