// Judging an answer by proof alone: no stored solution, no estimate, no clock. Limits are nodes, and nothing is
// remembered from one answer to the next, so a judgement is the same on every machine.
#pragma once

#include <optional>

#include "judgement.hpp"
#include "proof/prover.hpp"

namespace barragoon::BARRAGOON_ISA {

inline constexpr std::uint64_t kJudgeNodes = 200'000;  // for whether the goal is reached
inline constexpr std::uint64_t kSlowerNodes = 10'000;  // for whether it is reached later
inline constexpr std::uint64_t kReplyNodes = 20'000;   // for what follows
inline constexpr int kSlowerTurns = 2;                 // how much later a win still counts as one

class Judge {
public:
    Judge(Prover& prover, const JudgeLimits& limits) : prover_(prover), limits_(limits) {}

    // The answer's actions must be legal and take no more turns than the goal has; problem_with() says whether.
    Judgement judge(const Position& root, const Goal& goal, const std::vector<Action>& answer,
                    const std::function<bool()>& stop);

private:
    Judgement judge_win();
    Judgement judge_hold();
    Judgement won(Grade grade, int turns);
    Judgement lost(int turns);
    Judgement refuted();
    std::optional<int> fewest_turns(int least, int most);
    void allow_more(std::uint64_t nodes) { prover_.allow(prover_.nodes() + nodes); }

    Prover& prover_;
    JudgeLimits limits_;
    Position position_;  // after the answer
    int spent_ = 0;      // the attacker's turns that the answer has ended
    int left_ = 0;       // the attacker's turns until the goal is missed, the one under way included
    int none_within_ = -1;
};

// One sentence on why an answer can't be judged; empty if it can.
std::string problem_with(const Position& root, const Goal& goal, const std::vector<Action>& answer);

}  // namespace barragoon::BARRAGOON_ISA
