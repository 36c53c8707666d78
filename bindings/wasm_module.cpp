// The engine's door to WebAssembly, one core to an instance. Text goes in and out, as for Python: questions as they are
// written everywhere, answers as JSON. web/src/engine/ makes types of it.
//
// A text is handed in by writing it where make_room() says. A function whose answer is false has rejected: text() is
// one sentence that says why, and nothing has changed. Nothing is thrown, because WebAssembly can't.
#include <cstdlib>

#include "action_text.hpp"
#include "core.hpp"
#include "game/json.hpp"
#include "game/text_game.hpp"
#include "zobrist.hpp"  // so that its numbers are there before the core is made

// What the standard library calls where it would throw. Its own function prints a message first, and would bring all of
// printf with it, which is 8 kB of the gzipped module.
_LIBCPP_BEGIN_NAMESPACE_STD
[[noreturn]] void __libcpp_verbose_abort(const char*, ...) noexcept { __builtin_trap(); }
_LIBCPP_END_NAMESPACE_STD

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))
#define IMPORT(name) extern "C" __attribute__((import_module("barragoon"), import_name(#name)))

// What the page hears while a search runs: each line, as the address and the length of its text. It may stop the search
// by answering the question that comes every few hundred nodes.
IMPORT(report) void report_line(const char* text, std::size_t size);
IMPORT(should_stop) bool should_stop();

namespace {

using barragoon::Action;
using barragoon::Escape;
using barragoon::EvaluationTerms;
using barragoon::Goal;
using barragoon::Judgement;
using barragoon::SearchLine;
using barragoon::Solution;
using barragoon::json::list;
using barragoon::json::Object;
using barragoon::json::quoted;

std::unique_ptr<barragoon::Core>& core() {
    static auto made = barragoon::make_core();
    return made;
}
barragoon::TextGame& game() {
    static barragoon::TextGame made;
    return made;
}
std::string question;
std::string answer;

// The game that was set, for playing on.
std::string start = core()->fen();
std::vector<Action> played;

bool set_game(std::string fen, std::vector<Action> actions) {
    answer = core()->set_position(fen, actions);
    if (!answer.empty()) return false;
    start = std::move(fen);
    played = std::move(actions);
    return true;
}

bool tell(std::string text) {
    answer = std::move(text);
    return true;
}

bool reject(std::string sentence) {
    answer = std::move(sentence);
    return false;
}

// -- reading ----------------------------------------------------------------------------------------------------

// The actions of a text, one to a line; false, with the answer set, if there is something else among them.
bool read_actions(std::string_view text, std::vector<Action>& actions) {
    for (;;) {
        const std::size_t end = text.find('\n');
        const auto action = barragoon::action_from_text(text.substr(0, end));
        if (!action) return reject("'" + std::string(text.substr(0, end)) + "' is not an action");
        actions.push_back(*action);
        if (end == std::string_view::npos) return true;
        text.remove_prefix(end + 1);
    }
}

// -- writing ----------------------------------------------------------------------------------------------------

std::string list(const std::vector<Action>& actions) {
    return list(actions, [](Action action) { return quoted(to_text(action)); });
}

std::string micro(double seconds) { return std::to_string(static_cast<std::int64_t>(seconds * 1e6)) + "e-6"; }

std::string object(const SearchLine& line) {
    return Object()
        .add("rank", line.rank)
        .add("depth", line.depth)
        .add("seldepth", line.selective_depth)
        .add("score", line.score)
        .add("nodes", static_cast<std::int64_t>(line.nodes))
        .add("seconds", micro(line.seconds))
        .add("hashfull", line.hashfull)
        .add("actions", list(line.actions))
        .done();
}

std::string_view word(barragoon::Verdict verdict) {
    constexpr std::array<std::string_view, 3> words{"win", "no win", "unknown"};
    return words[static_cast<std::size_t>(verdict)];
}

std::string object(const Solution& solution) {
    return Object()
        .add_text("verdict", word(solution.verdict))
        .add("turns", solution.turns)
        .add("nodes", static_cast<std::int64_t>(solution.nodes))
        .add("seconds", micro(solution.seconds))
        .add("actions", list(solution.actions))
        .done();
}

std::string list(const std::vector<std::vector<barragoon::Square>>& paths) {
    return list(paths, [](const std::vector<barragoon::Square>& path) {
        return list(path, [](barragoon::Square square) { return quoted(barragoon::to_text(square)); });
    });
}

std::string object(const Judgement& judgement) {
    constexpr std::array<std::string_view, 4> grades{"right", "slower", "wrong", "unproven"};
    const auto escape = [](const Escape& way) {
        return Object().add_text("move", to_text(way.move)).add("paths", list(way.paths)).done();
    };
    return Object()
        .add_text("grade", grades[static_cast<std::size_t>(judgement.grade)])
        .add("turns", judgement.turns)
        .add("line", list(judgement.line))
        .add("escapes", list(judgement.escapes, escape))
        .add("nodes", static_cast<std::int64_t>(judgement.nodes))
        .add("seconds", micro(judgement.seconds))
        .done();
}

std::string object(const EvaluationTerms::Tile& tile) {
    return Object()
        .add_text("square", barragoon::to_text(tile.square))
        .add("material", tile.material)
        .add("mobility", tile.mobility)
        .add("squares", tile.squares)
        .add("threat", tile.threat)
        .add("targets", tile.targets)
        .done();
}

std::string object(const EvaluationTerms::Side& side) {
    return Object()
        .add("material", side.material)
        .add("mobility", side.mobility)
        .add("squares", side.squares)
        .add("threats", side.threats)
        .add("freedom", side.freedom)
        .add("movable", side.movable)
        .done();
}

std::string object(const EvaluationTerms& terms) {
    return Object()
        .add("white", object(terms.white))
        .add("brown", object(terms.brown))
        .add("tiles", list(terms.tiles, [](const EvaluationTerms::Tile& tile) { return object(tile); }))
        .add("tempo", terms.tempo)
        .add("score", terms.score)
        .done();
}

}  // namespace

// -- texts ------------------------------------------------------------------------------------------------------

EXPORT(make_room) char* make_room(std::size_t size) {
    question.resize(size);
    return question.data();
}
EXPORT(text) const char* text() { return answer.data(); }
EXPORT(text_size) std::size_t text_size() { return answer.size(); }

// -- the position -----------------------------------------------------------------------------------------------

// The text is a FEN and the actions played from there, one to a line.
EXPORT(set_position) bool set_position() {
    const std::string_view given = question;
    const std::size_t end = given.find('\n');
    std::vector<Action> actions;
    if (end != std::string_view::npos && !read_actions(given.substr(end + 1), actions)) return false;
    return set_game(std::string(given.substr(0, end)), std::move(actions));
}

// The text is an action.
EXPORT(play) bool play() {
    std::vector<Action> actions = played;
    return read_actions(question, actions) && set_game(start, std::move(actions));
}

EXPORT(fen) bool fen() { return tell(core()->fen()); }
EXPORT(key) std::uint64_t key() { return core()->key(); }
EXPORT(legal_actions) bool legal_actions() { return tell(list(core()->legal_actions())); }

// The moves that White's or Brown's tiles could make if it were that player's turn.
EXPORT(moves_of) bool moves_of(bool white) {
    return tell(list(core()->moves_of(white ? barragoon::Colour::White : barragoon::Colour::Brown)));
}

// The text is an action.
EXPORT(paths) bool paths() {
    std::vector<Action> actions;
    if (!read_actions(question, actions)) return false;
    return tell(list(core()->paths(actions.front())));
}

EXPORT(perft) std::uint64_t perft(int depth) { return *core()->perft(depth); }
EXPORT(evaluate) bool evaluate() { return tell(object(core()->evaluate())); }

// -- the search -------------------------------------------------------------------------------------------------

// Memory that runs out would end the instance, so the room is tried first; the table lets go of its old room last.
EXPORT(set_hash) bool set_hash(int megabytes) {
    void* room = std::malloc(static_cast<std::size_t>(megabytes) * 1024 * 1024 + 1024);
    if (!room) return reject("there is no room for a transposition table of " + std::to_string(megabytes) + " MB");
    std::free(room);
    core()->set_hash(static_cast<std::size_t>(megabytes));
    return tell("");
}

EXPORT(new_game) void new_game() { core()->new_game(); }

EXPORT(set_contempt) void set_contempt(int contempt) { core()->set_contempt(contempt); }
EXPORT(set_level) void set_level(int level, double seed, int ladder) {
    core()->set_level(level, static_cast<std::uint64_t>(seed), ladder);
}

// The text has the actions to look at, one to a line; an empty one: all. The answer has the best lines, best first.
EXPORT(search) bool search(int depth, double nodes, double seconds, int lines) {
    barragoon::SearchLimits limits{depth, static_cast<std::uint64_t>(nodes), seconds, lines};
    limits.should_stop = should_stop;
    if (!question.empty() && !read_actions(question, limits.only)) return false;
    const auto found = core()->search(limits, [](const SearchLine& line) {
        const std::string written = object(line);
        report_line(written.data(), written.size());
    });
    return tell(list(found, [](const SearchLine& line) { return object(line); }));
}

// The text is as for search: the win must begin with one of the actions.
EXPORT(solve) bool solve(int turns, double nodes, double seconds) {
    barragoon::SolveLimits limits{turns, static_cast<std::uint64_t>(nodes), seconds, {}, should_stop};
    if (!question.empty() && !read_actions(question, limits.only)) return false;
    return tell(object(core()->solve(limits)));
}

// The text is as for search; the answer has a verdict for each of the actions, or for each legal one, in their order.
EXPORT(solve_each) bool solve_each(int turns, double nodes) {
    barragoon::SolveLimits limits{turns, static_cast<std::uint64_t>(nodes), 0, {}, should_stop};
    if (!question.empty() && !read_actions(question, limits.only)) return false;
    return tell(list(core()->solve_each(limits), [](const barragoon::ActionVerdict& found) {
        return Object().add_text("action", to_text(found.action)).add_text("verdict", word(found.verdict)).done();
    }));
}

// The text has the actions of an answer, one to a line.
EXPORT(judge) bool judge(bool hold, int turns, double nodes) {
    std::vector<Action> actions;
    if (!read_actions(question, actions)) return false;
    const Goal goal{hold ? Goal::Kind::Hold : Goal::Kind::Win, turns};
    Judgement judgement;
    std::string problem = core()->judge(goal, actions, {static_cast<std::uint64_t>(nodes), should_stop}, judgement);
    return problem.empty() ? tell(object(judgement)) : reject(std::move(problem));
}

// Whether the computer, as White or as Brown, accepts a draw that is offered in the position that was set, with the
// game that led to it. The text is as for search: what a duty leaves to play. The answer is true or false.
EXPORT(accepts_draw) bool accepts_draw(bool white, bool on_repetition) {
    std::vector<Action> only;
    if (!question.empty() && !read_actions(question, only)) return false;
    const auto player = white ? barragoon::Colour::White : barragoon::Colour::Brown;
    return tell(core()->accepts_draw(player, on_repetition, only, should_stop) ? "true" : "false");
}

// -- the game ---------------------------------------------------------------------------------------------------

// The text is a FEN.
EXPORT(begin_game) bool begin_game(bool touch_move) {
    answer = game().begin(question, touch_move);
    return answer.empty();
}

// The text is a FEN; the answer says what is wrong with the set-up that it shows.
EXPORT(check_setup) bool check_setup() { return tell(barragoon::check_setup(question)); }

// The text is an event.
EXPORT(apply_event) bool apply_event() {
    answer = game().apply(question);
    return answer.empty();
}

// The text has tags, written as in a game file; the answer is a game file.
EXPORT(write_record) bool write_record() { return tell(game().record(question)); }

// The text has tags, a zero byte, and the game file that the game is written on top of; the answer is a game file.
EXPORT(write_record_onto) bool write_record_onto(std::size_t index) {
    const std::string_view given = question;
    const std::size_t end = given.find('\0');
    std::string file;
    answer = game().record_onto(given.substr(end + 1), index, given.substr(0, end), file);
    return answer.empty() && tell(std::move(file));
}

// The text is a game file; the answer says what is in its game with that number.
EXPORT(read_record) bool read_record(std::size_t index) {
    answer = game().read(question, index);
    return answer.empty() && tell(game().reading());
}

// The text is a game file; the answer has all its games, or is the same file as it is written.
EXPORT(read_records) bool read_records() { return tell(barragoon::read_records(question)); }
EXPORT(format_records) bool format_records() { return tell(barragoon::format_records(question)); }

// The text is a game file; the answer is its game with that number alone, as it is written.
EXPORT(format_record) bool format_record(std::size_t index) { return tell(barragoon::format_record(question, index)); }

// The text is a game file; the answer is its game with that number as a tree of actions.
EXPORT(read_tree) bool read_tree(std::size_t index) { return barragoon::read_tree(question, index, answer); }

// The text has a tree of actions, a zero byte, and the game file that it is written on top of; the answer is a game
// file.
EXPORT(write_tree) bool write_tree() {
    const std::string_view given = question;
    const std::size_t end = given.find('\0');
    return barragoon::write_tree(given.substr(end + 1), given.substr(0, end), answer);
}

EXPORT(all_actions) bool all_actions() { return tell(barragoon::all_actions()); }

EXPORT(game_state) bool game_state() { return tell(game().state()); }

// The text is an action.
EXPORT(explain) bool explain() { return tell(game().explain(question)); }
