// How a game ends that nobody talks about: the endings of the rules, and a draw when a position comes up the third
// time, which stands for the draw that players would agree on.
#pragma once

#include <utility>
#include <vector>

#include "game/dead.hpp"
#include "game/outcome.hpp"
#include "play/legal_set.hpp"

namespace barragoon::BARRAGOON_ISA {

inline constexpr int kTimesToDraw = 3;

// The keys of the positions between turns, the one that stands now among them if it is one.
class PositionKeys {
public:
    void clear() { keys_.clear(), since_ = 0; }
    void add(std::uint64_t key) { keys_.push_back(key); }
    void remove_last() { keys_.pop_back(); }

    // A captured tile never comes back, so nothing before it is seen again.
    std::size_t forget_earlier() { return std::exchange(since_, keys_.size()); }
    void remember_earlier(std::size_t since) { since_ = since; }

    // How often the last one is there.
    int times() const {
        int times = 1;
        // The same player must be to move, so every second one is enough.
        for (std::size_t at = keys_.size() - 1; at >= since_ + 2;) {
            at -= 2;
            times += keys_[at] == keys_.back();
        }
        return times;
    }

private:
    std::vector<std::uint64_t> keys_;
    std::size_t since_ = 0;
};

// Whether something can be taken now, or by the opponent after one quiet move. That is so in nearly every position, and
// then it is not dead; nothing is allocated to find out.
inline bool capture_is_near(const Position& position, const LegalSet& legal) {
    if (legal.can_capture()) return true;
    Position next = position;
    for (const auto& [start, squares] : legal.moves()) {
        for (Bitboard targets = squares; targets; targets &= targets - 1) {
            const Action move = Action::move(start, std::countr_zero(targets));
            Position::Undo undo;
            next.make(move, undo);
            const bool captures = LegalSet(next).can_capture();
            next.unmake(move, undo);
            if (captures) return true;
        }
    }
    return false;
}

inline std::optional<Outcome> ending_of(const Position& position, const LegalSet& legal, const PositionKeys& keys) {
    if (position.phase() != Phase::Move) return std::nullopt;
    if (!legal.count()) return Outcome{other(position.turn()), reason_of_loss(position)};
    if (keys.times() >= kTimesToDraw) return Outcome{std::nullopt, Reason::Repetition};
    if (!capture_is_near(position, legal) && is_dead(position)) return Outcome{std::nullopt, Reason::Dead};
    return std::nullopt;
}

}  // namespace barragoon::BARRAGOON_ISA
