// Making sense of a record's tags, and of the contradictions among them. As Python's record/header.py.
#pragma once

#include <span>

#include "game/record.hpp"
#include "game/record_lexer.hpp"

namespace barragoon::record {

// A token that says something: a tag, or the result that ends a game.
struct Said {
    Token token;
    std::string value;
};

// The tags of a record by their names.
class TagIndex {
public:
    const Said* find(std::string_view name) const;
    // Whether there was none of that name.
    bool add(const Token& token);
    const std::vector<Said>& all() const { return tags_; }

private:
    std::size_t slot_of(std::string_view name) const;

    std::vector<Said> tags_;            // in their order
    std::vector<std::uint32_t> slots_;  // a hash table of their numbers from 1
};

}  // namespace barragoon::record

namespace barragoon::BARRAGOON_ISA {

// What the final position alone decides, as far as that is found quickly.
std::optional<Outcome> quickly_decided(const Position& final);

// The tags of one record as they are read; what can't be used is reported and kept as a stray line.
class RecordHeader {
public:
    explicit RecordHeader(record::ErrorLog& errors) : errors_(errors) {}

    // Whether a tag shows that the next game begins: it comes again, after a gap.
    bool begins_another(const record::Token& token) const;
    void add(const record::Token& token);
    // A line that looks like a tag but is none.
    void add_bad(const record::Token& token);

    // The start position; nothing if the tags do not tell it, and then those that speak of it are stray.
    std::optional<Position> start();
    bool touch_move();
    std::optional<record::PendingOffer> offer();
    // How the game ended, given the result that ends its text and the final position, where they are known.
    std::optional<Outcome> outcome(const record::Said* end, const Position* final);

    // The tags that do not follow from the game, and the stray lines as they stand in the file.
    record::Tags free_tags() const;
    std::vector<std::string> stray();

private:
    using Choices = std::span<const std::string_view>;

    std::optional<Position> find_start();
    std::optional<Position> start_from_fen(const record::Said& fen, const record::Said* variant,
                                           const record::Said* express);
    const record::Said* express();
    const record::Said* result(const record::Said* end);
    Reason reason(const record::Said* termination, bool drawn, bool final_is_known);
    const record::Said* choice(std::string_view name, Choices choices);
    void reject(const record::Said& said, record::Fault fault, std::string_view code,
                std::string_view parameters = "{}");

    record::TagIndex tags_;
    std::vector<record::Token> stray_;
    int last_line_ = 0;
    record::ErrorLog& errors_;
};

}  // namespace barragoon::BARRAGOON_ISA
