// Playing strengths, the same on every machine: so many nodes, judgements that err by so much, captures not seen.
//
// Measured against each other in docs/testing.md. The first two often don't look at what could be taken next; the next
// ones do, and misjudge the rest. None plays at random. Even the strong ones err by a hair, so that a game is not the
// same each time. The last one plays at full strength.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace barragoon {

struct Level {
    std::uint64_t nodes;  // an action; the first depth is always finished
    int overlooked;       // per cent of its own captures of tiles that it does not see
    int careless;         // per cent of its actions that it chooses without a look at what could be taken after them
    int noise;            // the largest error of judgement; a tile is worth about 500
    bool sees_wins;       // a win in the turn under way is never missed
    bool full_strength = false;
};

inline constexpr std::array<Level, 12> kLevels{{
    {1, 92, 75, 330, false},
    {1, 80, 30, 310, false},
    {1, 62, 0, 295, false},
    {1, 28, 0, 265, false},
    {1, 0, 0, 165, true},
    {70, 0, 0, 27, true},
    {245, 0, 0, 18, true},
    {490, 0, 0, 13, true},
    {1'020, 0, 0, 10, true},
    {2'350, 0, 0, 8, true},
    {5'000, 0, 0, 6, true},
    {1'000'000, 0, 0, 0, true, true},
}};

// The ten levels of the first ladder: games that were begun with one of them go on with it.
inline constexpr std::array<Level, 10> kFirstLadder{{
    {1, 65, 0, 300, false},
    {1, 25, 0, 260, false},
    {1, 0, 0, 175, true},
    {1, 0, 0, 30, true},
    {165, 0, 0, 20, true},
    {320, 0, 0, 15, true},
    {650, 0, 0, 12, true},
    {1'200, 0, 0, 10, true},
    {2'400, 0, 0, 8, true},
    {5'000, 0, 0, 6, true},
}};

// The levels of a ladder: 1 is the first one, 2 today's.
constexpr std::span<const Level> levels_of(int ladder) {
    if (ladder == 1) return kFirstLadder;
    return kLevels;
}

}  // namespace barragoon
