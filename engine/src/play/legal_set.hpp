// What may be done in a position, as sets of squares: no list of some 600 placements is made.
#pragma once

#include "action_id.hpp"
#include "movement.hpp"

namespace barragoon::BARRAGOON_ISA {

class LegalSet {
public:
    explicit LegalSet(const Position& position) {
        if (position.phase() != Phase::Move) {
            empty_ = position.empty();
            count_ = kFaces * std::popcount(empty_);
            return;
        }
        int movable = 0;
        Bitboard reached = 0;
        for_each_tile(position, position.turn(), [&](Square start, Bitboard targets) {
            movable += targets != 0;
            reached |= targets;
            count_ += std::popcount(targets);
            moves_.add(start, targets);
        });
        captures_ = reached & position.occupied();
        if (movable <= position.stage(position.turn())) *this = LegalSet();
    }

    int count() const { return count_; }
    bool can_capture() const { return captures_; }
    const Targets& moves() const { return moves_; }

    bool contains(Action action) const {
        if (action.is_placement()) return empty_ & bit(action.square());
        for (const auto& [start, targets] : moves_)
            if (start == action.start()) return targets & bit(action.target());
        return false;
    }

    // The actions are numbered from 0.
    Action nth(int number) const {
        if (empty_) return Action::placement(nth_of(empty_, number / kFaces), cell_of(number % kFaces));
        for (const auto& [start, targets] : moves_) {
            const int here = std::popcount(targets);
            if (number < here) return Action::move(start, nth_of(targets, number));
            number -= here;
        }
        return {};
    }

    // Calls with the id of each action as White numbers it, or as Brown sees it.
    template <class Visit>
    void for_each_id(Colour viewer, const Visit& visit) const {
        const bool turned = viewer == Colour::Brown;
        const auto seen = [turned](Square square) { return turned ? swapped(square) : square; };
        for (Bitboard squares = empty_; squares; squares &= squares - 1) {
            const int first = id_of_placement(seen(std::countr_zero(squares)), kFirstFace);
            for (int face = 0; face < kFaces; ++face) visit(first + face);
        }
        for (const auto& [start, squares] : moves_)
            for (Bitboard targets = squares; targets; targets &= targets - 1)
                visit(id_of_move(seen(start), seen(std::countr_zero(targets))));
    }

private:
    LegalSet() = default;
    static Cell cell_of(int face) { return static_cast<Cell>(kFirstFace + face); }
    static Square nth_of(Bitboard squares, int number) {
        for (; number; --number) squares &= squares - 1;
        return std::countr_zero(squares);
    }

    Targets moves_{};
    Bitboard empty_ = 0;     // where a barragoon may be placed
    Bitboard captures_ = 0;  // what a move can take
    int count_ = 0;
};

}  // namespace barragoon::BARRAGOON_ISA
