// Cutting a game file into tokens. As Python's record/lexer.py.
#pragma once

#include <optional>

#include "game/record_error.hpp"

namespace barragoon::record {

enum class Kind : std::uint8_t { Tag, BadTag, Comment, Unread, Unclosed, Open, Close, Number, Nag, Word };

// A piece of a file, which must outlive it.
struct Token {
    Kind kind;
    std::string_view text;
    FilePosition position;
    std::string_view inside{};  // what stands between the delimiters, as the file has it; of a text that is not closed:
                                // the delimiter that is missing
    std::string_view name{};    // of a tag
    int inside_column = 0;      // of a tag

    // What it says.
    std::string value() const;
};

class Lexer {
public:
    explicit Lexer(std::string_view text) : text_(text) {}

    std::optional<Token> next();

    // Just after the last token.
    FilePosition end() const { return end_; }

private:
    std::string_view rest() const { return text_.substr(at_, line_end_ - at_); }  // of the line
    bool next_line();
    bool skip_space();
    Token token();
    Token cut(Kind kind, std::size_t size);
    Token tag();
    Token delimited(Kind kind, std::string_view closer);
    bool reach(char closer);
    void advance(std::size_t size);

    std::string_view text_;
    std::size_t at_ = 0, line_end_ = 0;
    FilePosition here_{0, 1};
    bool heading_ = false;  // tags stand at the start of a line or after other tags
    bool ended_ = false;
    FilePosition end_{1, 1};
};

}  // namespace barragoon::record
