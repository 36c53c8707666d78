#include "game/dead.hpp"

#include <unordered_set>
#include <vector>

#include "dead_quick.hpp"
#include "generate.hpp"

namespace barragoon::BARRAGOON_PATH {

namespace {

constexpr std::size_t kLimit = 1'000'000;
constexpr std::size_t kFew = 3'000;  // searched before anything dearer is tried

enum class Life : std::uint8_t { Dead, Alive, Unknown };

// Where the tiles stand; like tiles are not told apart. The barragoons stay as they are until the first capture.
using Arrangement = std::array<Bitboard, kTileKinds>;

struct Hash {
    std::size_t operator()(const Arrangement& arrangement) const {
        std::uint64_t mixed = 0;
        for (const Bitboard tiles : arrangement) {
            mixed = (mixed ^ tiles) * 0x9E37'79B9'7F4A'7C15u;
            mixed ^= mixed >> 29;
        }
        return static_cast<std::size_t>(mixed);
    }
};
using Seen = std::unordered_set<Arrangement, Hash>;

Arrangement arrangement_of(const Position& position) {
    Arrangement arrangement;
    for (const Colour colour : {Colour::White, Colour::Brown})
        for (int value = 2; value <= 4; ++value)
            arrangement[static_cast<std::size_t>(3 * index(colour) + value - 2)] = position.tiles(colour, value);
    return arrangement;
}

// Calls with each position one quiet move on, until visit says no; false if something can be captured.
template <class Visit>
bool for_each_quiet(const Position& position, const Visit& visit) {
    const Bitboard empty = position.empty();
    bool quiet = true;
    for_each_tile(position, position.turn(), [&](Square, Bitboard targets) { quiet &= !(targets & ~empty); });
    if (!quiet) return false;
    for_each_tile(position, position.turn(), [&](Square start, Bitboard targets) {
        for (; targets; targets &= targets - 1) {
            Position next = position;
            Position::Undo undo;
            next.make(Action::move(start, std::countr_zero(targets)), undo);
            visit(next);
        }
    });
    return true;
}

// Every arrangement turn by turn, both players helping.
Life search(const Position& start, std::size_t limit) {
    std::vector<Position> frontier{start};
    std::array<Seen, 2> seen;
    seen[static_cast<std::size_t>(index(start.turn()))].insert(arrangement_of(start));
    while (!frontier.empty()) {
        std::vector<Position> following;
        Seen& known = seen[static_cast<std::size_t>(index(other(frontier.front().turn())))];
        for (const Position& position : frontier) {
            if (has_lost(position, position.turn())) continue;
            const bool quiet = for_each_quiet(position, [&](const Position& next) {
                if (known.insert(arrangement_of(next)).second) following.push_back(next);
            });
            if (!quiet) return Life::Alive;
        }
        if (known.size() > limit) return Life::Unknown;
        frontier = std::move(following);
    }
    return Life::Dead;
}

// Whether no tile can ever capture anything, though both players may move as often as they like.
bool is_harmless(const Position& group) {
    std::vector<Position> frontier{group};
    Seen seen{arrangement_of(group)};
    while (!frontier.empty()) {
        std::vector<Position> following;
        for (Position position : frontier) {
            for (int player = 0; player < 2; ++player, position.pass()) {
                const bool quiet = for_each_quiet(position, [&](const Position& next) {
                    if (seen.insert(arrangement_of(next)).second) following.push_back(next);
                });
                if (!quiet || seen.size() > kLimit) return false;
            }
        }
        frontier = std::move(following);
    }
    return true;
}

// A set of tiles with all that they could ever run over or end on: nothing elsewhere concerns them.
struct Group {
    Bitboard tiles;
    Bitboard touched;
};

template <int value>
Bitboard touched_by(const Movement& ground, Bitboard start, Bitboard faces) {
    Bitboard zone = start, touched = start;
    for (Bitboard fresh = start; fresh;) {
        const Reach reach = ground.from<value>(fresh);
        touched |= reach.touched & ~faces;
        fresh = (reach.shorter | reach.full) & ~faces & ~zone;
        zone |= fresh;
    }
    return touched;
}

// The tiles in groups that never concern one another.
std::vector<Group> groups_of(const Position& position) {
    const Position bare = position.without_tiles();
    const Movement ground(bare);
    const Bitboard faces = position.faces();
    std::vector<Group> groups;
    for (Bitboard tiles = position.occupied() & ~faces; tiles; tiles &= tiles - 1) {
        const Bitboard start = tiles & -tiles;
        const int value = tile_value(position[std::countr_zero(tiles)]);
        const Bitboard touched = value == 2   ? touched_by<2>(ground, start, faces)
                                 : value == 3 ? touched_by<3>(ground, start, faces)
                                              : touched_by<4>(ground, start, faces);
        Group joined{start, touched};
        std::vector<Group> apart;
        for (const Group& group : groups) {
            if (group.touched & touched) {
                joined.tiles |= group.tiles;
                joined.touched |= group.touched;
            } else {
                apart.push_back(group);
            }
        }
        apart.push_back(joined);
        groups = std::move(apart);
    }
    return groups;
}

bool all_harmless(const Position& position) {
    const Bitboard all = position.occupied() & ~position.faces();
    for (const Group& group : groups_of(position))
        if (!is_harmless(position.without_tiles(all & ~group.tiles))) return false;
    return true;
}

}  // namespace

bool is_dead(const Position& position) {
    if (position.phase() != Phase::Move) return false;
    if (has_lost(position, Colour::White) || has_lost(position, Colour::Brown)) return false;
    const Life soon = search(position, kFew);
    if (soon != Life::Unknown) return soon == Life::Dead;
    if (is_surely_dead(position) || all_harmless(position)) return true;
    return search(position, kLimit) == Life::Dead;
}

}  // namespace barragoon::BARRAGOON_PATH
