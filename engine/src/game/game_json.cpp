#include "game/game_json.hpp"

#include "action_text.hpp"
#include "game/event.hpp"

namespace barragoon {

namespace {

std::string_view heading_word(Heading heading) {
    constexpr std::array<std::string_view, kHeadings> words{"north", "east", "south", "west"};
    return words[static_cast<std::size_t>(heading)];
}

}  // namespace

std::string outcome_to_json(const Outcome& outcome) {
    const std::string winner = outcome.winner ? json::quoted(colour_word(*outcome.winner)) : "null";
    return json::Object()
        .add("winner", winner)
        .add_text("reason", kReasonNames[static_cast<std::size_t>(outcome.reason)])
        .done();
}

std::string objection_to_json(const Objection& objection) {
    json::Object made;
    made.add_text("rule", kRuleNames[static_cast<std::size_t>(objection.rule)]);
    if (objection.square >= 0) made.add_text("square", to_text(objection.square));
    if (objection.cell != kEmpty) made.add_text("cell", kCellCharacters.substr(objection.cell, 1));
    if (objection.rule == Rule::WrongDistance) made.add("distance", objection.distance);
    if (objection.rule == Rule::FaceBlocks || objection.rule == Rule::AlreadyTurned)
        made.add_text("entering", heading_word(objection.entering))
            .add_text("leaving", heading_word(objection.leaving));
    return made.done();
}

}  // namespace barragoon
