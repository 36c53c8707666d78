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
    // By where the tile stands: nine ranks from its own side, four files from the edge.
    std::array<std::array<std::array<int, 36>, 3>, 2> square;
    // An opposing tile that could be taken: by the player who waits or whose turn it is; if unguarded or guarded.
    std::array<std::array<std::array<int, 2>, 3>, 2> threat;
    // By how many tiles the player can move beyond those that the express rule asks for: 1, 2, or more.
    std::array<int, 3> movable;
    int capture;  // each barragoon that could be taken
    int tempo;
};

inline constexpr Weights kWeights{
    .material = {{{563, 472, 292}, {303, 310, 253}}},
    .mobility = {{{{{0, 40, 73, 97, 120, 138, 151, 161, 167, 175, 181, 179, 166, 146, 122, 95, 67},
                    {0, 18, 41, 50, 59, 67, 74, 82, 92, 99, 104, 105, 104, 105, 105, 104, 107},
                    {0, 48, 75, 87, 101, 109, 116, 122, 131, 131, 135, 138, 139, 140, 140, 141, 142}}},
                  {{{0, 131, 252, 358, 450, 523, 578, 619, 648, 669, 681, 679, 662, 634, 600, 563, 524},
                    {0, 146, 288, 409, 510, 589, 649, 691, 720, 740, 748, 749, 746, 741, 730, 715, 697},
                    {0, 102, 190, 259, 313, 354, 388, 416, 439, 457, 471, 479, 481, 475, 464, 452, 438}}}}},
    .square = {{{{{-36, 4,  96, 35, -17, 70, 5,  103, 62, 47, 100, 31, 42, 79,  56,  80,  53,  35,
                   65,  26, 21, 63, 54,  65, 23, 30,  67, 33, -85, -1, 39, -59, -72, -31, -60, 0},
                  {-38, 6,  13, 61, 9,  -14, 52, 58,  17, 32, 56, 27,  7,  67, 48,  30, 39, 23,
                   22,  61, 37, 36, 77, 68,  42, 108, 72, 99, -4, -54, 29, 15, -87, 95, 3,  85},
                  {-37, -10, -41, -80, -79, 63,  -15, 18, 32,  -33, 22, -13, -16, -18, -4,  65, 8,  -1,
                   19,  -2,  -4,  4,   69,  -22, -12, 50, -38, 86,  34, -26, 73,  115, -47, 52, 20, -5}}},
                {{{-128, -120, -115, -84, -108, -67, 5,  -17, -74, -39, 56,  62,  12,  40, 61,  114, 30,  52,
                   190,  184,  28,   107, 103,  133, -8, 22,  36,  107, -20, -73, -41, 70, -26, 44,  -25, -7},
                  {-112, -117, -163, -1, -162, -36, -53, -57, 58,  -53, 86,   83, -33, 33, 110, 184,  60,   103,
                   185,  181,  72,   33, 123,  233, 61,  -77, 149, 122, -126, 70, 106, 55, -51, -188, -109, 9},
                  {70,  -144, 50, 42,  -18, -144, -63, 1,   -139, -4,  -30, 8,   -10, 0,   16, -27, -16, -13,
                   108, 14,   29, -26, -28, 79,   135, -11, -31,  119, -22, -36, 53,  189, -4, 62,  1,   -13}}}}},
    .threat = {{{{{80, 77}, {83, 67}, {80, 60}}}, {{{98, 35}, {88, 7}, {87, 22}}}}},
    .movable = {-332, -124, 0},
    .capture = 34,
    .tempo = 87,
};

}  // namespace barragoon
