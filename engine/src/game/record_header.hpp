// Making sense of a record's tags, and of the contradictions among them. As Python's record/header.py.
#pragma once

#include <unordered_map>

#include "game/record.hpp"
#include "game/record_lexer.hpp"

namespace barragoon::BARRAGOON_ISA {

// The tags of one record as they are read; what can't be used is reported and kept as a stray line.
class RecordHeader {
public:
    // Whether a tag shows that the next game begins: it comes again, after a gap.
    bool begins_another(const record::Token& token) const;
    void add(record::Token token);
    // A line that looks like a tag but is none.
    void add_bad(record::Token token);

    // The start position; nothing if the tags do not tell it, and then those that speak of it are stray.
    std::optional<Position> start();
    bool touch_move();
    std::optional<record::PendingOffer> offer();
    // How the game ended, given the result that ends its text and the final position, where they are known.
    std::optional<Outcome> outcome(const record::Token* end, const Position* final);

    // The tags that do not follow from the game, and the stray lines as they stand in the file.
    record::Tags free_tags() const;
    std::vector<std::string> stray();
    const record::ErrorLog& errors() const { return errors_; }

private:
    const record::Token* find(std::string_view name) const;
    std::optional<Position> find_start();
    std::optional<Position> start_from_fen(const record::Token& fen, const record::Token* variant,
                                           const record::Token* express);
    const record::Token* express();
    const record::Token* result(const record::Token* end);
    Reason reason(const record::Token* termination, bool drawn, bool final_is_known);
    template <class Choices>
    const record::Token* choice(std::string_view name, const Choices& choices);
    void reject(const record::Token& token, record::Fault fault, std::string_view code,
                std::string_view parameters = "{}");
    void keep_as_stray(const record::Token& token) { stray_.push_back({token.line, token.column, token.text}); }

    struct Stray {
        int line, column;
        std::string text;
    };

    std::vector<record::Token> tags_;  // in their order
    std::unordered_map<std::string, std::size_t> numbers_;
    std::vector<Stray> stray_;
    int last_line_ = 0;
    record::ErrorLog errors_;
};

}  // namespace barragoon::BARRAGOON_ISA
