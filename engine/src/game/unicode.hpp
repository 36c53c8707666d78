// UTF-8: what is a character, what is white space. Lone surrogates, which \u escapes can make, are held as if UTF-8
// had them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace barragoon::unicode {

constexpr bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

// How many bytes the first character of a text takes; 0 if it is not UTF-8. The text is not empty.
constexpr std::size_t sequence_size(std::string_view text) {
    const auto byte = [&](std::size_t at) { return at < text.size() ? static_cast<unsigned char>(text[at]) : 0u; };
    const unsigned first = byte(0);
    if (first < 0x80) return 1;
    const std::size_t size = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    for (std::size_t at = 1; at < size; ++at)
        if ((byte(at) & 0xC0) != 0x80) return 0;
    // Overlong forms, surrogates, and what is beyond U+10FFFF.
    const unsigned second = byte(1);
    if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second >= 0xA0)) return 0;
    if ((first == 0xF0 && second < 0x90) || (first == 0xF4 && second >= 0x90)) return 0;
    return size;
}

constexpr int count_characters(std::string_view text) {
    int count = 0;
    for (const char byte : text) count += !continues(byte);
    return count;
}

// How many bytes the white space at the beginning of a text takes: one character, or 0. The same characters as
// Python's.
constexpr std::size_t space_size(std::string_view text) {
    if (text.empty()) return 0;
    const char first = text[0];
    if (first == ' ' || (first >= '\t' && first <= '\r') || (first >= '\x1C' && first <= '\x1F')) return 1;
    if (text.starts_with("\xC2\x85") || text.starts_with("\xC2\xA0")) return 2;
    if (text.size() < 3) return 0;
    const std::string_view three = text.substr(0, 3);
    if (three.starts_with("\xE2\x80")) {
        const auto third = static_cast<unsigned char>(three[2]);
        return third <= 0x8A || third == 0xA8 || third == 0xA9 || third == 0xAF ? 3 : 0;
    }
    return three == "\xE1\x9A\x80" || three == "\xE2\x81\x9F" || three == "\xE3\x80\x80" ? 3 : 0;
}

// Adds a code point below U+10000.
inline void append_code(std::string& text, unsigned code) {
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xC0 | code >> 6);
        text += static_cast<char>(0x80 | (code & 0x3F));
    } else {
        text += static_cast<char>(0xE0 | code >> 12);
        text += static_cast<char>(0x80 | (code >> 6 & 0x3F));
        text += static_cast<char>(0x80 | (code & 0x3F));
    }
}

// Whether a text begins with a lone surrogate.
constexpr bool begins_with_surrogate(std::string_view text) {
    return text.size() >= 3 && text[0] == '\xED' && static_cast<unsigned char>(text[1]) >= 0xA0;
}

// The code point of two or three bytes.
constexpr unsigned code_of(std::string_view bytes) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned>(static_cast<unsigned char>(bytes[at])); };
    if (bytes.size() == 2) return (byte(0) & 0x1F) << 6 | (byte(1) & 0x3F);
    return (byte(0) & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
}

}  // namespace barragoon::unicode
