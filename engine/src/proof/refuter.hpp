// Why there is no win: the reply that holds, or the moves that a turn which should have blocked all has left.
#pragma once

#include <vector>

#include "judgement.hpp"
#include "proof/prover.hpp"

namespace barragoon::BARRAGOON_ISA {

struct Refutation {
    std::vector<Action> line{};
    std::vector<Escape> escapes{};
};

class Refuter {
public:
    // The prover has proven that its attacker does not win, and its limits apply: a refutation may be empty.
    explicit Refuter(Prover& prover) : prover_(prover) {}

    // Of the attacker's hope to win from here within so many turns, which is known to be vain: up to the defender's
    // next move, or to the moves that the defender still has where the attacker has no turn left.
    Refutation refute(Position position, int turns);

private:
    Action next(Position& position, int turns);
    Action holding(Position& position, int turns);
    Action best_try(Position& position, int turns) const;

    Prover& prover_;
};

}  // namespace barragoon::BARRAGOON_ISA
