// Ten playing strengths, the same on every machine: so many nodes, and judgements that err by so much.
//
// Measured against each other in docs/testing.md. The weak ones see what they see reliably, captures above all, but
// misjudge what tiles are worth beyond that; none of them plays at random.
#pragma once

#include <array>
#include <cstdint>

namespace barragoon {

struct Level {
    std::uint64_t nodes;  // an action; the first depth is always finished
    int noise;            // standard deviation of the errors of judgement; a tile is worth about 500
};

inline constexpr std::array<Level, 10> kLevels{{
    {1, 420},
    {1, 260},
    {200, 150},
    {600, 90},
    {1'500, 50},
    {4'000, 20},
    {10'000, 0},
    {25'000, 0},
    {60'000, 0},
    {150'000, 0},
}};

}  // namespace barragoon
