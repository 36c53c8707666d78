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
    .material = {{{585, 499, 284}, {283, 313, 246}}},
    .mobility = {{{{{0, 50, 85, 102, 124, 144, 160, 174, 176, 188, 200, 205, 189, 168, 144, 118, 92},
                    {0, 21, 50, 54, 60, 67, 74, 85, 98, 109, 110, 111, 112, 114, 112, 117, 131},
                    {0, 47, 74, 91, 105, 109, 120, 125, 138, 144, 150, 155, 157, 157, 160, 163, 167}}},
                  {{{0, 132, 242, 336, 421, 490, 543, 582, 610, 633, 645, 641, 624, 599, 569, 538, 506},
                    {0, 132, 265, 389, 494, 571, 633, 675, 698, 714, 724, 724, 720, 715, 706, 695, 682},
                    {0, 123, 219, 282, 329, 362, 391, 419, 444, 462, 472, 478, 475, 461, 440, 415, 387}}}}},
    .square = {{{{{-68, -5, 94, 5,  -37, 47, -10, 67, 37, 39,  62,   2,   61, 45,  41,  46,  25,   4,
                   26,  -1, 31, 52, -24, 50, 30,  11, 69, -57, -162, -15, 7,  -60, -69, -53, -100, -39},
                  {-51, -13, -20, 29, -22, -43, 18, 14, -19, 7,  14,  -8,   -21, 29, 14,  -23, 9,   -18,
                   -23, 13,  -11, 12, 27,  30,  9,  99, 77,  59, -37, -114, -9,  0,  -53, 106, -24, 66},
                  {-42, -10, -43, -96, -105, 59,  -48, 23, 32, -25, 26, -40, -5, -29, -11, 86, 2,  -6,
                   19,  -42, -57, 31,  92,   -51, -10, 14, 8,  59,  26, -27, 49, 167, -75, 92, 20, -31}}},
                {{{-49, -149, -157, -76, -75, -95, 4,   -71, -87, -39, 40, 64,   -33, 10,  3,   31, 43, 56,
                   184, 178,  -51,  113, 139, 120, -41, 4,   -16, 201, 61, -102, -78, -17, -64, 48, 12, 30},
                  {-90, -97, -149, -29, -126, -67, -20, -97,  37,  -96, 85,   94, -15, 24,  80,   149,  75,   99,
                   133, 178, 148,  -6,  121,  235, 62,  -131, 115, 32,  -168, 48, 76,  -20, -148, -257, -106, 19},
                  {97, -106, 55,  83,  59,   -131, 26,  -36, -184, -13, -68, 87,   10,  -44, 96, -101, 11, -21,
                   69, 53,   116, -61, -142, 79,   155, -13, -163, 77,  -78, -104, 100, 167, 53, 8,    4,  -57}}}}},
    .threat = {{{{{69, 62}, {79, 38}, {77, 49}}}, {{{89, 19}, {81, 14}, {77, 23}}}}},
    .movable = {-275, -104, 0},
    .capture = 31,
    .tempo = 87,
};

}  // namespace barragoon
