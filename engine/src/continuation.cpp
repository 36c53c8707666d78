#include "continuation.hpp"

#include <algorithm>

#include "generate.hpp"

namespace barragoon::BARRAGOON_PATH {

namespace {

constexpr std::size_t kLongest = 64;  // actions that anybody reads

}  // namespace

void continue_line(Position root, const Table& table, std::vector<Action>& actions) {
    Position& position = root;
    std::vector<std::uint64_t> seen{position.key()};
    // Whether the position after an action is a new one.
    const auto advance = [&](Action action) {
        Position::Undo undo;
        position.make(action, undo);
        const bool fresh = std::find(seen.begin(), seen.end(), position.key()) == seen.end();
        seen.push_back(position.key());
        return fresh;
    };
    for (const Action action : actions) {
        if (!advance(action)) return;
    }
    while (actions.size() < kLongest) {
        const Action next = table.probe(position.key()).action;
        if (!next || !is_legal(position, next) || !advance(next)) return;
        actions.push_back(next);
    }
}

}  // namespace barragoon::BARRAGOON_PATH
