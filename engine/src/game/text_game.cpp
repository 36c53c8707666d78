#include "game/text_game.hpp"

#include <algorithm>
#include <cstdlib>

#include "game/game.hpp"
#include "game/game_json.hpp"
#include "game/record_fen.hpp"
#include "game/record_replay.hpp"
#include "game/record_tags.hpp"
#include "game/record_tree.hpp"
#include "game/record_update.hpp"
#include "path_tables.hpp"
#include "paths.hpp"

namespace barragoon {

namespace {

using plain::Game;
using plain::Position;

const std::string kNull = "null";

// What a move does; each kind has a mark of its own on the board. The names are those of Python's MoveKind.
std::string_view kind_of(const Position& position, Action move) {
    const Cell target = position[move.target()];
    if (target != kEmpty) return is_tile(target) ? "takes tile" : "takes barragoon";
    const int length = Distance::between(move.start(), move.target()).steps();
    return length == tile_value(position[move.start()]) ? "full" : "short";
}

// Everything that can be seen of a game.
class StateWriter {
public:
    explicit StateWriter(const Game& game) : game_(game) {}

    std::string state() {
        made_.open('{').name("start").add_text(game_.start().to_fen());
        made_.name("fen").add_text(game_.position().to_fen()).name("touch_move").add_bool(game_.touch_move());
        add_legal_actions();
        add_steps();
        add_turns();
        add_squares("touched", game_.touched());
        made_.name("outcome").add_json(game_.outcome() ? outcome_to_json(*game_.outcome()) : kNull);
        add_offer();
        add_duty(game_.outcome() ? std::nullopt : game_.duty());
        made_.name("may_claim");
        if (const auto player = game_.may_claim()) made_.add_text(colour_word(*player));
        else made_.add_json(kNull);
        made_.name("events").open('[');
        for (const Event& event : game_.events()) made_.add_text(to_text(event));
        return made_.close(']').close('}').take();
    }

private:
    void add_squares(std::string_view name, const std::vector<Square>& squares) {
        made_.name(name);
        add_squares(squares);
    }

    void add_squares(const std::vector<Square>& squares) {
        made_.open('[');
        for (const Square square : squares) made_.add_text(to_text(square));
        made_.close(']');
    }

    void add_paths(const Position& position, Action move) {
        made_.name("paths").open('[');
        for (const auto& path : plain::paths(position, move)) add_squares(path);
        made_.close(']');
    }

    void add_player(Colour player) { made_.name("player").add_text(colour_word(player)); }

    void add_legal_actions() {
        const Position& position = game_.position();
        std::vector<Action> moves = game_.legal_actions(), placements;
        if (position.phase() != Phase::Move) moves.swap(placements);
        made_.name("moves").open('[');
        for (const Action move : moves) {
            made_.open('{').name("start").add_text(to_text(move.start()));
            made_.name("target").add_text(to_text(move.target())).name("kind").add_text(kind_of(position, move));
            add_paths(position, move);
            made_.close('}');
        }
        made_.close(']').name("placements").open('[');
        for (const Action placement : placements) made_.add_text(to_text(placement));
        made_.close(']');
    }

    void add_steps() {
        made_.name("steps").open('[');
        const auto& steps = game_.steps();
        for (std::size_t step = 0; step < steps.size(); ++step)
            add_step(steps[step], step + 1 < steps.size() ? steps[step + 1].before : game_.position());
        made_.close(']');
    }

    void add_step(const Game::Step& step, const Position& after) {
        made_.open('{').name("action").add_text(to_text(step.action));
        add_player(step.before.actor());
        if (!step.action.is_placement()) {
            const Cell captured = step.before[step.action.target()];
            made_.name("captured").add_text(kCellCharacters.substr(captured, captured == kEmpty ? 0 : 1));
            add_paths(step.before, step.action);
        }
        made_.name("fen").add_text(after.to_fen()).close('}');
    }

    // The turns with their numbers, and after how many actions each has ended; the last may wait for placements.
    void add_turns() {
        std::vector<Turn> turns = game_.turns();
        const auto unfinished = game_.unfinished();
        if (unfinished) turns.push_back(*unfinished);
        std::size_t at = game_.steps().size();  // what the start still owed belongs to a turn before the game
        for (const Turn& turn : turns) at -= 1 + turn.placements.size();
        made_.name("turns").open('[');
        for (const Turn& turn : turns) {
            const Position& before = game_.steps()[at].before;
            at += 1 + turn.placements.size();
            made_.open('{').name("text").add_text(to_text(turn)).name("number").add_number(before.number());
            add_player(before.turn());
            made_.name("end").add_number(static_cast<std::int64_t>(at)).close('}');
        }
        made_.close(']');
    }

    void add_offer() {
        made_.name("offer");
        const auto offer = game_.offer();
        if (!offer) {
            made_.add_json(kNull);
            return;
        }
        made_.open('{');
        add_player(offer->player);
        add_duty(offer->duty);
        made_.close('}');
    }

    void add_duty(const std::optional<Duty>& duty) {
        made_.name("duty");
        if (!duty) {
            made_.add_json(kNull);
            return;
        }
        made_.open('{');
        add_player(duty->player);
        made_.name("forbidden").add_text(to_text(duty->forbidden)).name("due_after").add_number(duty->due_after);
        made_.name("declined_after").add_number(duty->declined_after).close('}');
    }

    const Game& game_;
    json::Writer made_;
};

std::string no_game(std::size_t index) {
    return "there is no game with the number " + std::to_string(index + 1) + " in this file";
}

}  // namespace

std::string check_setup(std::string_view fen) {
    const plain::FenReading reading = plain::read_fen(fen, "");
    if (reading.code.empty()) return kNull;
    std::vector<Square> surplus;
    for (Bitboard left = reading.surplus; left; left &= left - 1) surplus.push_back(std::countr_zero(left));
    return json::Object()
        .add_text("code", reading.code)
        .add("parameters", reading.parameters)
        .add_text("text", reading.text)
        .add("column", reading.column)
        .add("surplus", json::list(surplus, [](Square square) { return json::quoted(to_text(square)); }))
        .done();
}

std::string read_records(std::string_view file) { return plain::records_to_json(plain::read_records(file)); }
std::string format_records(std::string_view file) { return plain::write_records(plain::read_records(file)); }
std::string format_record(std::string_view file, std::size_t index) {
    const auto records = plain::read_records(file);
    return index < records.size() ? plain::write_records({records[index]}) : std::string();
}

bool read_tree(std::string_view file, std::size_t index, std::string& made) {
    const auto records = plain::read_records(file);
    if (index >= records.size()) {
        made = no_game(index);
        return false;
    }
    auto tree = plain::read_tree(records[index], made);
    if (tree) made = std::move(*tree);
    return tree.has_value();
}

bool write_tree(std::string_view source, std::string_view tree, std::string& made) {
    const auto records = plain::read_records(source);
    if (records.empty()) {
        made = no_game(0);
        return false;
    }
    const auto written = plain::write_tree(records.front(), tree, made);
    if (written) made = plain::write_records(*written);
    return written.has_value();
}

std::string all_actions() {
    constexpr int kLongest = 4;
    std::vector<Action> actions;
    for (Square start = 0; start < kSquares; ++start)
        for (Square target = 0; target < kSquares; ++target)
            if (start != target && Distance::between(start, target).steps() <= kLongest)
                actions.push_back(Action::move(start, target));
    for (Square square = 0; square < kSquares; ++square)
        for (Cell face = kFirstFace; face < kFirstTile; ++face) actions.push_back(Action::placement(square, face));
    return json::list(actions, [](Action action) { return json::quoted(to_text(action)); });
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

std::string TextGame::state() const { return StateWriter(*game_).state(); }

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
    const auto objection = action ? game_->explain(*action) : std::nullopt;
    return objection ? objection_to_json(*objection) : kNull;
}

}  // namespace barragoon
