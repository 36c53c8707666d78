#include "proof/judge.hpp"

#include <algorithm>

#include "action_text.hpp"
#include "proof/refuter.hpp"
#include "proof/winning_line.hpp"

namespace barragoon::BARRAGOON_ISA {

namespace {

Colour attacker_of(const Position& root, const Goal& goal) {
    return goal.kind == Goal::Kind::Win ? root.actor() : other(root.actor());
}

// Plays an action; whether it ends a turn of that player's.
bool ends_turn_of(Colour player, Position& position, Action action) {
    const Colour turn = position.turn();
    Position::Undo undo;
    position.make(action, undo);
    return turn == player && position.turn() != turn;
}

}  // namespace

std::string problem_with(const Position& root, const Goal& goal, const std::vector<Action>& answer) {
    if (answer.empty()) return "an answer has at least one action";
    Position position = root;
    int left = goal.turns;
    for (const Action action : answer) {
        if (!is_legal(position, action)) return "the action " + to_text(action) + " is not legal";
        if (left == 0) return "the answer takes more turns than the goal has";
        left -= ends_turn_of(attacker_of(root, goal), position, action);
    }
    return {};
}

Judgement Judge::judge(const Position& root, const Goal& goal, const std::vector<Action>& answer,
                       const std::function<bool()>& stop) {
    position_ = root;
    spent_ = 0;
    none_within_ = -1;
    for (const Action action : answer) spent_ += ends_turn_of(attacker_of(root, goal), position_, action);
    left_ = goal.turns - spent_;
    prover_.begin_afresh(attacker_of(root, goal), stop);
    prover_.allow(limits_.nodes ? limits_.nodes : kJudgeNodes);
    Judgement judgement = goal.kind == Goal::Kind::Win ? judge_win() : judge_hold();
    judgement.nodes = prover_.nodes();
    return judgement;
}

Judgement Judge::judge_win() {
    if (const auto turns = fewest_turns(0, left_)) return won(Grade::Right, *turns);
    if (none_within_ < left_) return {Grade::Unproven, std::max(0, spent_ + none_within_)};
    allow_more(kSlowerNodes);
    if (const auto turns = fewest_turns(left_ + 1, left_ + kSlowerTurns)) return won(Grade::Slower, *turns);
    return refuted();
}

Judgement Judge::judge_hold() {
    if (const auto turns = fewest_turns(0, left_)) return lost(*turns);
    return {none_within_ == left_ ? Grade::Right : Grade::Unproven, std::max(0, spent_ + none_within_)};
}

// In how many turns the attacker wins; none_within_ becomes what is proven where there is no win.
std::optional<int> Judge::fewest_turns(int least, int most) {
    for (int turns = least; turns <= most; ++turns) {
        Action unused;
        const bool wins = prover_.wins(position_, turns, unused);
        if (prover_.stopped()) return std::nullopt;
        if (wins) return turns;
        if (prover_.doubtful()) return std::nullopt;
        none_within_ = turns;
    }
    return std::nullopt;
}

Judgement Judge::won(Grade grade, int turns) {
    allow_more(kReplyNodes);
    return {grade, spent_ + turns, WinningLine(prover_).reply(position_, turns)};
}

Judgement Judge::lost(int turns) {
    allow_more(kReplyNodes);
    return {Grade::Wrong, spent_ + turns, WinningLine(prover_).to_the_end(position_, turns)};
}

Judgement Judge::refuted() {
    allow_more(kReplyNodes);
    Refutation refutation = Refuter(prover_).refute(position_, left_);
    // A reply that was chosen where the prover had doubts is not proven.
    if (prover_.doubtful() && !refutation.line.empty()) refutation = {};
    return {Grade::Wrong, spent_ + none_within_, std::move(refutation.line), std::move(refutation.escapes)};
}

}  // namespace barragoon::BARRAGOON_ISA
