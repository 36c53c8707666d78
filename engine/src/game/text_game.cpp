#include "game/text_game.hpp"

#include <algorithm>
#include <cstdlib>

#include "game/game.hpp"
#include "game/game_json.hpp"
#include "game/record_replay.hpp"
#include "game/record_tags.hpp"
#include "game/record_update.hpp"
#include "path_tables.hpp"
#include "paths.hpp"

namespace barragoon {

namespace {

using json::list;
using json::Object;
using json::quoted;
using plain::Game;
using plain::Position;

constexpr std::string_view kNull = "null";

std::string colour_text(Colour colour) { return quoted(colour_word(colour)); }
std::string cell_text(Cell cell) { return quoted(cell == kEmpty ? "" : std::string(1, kCellCharacters[cell])); }
std::string squares(const std::vector<Square>& way) {
    return list(way, [](Square square) { return quoted(to_text(square)); });
}

template <class Thing, class Write>
std::string perhaps(const std::optional<Thing>& thing, const Write& write) {
    return thing ? write(*thing) : std::string(kNull);
}

std::string paths_of(const Position& position, Action move) { return list(plain::paths(position, move), squares); }

// What a move does; each kind has a mark of its own on the board. The names are those of Python's MoveKind.
std::string_view kind_of(const Position& position, Action move) {
    const Cell target = position[move.target()];
    if (target != kEmpty) return is_tile(target) ? "takes tile" : "takes barragoon";
    const int length = Distance::between(move.start(), move.target()).steps();
    return length == tile_value(position[move.start()]) ? "full" : "short";
}

std::string write_move(const Position& position, Action move) {
    return Object()
        .add_text("start", to_text(move.start()))
        .add_text("target", to_text(move.target()))
        .add_text("kind", kind_of(position, move))
        .add("paths", paths_of(position, move))
        .done();
}

std::string write_step(const Game::Step& step, const Position& after) {
    Object made;
    made.add_text("action", to_text(step.action)).add("player", colour_text(step.before.actor()));
    if (!step.action.is_placement()) {
        made.add("captured", cell_text(step.before[step.action.target()]));
        made.add("paths", paths_of(step.before, step.action));
    }
    return made.add_text("fen", after.to_fen()).done();
}

std::string write_steps(const Game& game) {
    const auto& steps = game.steps();
    std::size_t next = 0;
    return list(steps, [&](const Game::Step& step) {
        ++next;
        return write_step(step, next < steps.size() ? steps[next].before : game.position());
    });
}

// The turns with their numbers, and after how many actions each has ended; the last may wait for placements.
std::string write_turns(const Game& game) {
    std::vector<Turn> turns = game.turns();
    const auto unfinished = game.unfinished();
    if (unfinished) turns.push_back(*unfinished);
    std::size_t told = 0;
    for (const Turn& turn : turns) told += turn.actions().size();
    std::size_t at = game.steps().size() - told;  // what the start still owed belongs to a turn before the game
    return list(turns, [&](const Turn& turn) {
        const Position& before = game.steps()[at].before;
        at += turn.actions().size();
        return Object()
            .add_text("text", to_text(turn))
            .add("number", before.number())
            .add("player", colour_text(before.turn()))
            .add("end", static_cast<long>(at))
            .done();
    });
}

std::string write_duty(const Duty& duty) {
    return Object()
        .add("player", colour_text(duty.player))
        .add_text("forbidden", to_text(duty.forbidden))
        .add("due_after", duty.due_after)
        .add("declined_after", duty.declined_after)
        .done();
}

std::string write_offer(const DrawOffer& offer) {
    return Object().add("player", colour_text(offer.player)).add("duty", perhaps(offer.duty, write_duty)).done();
}

std::string no_game(std::size_t index) {
    return "there is no game with the number " + std::to_string(index + 1) + " in this file";
}

}  // namespace

std::string read_records(std::string_view file) { return plain::records_to_json(plain::read_records(file)); }
std::string format_records(std::string_view file) { return plain::write_records(plain::read_records(file)); }
std::string format_record(std::string_view file, std::size_t index) {
    const auto records = plain::read_records(file);
    return index < records.size() ? plain::write_records({records[index]}) : std::string();
}

TextGame::TextGame() {
    const std::string problem = begin(record::kClosedBoard, false);
    if (!problem.empty()) std::abort();
}
TextGame::~TextGame() = default;

std::string TextGame::begin(std::string_view fen, bool touch_move) {
    std::string problem;
    const auto start = Position::from_fen(fen, problem);
    if (start) game_ = std::make_unique<Game>(*start, touch_move);
    return problem;
}

std::string TextGame::apply(std::string_view text) {
    if (const auto event = event_from_text(text)) return game_->apply(*event);
    std::string problem(1, '\'');  // GCC 12 warns of a literal and a string added
    return problem.append(text).append("' is not an action or another event of a game");
}

std::string TextGame::state() const {
    const Position& position = game_->position();
    std::vector<Action> moves = game_->legal_actions(), placements;
    if (position.phase() != Phase::Move) moves.swap(placements);
    return Object()
        .add_text("start", game_->start().to_fen())
        .add_text("fen", position.to_fen())
        .add("touch_move", std::string_view(game_->touch_move() ? "true" : "false"))
        .add("moves", list(moves, [&](Action move) { return write_move(position, move); }))
        .add("placements", list(placements, [](Action action) { return quoted(to_text(action)); }))
        .add("steps", write_steps(*game_))
        .add("turns", write_turns(*game_))
        .add("touched", squares(game_->touched()))
        .add("outcome", perhaps(game_->outcome(), outcome_to_json))
        .add("offer", perhaps(game_->offer(), write_offer))
        .add("duty", game_->outcome() ? std::string(kNull) : perhaps(game_->duty(), write_duty))
        .add("may_claim", perhaps(game_->may_claim(), colour_text))
        .add("events", list(game_->events(), [](const Event& event) { return quoted(to_text(event)); }))
        .done();
}

std::string TextGame::record(std::string_view tags) const {
    plain::Record made = plain::record_of(*game_);
    for (const auto& [name, value] : record::read_tags(tags))
        if (!record::is_derived(name)) record::set_tag(made.tags, name, value);
    return plain::write_records({made});
}

std::string TextGame::record_onto(std::string_view source, std::size_t index, std::string_view tags,
                                  std::string& file) const {
    auto records = plain::read_records(source);
    if (index >= records.size()) return no_game(index);
    auto made = plain::updated(std::move(records[index]), *game_, record::read_tags(tags));
    if (!made) return "the game does not start where the record does";
    records[index] = std::move(*made);
    file = plain::write_records(records);
    return {};
}

std::string TextGame::read(std::string_view file, std::size_t index) {
    const auto records = plain::read_records(file);
    if (index >= records.size()) return no_game(index);
    if (!records[index].start_known) return "the tags do not say where the game starts";
    std::string problem;
    auto game = plain::replay(records[index], problem);
    if (!game) return problem;
    game_ = std::make_unique<Game>(std::move(*game));
    reading_ = plain::record_to_json(records[index]);
    return {};
}

std::string TextGame::explain(std::string_view text) const {
    const auto action = action_from_text(text);
    if (!action) return std::string(kNull);
    return perhaps(game_->explain(*action), objection_to_json);
}

}  // namespace barragoon
