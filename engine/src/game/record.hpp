// Game files (.bgn) as the page needs them: it writes games of its own and reads the main line of any. Whoever wants
// comments and variations too has the Python library; docs/notation.md describes them all.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "game/game.hpp"

namespace barragoon {

using Tags = std::vector<std::pair<std::string, std::string>>;

// A game as it was read: where it began, and its events as text_game.hpp has them.
struct Record {
    Tags tags{};
    std::string start{};
    bool touch_move = false;
    std::vector<std::string> events{};
};

}  // namespace barragoon

namespace barragoon::BARRAGOON_PATH {

// The text of a game; the tags that follow from the game need not be given. The same text as Python's.
std::string write_record(const Game& game, const Tags& tags);

// The first game of a text; nothing if it can't be read or played, and why in one sentence.
std::optional<Record> read_record(std::string_view text, std::string& problem);

}  // namespace barragoon::BARRAGOON_PATH
