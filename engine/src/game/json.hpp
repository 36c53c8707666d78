// Writing JSON for the page, a piece at a time: the same bytes as JavaScript's JSON.stringify and as Python's
// json.dumps with ensure_ascii=False and no spaces.
#pragma once

#include <string>
#include <string_view>

namespace barragoon::json {

// A text in quotation marks.
std::string quoted(std::string_view text);

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
    Object& add_bool(std::string_view name, bool value) {
        return add(name, std::string_view(value ? "true" : "false"));
    }
    Object& add_text(std::string_view name, std::string_view text) { return add(name, std::string_view(quoted(text))); }
    std::string done() const { return made_ + '}'; }

private:
    std::string made_ = "{";
};

}  // namespace barragoon::json
