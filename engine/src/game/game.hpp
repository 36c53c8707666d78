// A game from its start to its end: history, draws, duties and touches. It knows no clocks. The same game as the Python
// library's, sentence for sentence.
#pragma once

#include "game/event.hpp"
#include "game/explain.hpp"
#include "game/outcome.hpp"
#include "game/repetition.hpp"

namespace barragoon {

// A draw offered by a player; one that rests on a repetition obliges the other when it is declined.
struct DrawOffer {
    Colour player;
    std::optional<Duty> duty;
};

}  // namespace barragoon

namespace barragoon::BARRAGOON_ISA {

class Game {
public:
    // An action with all that held before it.
    struct Step {
        Action action;
        Position before;
        std::optional<DrawOffer> offer;
        std::optional<Duty> duty;
    };

    explicit Game(const Position& start, bool touch_move = false)
        : start_(start), position_(start), touch_move_(touch_move) {
        judge();
    }

    const Position& start() const { return start_; }
    const Position& position() const { return position_; }
    const std::vector<Step>& steps() const { return steps_; }
    const std::vector<Turn>& turns() const { return turns_; }  // those that are complete
    std::optional<Turn> unfinished() const;
    const std::vector<Square>& touched() const { return touched_; }
    bool touch_move() const { return touch_move_; }

    std::optional<Outcome> outcome() const { return declared_ ? declared_ : judged_; }
    // What the actor may do: the legal actions less what a duty or a touch forbids; none when the game is over.
    std::vector<Action> legal_actions() const;
    std::optional<Objection> explain(Action action) const;

    // The events that make an equal game when they are applied to a new one from the same start. What was taken back
    // is not among them, nor are offers that came to nothing; a claim that was declined is, because a duty follows.
    std::vector<Event> events() const;

    // Where something can't be done, one sentence comes back and nothing has changed. An empty one: done.
    [[nodiscard]] std::string apply(const Event& event);
    [[nodiscard]] std::string push(Action action);
    [[nodiscard]] std::string pop();
    std::string touch(Square square);

    std::optional<DrawOffer> offer() const { return outcome() ? std::nullopt : offer_; }
    // To leave a repetition, from the offer on (acting would decline it) until it is done.
    std::optional<Duty> duty() const;
    // Who may offer a draw on the repetition that they have just completed, if anybody.
    std::optional<Colour> may_claim() const;

    // After how many turns a draw by repetition was offered and declined.
    std::vector<int> declined_repetitions() const;

    [[nodiscard]] std::string offer_draw(Colour player);
    [[nodiscard]] std::string claim_repetition(Colour player);
    [[nodiscard]] std::string accept_draw(Colour player);
    [[nodiscard]] std::string decline_draw(Colour player);
    [[nodiscard]] std::string resign(Colour player) { return end({other(player), Reason::Resignation}); }
    [[nodiscard]] std::string lose_on_time(Colour player) { return end({other(player), Reason::Time}); }

private:
    void judge() { judged_ = outcome_of(position_); }
    Turn turn_of(const std::vector<Action>& actions) const;
    std::vector<Turn> repetition() const;
    std::optional<Action> forbidden_action() const;
    std::vector<Action> dutiful_actions() const;
    Objection object_to_touched(Action action) const;
    std::string end(Outcome outcome);
    std::string miss_offer_to(Colour player) const;
    bool has_declined(int turns_played) const;
    std::vector<Event> ending_events() const;
    // Keeps a take-back from opening the offer again that is answered now.
    void forget_offer_before_actions();
    // Declines the open offer.
    void begin_duty();

    Position start_;
    Position position_;
    std::vector<Step> steps_;
    std::vector<Turn> turns_;
    std::vector<Action> unfinished_;
    std::vector<Square> touched_;
    std::optional<DrawOffer> offer_;
    std::optional<Duty> duty_;
    std::optional<Outcome> declared_, judged_;
    bool touch_move_;
};

}  // namespace barragoon::BARRAGOON_ISA
