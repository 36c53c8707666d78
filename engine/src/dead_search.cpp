#include "dead_search.hpp"

#include <algorithm>
#include <unordered_set>

#include "generate.hpp"

namespace barragoon::BARRAGOON_ISA {

namespace {

using Seen = std::unordered_set<Arrangement, ArrangementHash>;

// The moves of the player to move, if the player has not lost: a capture, and where the others lead.
struct Moves {
    Action capture{};
    Targets quiet{};
};

Moves moves_of(const Position& position) {
    Moves moves;
    int movable = 0;
    for_each_tile(position, position.turn(), [&](Square start, Bitboard targets) {
        movable += targets != 0;
        const Bitboard taken = targets & position.occupied();
        if (taken && !moves.capture) moves.capture = Action::move(start, std::countr_zero(taken));
        moves.quiet.add(start, targets & ~taken);
    });
    return movable > position.stage(position.turn()) ? moves : Moves{};
}

template <class Visit>
void for_each_move(const Targets& targets, const Visit& visit) {
    for (const auto& [start, squares] : targets)
        for (Bitboard left = squares; left; left &= left - 1) visit(Action::move(start, std::countr_zero(left)));
}

// A capture at once, or after one move, shows that nearly every position of a real game is alive.
std::vector<Action> capture_at_hand(const Position& position, const Moves& moves) {
    if (moves.capture) return {moves.capture};
    std::vector<Action> line;
    Position next = position;
    for_each_move(moves.quiet, [&](Action move) {
        if (!line.empty()) return;
        Position::Undo undo;
        next.make(move, undo);
        if (const Action capture = moves_of(next).capture) line = {move, capture};
        next.unmake(move, undo);
    });
    return line;
}

// The tree of the search, which gives the moves that lead to a position.
class Tree {
public:
    static constexpr std::uint32_t kRoot = 0;

    std::uint32_t add(std::uint32_t parent, Action move) {
        links_.push_back({parent, move});
        return static_cast<std::uint32_t>(links_.size() - 1);
    }
    std::vector<Action> line_to(std::uint32_t node) const {
        std::vector<Action> line;
        for (; node != kRoot; node = links_[node].parent) line.push_back(links_[node].move);
        std::reverse(line.begin(), line.end());
        return line;
    }

private:
    struct Link {
        std::uint32_t parent;
        Action move;
    };
    std::vector<Link> links_{{kRoot, {}}};
};

}  // namespace

Arrangement arrangement_of(const Position& position) {
    Arrangement arrangement;
    for (const Colour colour : {Colour::White, Colour::Brown})
        for (int value = 2; value <= 4; ++value)
            arrangement[static_cast<std::size_t>(3 * index(colour) + value - 2)] = position.tiles(colour, value);
    return arrangement;
}

std::size_t ArrangementHash::operator()(const Arrangement& arrangement) const {
    std::uint64_t mixed = 0;
    for (const Bitboard tiles : arrangement) {
        mixed = (mixed ^ tiles) * 0x9E37'79B9'7F4A'7C15u;
        mixed ^= mixed >> 29;
    }
    return static_cast<std::size_t>(mixed);
}

CaptureSearch search_capture(const Position& position, std::size_t limit, const std::function<bool()>& stop) {
    if (auto line = capture_at_hand(position, moves_of(position)); !line.empty()) return {Life::Alive, std::move(line)};
    struct Reached {
        Position position;
        std::uint32_t node;
    };
    Tree tree;
    std::vector<Reached> frontier{{position, Tree::kRoot}};
    std::array<Seen, 2> seen;
    seen[static_cast<std::size_t>(index(position.turn()))].insert(arrangement_of(position));
    std::size_t expanded = 0;
    while (!frontier.empty()) {
        std::vector<Reached> following;
        Seen& known = seen[static_cast<std::size_t>(index(other(frontier.front().position.turn())))];
        for (const Reached& here : frontier) {
            if ((++expanded & 255) == 0 && stop && stop()) return {};
            const Moves moves = moves_of(here.position);
            if (moves.capture) {
                std::vector<Action> line = tree.line_to(here.node);
                line.push_back(moves.capture);
                return {Life::Alive, std::move(line)};
            }
            for_each_move(moves.quiet, [&](Action move) {
                Position next = here.position;
                Position::Undo undo;
                next.make(move, undo);
                if (known.insert(arrangement_of(next)).second) following.push_back({next, tree.add(here.node, move)});
            });
            if (known.size() > limit) return {};
        }
        frontier = std::move(following);
    }
    return {Life::Dead};
}

}  // namespace barragoon::BARRAGOON_ISA
