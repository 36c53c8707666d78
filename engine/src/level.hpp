// Ten playing strengths, the same on every machine: so many nodes, judgements that err by so much, captures not seen.
//
// Measured against each other in docs/testing.md. The weak ones see captures reliably and misjudge the rest; none of
// them plays at random, and none was seen to give a tile away for nothing: two errors rarely differ by a tile's worth.
// Even the strong ones err by a hair, so that a game is not the same each time.
#pragma once

#include <array>
#include <cstdint>

namespace barragoon {

struct Level {
    std::uint64_t nodes;  // an action; the first depth is always finished
    int overlooked;       // per cent of its own captures of tiles that it does not see
    int noise;            // the largest error of judgement; a tile is worth about 500
};

// From here on a win in the turn under way is never missed.
inline constexpr int kFirstToSeeWins = 3;

inline constexpr std::array<Level, 10> kLevels{{
    {1, 65, 300},
    {1, 25, 260},
    {1, 0, 175},
    {1, 0, 30},
    {165, 0, 20},
    {320, 0, 15},
    {650, 0, 12},
    {1'200, 0, 10},
    {2'400, 0, 8},
    {5'000, 0, 6},
}};

}  // namespace barragoon
