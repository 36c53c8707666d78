// A record as a tree of actions, for looking at a game move by move and placement by placement; a file has it by turns.
// Only the page needs it, so Python has no counterpart: what is written goes through Record and the one writer of
// files.
#pragma once

#include "game/record.hpp"

namespace barragoon::BARRAGOON_ISA {

// Larger trees are rejected, so that no file keeps a page busy for long.
inline constexpr std::size_t kMostTreeNodes = 20'000;

// The tree as JSON, its first node being the start; nothing if it has no start or is too large, and why in one
// sentence.
std::optional<std::string> read_tree(const Record& record, std::string& problem);

// The records that hold a tree, on top of the one that it came from: one, and another for each other way to finish a
// turn that the start is in the middle of, which a file can't write as a variation. Nothing if a line of the text can't
// be read, and why in one sentence. The text has a line for each node, in an order in which parents come first:
//   node 0 d2d5 1 2   its parent, the start being 0, its action and its annotations
// and what was said about it in lines of its own: the texts "after" and "before" it, or "unread" where a line ends that
// could not be read further, escaped as in tags; and "declined".
std::optional<std::vector<Record>> write_tree(const Record& source, std::string_view text, std::string& problem);

}  // namespace barragoon::BARRAGOON_ISA
