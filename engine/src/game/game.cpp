#include "game/game.hpp"

#include <algorithm>

#include "game/touch.hpp"
#include "generate.hpp"

namespace barragoon::BARRAGOON_ISA {

namespace {

constexpr const char* kOver = "the game is over";

std::string name(Colour colour) { return colour == Colour::White ? "White" : "Brown"; }

bool contains(const std::vector<Action>& actions, Action action) {
    return std::find(actions.begin(), actions.end(), action) != actions.end();
}

// How many placements the start still owes; they belong to a turn before the game.
std::size_t owed(const Position& start) {
    return start.phase() == Phase::Move ? 0 : start.phase() == Phase::PlaceBoth ? 2 : 1;
}

}  // namespace

// -- where it stands --------------------------------------------------------------------------------------------

Turn Game::turn_of(const std::vector<Action>& actions) const {
    const Position& before = steps_[steps_.size() - actions.size()].before;
    return {actions.front(), {actions.begin() + 1, actions.end()}, before[actions.front().target()] != kEmpty};
}

std::optional<Turn> Game::unfinished() const {
    return unfinished_.empty() ? std::nullopt : std::optional(turn_of(unfinished_));
}

// -- acting -----------------------------------------------------------------------------------------------------

std::optional<Action> Game::forbidden_action() const {
    const auto due = duty();
    if (!due || due->due_after != static_cast<int>(turns_.size())) return std::nullopt;
    return due->forbids(unfinished_);
}

std::vector<Action> Game::dutiful_actions() const {
    ActionList actions;
    generate(position_, actions);
    std::vector<Action> legal(actions.begin(), actions.end());
    if (const auto forbidden = forbidden_action()) std::erase(legal, *forbidden);
    return legal;
}

std::vector<Action> Game::legal_actions() const {
    if (outcome()) return {};
    return allowed_after_touching(position_, dutiful_actions(), touched_);
}

// Names the first touch that ruled an action out.
Objection Game::object_to_touched(Action action) const {
    const std::vector<Action> legal = dutiful_actions();
    std::vector<Square> first;
    for (const Square square : touched_) {
        first.push_back(square);
        if (!contains(allowed_after_touching(position_, legal, first), action)) break;
    }
    return {Rule::Touched, first.back(), position_[first.back()]};
}

std::optional<Objection> Game::explain(Action action) const {
    if (outcome()) return Objection{Rule::GameOver};
    if (const auto objection = BARRAGOON_ISA::explain(position_, action)) return objection;
    if (action == forbidden_action()) return Objection{Rule::Repetition};
    if (!contains(legal_actions(), action)) return object_to_touched(action);
    return std::nullopt;
}

std::string Game::push(Action action) {
    if (explain(action)) return "the action " + to_text(action) + " is not legal";
    steps_.push_back({action, position_, offer_, duty_});
    if (offer_ && offer_->player != position_.actor()) begin_duty();  // to act is to decline an open offer
    if (steps_.size() > owed(start_)) unfinished_.push_back(action);
    Position::Undo undo;
    position_.make(action, undo);
    touched_.clear();
    if (!unfinished_.empty() && position_.phase() == Phase::Move) {
        turns_.push_back(turn_of(unfinished_));
        unfinished_.clear();
    }
    judge();
    return {};
}

std::string Game::pop() {
    if (steps_.empty()) return "nothing has been played yet that could be taken back";
    if (steps_.size() > owed(start_)) {
        if (unfinished_.empty()) {
            unfinished_ = turns_.back().actions();
            turns_.pop_back();
        }
        unfinished_.pop_back();
    }
    Step& step = steps_.back();
    position_ = step.before;
    offer_ = std::move(step.offer);
    duty_ = std::move(step.duty);
    steps_.pop_back();
    touched_.clear();
    declared_.reset();
    judge();
    return {};
}

std::string Game::touch(Square square) {
    if (outcome()) return kOver;
    if (touch_move_) touched_.push_back(square);
    return {};
}

// -- draws and endings ------------------------------------------------------------------------------------------

std::optional<Duty> Game::duty() const {
    const std::optional<Duty>& due = offer_ && offer_->duty ? offer_->duty : duty_;
    return due && static_cast<int>(turns_.size()) <= due->due_after ? due : std::nullopt;
}

std::vector<Turn> Game::repetition() const {
    return !unfinished_.empty() || outcome() ? std::vector<Turn>{} : repeated_pattern(turns_);
}

std::vector<int> Game::declined_repetitions() const {
    std::vector<int> found;
    const auto add = [&](const std::optional<Duty>& duty) {
        if (duty) found.push_back(duty->declined_after);
    };
    for (const Step& step : steps_) {
        if (step.offer) add(step.offer->duty);
        add(step.duty);
    }
    add(duty_);
    return found;
}

bool Game::has_declined(int turns_played) const {
    const auto declined = declined_repetitions();
    return std::find(declined.begin(), declined.end(), turns_played) != declined.end();
}

std::optional<Colour> Game::may_claim() const {
    const Colour player = other(position_.turn());
    if (offer_ && (offer_->duty || offer_->player != player)) return std::nullopt;
    if (repetition().empty() || has_declined(static_cast<int>(turns_.size()))) return std::nullopt;
    return player;
}

std::string Game::offer_draw(Colour player) {
    if (outcome()) return kOver;
    if (offer_ && offer_->player != player) return accept_draw(player);
    if (!offer_) offer_ = DrawOffer{player, std::nullopt};
    return {};
}

std::string Game::claim_repetition(Colour player) {
    if (outcome()) return kOver;
    if (offer_ && offer_->player != player) return accept_draw(player);
    const auto pattern = repetition();
    if (pattern.empty()) return "the last turns are not one sequence three times over";
    if (player == position_.turn())
        return "only " + name(other(player)) + ", who has just completed the repetition, may offer a draw on it";
    const int played = static_cast<int>(turns_.size());
    if (has_declined(played)) return "this draw was offered and declined already";
    const auto duty = duty_to_leave(position_, pattern, played);
    if (!duty) return end({std::nullopt, Reason::Inescapable});
    offer_ = DrawOffer{player, duty};
    return {};
}

std::string Game::miss_offer_to(Colour player) const {
    if (outcome()) return kOver;
    return offer_ && offer_->player != player ? "" : name(other(player)) + " has not offered a draw";
}

std::string Game::accept_draw(Colour player) {
    if (std::string problem = miss_offer_to(player); !problem.empty()) return problem;
    declared_ = Outcome{std::nullopt, offer_->duty ? Reason::Repetition : Reason::Agreement};
    offer_.reset();
    return {};
}

std::string Game::decline_draw(Colour player) {
    if (std::string problem = miss_offer_to(player); !problem.empty()) return problem;
    forget_offer_before_actions();
    begin_duty();
    return {};
}

std::string Game::end(Outcome declared) {
    if (outcome()) return kOver;
    offer_.reset();
    declared_ = declared;
    return {};
}

void Game::forget_offer_before_actions() {
    for (auto step = steps_.rbegin(); step != steps_.rend() && step->offer; ++step) {
        if (step->offer->duty) step->duty = step->offer->duty;
        step->offer.reset();
    }
}

void Game::begin_duty() {
    if (offer_->duty) duty_ = offer_->duty;
    offer_.reset();
}

// -- events -----------------------------------------------------------------------------------------------------

std::string Game::apply(const Event& event) {
    if (const auto* act = std::get_if<Act>(&event)) return push(act->action);
    if (const auto* touched = std::get_if<Touch>(&event)) return touch(touched->square);
    if (std::holds_alternative<TakeBack>(event)) return pop();
    const auto [kind, player] = *std::get_if<PlayerEvent>(&event);
    switch (kind) {
        case PlayerEvent::Kind::OfferDraw:
            return offer_draw(player);
        case PlayerEvent::Kind::ClaimRepetition:
            return claim_repetition(player);
        case PlayerEvent::Kind::AcceptDraw:
            return accept_draw(player);
        case PlayerEvent::Kind::DeclineDraw:
            return decline_draw(player);
        case PlayerEvent::Kind::Resign:
            return resign(player);
        case PlayerEvent::Kind::LoseOnTime:
            return lose_on_time(player);
    }
    return {};
}

std::vector<Event> Game::ending_events() const {
    using Kind = PlayerEvent::Kind;
    const auto player_event = [](Kind kind, Colour player) { return Event(PlayerEvent{kind, player}); };
    const Colour turn = position_.turn();
    switch (declared_->reason) {
        case Reason::Resignation:
            return {player_event(Kind::Resign, other(*declared_->winner))};
        case Reason::Time:
            return {player_event(Kind::LoseOnTime, other(*declared_->winner))};
        case Reason::Agreement:
            return {player_event(Kind::OfferDraw, turn), player_event(Kind::AcceptDraw, other(turn))};
        case Reason::Repetition:
            return {player_event(Kind::ClaimRepetition, other(turn)), player_event(Kind::AcceptDraw, turn)};
        case Reason::Inescapable:
            return {player_event(Kind::ClaimRepetition, other(turn))};
        default:  // the board decides, nobody declares it
            return {};
    }
}

std::vector<Event> Game::events() const {
    using Kind = PlayerEvent::Kind;
    std::vector<Event> made;
    const std::size_t first = std::min(owed(start_), steps_.size());
    std::size_t at = 0;
    const auto act_until = [&](std::size_t end) {
        for (; at < end; ++at) made.push_back(Act{steps_[at].action});
    };
    act_until(first);
    for (std::size_t count = 1; count <= turns_.size(); ++count) {
        const Colour mover = steps_[at].before.turn();
        act_until(at + turns_[count - 1].actions().size());
        if (!has_declined(static_cast<int>(count))) continue;
        made.push_back(PlayerEvent{Kind::ClaimRepetition, mover});
        made.push_back(PlayerEvent{Kind::DeclineDraw, other(mover)});
    }
    act_until(steps_.size());
    for (const Square square : touched_) made.push_back(Touch{square});
    if (const auto open = offer()) {
        made.push_back(PlayerEvent{open->duty ? Kind::ClaimRepetition : Kind::OfferDraw, open->player});
    } else if (declared_) {
        const std::vector<Event> ending = ending_events();
        made.insert(made.end(), ending.begin(), ending.end());
    }
    return made;
}

}  // namespace barragoon::BARRAGOON_ISA
