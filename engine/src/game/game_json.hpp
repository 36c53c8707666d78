// Outcomes and objections as JSON, the same for a game's state and for the errors of a game file.
#pragma once

#include "game/json.hpp"
#include "game/objection.hpp"
#include "game/outcome.hpp"

namespace barragoon {

// {"winner":"white","reason":"time"}
std::string outcome_to_json(const Outcome& outcome);

// The rule that an action breaks and what it speaks of, as Python's Objection.facts().
std::string objection_to_json(const Objection& objection);

}  // namespace barragoon
