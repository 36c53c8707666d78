// A game under way that can only go on: what a playout and a batch need, and nothing to take back with.
#pragma once

#include "play/ending.hpp"
#include "play/play.hpp"
#include "play/random_source.hpp"

namespace barragoon::BARRAGOON_ISA {

class RunningGame {
public:
    explicit RunningGame(const Position& start) : position_(start), legal_(start) {
        if (position_.phase() == Phase::Move) keys_.add(position_.key());
        outcome_ = ending_of(position_, legal_, keys_);
    }
    // Goes on from a position that has come about somewhere else.
    RunningGame(const Position& position, PositionKeys keys)
        : position_(position), legal_(position), keys_(std::move(keys)) {
        outcome_ = ending_of(position_, legal_, keys_);
    }

    const Position& position() const { return position_; }
    const LegalSet& legal() const { return legal_; }
    const PositionKeys& keys() const { return keys_; }
    const std::optional<Outcome>& outcome() const { return outcome_; }
    bool seen_before() const { return position_.phase() == Phase::Move && keys_.times() > 1; }

    void make(Action action) {
        Position::Undo undo;
        position_.make(action, undo);
        if (is_tile(undo.captured)) keys_.forget_earlier();
        if (position_.phase() == Phase::Move) keys_.add(position_.key());
        legal_ = LegalSet(position_);
        outcome_ = ending_of(position_, legal_, keys_);
    }
    Action random_action(RandomSource& source) const { return legal_.nth(source.below(legal_.count())); }

    // Plays at random to the end, or so many actions.
    Playout play_out(RandomSource& source, int most_actions) {
        Playout playout;
        for (; !outcome_ && playout.actions < most_actions; ++playout.actions) make(random_action(source));
        playout.truncated = !outcome_;
        if (outcome_ && outcome_->winner) playout.result = *outcome_->winner == Colour::White ? 1 : -1;
        return playout;
    }

private:
    Position position_;
    LegalSet legal_;
    PositionKeys keys_;
    std::optional<Outcome> outcome_;
};

}  // namespace barragoon::BARRAGOON_ISA
