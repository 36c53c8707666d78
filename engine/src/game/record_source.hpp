// A game file as UTF-8 text, whatever bytes it comes from. As Python's record/source.py.
#pragma once

#include "game/record_error.hpp"

namespace barragoon::record {

class Source {
public:
    explicit Source(std::string_view bytes);

    // Lines that end in \n alone; each byte that was not UTF-8 is replaced.
    std::string_view text() const { return text_; }

    // Notes what was replaced before a position, each byte only once: what follows may belong to another game.
    void note_replaced(FilePosition before, ErrorLog& errors);

private:
    struct Replaced {
        FilePosition position;
        unsigned char byte;
    };

    void add_line(std::string_view line, int number);

    std::string text_;
    std::vector<Replaced> replaced_;
    std::size_t noted_ = 0;
};

}  // namespace barragoon::record
