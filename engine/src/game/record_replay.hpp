// From a game to its record and back: a record is played through as the events that it tells of. As Python's
// record/replay.py.
#pragma once

#include "game/game.hpp"
#include "game/record.hpp"

namespace barragoon::BARRAGOON_ISA {

// Writes down all that a game knows, except what was touched in the current action.
Record record_of(const Game& game);

// The events of the main line, which make the record's game from its start.
std::vector<Event> events_of(const Record& record);

// Plays the main line through; nothing if the rules forbid it, and why in one sentence.
std::optional<Game> replay(const Record& record, std::string& problem);

}  // namespace barragoon::BARRAGOON_ISA
