#include "game/record_escape.hpp"

#include "game/unicode.hpp"

namespace barragoon::record {

using namespace unicode;

namespace {

constexpr std::string_view kLetters = "nrt";
constexpr std::string_view kControls = "\n\r\t";

int hexadecimal(char digit) {
    if (digit >= '0' && digit <= '9') return digit - '0';
    const char lower = static_cast<char>(digit | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

void append_escaped_code(std::string& made, unsigned code) {
    constexpr std::string_view digits = "0123456789abcdef";
    made += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) made += digits[code >> shift & 15];
}

// How many bytes the first character takes if it must be written as a code: control characters, what some readers take
// for the end of a line, the byte order mark, lone surrogates; otherwise 0.
std::size_t special_size(std::string_view text) {
    const auto first = static_cast<unsigned char>(text[0]);
    if (first < 0x20 || first == 0x7F) return 1;
    if (first == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0) return 2;
    if (text.starts_with("\xE2\x80\xA8") || text.starts_with("\xE2\x80\xA9") || text.starts_with("\xEF\xBB\xBF"))
        return 3;
    return begins_with_surrogate(text) ? 3 : 0;
}

// The code of \uXXXX at the beginning of a text, or -1.
int escaped_code(std::string_view text) {
    if (text.size() < 6 || text[1] != 'u') return -1;
    int code = 0;
    for (std::size_t at = 2; at < 6; ++at) {
        const int digit = hexadecimal(text[at]);
        if (digit < 0) return -1;
        code = code * 16 + digit;
    }
    return code;
}

// Appends a code; a low surrogate and the high one before it make one character, as in JSON.
void append_joined(std::string& made, unsigned code) {
    const bool low = code >= 0xDC00 && code < 0xE000;
    const std::string_view last = made.size() >= 3 ? std::string_view(made).substr(made.size() - 3) : "";
    const unsigned high = low && begins_with_surrogate(last) ? code_of(last) : 0;
    if (high == 0 || high >= 0xDC00) {
        append_code(made, code);
        return;
    }
    made.resize(made.size() - 3);
    const unsigned whole = 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00);
    made += static_cast<char>(0xF0 | whole >> 18);
    for (int shift = 12; shift >= 0; shift -= 6) made += static_cast<char>(0x80 | (whole >> shift & 0x3F));
}

}  // namespace

std::string escape(std::string_view text, char closer) {
    std::string made;
    while (!text.empty()) {
        const char first = text[0];
        const std::size_t special = special_size(text);
        const std::size_t control = kControls.find(first);
        if (first == '\\' || first == closer) (made += '\\') += first;
        else if (control != std::string_view::npos) (made += '\\') += kLetters[control];
        else if (special) append_escaped_code(made, special == 1 ? first : code_of(text.substr(0, special)));
        else made += first;
        text.remove_prefix(special ? special : 1);
    }
    return made;
}

std::string unescape(std::string_view text) {
    std::string made;
    while (!text.empty()) {
        const std::size_t plain = std::min(text.find('\\'), text.size());
        for (const char character : text.substr(0, plain)) made += character == '\n' ? ' ' : character;
        text.remove_prefix(plain);
        if (text.empty()) break;
        const char next = text.size() > 1 ? text[1] : ' ';
        const std::size_t letter = kLetters.find(next);
        std::size_t used = 2;
        if (const int code = escaped_code(text); code >= 0) {
            append_joined(made, static_cast<unsigned>(code));
            used = 6;
        } else if (letter != std::string_view::npos) {
            made += kControls[letter];
        } else if (next == '\\' || next == '"' || next == '}' || next == '>') {
            made += next;
        } else {
            made += '\\';
            used = 1;
        }
        text.remove_prefix(used);
    }
    return made;
}

}  // namespace barragoon::record
