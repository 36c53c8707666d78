#include "game/json.hpp"

#include "game/unicode.hpp"

namespace barragoon::json {

namespace {

using unicode::begins_with_surrogate;
using unicode::code_of;

void append_escaped(std::string& made, unsigned code) {
    constexpr std::string_view digits = "0123456789abcdef";
    made += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) made += digits[code >> shift & 15];
}

// Two surrogates that make a character become that character, others are escaped; gives how many bytes were taken.
std::size_t append_surrogate(std::string& made, std::string_view text) {
    const unsigned high = code_of(text.substr(0, 3));
    const unsigned low = begins_with_surrogate(text.substr(3)) ? code_of(text.substr(3, 3)) : 0;
    if (high >= 0xDC00 || low < 0xDC00) {
        append_escaped(made, high);
        return 3;
    }
    const unsigned code = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
    for (const unsigned byte :
         {0xF0 | code >> 18, 0x80 | (code >> 12 & 0x3F), 0x80 | (code >> 6 & 0x3F), 0x80 | (code & 0x3F)})
        made += static_cast<char>(byte);
    return 6;
}

}  // namespace

std::string quoted(std::string_view text) {
    constexpr std::string_view controls = "\b\f\n\r\t", letters = "bfnrt";
    std::string made(1, '"');
    while (!text.empty()) {
        const char first = text[0];
        std::size_t taken = 1;
        if (const std::size_t control = controls.find(first); control != std::string_view::npos)
            made.append({'\\', letters[control]});
        else if (static_cast<unsigned char>(first) < ' ') append_escaped(made, static_cast<unsigned char>(first));
        else if (first == '"' || first == '\\') made.append({'\\', first});
        else if (begins_with_surrogate(text)) taken = append_surrogate(made, text);
        else made += first;
        text.remove_prefix(taken);
    }
    return made.append(1, '"');
}

}  // namespace barragoon::json
