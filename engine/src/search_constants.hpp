// The numbers of the search that are a matter of trial; tools/tune_search.py finds them by playing.
//
// As they stand here the levels play, so that a level is as strong as it was measured, whatever full strength learns.
#pragma once

#include <array>
#include <string_view>

namespace barragoon {

struct SearchConstants {
    int first_window = 60;               // the aspiration window's half width at first
    int reverse_futility = 130;          // what a turn of depth can hardly lose
    int reverse_futility_depth = 4;      // up to which a position that is so much too good is not searched
    int reverse_futility_improving = 0;  // per cent of a turn less where the player's position gets better
    int futility_depth = 0;              // up to which quiet moves are left out that can't gain enough; 0: none
    int futility_base = 150;             // what a quiet move can hardly gain,
    int futility_slope = 120;            // and each turn of depth
    int late_moves_base = 4;             // how many moves are looked at in the last three depths,
    int late_moves_slope = 4;            // and for each turn of depth
    int late_moves_worsening = 100;      // per cent of them where the player's position does not get better
    int reduction_base = 60;             // of late moves, in hundredths of a turn
    int reduction_divisor = 220;         // of the product of the logarithms of depth and number
    int reduction_history = 6'000;       // what history makes up for a turn of reduction
    int reduction_worsening = 0;         // turns more where the player's position does not get better
    int reduction_capture = 0;           // turns less for a move that takes a barragoon
    int null_move_base = 300;            // reduction after a null move, in hundredths of a turn,
    int null_move_slope = 25;            // and for each turn of depth
    int placements_reduced = 2;          // from which placement on a turn is reduced,
    int placements_reduced_twice = 6;    // and two
    int placing = 120;                   // what it is worth to place a barragoon
    int victim_order = 0;                // whether the more valuable tile is taken first

    bool operator==(const SearchConstants&) const = default;
};

// Full strength.
inline constexpr SearchConstants kTuned{
    .reverse_futility_improving = 100,
    .futility_depth = 3,
    .late_moves_worsening = 50,
    .reduction_worsening = 1,
    .reduction_capture = 1,
    .placements_reduced = 1,
    .victim_order = 1,
};

struct NamedConstant {
    std::string_view name;
    int SearchConstants::* value;
    int least, most;
};

inline constexpr std::array kNamedConstants{
    NamedConstant{"first_window", &SearchConstants::first_window, 10, 500},
    NamedConstant{"reverse_futility", &SearchConstants::reverse_futility, 20, 600},
    NamedConstant{"reverse_futility_depth", &SearchConstants::reverse_futility_depth, 0, 12},
    NamedConstant{"reverse_futility_improving", &SearchConstants::reverse_futility_improving, 0, 200},
    NamedConstant{"futility_depth", &SearchConstants::futility_depth, 0, 12},
    NamedConstant{"futility_base", &SearchConstants::futility_base, 0, 1'000},
    NamedConstant{"futility_slope", &SearchConstants::futility_slope, 0, 600},
    NamedConstant{"late_moves_base", &SearchConstants::late_moves_base, 1, 60},
    NamedConstant{"late_moves_slope", &SearchConstants::late_moves_slope, 0, 60},
    NamedConstant{"late_moves_worsening", &SearchConstants::late_moves_worsening, 10, 100},
    NamedConstant{"reduction_base", &SearchConstants::reduction_base, 0, 300},
    NamedConstant{"reduction_divisor", &SearchConstants::reduction_divisor, 80, 900},
    NamedConstant{"reduction_history", &SearchConstants::reduction_history, 500, 60'000},
    NamedConstant{"reduction_worsening", &SearchConstants::reduction_worsening, 0, 2},
    NamedConstant{"reduction_capture", &SearchConstants::reduction_capture, 0, 2},
    NamedConstant{"null_move_base", &SearchConstants::null_move_base, 100, 600},
    NamedConstant{"null_move_slope", &SearchConstants::null_move_slope, 0, 100},
    NamedConstant{"placements_reduced", &SearchConstants::placements_reduced, 1, 50},
    NamedConstant{"placements_reduced_twice", &SearchConstants::placements_reduced_twice, 1, 50},
    NamedConstant{"placing", &SearchConstants::placing, 0, 400},
    NamedConstant{"victim_order", &SearchConstants::victim_order, 0, 1},
};

}  // namespace barragoon
