// Proving forced wins: an exhaustive search within so many turns, without estimates.
//
// Every legal reply is answered, all placements included, and nothing is left out that could make a difference.
// What makes that feasible is in solver.cpp: each result comes with the crossings and squares that it depends on.
#pragma once

#include <functional>
#include <vector>

#include "candidates.hpp"
#include "core.hpp"

namespace barragoon::BARRAGOON_PATH {

class Zone;

class Solver {
public:
    Solver();
    ~Solver();
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;

    // Whether the actor wins within so many turns of their own, the one under way included.
    Solution solve(const Position& root, const SolveLimits& limits, const std::function<bool()>& stop);

private:
    struct Entry;
    class Memory;

    // Each returns whether the attacker wins within `turns` of their own turns, the one under way included, and on
    // what that depends; `best` becomes the action that shows it, where one action does.
    bool node(Position& position, int turns, Zone& zone, Action& best);
    bool attack(Position& position, int turns, Zone& zone, Action& best);
    bool last_attack(Position& position, Zone& zone, Action& best);
    bool defend(Position& position, int turns, Zone& zone, Action& best);
    bool place(Position& position, int turns, Zone& zone, Action& best);
    bool place_anywhere(const Position& position, const Zone& free, Zone& zone, Action& best) const;
    bool child(Position& position, Action action, int turns, Zone& zone);
    bool root(Position& position, int turns, const std::vector<Action>& only, Action& best);

    bool wins_by(const Position& position, Action action, const Zone& after, Zone& zone);
    int order(Position& position, Action first, int turns, std::array<Candidate, kMostActions>& moves) const;
    std::vector<Action> line(Position position, int turns, Action first);
    Action next_of_line(Position& position, int& turns);
    Action any_placement(Position& position, int turns, Action proven);
    void praise(const Position& position, Action action, int turns);
    bool out_of_budget();

    std::unique_ptr<Memory> memory_;
    Colour attacker_ = Colour::White;
    std::uint64_t nodes_ = 0;
    std::uint64_t most_nodes_ = 0;
    std::function<bool()> stop_;
    // For the order alone: how often a move did well, and the last placement that did, by player and turns.
    std::array<std::array<int, kSquares>, kCells> successes_{};
    std::array<std::array<Action, 8>, 2> killers_{};
    bool stopped_ = false;
    bool doubtful_ = false;  // a win was not counted because its position might be dead
};

}  // namespace barragoon::BARRAGOON_PATH
