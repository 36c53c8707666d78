// Cutting a game file into tokens, line by line. As Python's record/lexer.py.
#pragma once

#include <optional>

#include "game/record_source.hpp"

namespace barragoon::record {

enum class Kind : std::uint8_t { Tag, BadTag, Comment, Unread, Unclosed, Open, Close, Number, Nag, Word };

// A piece of a file: the text as it stands there, the value that it says, the name of a tag.
struct Token {
    Kind kind;
    std::string text;
    int line, column;
    std::string value{};  // of an unclosed text: the delimiter that is missing
    std::string name{};
    int value_column = 0;
};

// Reads a line only when the one before is used up.
class Lexer {
public:
    explicit Lexer(Source& source) : source_(source) {}

    std::optional<Token> next();

    // Just after the last token.
    int end_line() const { return end_line_; }
    int end_column() const { return end_column_; }

private:
    std::string_view rest() const { return std::string_view(text_).substr(at_); }
    bool next_line();
    bool skip_space();
    Token token();
    Token cut(Kind kind, std::size_t size);
    Token tag();
    Token delimited(Kind kind, char closer);
    bool take_piece(char closer, std::string& text);
    void advance(std::size_t size);

    Source& source_;
    std::string text_;  // the current line
    std::size_t at_ = 0;
    int line_ = 0, column_ = 1;
    bool heading_ = false;  // tags stand at the start of a line or after other tags
    int end_line_ = 1, end_column_ = 1;
};

}  // namespace barragoon::record
