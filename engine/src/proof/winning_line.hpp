// How a proven win is played: the winner's proven actions, and each time an answer after which the win takes longest.
#pragma once

#include <vector>

#include "proof/prover.hpp"

namespace barragoon::BARRAGOON_ISA {

class WinningLine {
public:
    // The prover has proven the win, and its limits apply: a line may end early.
    explicit WinningLine(Prover& prover) : prover_(prover) {}

    // To the end of the game, from a win within so many turns of the winner's. It begins with an action if one is
    // given.
    std::vector<Action> to_the_end(Position position, int turns, Action first = {});
    // What the loser does until the winner acts again; it does not end early.
    std::vector<Action> reply(Position position, int turns);

private:
    Action next(Position& position, int& turns);
    Action next_of_winner(Position& position, int turns);
    Action next_of_loser(Position& position, int& turns);
    void play(Position& position, int& turns, Action action);

    Prover& prover_;
};

}  // namespace barragoon::BARRAGOON_ISA
