// What the evaluation's terms are worth, in hundredths; written by tools/tune_evaluation.py.
#pragma once

#include <array>

namespace barragoon {

inline constexpr int kMostMobility = 16;  // a tile that can go to more squares counts as this

struct Weights {
    // Of a 2-, 3- and 4-tile; with all fourteen tiles on the board, and with the last two.
    std::array<std::array<int, 3>, 2> material;
    // By how many squares the tile can go to.
    std::array<std::array<std::array<int, kMostMobility + 1>, 3>, 2> mobility;
    // An opposing tile that could be taken: by the player who waits or whose turn it is; if unguarded or guarded.
    std::array<std::array<std::array<int, 2>, 3>, 2> threat;
    // By how many tiles the player can move beyond those that the express rule asks for: 1, 2, or more.
    std::array<int, 3> movable;
    int capture;  // each barragoon that could be taken
    int tempo;
};

inline constexpr Weights kWeights{
    .material = {{{510, 500, 400}, {510, 500, 400}}},
    .mobility = {{
        {{{0, 40, 80, 112, 144, 176, 198, 220, 242, 264, 276, 288, 300, 312, 324, 330, 336},
          {0, 40, 80, 112, 144, 176, 198, 220, 242, 264, 276, 288, 300, 312, 324, 330, 336},
          {0, 40, 80, 112, 144, 176, 198, 220, 242, 264, 276, 288, 300, 312, 324, 330, 336}}},
        {{{0, 40, 80, 112, 144, 176, 198, 220, 242, 264, 276, 288, 300, 312, 324, 330, 336},
          {0, 40, 80, 112, 144, 176, 198, 220, 242, 264, 276, 288, 300, 312, 324, 330, 336},
          {0, 40, 80, 112, 144, 176, 198, 220, 242, 264, 276, 288, 300, 312, 324, 330, 336}}},
    }},
    .threat = {{
        {{{50, 50}, {50, 50}, {50, 50}}},
        {{{90, 90}, {90, 90}, {90, 90}}},
    }},
    .movable = {0, 0, 0},
    .capture = 0,
    .tempo = 30,
};

}  // namespace barragoon
