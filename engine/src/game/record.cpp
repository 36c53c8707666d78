#include "game/record.hpp"

#include <algorithm>
#include <cctype>

#include "game/outcome.hpp"

namespace barragoon::BARRAGOON_PATH {

namespace {

constexpr std::string_view kClosed = "1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/1VD1DV1";
constexpr std::string_view kOpen = "1vd1dv1/2zdz2/7/1+3+1/+1+1+1+/1+3+1/7/2ZDZ2/1VD1DV1";
constexpr std::string_view kDeclined = "=declined";
constexpr std::array<std::string_view, 4> kResults{"1-0", "0-1", "1/2-1/2", "*"};

std::string_view result_of(const std::optional<Outcome>& outcome) {
    if (!outcome) return kResults[3];
    if (!outcome->winner) return kResults[2];
    return kResults[static_cast<std::size_t>(index(*outcome->winner))];
}

std::string stages_of(const Position& start) {
    return std::to_string(start.stage(Colour::White)) + std::to_string(start.stage(Colour::Brown));
}

std::string start_fen(std::string_view board, const std::string& stages) {
    return std::string(board).append(" w - 24 ").append(stages).append(" 1");
}

// -- writing ----------------------------------------------------------------------------------------------------

// Inside quotation marks: a backslash before what would end the text or the line.
std::string escaped(std::string_view value) {
    std::string made;
    for (const char character : value) {
        if (character == '"' || character == '\\') made += '\\';
        if (character == '\n') made += "\\n";
        else if (character == '\r') made += "\\r";
        else if (character == '\t') made += "\\t";
        else if (static_cast<unsigned char>(character) >= ' ') made += character;
    }
    return made;
}

Tags derived_tags(const Game& game) {
    const std::string fen = game.start().to_fen(), stages = stages_of(game.start());
    const bool closed = fen.starts_with(kClosed), open = fen.starts_with(kOpen);
    Tags tags{{"Result", std::string(result_of(game.outcome()))},
              {"Variant", closed ? "Closed"
                          : open ? "Open"
                                 : "Custom"},
              {"Express", stages},
              {"TouchMove", game.touch_move() ? "Yes" : "No"}};
    if (fen != start_fen(kClosed, stages) && fen != start_fen(kOpen, stages)) tags.emplace_back("FEN", fen);
    if (const auto outcome = game.outcome())
        tags.emplace_back("Termination", kReasonNames[static_cast<std::size_t>(outcome->reason)]);
    if (const auto offer = game.offer()) {
        const char* player = offer->player == Colour::White ? "White" : "Brown";
        tags.emplace_back("DrawOffer", offer->duty ? "Repetition" : player);
    }
    return tags;
}

// Replaces the tag of that name or adds it.
void set_tag(Tags& tags, const std::string& name, const std::string& value) {
    const auto found = std::find_if(tags.begin(), tags.end(), [&](const auto& tag) { return tag.first == name; });
    if (found == tags.end()) tags.emplace_back(name, value);
    else found->second = value;
}

// Text in lines of at most 80 columns, as far as its pieces allow.
class Page {
public:
    void add(std::string_view piece) {
        constexpr std::size_t width = 80;
        if (!text_.empty()) {
            const bool full = column_ + 1 + piece.size() > width;
            text_ += full ? '\n' : ' ';
            column_ = full ? 0 : column_ + 1;
        }
        text_ += piece;
        column_ += piece.size();
    }
    const std::string& text() const { return text_; }

private:
    std::string text_;
    std::size_t column_ = 0;
};

std::string numbered(const Position& before, std::string_view turn) {
    return std::to_string(before.number()).append(before.turn() == Colour::White ? ". " : "... ").append(turn);
}

std::string movetext(const Game& game) {
    Page page;
    std::vector<Turn> turns = game.turns();
    const auto unfinished = game.unfinished();
    if (unfinished) turns.push_back(*unfinished);
    std::size_t at = game.steps().size();
    for (const Turn& turn : turns) at -= turn.actions().size();
    // What the start still owed stands in place of its turn.
    std::string placements;
    for (std::size_t step = 0; step < at; ++step) placements += to_text(game.steps()[step].action);
    if (at) page.add(numbered(game.start(), placements));
    const auto refusals = game.declined_repetitions();
    for (std::size_t number = 0; number < turns.size(); ++number) {
        const Position& before = game.steps()[at].before;
        const std::string text = to_text(turns[number]);
        const bool needs_number = at == 0 || before.turn() == Colour::White;
        page.add(needs_number ? numbered(before, text) : text);
        at += turns[number].actions().size();
        if (std::find(refusals.begin(), refusals.end(), static_cast<int>(number) + 1) != refusals.end())
            page.add(kDeclined);
    }
    page.add(result_of(game.outcome()));
    return page.text();
}

// -- reading ----------------------------------------------------------------------------------------------------

std::string quote(std::string_view text) {
    std::string made(1, '\'');
    return made.append(text).append(1, '\'');
}

class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {
        if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);  // the byte order mark
    }

    std::optional<Record> read(std::string& problem) {
        while (problem_.empty() && !ended_ && skip_space()) token();
        if (problem_.empty()) begin();
        if (problem_.empty()) conclude();
        problem = problem_;
        return problem_.empty() ? std::optional(record_) : std::nullopt;
    }

private:
    // -- tokens --

    bool skip_space() {
        for (; at_ < text_.size(); ++at_) {
            const bool line_begins = at_ == 0 || text_[at_ - 1] == '\n';
            if (line_begins && text_[at_] == '%') skip_to("\n");
            if (at_ >= text_.size() || !std::isspace(static_cast<unsigned char>(text_[at_]))) break;
        }
        return at_ < text_.size();
    }

    void skip_to(std::string_view end) { at_ = std::min(text_.find_first_of(end, at_), text_.size()); }

    // Past a closing character that no backslash precedes.
    void skip_past(char closer) {
        for (++at_; at_ < text_.size() && text_[at_] != closer; ++at_)
            if (text_[at_] == '\\') ++at_;
        if (at_ >= text_.size()) problem_ = std::string(1, closer).append(" was expected before the end");
        ++at_;
    }

    void token() {
        switch (text_[at_]) {
            case '[':
                return tag();
            case '{':
                return skip_past('}');
            case ';':
                return skip_to("\n");
            case '(':
                ++depth_, ++at_;
                return;
            case ')':
                --depth_, ++at_;
                return;
            case '<':
                problem_ = "a part of this game could not be read when the file was made";
                return;
            case '!':
            case '?':
                ++at_;
                return;
            case '$':
                ++at_, skip_to(" \t\r\n{}();");
                return;
            default:
                return word();
        }
    }

    void tag() {
        const std::size_t from = at_;
        if (game_) {  // the next game begins
            ended_ = true;
            return;
        }
        const std::size_t name_end = text_.find_first_of(" \t\"", at_);
        const std::size_t quotation = text_.find('"', at_);
        if (name_end == std::string_view::npos || quotation == std::string_view::npos) {
            problem_ = "a tag is not closed";
            return;
        }
        const std::string name(text_.substr(from + 1, name_end - from - 1));
        at_ = quotation;
        std::string value;
        for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
            if (text_[at_] == '\\' && at_ + 1 < text_.size() && (text_[at_ + 1] == '"' || text_[at_ + 1] == '\\'))
                ++at_;
            value += text_[at_];
        }
        at_ = std::min(text_.find(']', at_), text_.size() - 1) + 1;
        set_tag(record_.tags, name, value);
    }

    void word() {
        const std::size_t from = at_;
        skip_to(" \t\r\n{}();$!?");
        if (at_ == from) ++at_;
        std::string_view word = text_.substr(from, at_ - from);
        if (depth_ > 0) return;  // a variation
        begin();
        // A number with its dots may stand before a turn without a space.
        const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
        const std::size_t dots = std::min(word.find_first_not_of('.', digits), word.size());
        if (dots > digits || digits == word.size()) word.remove_prefix(dots);
        if (word.empty() || !problem_.empty()) return;
        if (std::find(kResults.begin(), kResults.end(), word) != kResults.end()) {
            result_ = word;
            ended_ = true;
        } else if (word == kDeclined) {
            claim();
            apply("decline", game_->position().turn());
        } else {
            turn(word);
        }
    }

    // -- the game --

    std::string tag_value(std::string_view name) const {
        for (const auto& [tag, value] : record_.tags)
            if (tag == name) return value;
        return {};
    }

    void begin() {
        if (game_ || !problem_.empty()) return;
        const std::string stages = tag_value("Express").empty() ? "00" : tag_value("Express");
        std::string fen = tag_value("FEN");
        if (fen.empty()) fen = start_fen(tag_value("Variant") == "Open" ? kOpen : kClosed, stages);
        const auto start = Position::from_fen(fen, problem_);
        if (!start) return;
        record_.start = start->to_fen();
        record_.touch_move = tag_value("TouchMove") == "Yes";
        game_.emplace(*start, record_.touch_move);
    }

    void turn(std::string_view word) {
        std::string text(word);
        const std::string named = quote(numbered(game_->position(), word));
        const bool capture = text.size() > 4 && text[0] != '@' && text[2] == 'x';
        if (capture) text.erase(2, 1);
        for (std::size_t from = 0; from < text.size(); from += 4) {
            const auto action = action_from_text(std::string_view(text).substr(from, 4));
            if (!action || (from > 0 && !action->is_placement())) {
                problem_ = named + " is not a turn";
                return;
            }
            if (!game_->push(*action).empty()) {
                problem_ = named + " is not legal";
                return;
            }
            const bool took = !action->is_placement() && game_->steps().back().before[action->target()] != kEmpty;
            if (capture && !action->is_placement() && !took) problem_ = named + " captures nothing";
            record_.events.push_back(to_text(*action));
        }
    }

    void apply(const char* word, Colour player) {
        const std::string_view verb = word;
        std::string refused = verb == "offer"     ? game_->offer_draw(player)
                              : verb == "claim"   ? game_->claim_repetition(player)
                              : verb == "accept"  ? game_->accept_draw(player)
                              : verb == "decline" ? game_->decline_draw(player)
                              : verb == "resign"  ? game_->resign(player)
                                                  : game_->lose_on_time(player);
        if (!refused.empty() && problem_.empty()) problem_ = refused;
        record_.events.push_back(std::string(verb).append(player == Colour::White ? " white" : " brown"));
    }

    void claim() { apply("claim", other(game_->position().turn())); }

    void conclude() {
        const std::string offer = tag_value("DrawOffer");
        if (offer == "Repetition") claim();
        else if (!offer.empty()) apply("offer", offer == "White" ? Colour::White : Colour::Brown);
        if (result_.empty()) result_ = tag_value("Result");
        if (result_.empty() || result_ == "*" || game_->outcome()) return;
        const std::string reason = tag_value("Termination");
        const Colour turn = game_->position().turn();
        if (result_ != kResults[2]) {
            apply(reason == "time" ? "time" : "resign", result_ == kResults[0] ? Colour::Brown : Colour::White);
        } else if (reason == "repetition" || reason == "inescapable repetition") {
            claim();
            if (!game_->outcome()) apply("accept", turn);
        } else {
            apply("offer", turn);
            apply("accept", other(turn));
        }
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
    bool ended_ = false;
    std::string result_;
    std::string problem_;
    std::optional<Game> game_;
    Record record_;
};

}  // namespace

std::string write_record(const Game& game, const Tags& given) {
    Tags tags{{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"White", "?"}, {"Brown", "?"}};
    for (const auto& [name, value] : derived_tags(game)) tags.emplace_back(name, value);
    for (const auto& [name, value] : given) set_tag(tags, name, value);
    std::string text;
    for (const auto& [name, value] : tags)
        text.append(1, '[').append(name).append(" \"").append(escaped(value)).append("\"]\n");
    return text.append(1, '\n').append(movetext(game)).append(1, '\n');
}

std::optional<Record> read_record(std::string_view text, std::string& problem) { return Reader(text).read(problem); }

}  // namespace barragoon::BARRAGOON_PATH
