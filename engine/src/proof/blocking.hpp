// Whether one turn can block enough of the defender's moves to win.
//
// A turn changes the board where the tile stood, which frees but blocks nothing, where it goes, and, after a capture,
// where the attacker places; the defender's own placement can go where it harms nothing. So all moves but those of the
// tiles that an express stage spares must be blocked on two squares, one without a capture.
#pragma once

#include "proof/free_moves.hpp"

namespace barragoon::BARRAGOON_ISA {

class Blocking {
public:
    // Looks at up to so many moves of each of the defender's tiles: the more, the surer and the slower.
    Blocking(const Position& position, Colour defender, int of_each);

    bool can_suffice() const { return !countable() || most_ + most_placed_ >= needed_; }
    bool can_suffice(Square target, bool takes) const {
        return !countable() || hits_[static_cast<std::size_t>(target)] + (takes ? most_placed_ : 0) >= needed_;
    }

    // On what it depends that nothing else than what can suffice does.
    Zone zone(const Position& position) const;

private:
    bool countable() const { return std::popcount(harmless_) == 2; }

    FreeMoves moves_;
    int needed_;
    std::array<std::int8_t, 64> hits_{};  // how many of the moves each square blocks
    int most_ = 0;
    int most_placed_ = 0;    // on squares where the attacker could place
    Bitboard harmless_ = 0;  // two squares that block nothing, in case the tile goes to one of them
};

}  // namespace barragoon::BARRAGOON_ISA
