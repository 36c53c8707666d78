// Writing a game on top of the record that it was begun from, so that nothing of the record is lost. As Python's
// record/update.py.
#pragma once

#include "game/game.hpp"
#include "game/record.hpp"

namespace barragoon::BARRAGOON_ISA {

// A record with the game's turns as its main line and everything else as it was; given tags count before the record's.
// Nothing if the game does not start where the record does.
std::optional<Record> updated(Record record, const Game& game, const record::Tags& tags);

}  // namespace barragoon::BARRAGOON_ISA
