// Text inside delimiters: "…" in tags, {…} in comments, <…> around what could not be read. As Python's
// record/escape.py.
#pragma once

#include <string>
#include <string_view>

namespace barragoon::record {

// Makes any text fit to stand before a closing delimiter, on one line.
std::string escape(std::string_view text, char closer);

// Undoes it; a backslash before anything else is just a backslash, and the end of a line is a space.
std::string unescape(std::string_view text);

}  // namespace barragoon::record
