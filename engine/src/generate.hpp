// The legal actions of a position: listed, counted, or asked for one by one.
#pragma once

#include <atomic>

#include "movement.hpp"

namespace barragoon::BARRAGOON_ISA {

// The most actions a position can have: sixteen faces on every square that could be empty.
inline constexpr int kMostActions = kFaces * kSquares;

class ActionList {
public:
    void add(Action action) { actions_[size_++] = action; }
    const Action* begin() const { return actions_.data(); }
    const Action* end() const { return actions_.data() + size_; }
    std::size_t size() const { return size_; }
    Action operator[](std::size_t number) const { return actions_[number]; }
    void clear() { size_ = 0; }

private:
    std::array<Action, kMostActions> actions_;
    std::size_t size_ = 0;
};

// Empty exactly when the player to move has lost.
void generate(const Position& position, ActionList& actions);
int count_actions(const Position& position);
int movable_tiles(const Position& position, Colour colour);
// Once it is the player's turn: too few of their tiles can move.
bool has_lost(const Position& position, Colour colour);
bool is_legal(const Position& position, Action action);

// How many sequences of so many actions there are; no telling if it is stopped.
std::uint64_t perft(Position& position, int depth, const std::atomic<bool>& stop);

}  // namespace barragoon::BARRAGOON_ISA
