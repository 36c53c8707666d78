#include "generate.hpp"

namespace barragoon::BARRAGOON_ISA {

namespace {

void add_moves(Square start, Bitboard targets, ActionList& actions) {
    for (; targets; targets &= targets - 1) actions.add(Action::move(start, std::countr_zero(targets)));
}

void add_placements(Bitboard squares, ActionList& actions) {
    for (; squares; squares &= squares - 1) {
        for (Cell face = kFirstFace; face < kFirstTile; ++face) {
            actions.add(Action::placement(std::countr_zero(squares), face));
        }
    }
}

}  // namespace

void generate(const Position& position, ActionList& actions) {
    actions.clear();
    if (position.phase() != Phase::Move) return add_placements(position.empty(), actions);
    int movable = 0;
    for_each_tile(position, position.turn(), [&](Square start, Bitboard targets) {
        movable += targets != 0;
        add_moves(start, targets, actions);
    });
    if (movable <= position.stage(position.turn())) actions.clear();
}

int count_actions(const Position& position) {
    if (position.phase() != Phase::Move) return kFaces * std::popcount(position.empty());
    int movable = 0, count = 0;
    for_each_tile(position, position.turn(), [&](Square, Bitboard targets) {
        movable += targets != 0;
        count += std::popcount(targets);
    });
    return movable > position.stage(position.turn()) ? count : 0;
}

int movable_tiles(const Position& position, Colour colour) {
    int movable = 0;
    for_each_tile(position, colour, [&](Square, Bitboard targets) { movable += targets != 0; });
    return movable;
}

bool has_lost(const Position& position, Colour colour) {
    return movable_tiles(position, colour) <= position.stage(colour);
}

bool is_legal(const Position& position, Action action) {
    if (action.is_placement()) {
        return position.phase() != Phase::Move && action.square() < kSquares && position[action.square()] == kEmpty;
    }
    bool found = false;
    int movable = 0;
    if (position.phase() == Phase::Move && action.start() < kSquares && action.target() < kSquares) {
        for_each_tile(position, position.turn(), [&](Square start, Bitboard targets) {
            movable += targets != 0;
            found |= start == action.start() && (targets & bit(action.target()));
        });
    }
    return found && movable > position.stage(position.turn());
}

namespace {

// A tile with what it can do, so that a placement need only look again at the tiles whose paths it touches.
struct Watched {
    Square square;
    int value;
    Bitboard touched;
    int count;
};

template <int value>
void watch(const Position& position, Colour colour, std::array<Watched, 7>& watched, std::size_t& tiles) {
    const Movement movement(position);
    const Bitboard foreign = kBoard & ~position.tiles(colour) & ~(value == 2 ? position.all_turns() : 0);
    for (Bitboard starts = position.tiles(colour, value); starts; starts &= starts - 1) {
        const Reach reach = movement.from<value>(starts & -starts);
        const Bitboard targets = (reach.shorter & position.empty()) | (reach.full & foreign);
        watched[tiles++] = {std::countr_zero(starts), value, reach.touched, std::popcount(targets)};
    }
}

int count_again(const Position& position, Colour colour, const Watched& tile) {
    const Movement movement(position);
    const auto count = [&]<int value>() {
        const Reach reach = movement.from<value>(bit(tile.square));
        const Bitboard foreign = kBoard & ~position.tiles(colour) & ~(value == 2 ? position.all_turns() : 0);
        return std::popcount((reach.shorter & position.empty()) | (reach.full & foreign));
    };
    return tile.value == 2   ? count.template operator()<2>()
           : tile.value == 3 ? count.template operator()<3>()
                             : count.template operator()<4>();
}

// Two actions deep where the last barragoon of a turn is placed: most placements touch few tiles' paths.
std::uint64_t perft_last_placement(Position& position) {
    const Colour mover = other(position.turn());
    std::array<Watched, 7> watched;
    std::size_t tiles = 0;
    watch<2>(position, mover, watched, tiles);
    watch<3>(position, mover, watched, tiles);
    watch<4>(position, mover, watched, tiles);
    std::uint64_t leaves = 0;
    for (Bitboard squares = position.empty(); squares; squares &= squares - 1) {
        const Square square = std::countr_zero(squares);
        std::array<Watched, 7> affected;
        std::size_t count = 0;
        std::uint64_t unaffected = 0;
        for (std::size_t tile = 0; tile < tiles; ++tile) {
            if (watched[tile].touched & bit(square)) affected[count++] = watched[tile];
            else unaffected += static_cast<std::uint64_t>(watched[tile].count);
        }
        leaves += kFaces * unaffected;
        if (!count) continue;
        for (Cell face = kFirstFace; face < kFirstTile; ++face) {
            Position::Undo undo;
            const Action action = Action::placement(square, face);
            position.make(action, undo);
            for (std::size_t tile = 0; tile < count; ++tile)
                leaves += static_cast<std::uint64_t>(count_again(position, mover, affected[tile]));
            position.unmake(action, undo);
        }
    }
    return leaves;
}

}  // namespace

std::uint64_t perft(Position& position, int depth, const std::atomic<bool>& stop) {
    if (depth == 0) return 1;
    if (depth == 2 && position.phase() == Phase::PlaceOwn && position.stage(other(position.turn())) == 0)
        return perft_last_placement(position);
    if (depth == 1) return static_cast<std::uint64_t>(count_actions(position));
    ActionList actions;
    generate(position, actions);
    std::uint64_t leaves = 0;
    for (const Action action : actions) {
        if (depth > 2 && stop.load(std::memory_order_relaxed)) break;
        Position::Undo undo;
        position.make(action, undo);
        leaves += perft(position, depth - 1, stop);
        position.unmake(action, undo);
    }
    return leaves;
}

}  // namespace barragoon::BARRAGOON_ISA
