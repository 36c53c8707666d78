// Putting one record together from its tokens. As Python's record/builder.py.
#pragma once

#include "game/objection.hpp"
#include "game/record_header.hpp"
#include "game/record_source.hpp"

namespace barragoon::BARRAGOON_ISA {

// Takes the tokens of one game in turn and gives the record.
class RecordBuilder {
public:
    // Whether the result that ends the game has come.
    bool ended() const { return end_.has_value(); }
    // Whether a token belongs to the next game already.
    bool ends_before(const record::Token& token) const;
    void take(const record::Token& token);
    // Gives the record: where the file goes on, and up to where bytes belong to this game.
    Record finish(record::FilePosition next, record::FilePosition end, record::Source& source);

private:
    // A line that is being read: the position reached, and what waits to be attached.
    struct Frame {
        std::size_t line;
        Position position;
        std::optional<record::Token> opened{};
        std::optional<Position> before_last{};  // before the last turn, where its variations begin
        std::optional<record::Token> number{};  // whose turn has not come yet
        std::vector<std::string> comments{};    // since that number
        bool stopped = false;                   // from here on nothing can be read
        std::string unread{};
        int unread_line = 0;
        int depth = 0;  // how many parentheses are open in the unread text
    };

    record::Line& line_of(const Frame& frame) { return record_.lines[frame.line]; }
    void begin();
    void settle(Frame& frame);
    void close(Frame& frame);
    void conclude();

    void play(const record::Token& token);
    void open_variation(const record::Token& token);
    void close_variation(const record::Token& token);
    void comment(const record::Token& token);
    void annotate(const record::Token& token);
    void word(const record::Token& token);
    void result(const record::Token& token);
    void turn(const record::Token& token);
    bool place(Frame& frame, const record::Token& token);
    bool move(Frame& frame, const record::Token& token);
    void check_number(const Frame& frame, int due);

    void stop(const record::Token& token, record::Fault fault, std::string_view code,
              std::string_view parameters = "{}");
    bool object(const record::Token& token, Colour player, const Objection& objection);
    void report(const record::Token& token, record::Fault fault, std::string_view code,
                std::string_view parameters = "{}");
    void keep_rest(const record::Token& token);
    void keep_unread(const record::Token& token);

    record::ErrorLog errors_;
    RecordHeader header_{errors_};
    Record record_;
    std::vector<Frame> frames_;
    bool numbers_checked_ = true;
    std::optional<record::Said> end_;
};

}  // namespace barragoon::BARRAGOON_ISA
