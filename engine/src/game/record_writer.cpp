// Writing records as text. As Python's record/writer.py.
#include "game/record_writer.hpp"

#include <algorithm>

#include "game/record_escape.hpp"
#include "game/record_text.hpp"
#include "game/unicode.hpp"

namespace barragoon::BARRAGOON_ISA {

using namespace record;
using namespace unicode;

namespace {

constexpr int kWidth = 80;

// Text in lines of at most kWidth columns, as far as its pieces allow.
class Page {
public:
    // After a gap, or on a new line.
    void add(std::string_view piece, std::string_view gap) {
        const int size = count_characters(piece);
        if (begun_ && column_ + static_cast<int>(gap.size()) + size > kWidth) {
            text_ += '\n';
            column_ = 0;
        } else if (begun_) {
            text_ += gap;
            column_ += static_cast<int>(gap.size());
        }
        append(piece, size);
    }

    // Broken at its spaces: reading takes the end of a line for a space.
    void add_delimited(char opener, std::string_view text, char closer, std::string_view gap) {
        const std::string whole = std::string(1, opener).append(escape(text, closer)).append(1, closer);
        std::string_view rest = whole;
        for (bool first = true;; first = false) {
            const std::size_t end = rest.find(' ');
            const std::string_view piece = rest.substr(0, end);
            // A new line must not begin like a tag, which would pass for the next game.
            if (!first && piece.starts_with('['))
                append(std::string(1, ' ').append(piece), count_characters(piece) + 1);
            else add(piece, first ? gap : " ");
            if (end == std::string_view::npos) return;
            rest.remove_prefix(end + 1);
        }
    }

    std::string take() { return std::move(text_); }

private:
    void append(std::string_view piece, int size) {
        text_ += piece;
        column_ += size;
        begun_ = true;
    }

    std::string text_;
    int column_ = 0;
    bool begun_ = false;
};

// Which turn comes next in a line, and which was the last.
struct Count {
    int number;
    Colour colour;
    int last_number;
    Colour last_colour;

    void step() {
        last_number = number;
        last_colour = colour;
        number = std::min(number + (colour == Colour::Brown), kHighestNumber);
        colour = other(colour);
    }
    // Of a line that could have been played instead of the last turn.
    Count instead() const { return {last_number, last_colour, last_number, last_colour}; }
};

class Movetext {
public:
    explicit Movetext(const Record& record) : record_(record) {}

    std::string text() {
        const Position& start = record_.start;
        open(0, {start.number(), start.turn(), start.number(), start.turn()});
        while (!entered_.empty()) step();
        add(result_of(record_.outcome));
        return page_.take();
    }

private:
    // A line that is being written: how far, its count, and how many variations of its last turn are written.
    struct Entered {
        std::size_t line;
        Count count;
        std::size_t nodes = 0;
        std::size_t variations = 0;
    };

    const Line& line_of(const Entered& entered) const { return record_.lines[entered.line]; }

    void step() {
        Entered& entered = entered_.back();
        const auto& nodes = line_of(entered).nodes;
        if (entered.nodes && entered.variations < nodes[entered.nodes - 1].variations.size()) {
            const std::size_t variation = nodes[entered.nodes - 1].variations[entered.variations++];
            open(variation, entered.count.instead());
        } else if (entered.nodes < nodes.size()) {
            entered.variations = 0;
            write(nodes[entered.nodes++]);
        } else {
            close();
        }
    }

    void open(std::size_t line, Count count) {
        const bool is_main = entered_.empty();
        entered_.push_back({line, count});
        if (!is_main) {
            add("(");
            gap_ = "";
            needs_number_ = true;
        }
        write_comments(record_.lines[line].comments);
        if (is_main && !record_.placements.empty()) write_placements();
    }

    void write_placements() {
        std::string text;
        for (const Action placement : record_.placements) text += to_text(placement);
        add(numbered(text));
        entered_.back().count.step();
        needs_number_ = false;
    }

    void close() {
        const Line& line = line_of(entered_.back());
        entered_.pop_back();
        if (!line.unread.empty()) add_delimited('<', line.unread, '>');
        if (entered_.empty()) return;
        gap_ = "";
        add(")");
        needs_number_ = true;
    }

    void write(const Node& node) {
        // The first annotation is a mark if it has one.
        const bool marked = !node.nags.empty() && node.nags[0] > 0 && node.nags[0] < static_cast<int>(kMarks.size());
        std::string turn = to_text(node.turn);
        if (marked) turn += kMarks[static_cast<std::size_t>(node.nags[0])];
        if (node.before.empty()) {
            add(numbered(turn));
        } else {
            add(number());
            write_comments(node.before);
            add(turn);
        }
        needs_number_ = false;
        for (std::size_t nag = marked; nag < node.nags.size(); ++nag) add('$' + std::to_string(node.nags[nag]));
        if (node.declined) add(kDeclined);
        write_comments(node.after);
        entered_.back().count.step();
    }

    std::string number() const {
        const Count& count = entered_.back().count;
        return std::to_string(count.number).append(count.colour == Colour::White ? "." : "...");
    }

    std::string numbered(std::string_view turn) const {
        const bool needed = needs_number_ || entered_.back().count.colour == Colour::White;
        return needed ? number().append(1, ' ').append(turn) : std::string(turn);
    }

    void write_comments(const std::vector<std::string>& comments) {
        for (const std::string& comment : comments) {
            add_delimited('{', comment, '}');
            needs_number_ = true;
        }
    }

    void add_delimited(char opener, std::string_view text, char closer) {
        page_.add_delimited(opener, text, closer, gap_);
        gap_ = " ";
    }

    void add(std::string_view text) {
        page_.add(text, gap_);
        gap_ = " ";
    }

    const Record& record_;
    Page page_;
    std::string_view gap_ = " ";
    bool needs_number_ = true;
    std::vector<Entered> entered_;
};

}  // namespace

std::string movetext(const Record& record) { return Movetext(record).text(); }

std::string write_record(const Record& record) {
    std::string text;
    for (const auto& [name, value] : all_tags(record))
        text.append(1, '[').append(name).append(" \"").append(escape(value, '"')).append("\"]\n");
    for (const std::string& line : record.stray) text.append(line).append(1, '\n');
    return text.append(1, '\n').append(movetext(record)).append(1, '\n');
}

std::string write_records(const std::vector<Record>& records) {
    std::string text;
    for (const Record& record : records) text.append(text.empty() ? "" : "\n").append(write_record(record));
    return text;
}

}  // namespace barragoon::BARRAGOON_ISA
