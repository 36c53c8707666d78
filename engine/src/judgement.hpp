// What is asked of a player in a puzzle or a lesson, and what is proven of their answer.
#pragma once

#include <functional>
#include <vector>

#include "vocabulary.hpp"

namespace barragoon {

// Of the player who acts in the position that is asked about.
struct Goal {
    enum class Kind : std::uint8_t {
        Win,   // by force, within so many turns of their own, the one under way included
        Hold,  // the opponent must not win by force within so many turns of theirs, the one under way included
    };
    Kind kind = Kind::Win;
    int turns = 1;
};

enum class Grade : std::uint8_t {
    Right,
    Slower,    // it wins, but in more turns than were asked for
    Wrong,     // it is proven that it does not reach the goal
    Unproven,  // the limits were reached before anything was proven
};

// A move that the opponent still has where all of theirs should have been blocked.
struct Escape {
    Action move;
    std::vector<std::vector<Square>> paths;
};

struct Judgement {
    Grade grade = Grade::Unproven;
    // All are counted as the goal's are. Of a win: how many it takes. Otherwise: within how many there is none for
    // sure, or, where the opponent was to be held, the opponent's.
    int turns = 0;
    // What follows the answer. After a right or slower one: what the opponent does, holding out as long as possible,
    // until the player acts again. After a wrong one its refutation: what the opponent does so that there is no win,
    // and for placements of the player's in between the best try; or the opponent's own win. Empty if the game is a
    // draw, or if the limits were reached.
    std::vector<Action> line{};
    std::vector<Escape> escapes{};  // after the line, where a last turn has left the opponent moves
    std::uint64_t nodes = 0;
    double seconds = 0;
};

struct JudgeLimits {
    std::uint64_t nodes = 0;              // for the proof that decides; 0: the judge's own limit
    std::function<bool()> should_stop{};  // asked now and then; what is stopped is unproven
};

}  // namespace barragoon
