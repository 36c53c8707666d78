// The lines of a game file as UTF-8 text, whatever bytes they come from. As Python's record/source.py.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "game/record_error.hpp"

namespace barragoon::record {

// Gives the lines without their ends, one at a time, and notes the bytes that are not UTF-8.
class Source {
public:
    explicit Source(std::string_view text) : text_(text) {
        if (text_.ends_with('\n')) text_.remove_suffix(1);
    }

    // Reads the next line; false at the end.
    bool next(std::string& line);

    // Hands over the errors that stand before a column of the current line, or in all of it; each only once.
    std::vector<RecordError> take_errors(int before);
    std::vector<RecordError> take_errors();

private:
    struct Replaced {
        int column;
        unsigned char byte;
    };

    void clean(std::string_view raw, std::string& line);
    void note_replaced(int before);

    std::string_view text_;
    bool ended_ = false;
    int number_ = 0;
    std::vector<Replaced> replaced_;  // in the current line
    std::size_t noted_ = 0;           // how many of them
    ErrorLog errors_;
};

}  // namespace barragoon::record
