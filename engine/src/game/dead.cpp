#include "game/dead.hpp"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "dead_quick.hpp"
#include "dead_search.hpp"
#include "generate.hpp"
#include "path_tables.hpp"

namespace barragoon::BARRAGOON_ISA {

namespace {

using Seen = std::unordered_set<Arrangement, ArrangementHash>;

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

// Whether no tile can ever capture anything, though both players may move as often as they like.
bool is_harmless(const Position& group, std::size_t limit) {
    std::vector<Position> frontier{group};
    Seen seen{arrangement_of(group)};
    while (!frontier.empty()) {
        std::vector<Position> following;
        for (Position position : frontier) {
            for (int player = 0; player < 2; ++player, position.pass()) {
                const bool quiet = for_each_quiet(position, [&](const Position& next) {
                    if (seen.insert(arrangement_of(next)).second) following.push_back(next);
                });
                if (!quiet || seen.size() > limit) return false;
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

// Where a tile of this value could ever get if it had the ground to itself; only paths that it can finish count.
Bitboard touched_by(const Position& ground, Square start, int value) {
    Bitboard zone = bit(start), touched = zone;
    for (Bitboard fresh = zone; fresh;) {
        const Square square = std::countr_zero(fresh);
        fresh &= fresh - 1;
        for (Square target = 0; target < kSquares; ++target) {
            const int steps = Distance::between(square, target).steps();
            const Cell cell = ground[target];
            const bool takes = cell != kEmpty && steps == value && !(value == 2 && cell == kAllTurns);
            if ((steps != value && steps != value - 1) || (cell != kEmpty && !takes)) continue;
            for (const Path& path : paths_between(square, target)) {
                if (!is_open(ground, square, path)) continue;
                for (std::size_t n = 0; n < path.crossed; ++n) touched |= bit(square + path.offsets[n]);
                if (takes) continue;
                touched |= bit(target);
                fresh |= bit(target) & ~zone;
                zone |= bit(target);
            }
        }
    }
    return touched;
}

// The tiles in groups that never concern one another.
std::vector<Group> groups_of(const Position& position) {
    const Position ground = position.without_tiles();
    std::vector<Group> groups;
    for (Bitboard tiles = position.occupied() & ~position.faces(); tiles; tiles &= tiles - 1) {
        const Square start = std::countr_zero(tiles);
        const Bitboard touched = touched_by(ground, start, tile_value(position[start]));
        Group joined{bit(start), touched};
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

bool all_harmless(const Position& position, std::size_t limit) {
    const Bitboard all = position.occupied() & ~position.faces();
    for (const Group& group : groups_of(position))
        if (!is_harmless(position.without_tiles(all & ~group.tiles), limit)) return false;
    return true;
}

}  // namespace

bool is_dead(const Position& position, std::size_t limit) {
    if (position.phase() != Phase::Move) return false;
    if (has_lost(position, Colour::White) || has_lost(position, Colour::Brown)) return false;
    // A few arrangements are searched before anything that costs more is tried.
    const Life soon = search_capture(position, std::min(kFewArrangements, limit)).life;
    if (soon != Life::Unknown) return soon == Life::Dead;
    if (is_surely_dead(position) || all_harmless(position, limit)) return true;
    return search_capture(position, limit).life == Life::Dead;
}

}  // namespace barragoon::BARRAGOON_ISA
