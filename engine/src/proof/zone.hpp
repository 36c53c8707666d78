// What a proven result depends on, and how all placements are answered without trying all of them.
//
// A result (the attacker wins within n turns, or does not) has a favoured player: the attacker or the defender. Along
// with each result goes a zone: the crossings that must stay open and the squares that must stay empty for the favoured
// player's strategy. The claim that the solver rests on:
//
//   If a result holds in a position, it also holds after any barragoons are put on empty squares, so long as each
//   leaves open the crossings that the zone needs there and the zone does not need the square empty.
//
// Proof, by induction over the strategy. An added barragoon opens nothing, for an empty square is open to every
// crossing. So the other player gains no move by it, but for one kind: a full move that ended on the square now takes
// the barragoon. Those squares are in the zone (add_takeable). All their other moves and placements were there
// before and are answered as before; some may have gone, and having fewer of them is never better: a player without
// enough tiles that can move has lost, and adding barragoons never sets a tile free (a tile that can reach the square
// could move before). The favoured player's own actions need their path, their target or the placement's
// square, and with an express stage so many other tiles that can move: all of that is in the zone. What comes from
// the reserve depends on the number of captures alone, which is the same.
//
// Dead positions (rule 6b) are drawn at once, so a win needs more: no position of the strategy may be or become dead.
// An added barragoon can do both, end all captures by closing the way to them, and allow one by being takeable itself.
// So the zone of a win also holds, for each of its positions between turns, what shows that it is alive
// (dead_proof.hpp): the moves of both players up to a capture, or the blocked tiles of a player who can't move. The
// zone of a position that fails because it is dead holds what keeps it dead: moves that show that both can move, and
// every square that a tile could ever hit by a full move, empty. No other barragoon can become takeable, and none opens
// anything. Where the attacker fails for another reason, a dead position is as good for the defender.
//
// The same proof covers turning a barragoon to a face that opens only crossings the first one did, as long as the
// needed ones stay open and it does not become takeable for 2-tiles where that would matter (kNotTakeable).
//
// So at a placement the solver first looks at the position in which nothing is placed at all. If the result is the one
// that the placing player wants, they put the barragoon where it changes nothing. If not, only those placements can
// help that touch the zone.
#pragma once

#include "movement.hpp"
#include "path_tables.hpp"

namespace barragoon::BARRAGOON_ISA {

// The needs of each square: crossings, and two more.
class Zone {
public:
    using Needs = std::uint16_t;
    static constexpr Needs kEmptyNeeded = 1 << kCrossings;
    static constexpr Needs kNotTakeable = 2 << kCrossings;  // an All Turns that must not become another face

    Needs operator[](Square square) const { return needs_[static_cast<std::size_t>(square)]; }
    void need(Square square, Needs what) { needs_[static_cast<std::size_t>(square)] |= what; }
    void need(Bitboard squares, Needs what) {
        for (; squares; squares &= squares - 1) need(static_cast<Square>(std::countr_zero(squares)), what);
    }

    void add(const Zone& zone) {
        for (std::size_t square = 0; square < needs_.size(); ++square) needs_[square] |= zone.needs_[square];
    }

    // That a move of the favoured player stays possible.
    void add_move(const Position& position, Action move);
    // What the other player could take if a barragoon were put there, or turned to another face.
    void add_takeable(const Position& position, Colour colour);
    // That 2-tiles before an All Turns don't find another face there; all that holds a player without moves.
    void add_blocked(const Position& position, Colour colour);

    // Whether a barragoon with that face on that empty square leaves the result as it is.
    bool bears(Square square, Cell face) const {
        return !((*this)[square] & static_cast<Needs>(~open_on(square, face)));
    }

private:
    alignas(32) std::array<Needs, 64> needs_{};
};

}  // namespace barragoon::BARRAGOON_ISA
