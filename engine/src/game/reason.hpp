// How a game ends, in words that need no position.
#pragma once

#include <optional>
#include <string_view>

#include "vocabulary.hpp"

namespace barragoon {

// In the order of kReasonNames, which game files write.
enum class Reason : std::uint8_t {
    NoTiles,
    Blocked,
    Express,
    Resignation,
    Time,
    Dead,
    Repetition,
    Inescapable,
    Agreement,
};
inline constexpr std::array<std::string_view, 9> kReasonNames{
    "no tiles",      "blocked",    "express rule",           "resignation", "time",
    "dead position", "repetition", "inescapable repetition", "agreement",
};

struct Outcome {
    std::optional<Colour> winner;  // nobody: a draw
    Reason reason;
};

}  // namespace barragoon
