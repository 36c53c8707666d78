#include "game/record_lexer.hpp"

#include <algorithm>

#include "game/record_escape.hpp"
#include "game/unicode.hpp"

namespace barragoon::record {

using namespace unicode;

namespace {

bool is_digit(char character) { return character >= '0' && character <= '9'; }
bool is_name(char character) {
    const char lower = static_cast<char>(character | 0x20);
    return is_digit(character) || (lower >= 'a' && lower <= 'z') || character == '_';
}

template <class Test>
std::size_t run_of(std::string_view text, std::size_t from, const Test& test) {
    while (from < text.size() && test(text[from])) ++from;
    return from;
}

std::size_t skip_spaces(std::string_view text, std::size_t from) {
    while (const std::size_t size = space_size(text.substr(from))) from += size;
    return from;
}

bool ends_word(std::string_view text) {
    constexpr std::string_view enders = "{}();$!?";
    return text.empty() || enders.find(text[0]) != std::string_view::npos || space_size(text);
}

std::size_t word_size(std::string_view text, std::size_t from) {
    while (!ends_word(text.substr(from))) ++from;
    return from;
}

// A turn number with its dots, dots alone, or a number that is a word of its own; 0 if there is none.
std::size_t number_size(std::string_view text) {
    const std::size_t digits = run_of(text, 0, is_digit);
    const std::size_t dots = run_of(text, digits, [](char character) { return character == '.'; });
    return dots > digits || (digits && ends_word(text.substr(digits))) ? dots : 0;
}

// Up to a delimiter that no backslash precedes, or to the end.
std::size_t find_closer(std::string_view text, std::size_t from, char closer) {
    for (; from < text.size() && text[from] != closer; ++from) {
        if (text[from] != '\\') continue;
        if (++from == text.size()) break;
    }
    return from;
}

struct TagParts {
    std::size_t name, name_end, value, value_end, end;
};

// Up to the quotation mark that opens the value.
std::optional<TagParts> tag_start(std::string_view text) {
    if (!text.starts_with('[')) return std::nullopt;
    TagParts parts{};
    parts.name = skip_spaces(text, 1);
    parts.name_end = run_of(text, parts.name, is_name);
    const std::size_t quote = skip_spaces(text, parts.name_end);
    if (parts.name_end == parts.name || quote == text.size() || text[quote] != '"') return std::nullopt;
    parts.value = quote + 1;
    return parts;
}

std::optional<TagParts> whole_tag(std::string_view text) {
    auto parts = tag_start(text);
    if (!parts) return std::nullopt;
    parts->value_end = find_closer(text, parts->value, '"');
    if (parts->value_end == text.size()) return std::nullopt;
    const std::size_t bracket = skip_spaces(text, parts->value_end + 1);
    if (bracket == text.size() || text[bracket] != ']') return std::nullopt;
    parts->end = bracket + 1;
    return parts;
}

std::string_view strip(std::string_view text) {
    text.remove_prefix(skip_spaces(text, 0));
    std::size_t end = 0;  // of what is not white space
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t space = space_size(text.substr(at));
        at += space ? space : 1;
        if (!space) end = at;
    }
    return text.substr(0, end);
}

}  // namespace

std::string Token::value() const {
    if (kind == Kind::Comment && text[0] == ';') return std::string(strip(text.substr(1)));
    return unescape(inside);
}

std::optional<Token> Lexer::next() {
    while (!skip_space()) {
        do {
            if (!next_line()) return std::nullopt;
        } while (rest().starts_with('%'));
    }
    return token();
}

bool Lexer::next_line() {
    at_ = here_.line ? line_end_ + 1 : 0;
    ended_ = at_ > text_.size();
    if (ended_) at_ = text_.size();
    line_end_ = std::min(text_.find('\n', at_), text_.size());
    ++here_.line;
    here_.column = 1;
    heading_ = true;
    return !ended_;
}

bool Lexer::skip_space() {
    const std::size_t size = skip_spaces(rest(), 0);
    here_.column += count_characters(rest().substr(0, size));
    at_ += size;
    return at_ < line_end_;
}

Token Lexer::token() {
    const std::string_view line = rest();
    const char first = line[0];
    if (first == '[' && heading_) return tag();
    heading_ = false;
    switch (first) {
        case '{':
            return delimited(Kind::Comment, "}");
        case '<':
            return delimited(Kind::Unread, ">");
        case ';':
            return cut(Kind::Comment, line.size());
        case '(':
            return cut(Kind::Open, 1);
        case ')':
            return cut(Kind::Close, 1);
        case '}':
            return cut(Kind::Word, 1);
        case '$':
            return cut(Kind::Nag, word_size(line, 1));
        case '!':
        case '?':
            return cut(Kind::Nag, run_of(line, 0, [](char mark) { return mark == '!' || mark == '?'; }));
        default:
            break;
    }
    if (const std::size_t size = number_size(line)) return cut(Kind::Number, size);
    return cut(Kind::Word, word_size(line, 0));
}

Token Lexer::cut(Kind kind, std::size_t size) {
    const Token token{kind, rest().substr(0, size), here_};
    advance(size);
    return token;
}

Token Lexer::tag() {
    const auto parts = whole_tag(rest());
    if (!parts) return cut(Kind::BadTag, rest().size());
    Token token = cut(Kind::Tag, parts->end);
    token.name = token.text.substr(parts->name, parts->name_end - parts->name);
    token.inside = token.text.substr(parts->value, parts->value_end - parts->value);
    token.inside_column = token.position.column + count_characters(token.text.substr(0, parts->value));
    return token;
}

// Up to a closing delimiter; the end of a line counts as a space. A line that begins with a tag shows that the
// delimiter was forgotten: there the next game begins.
Token Lexer::delimited(Kind kind, std::string_view closer) {
    Token token{kind, {}, here_};
    const std::size_t from = at_;
    while (!reach(closer[0])) {
        token.text = text_.substr(from, at_ - from);
        if (!next_line() || tag_start(rest())) {
            token.kind = Kind::Unclosed;
            token.inside = closer;
            return token;
        }
    }
    token.text = text_.substr(from, at_ - from);
    token.inside = token.text.substr(1, token.text.size() - 2);
    return token;
}

// Goes on to the delimiter or to the end of the line, and says whether the delimiter was there.
bool Lexer::reach(char closer) {
    const std::size_t end = find_closer(rest(), 0, closer);
    const bool closed = end < rest().size();
    advance(closed ? end + 1 : end);
    return closed;
}

void Lexer::advance(std::size_t size) {
    here_.column += count_characters(rest().substr(0, size));
    at_ += size;
    end_ = here_;
}

}  // namespace barragoon::record
