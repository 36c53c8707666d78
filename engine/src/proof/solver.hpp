// Finding the shortest forced win, and the line of play that tells it.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core.hpp"
#include "proof/prover.hpp"

namespace barragoon::BARRAGOON_ISA {

class Solver {
public:
    void prepare() { prover_.prepare(); }
    void forget() { prover_.forget(); }  // what earlier proofs found gives no hints any more

    // Whether the actor wins within so many turns of their own, the one under way included.
    Solution solve(const Position& root, const SolveLimits& limits, const std::function<bool()>& stop);

    // The same for each of the actions that the limits name, or for each legal one, with so many nodes for each.
    std::vector<ActionVerdict> solve_each(const Position& root, const SolveLimits& limits,
                                          const std::function<bool()>& stop);

    // The same bit by bit: go_on() takes the work up again until it has taken so many nodes since the beginning.
    void begin(const Position& root, const SolveLimits& limits, const std::function<bool()>& stop);
    const Solution& go_on(std::uint64_t nodes);
    std::uint64_t spent() const { return prover_.nodes(); }

    Prover& prover() { return prover_; }

private:
    bool wins_at_root(Position& position, int turns, const std::vector<Action>& only, Action& best);
    std::optional<Zone> zone_without_placing(int turns, bool& wins);

    Prover prover_;
    Position root_;
    SolveLimits limits_;
    Solution solution_;
    bool done_ = false;
};

}  // namespace barragoon::BARRAGOON_ISA
