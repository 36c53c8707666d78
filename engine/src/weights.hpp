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
    .material = {{{546, 522, 328}, {482, 302, 306}}},
    .mobility = {{{{{0, 26, 73, 119, 157, 177, 196, 218, 232, 252, 263, 286, 291, 287, 277, 264, 250},
                    {0, 21, 61, 81, 106, 112, 126, 144, 160, 179, 191, 181, 181, 192, 193, 187, 185},
                    {0, 71, 117, 130, 147, 159, 173, 177, 189, 198, 200, 206, 217, 221, 215, 210, 202}}},
                  {{{0, 71, 146, 223, 293, 347, 391, 432, 467, 488, 498, 501, 492, 474, 450, 424, 396},
                    {0, 88, 186, 274, 355, 419, 469, 505, 541, 578, 604, 618, 632, 644, 647, 641, 634},
                    {0, 59, 109, 154, 199, 239, 270, 294, 318, 340, 359, 380, 400, 418, 437, 459, 481}}}}},
    .threat = {{{{{70, 58}, {75, 47}, {86, 42}}}, {{{98, 51}, {84, 31}, {59, 41}}}}},
    .movable = {-230, -92, 0},
    .capture = 27,
    .tempo = 84,
};

}  // namespace barragoon
