// Writing JSON for the page, a piece at a time.
#pragma once

#include <string>
#include <string_view>

namespace barragoon::json {

inline std::string quoted(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string made(1, '"');
    for (const char character : text) {
        const auto code = static_cast<unsigned char>(character);
        if (code < ' ') {
            made.append("\\u00").append(1, digits[code >> 4]).append(1, digits[code & 15]);
            continue;
        }
        if (character == '"' || character == '\\') made += '\\';
        made += character;
    }
    return made.append(1, '"');
}

template <class Items, class Write>
std::string list(const Items& items, const Write& write) {
    std::string made = "[";
    for (const auto& item : items) {
        if (made.size() > 1) made += ',';
        made += write(item);
    }
    return made + ']';
}

// An object, field by field; the values are JSON already.
class Object {
public:
    Object& add(std::string_view name, std::string_view value) {
        made_ += made_.size() > 1 ? "," : "";
        made_ += quoted(name) + ':';
        made_ += value;
        return *this;
    }
    Object& add(std::string_view name, long number) { return add(name, std::string_view(std::to_string(number))); }
    Object& add_text(std::string_view name, std::string_view text) { return add(name, std::string_view(quoted(text))); }
    std::string done() const { return made_ + '}'; }

private:
    std::string made_ = "{";
};

}  // namespace barragoon::json
