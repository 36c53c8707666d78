#include "game/record_builder.hpp"

#include <algorithm>
#include <charconv>

#include "game/event.hpp"
#include "game/explain.hpp"
#include "game/game_json.hpp"
#include "game/record_tags.hpp"
#include "game/record_text.hpp"
#include "game/unicode.hpp"

namespace barragoon::BARRAGOON_ISA {

using namespace record;
using namespace unicode;
using json::Object;

namespace {

bool is_result(std::string_view text) { return std::find(kResults.begin(), kResults.end(), text) != kResults.end(); }

// A name after the bracket: the line was meant as a tag.
bool is_named(std::string_view text) {
    text.remove_prefix(1);
    while (const std::size_t size = space_size(text)) text.remove_prefix(size);
    if (text.empty()) return false;
    const char first = text[0], lower = static_cast<char>(first | 0x20);
    return (first >= '0' && first <= '9') || (lower >= 'a' && lower <= 'z') || first == '_';
}

// The number of an annotation: $7, or a mark; -1 if it is none.
int nag_of(std::string_view text) {
    if (text[0] != '$') {
        const auto found = std::find(kMarks.begin(), kMarks.end(), text);
        return found == kMarks.end() ? -1 : static_cast<int>(found - kMarks.begin());
    }
    text.remove_prefix(1);
    if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != text.npos) return -1;
    int number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

}  // namespace

// -- where the game begins and ends -----------------------------------------------------------------------------

bool RecordBuilder::ends_before(const Token& token) const {
    const bool playing = !frames_.empty();
    if (token.kind == Kind::Tag) return playing || header_.begins_another(token);
    return playing && token.kind == Kind::BadTag && is_named(token.text);
}

void RecordBuilder::take(const Token& token) {
    if (token.kind == Kind::Tag) header_.add(token);
    else if (token.kind == Kind::BadTag && frames_.empty()) header_.add_bad(token);
    else if (token.kind == Kind::Comment && frames_.empty()) record_.main().comments.push_back(token.value());
    else play(token);
}

Record RecordBuilder::finish(FilePosition next, FilePosition end, Source& source) {
    begin();
    if (const auto& innermost = frames_.back().opened) report(*innermost, Fault::Unclosed, "variation_not_closed");
    for (Frame& frame : frames_) close(frame);
    // Something left open may have swallowed the result.
    if (!end_ && !errors_.has(Fault::Unclosed)) errors_.add(Fault::NoResult, "no_result", next, "");
    conclude();
    source.note_replaced(end, errors_);
    record_.errors = errors_.take();
    return std::move(record_);
}

// Leaves the tags for the turns; if the tags do not tell the start, the turns can't be read.
void RecordBuilder::begin() {
    if (!frames_.empty()) return;
    const auto start = header_.start();
    record_.start_known = start.has_value();
    record_.start = start ? *start : start_of("Closed", "00");
    frames_.push_back({0, record_.start});
    frames_.back().stopped = !start;
}

// Gives comments whose turn did not come to the turn before them.
void RecordBuilder::settle(Frame& frame) {
    Line& line = line_of(frame);
    auto& home = line.nodes.empty() ? line.comments : line.nodes.back().after;
    home.insert(home.end(), frame.comments.begin(), frame.comments.end());
    frame.comments.clear();
    frame.number.reset();
}

void RecordBuilder::close(Frame& frame) {
    settle(frame);
    line_of(frame).unread = std::move(frame.unread);
}

void RecordBuilder::conclude() {
    const bool known = record_.start_known && record_.main().unread.empty();
    record_.touch_move = header_.touch_move();
    record_.offer = header_.offer();
    record_.outcome = header_.outcome(end_ ? &*end_ : nullptr, known ? &frames_.front().position : nullptr);
    record_.tags = header_.free_tags();
    record_.stray = header_.stray();
}

// -- turn by turn -----------------------------------------------------------------------------------------------

void RecordBuilder::play(const Token& token) {
    begin();
    Frame& frame = frames_.back();
    if (token.kind == Kind::Unclosed)
        report(token, Fault::Unclosed, "not_closed", Object().add_text("closer", token.inside).done());
    if (frame.stopped) return keep_unread(token);
    switch (token.kind) {
        case Kind::Open:
            return open_variation(token);
        case Kind::Close:
            return close_variation(token);
        case Kind::Comment:
            return comment(token);
        case Kind::Number:
            frame.number = token;
            return;
        case Kind::Nag:
            return annotate(token);
        case Kind::Word:
            return word(token);
        case Kind::Unread:
            return stop(token, Fault::Unread, "kept_unread");
        case Kind::Unclosed:
            return keep_rest(token);
        default:
            return stop(token, Fault::Text, "not_a_turn");
    }
}

void RecordBuilder::open_variation(const Token& token) {
    Frame& frame = frames_.back();
    if (!frame.before_last) return stop(token, Fault::Text, "variation_of_nothing");
    settle(frame);
    line_of(frame).nodes.back().variations.push_back(record_.lines.size());
    frames_.push_back({record_.lines.size(), Position(*frame.before_last), token});
    record_.lines.emplace_back();
}

void RecordBuilder::close_variation(const Token& token) {
    if (!frames_.back().opened) return stop(token, Fault::Text, "no_variation_open");
    close(frames_.back());
    frames_.pop_back();
}

void RecordBuilder::comment(const Token& token) {
    Frame& frame = frames_.back();
    Line& line = line_of(frame);
    auto& home = frame.number ? frame.comments : line.nodes.empty() ? line.comments : line.nodes.back().after;
    home.push_back(token.value());
}

void RecordBuilder::annotate(const Token& token) {
    Line& line = line_of(frames_.back());
    const int nag = nag_of(token.text);
    if (line.nodes.empty()) stop(token, Fault::Text, "annotation_of_nothing");
    else if (nag < 0) stop(token, Fault::Text, "not_an_annotation");
    else line.nodes.back().nags.push_back(nag);
}

void RecordBuilder::word(const Token& token) {
    Line& line = line_of(frames_.back());
    if (is_result(token.text)) return result(token);
    if (token.text != kDeclined) return turn(token);
    if (line.nodes.empty()) stop(token, Fault::Text, "decline_of_nothing");
    else line.nodes.back().declined = true;
}

void RecordBuilder::result(const Token& token) {
    if (frames_.back().opened) return stop(token, Fault::Text, "result_in_variation");
    end_ = {token, std::string(token.text)};
}

void RecordBuilder::turn(const Token& token) {
    Frame& frame = frames_.back();
    const bool finishes_start =
        token.text[0] == '@' && frame.position.phase() != Phase::Move && !frame.opened && line_of(frame).nodes.empty();
    if (!(finishes_start ? place(frame, token) : move(frame, token))) stop(token, Fault::Text, "not_a_turn");
}

// Finishes the turn that the start position is in the middle of; false if the text is no placement.
bool RecordBuilder::place(Frame& frame, const Token& token) {
    std::vector<Action> placements;
    if (!read_placements(token.text, placements)) return false;
    Position position = frame.position;
    Position::Undo undo;
    for (const Action placement : placements) {
        if (const auto objection = explain(position, placement))
            return object(token, frame.position.turn(), *objection);
        position.make(placement, undo);
    }
    record_.placements.insert(record_.placements.end(), placements.begin(), placements.end());
    check_number(frame, frame.position.number());
    frame.position = position;
    settle(frame);
    return true;
}

// False if the text is no turn.
bool RecordBuilder::move(Frame& frame, const Token& token) {
    auto turn = read_turn(token.text);
    if (!turn) return false;
    const Square target = turn->move.target();
    const bool captures = frame.position[target] != kEmpty;
    if (turn->capture && !captures) return object(token, frame.position.turn(), {Rule::NothingToCapture, target});
    Position position = frame.position;
    Position::Undo undo;
    for (const Action action : turn->actions()) {
        if (const auto objection = explain(position, action)) return object(token, frame.position.turn(), *objection);
        position.make(action, undo);
    }
    turn->capture = captures;
    line_of(frame).nodes.push_back({std::move(*turn), std::move(frame.comments)});
    check_number(frame, frame.position.number());
    frame.before_last = frame.position;
    frame.position = position;
    frame.comments.clear();
    frame.number.reset();
    return true;
}

void RecordBuilder::check_number(const Frame& frame, int due) {
    if (!frame.number || !numbers_checked_) return;
    std::string_view digits = frame.number->text;
    digits = digits.substr(0, digits.find('.'));
    if (digits.empty()) return;
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
    if (digits == std::to_string(due)) return;
    numbers_checked_ = false;  // the numbers that follow are wrong by as much
    report(*frame.number, Fault::Number, "wrong_number", Object().add("number", due).done());
}

// -- what can't be read -----------------------------------------------------------------------------------------

void RecordBuilder::report(const Token& token, Fault fault, std::string_view code, std::string_view parameters) {
    errors_.add(fault, code, token.position, token.text, parameters);
}

// Reports a token, and keeps it with the rest of its line as unread text.
void RecordBuilder::stop(const Token& token, Fault fault, std::string_view code, std::string_view parameters) {
    report(token, fault, code, parameters);
    keep_rest(token);
}

bool RecordBuilder::object(const Token& token, Colour player, const Objection& objection) {
    const std::string parameters =
        Object().add_text("player", colour_word(player)).add("objection", objection_to_json(objection)).done();
    stop(token, Fault::Illegal, "illegal_turn", parameters);
    return true;
}

void RecordBuilder::keep_rest(const Token& token) {
    Frame& frame = frames_.back();
    const auto number = frame.number;
    settle(frame);
    frame.stopped = true;
    if (number) {
        frame.unread = number->text;
        frame.unread_line = number->position.line;
    }
    keep_unread(token);
}

void RecordBuilder::keep_unread(const Token& token) {
    Frame& frame = frames_.back();
    if (!frame.depth && !frame.opened && is_result(token.text)) return result(token);
    if (!frame.depth && frame.opened && token.kind == Kind::Close) return close_variation(token);
    if (token.kind == Kind::Open) ++frame.depth;
    if (token.kind == Kind::Close && frame.depth) --frame.depth;
    // On a new line where the file has one.
    if (!frame.unread.empty()) frame.unread += token.position.line == frame.unread_line ? ' ' : '\n';
    if (token.kind == Kind::Unread) frame.unread += token.value();
    else frame.unread += token.text;
    frame.unread_line = token.position.line;
}

}  // namespace barragoon::BARRAGOON_ISA
