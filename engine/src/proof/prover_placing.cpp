// The proof over placements: only those that touch what the result without one depends on.
#include <algorithm>

#include "proof/prover.hpp"

namespace barragoon::BARRAGOON_ISA {

namespace {

// One face of each kind that differs on a square, those that open more before those that open less. There are fewer on
// the edge, where some crossings never happen.
struct Faces {
    std::array<Cell, kFaces> face{};
    std::size_t count = 0;

    constexpr bool has_like(Square square, Cell wanted) const {
        for (std::size_t n = 0; n < count; ++n) {
            const bool takeable_alike = (face[n] == kAllTurns) == (wanted == kAllTurns);
            if (takeable_alike && open_on(square, face[n]) == open_on(square, wanted)) return true;
        }
        return false;
    }
};

constexpr auto kFacesOn = [] {
    std::array<Faces, kSquares> table{};
    for (Square square = 0; square < kSquares; ++square) {
        Faces& faces = table[static_cast<std::size_t>(square)];
        for (int crossings = kCrossings; crossings >= 0; --crossings) {
            for (Cell face = kAllTurns; face >= kFirstFace; --face) {
                if (std::popcount(open_on(square, face)) == crossings && !faces.has_like(square, face))
                    faces.face[faces.count++] = face;
            }
        }
    }
    return table;
}();

// What failed on one square so far, with what the failure needed there.
class Failed {
public:
    explicit Failed(Square square) : square_(square) {}

    void add(Cell face, Zone::Needs needs) { failures_[count_++] = {face, needs}; }

    // A face that opens less than one that failed, and leaves open what was needed there, fails like it.
    bool covers(Cell face) const {
        return face != kAllTurns &&
               std::any_of(failures_.begin(), failures_.begin() + count_, [&](const Failure& wider) {
                   return is_narrower(face, wider.face) && leaves_open(face, wider.needs) &&
                          !(wider.face == kAllTurns && wider.needs & Zone::kNotTakeable);
               });
    }

private:
    struct Failure {
        Cell face;
        Zone::Needs needs;
    };

    bool is_narrower(Cell face, Cell wider) const { return !(open_on(square_, face) & ~open_on(square_, wider)); }
    bool leaves_open(Cell face, Zone::Needs needs) const {
        constexpr int all = (1 << kCrossings) - 1;
        return !(needs & all & ~open_on(square_, face));
    }

    Square square_;
    std::array<Failure, kFaces> failures_;
    std::ptrdiff_t count_ = 0;
};

// A placement that leaves alone what is known of the position without it, if there is one.
Action harmless(const Position& position, const Zone& unplaced) {
    for (Bitboard squares = position.empty(); squares; squares &= squares - 1) {
        const Square square = std::countr_zero(squares);
        for (Cell face = kFirstFace; face < kFirstTile; ++face) {
            if (unplaced.bears(square, face)) return Action::placement(square, face);
        }
    }
    return {};
}

}  // namespace

bool Prover::place(Position& position, int turns, Zone& zone, Action& best) {
    const bool wanted = position.actor() == attacker_;
    Position without = position;
    without.place_nothing();
    const bool ended = position.turn() == attacker_ && without.turn() != attacker_;
    Zone unplaced;
    Action unused;
    const bool wins = node(without, turns - ended, unplaced, unused);
    if (stopped_) return false;
    if (wins == wanted) {
        if (const Action action = harmless(position, unplaced)) {
            zone = unplaced;
            zone.need(action.square(), Zone::kEmptyNeeded);
            best = action;
            return wanted;
        }
        unplaced = {};  // everything matters: all placements are tried
        unplaced.need(position.empty(), Zone::kEmptyNeeded);
    }
    return place_within(unplaced, position, turns, zone, best);
}

// Tries the placements that a zone does not bear.
bool Prover::place_within(const Zone& unplaced, Position& position, int turns, Zone& zone, Action& best) {
    const bool wanted = position.actor() == attacker_;
    Action& killer = killers_[wanted][static_cast<std::size_t>(std::min(turns, 7))];
    Zone failures = unplaced;
    Zone::Needs needed = 0;  // by the last failure, on its own square
    // True also when stopped, so that nothing more is tried.
    const auto succeeds = [&](Action action) {
        Zone after;
        const bool wins = child(position, action, turns, after);
        if (stopped_) return true;
        needed = after[action.square()];
        if (wins != wanted) {
            failures.add(after);
            return false;
        }
        zone = after;
        zone.need(action.square(), Zone::kEmptyNeeded);
        best = killer = action;
        return true;
    };
    if (killer && position[killer.square()] == kEmpty && !unplaced.bears(killer.square(), killer.face())) {
        if (succeeds(killer)) return !stopped_ && wanted;
    }
    // What blocks most is the likeliest to help, so No Way is tried on all squares first.
    Bitboard touched = 0;
    for (Bitboard squares = position.empty(); squares; squares &= squares - 1) {
        const Square square = std::countr_zero(squares);
        if (!unplaced[square]) continue;
        touched |= bit(square);
        if (succeeds(Action::placement(square, kNoWay))) return !stopped_ && wanted;
    }
    for (; touched; touched &= touched - 1) {
        const Square square = std::countr_zero(touched);
        const Faces& faces = kFacesOn[static_cast<std::size_t>(square)];
        Failed failed(square);
        for (std::size_t n = 0; n < faces.count; ++n) {
            const Cell face = faces.face[n];
            const bool no_way = open_on(square, face) == 0 && face != kAllTurns;  // in effect, which was tried
            if (no_way || unplaced.bears(square, face) || failed.covers(face)) continue;
            if (succeeds(Action::placement(square, face))) return !stopped_ && wanted;
            failed.add(face, needed);
        }
    }
    zone = failures;
    return !wanted;
}

}  // namespace barragoon::BARRAGOON_ISA
