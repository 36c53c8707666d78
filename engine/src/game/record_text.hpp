// The words of game files that reading and writing share.
#pragma once

#include <array>
#include <string_view>

namespace barragoon::record {

inline constexpr std::string_view kDeclined = "=declined";
// The annotations that are written as marks, by their numbers.
inline constexpr std::array<std::string_view, 7> kMarks{"", "!", "?", "!!", "??", "!?", "?!"};

}  // namespace barragoon::record
