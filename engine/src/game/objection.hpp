// Why an action is not legal. The page makes a sentence of it in its reader's language.
#pragma once

#include "vocabulary.hpp"

namespace barragoon {

// The rule that an action breaks, in the order of kRuleNames, which are Python's. NothingToCapture is about turns as
// text, in game files.
enum class Rule : std::uint8_t {
    GameOver,
    PlacementDue,
    NoPlacementDue,
    SquareTaken,
    NoTile,
    NotYourTile,
    WrongDistance,
    OwnTile,
    ShortCapture,
    NothingToCapture,
    TwoTakesAllTurns,
    TileInTheWay,
    FaceBlocks,
    AlreadyTurned,
    Touched,
    Repetition,
};
inline constexpr std::array<std::string_view, 16> kRuleNames{
    "game_over",           "placement_due",   "no_placement_due", "square_taken",   "no_tile",
    "not_your_tile",       "wrong_distance",  "own_tile",         "short_capture",  "nothing_to_capture",
    "two_takes_all_turns", "tile_in_the_way", "face_blocks",      "already_turned", "touched",
    "repetition",
};

// Only what the rule speaks of is set.
struct Objection {
    Rule rule;
    Square square = -1;
    Cell cell = kEmpty;  // the face that blocks, the tile that moves, what was touched
    int distance = 0;
    Heading entering = North, leaving = North;
};

}  // namespace barragoon
