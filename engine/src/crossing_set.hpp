// The twelve crossings of a square, by number and as sets.
#pragma once

#include "crossings.hpp"

namespace barragoon {

// Straight on, to the right, to the left, each by the heading out: the order of OpenCrossings.
inline constexpr int kCrossings = 12;
constexpr int crossing(int in, int out) {
    const int how = in == out ? 0 : (in + 1) % kHeadings == out ? 1 : 2;
    return how * kHeadings + out;
}

using CrossingSet = std::uint16_t;  // bit n is crossing n

inline constexpr auto kOpenSet = [] {
    std::array<CrossingSet, kCells> sets{};
    for (std::size_t cell = 0; cell < kCells; ++cell) {
        for (std::size_t out = 0; out < kHeadings; ++out) {
            if (kOpen[cell].straight[out]) sets[cell] |= static_cast<CrossingSet>(1 << out);
            if (kOpen[cell].right[out]) sets[cell] |= static_cast<CrossingSet>(1 << (kHeadings + out));
            if (kOpen[cell].left[out]) sets[cell] |= static_cast<CrossingSet>(1 << (2 * kHeadings + out));
        }
    }
    return sets;
}();

// The crossings that can ever happen on a square: neither from nor to a place off the board.
inline constexpr auto kPossible = [] {
    std::array<CrossingSet, kSquares> sets{};
    for (Square square = 0; square < kSquares; ++square) {
        for (int in = 0; in < kHeadings; ++in) {
            const int back = (in + 2) % kHeadings;
            for (int out = 0; out < kHeadings; ++out) {
                const Bitboard stays = kStays[static_cast<std::size_t>(back)] & kStays[static_cast<std::size_t>(out)];
                if (out != back && stays & bit(square))
                    sets[static_cast<std::size_t>(square)] |= static_cast<CrossingSet>(1 << crossing(in, out));
            }
        }
    }
    return sets;
}();

// What a face leaves open of the crossings that can happen there.
constexpr CrossingSet open_on(Square square, Cell face) {
    return kOpenSet[face] & kPossible[static_cast<std::size_t>(square)];
}

}  // namespace barragoon
