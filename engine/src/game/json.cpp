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

void append_quoted(std::string& made, std::string_view text) {
    constexpr std::string_view controls = "\b\f\n\r\t", letters = "bfnrt";
    made += '"';
    while (!text.empty()) {
        const char first = text[0];
        std::size_t taken = 1;
        if (static_cast<unsigned char>(first) < ' ') {
            const std::size_t control = controls.find(first);
            if (control == std::string_view::npos) append_escaped(made, static_cast<unsigned char>(first));
            else (made += '\\') += letters[control];
        } else if (begins_with_surrogate(text)) {
            taken = append_surrogate(made, text);
        } else {
            if (first == '"' || first == '\\') made += '\\';
            made += first;
        }
        text.remove_prefix(taken);
    }
    made += '"';
}

}  // namespace

std::string quoted(std::string_view text) {
    std::string made;
    append_quoted(made, text);
    return made;
}

void Writer::separate() {
    constexpr std::string_view beginnings = "{[:";
    if (!made_.empty() && beginnings.find(made_.back()) == std::string_view::npos) made_ += ',';
}

Writer& Writer::open(char bracket) {
    separate();
    made_ += bracket;
    return *this;
}

Writer& Writer::close(char bracket) {
    made_ += bracket;
    return *this;
}

Writer& Writer::name(std::string_view text) {
    add_text(text);
    made_ += ':';
    return *this;
}

Writer& Writer::add_json(std::string_view value) {
    separate();
    made_ += value;
    return *this;
}

Writer& Writer::add_text(std::string_view text) {
    separate();
    append_quoted(made_, text);
    return *this;
}

Writer& Writer::add_number(std::int64_t number) { return add_json(std::to_string(number)); }

Object& Object::add(std::string_view name, std::string_view value) {
    made_.name(name).add_json(value);
    return *this;
}

Object& Object::add(std::string_view name, std::int64_t number) {
    made_.name(name).add_number(number);
    return *this;
}

Object& Object::add_text(std::string_view name, std::string_view text) {
    made_.name(name).add_text(text);
    return *this;
}

}  // namespace barragoon::json
