// Which crossings a cell leaves open, by the heading in which a tile leaves the square.
#pragma once

#include "vocabulary.hpp"

namespace barragoon {

// The squares from which a step in each heading stays on the board.
constexpr std::array<Bitboard, kHeadings> stays_on_board() {
    std::array<Bitboard, kHeadings> stays{};
    for (Square square = 0; square < kSquares; ++square) {
        const int file = square % kFiles;
        const int rank = square / kFiles;
        if (rank + 1 < kRanks) stays[North] |= bit(square);
        if (file + 1 < kFiles) stays[East] |= bit(square);
        if (rank > 0) stays[South] |= bit(square);
        if (file > 0) stays[West] |= bit(square);
    }
    return stays;
}

// For each cell and heading out: all ones if open, else zero.
struct alignas(32) OpenCrossings {
    std::array<Bitboard, kHeadings> straight{}, right{}, left{};
};

constexpr std::array<OpenCrossings, kCells> open_crossings() {
    std::array<OpenCrossings, kCells> open{};
    for (int heading = 0; heading < kHeadings; ++heading) {
        const auto out = static_cast<std::size_t>(heading);
        open[kEmpty].straight[out] = open[kOneWay + out].straight[out] = ~Bitboard{0};
        open[kTwoWays + out % 2].straight[out] = ~Bitboard{0};
        open[kEmpty].left[out] = open[kLeftTurn + out].left[out] = open[kAllTurns].left[out] = ~Bitboard{0};
        open[kEmpty].right[out] = open[kRightTurn + out].right[out] = open[kAllTurns].right[out] = ~Bitboard{0};
    }
    return open;
}

alignas(32) inline constexpr std::array<Bitboard, kHeadings> kStays = stays_on_board();
// The squares that one step from a square leads to, by heading.
alignas(32) inline constexpr std::array<std::array<Bitboard, kHeadings>, kSquares> kFirstSteps = [] {
    std::array<std::array<Bitboard, kHeadings>, kSquares> steps{};
    for (std::size_t square = 0; square < kSquares; ++square) {
        const Bitboard here = bit(static_cast<Square>(square));
        steps[square] = {(here & kStays[North]) << kFiles, (here & kStays[East]) << 1, (here & kStays[South]) >> kFiles,
                         (here & kStays[West]) >> 1};
    }
    return steps;
}();
alignas(32) inline constexpr std::array<OpenCrossings, kCells> kOpen = open_crossings();

}  // namespace barragoon
