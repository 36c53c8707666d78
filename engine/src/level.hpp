// Ten playing strengths, the same on every machine: so many nodes, judgements that err by so much, captures not seen.
//
// Measured against each other in docs/testing.md. The weak ones see captures reliably and misjudge the rest; none of
// them plays at random, and none gives a tile away, because no error is as large as a tile is worth.
#pragma once

#include <array>
#include <cstdint>

namespace barragoon {

struct Level {
    std::uint64_t nodes;  // an action; the first depth is always finished
    int overlooked;       // per cent of its own captures of tiles that it does not see
    int noise;            // the largest error of judgement; a tile is worth about 500
};

inline constexpr std::array<Level, 10> kLevels{{
    {1, 65, 300},
    {1, 25, 260},
    {1, 0, 220},
    {1, 0, 60},
    {150, 0, 40},
    {400, 0, 0},
    {1'400, 0, 0},
    {4'500, 0, 0},
    {15'000, 0, 0},
    {60'000, 0, 0},
}};

}  // namespace barragoon
