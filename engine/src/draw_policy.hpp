// How the computer answers a draw offer. The terminal and the page both ask Core::accepts_draw, which decides by this.
#pragma once

#include <cstddef>
#include <cstdint>

namespace barragoon {

// How many nodes are searched before the answer: about as many as level 8 searches. The level itself does not count,
// because a weak opponent that gives away half a point too often, or never, is no better to play against.
inline constexpr std::uint64_t kDrawNodes = 20'000;

// In hundredths, more than half a tile: a draw is welcome at any time.
inline constexpr int kClearlyWorse = -300;

// In hundredths, less than half a tile: the player to move is often ahead by that much in an even position.
inline constexpr int kAboutEven = 200;

// Complete turns of both players after which an even game may well end in a draw.
inline constexpr std::size_t kLongGame = 80;

// Whether a draw is fair to the player who answers: when clearly worse, or when about even in a long game or on a
// repetition. The score is that player's.
constexpr bool welcomes_draw(int score, bool on_repetition, std::size_t turns) {
    return score <= kClearlyWorse || (score <= kAboutEven && (on_repetition || turns >= kLongGame));
}

}  // namespace barragoon
