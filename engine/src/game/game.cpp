#include "game/game.hpp"

#include <algorithm>

#include "game/touch.hpp"
#include "generate.hpp"

namespace barragoon::BARRAGOON_PATH {

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
    return {Why::Touched, first.back(), position_[first.back()]};
}

std::optional<Objection> Game::explain(Action action) const {
    if (outcome()) return Objection{Why::GameOver};
    if (const auto objection = BARRAGOON_PATH::explain(position_, action)) return objection;
    if (action == forbidden_action()) return Objection{Why::Repetition};
    if (!contains(legal_actions(), action)) return object_to_touched(action);
    return std::nullopt;
}

std::string Game::push(Action action) {
    if (explain(action)) return "the action " + to_text(action) + " is not legal";
    steps_.push_back({action, position_, offer_, duty_});
    if (offer_ && offer_->player != position_.actor()) decline();  // to act is to decline an open offer
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

void Game::touch(Square square) {
    if (touch_move_) touched_.push_back(square);
}

// -- draws and endings ------------------------------------------------------------------------------------------

std::optional<Duty> Game::duty() const {
    const std::optional<Duty>& due = offer_ && offer_->duty ? offer_->duty : duty_;
    return due && static_cast<int>(turns_.size()) <= due->due_after ? due : std::nullopt;
}

std::vector<Turn> Game::repetition() const {
    return !unfinished_.empty() || outcome() ? std::vector<Turn>{} : repeated_pattern(turns_);
}

std::vector<int> Game::refusals() const {
    std::vector<int> found;
    const auto add = [&](const std::optional<Duty>& duty) {
        if (duty) found.push_back(duty->refused_after);
    };
    for (const Step& step : steps_) {
        if (step.offer) add(step.offer->duty);
        add(step.duty);
    }
    add(duty_);
    return found;
}

std::optional<Colour> Game::may_claim() const {
    if (offer_ || repetition().empty()) return std::nullopt;
    const auto refused = refusals();
    const bool again = std::find(refused.begin(), refused.end(), static_cast<int>(turns_.size())) != refused.end();
    return again ? std::nullopt : std::optional(other(position_.turn()));
}

std::string Game::offer_draw(Colour player) {
    if (outcome()) return kOver;
    if (offer_ && offer_->player != player) return accept_draw(player);
    if (!offer_) offer_ = DrawOffer{player, std::nullopt};
    return {};
}

std::string Game::offer_repetition(Colour player) {
    if (outcome()) return kOver;
    if (offer_ && offer_->player != player) return accept_draw(player);
    const auto pattern = repetition();
    if (pattern.empty()) return "the last turns are not one sequence three times over";
    if (player == position_.turn())
        return "only " + name(other(player)) + ", who has just completed the repetition, may offer a draw on it";
    const auto refused = refusals();
    const int played = static_cast<int>(turns_.size());
    if (std::find(refused.begin(), refused.end(), played) != refused.end())
        return "this draw was offered and declined already";
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
    decline();
    return {};
}

std::string Game::end(Outcome outcome_told) {
    if (outcome()) return kOver;
    offer_.reset();
    declared_ = outcome_told;
    return {};
}

void Game::decline() {
    if (offer_->duty) duty_ = offer_->duty;
    offer_.reset();
}

}  // namespace barragoon::BARRAGOON_PATH
