// Writing JSON for the page: the same bytes as JavaScript's JSON.stringify and as Python's json.dumps with
// ensure_ascii=False and no spaces.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace barragoon::json {

// A text in quotation marks.
std::string quoted(std::string_view text);

// Adds values to a text one after the other, with commas between them.
class Writer {
public:
    // Of an object or a list: { and }, [ and ].
    Writer& open(char bracket);
    Writer& close(char bracket);
    // Of the value that is added next.
    Writer& name(std::string_view text);

    Writer& add_json(std::string_view value);
    Writer& add_text(std::string_view text);
    Writer& add_number(std::int64_t number);
    Writer& add_bool(bool value) { return add_json(value ? "true" : "false"); }

    std::string take() { return std::move(made_); }

private:
    void separate();
    std::string made_;
};

template <class Items, class Write>
std::string list(const Items& items, const Write& write) {
    Writer made;
    made.open('[');
    for (const auto& item : items) made.add_json(write(item));
    return made.close(']').take();
}

// An object, field by field; the values are JSON already.
class Object {
public:
    Object() { made_.open('{'); }
    Object& add(std::string_view name, std::string_view value);
    Object& add(std::string_view name, std::int64_t number);
    Object& add_text(std::string_view name, std::string_view text);
    std::string done() { return made_.close('}').take(); }

private:
    Writer made_;
};

}  // namespace barragoon::json
