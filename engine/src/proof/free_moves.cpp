#include "proof/free_moves.hpp"

#include <functional>

#include "insertion_sort.hpp"

namespace barragoon::BARRAGOON_ISA {

namespace {

FreeMove free_move_by(const Position& position, Action move) {
    const Path& path = open_path(position, move);
    // What comes to stand on the target can be taken, but for an All Turns by a 2-tile.
    const bool blocked_there = position[move.target()] == kEmpty || tile_value(position[move.start()]) == 2;
    Bitboard squares = bit(move.start()) | (blocked_there ? bit(move.target()) : 0);
    for (std::size_t n = 0; n < path.crossed; ++n) squares |= bit(move.start() + path.offsets[n]);
    return {move, squares};
}

}  // namespace

int FreeMoves::needed(int spared) const {
    std::array<int, 7> counts = of_tile;
    insertion_sort(counts.begin(), counts.end(), std::less<>());
    int sum = 0;
    for (std::size_t n = 0; n + static_cast<std::size_t>(spared) < counts.size(); ++n) sum += counts[n];
    return sum;
}

FreeMoves free_moves_of(const Position& position, Colour colour, int of_each) {
    FreeMoves found;
    for_each_tile(position, colour, [&](Square start, Bitboard targets) {
        if (!targets) return;
        // A capture needs no empty target and a short move fewer crossings.
        const int value = tile_value(position[start]);
        const Bitboard shorter = targets & ~full_squares(start, value);
        const Bitboard captures = value == 2 ? 0 : targets & position.occupied();
        int& count = found.of_tile[found.tiles++];
        Bitboard used = 0;
        for (Bitboard few : {captures, shorter & ~captures, targets & ~captures & ~shorter}) {
            for (; few && count < of_each; few &= few - 1) {
                const FreeMove free = free_move_by(position, Action::move(start, std::countr_zero(few)));
                if (free.squares & used) continue;
                used |= free.squares & ~bit(start);
                found.moves[found.count++] = free;
                ++count;
            }
        }
    });
    return found;
}

void add_stage(const Position& position, Colour colour, Square known, Zone& zone) {
    int wanted = position.stage(colour);
    if (wanted == 0) return;
    for (const FreeMove& free : free_moves_of(position, colour, 1)) {
        if (wanted == 0 || free.move.start() == known) continue;
        zone.add_move(position, free.move);
        --wanted;
    }
}

}  // namespace barragoon::BARRAGOON_ISA
