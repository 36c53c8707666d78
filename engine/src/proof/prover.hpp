// Proving that a player wins within so many turns, or does not: an exhaustive search without estimates.
//
// Every legal reply is answered, all placements included, and nothing is left out that could make a difference. What
// makes that feasible is that each result comes with its zone (zone.hpp).
//
// Repetition plays no part. A player who wins within n turns by force wins within n - 1 after their turn, whatever the
// answer, so no position comes twice in a line of shortest wins; and a draw is never forced on a player who declines.
// Dead positions do (dead_proof.hpp): no line may run through one. Where it is not known whether a position is dead,
// a win is not counted, and doubtful() says so.
#pragma once

#include <functional>

#include "candidates.hpp"
#include "dead_search.hpp"
#include "proof/prover_memory.hpp"

namespace barragoon::BARRAGOON_ISA {

class Prover {
public:
    void prepare() { memory_.prepare(); }  // takes some milliseconds, which a clock may not have later

    void forget() { memory_.forget(); }

    // Begins a proof about a player's wins, without a limit of nodes.
    void begin(Colour attacker, const std::function<bool()>& stop);
    // The same with nothing remembered, so that earlier proofs change neither the nodes nor what is found first.
    void begin_afresh(Colour attacker, const std::function<bool()>& stop) {
        forget();
        begin(attacker, stop);
    }
    // Sets the nodes that all questions since the beginning may take together; 0: no limit. What was stopped can be
    // asked again, and is soon where it was.
    void allow(std::uint64_t nodes) {
        most_nodes_ = nodes;
        stopped_ = false;
    }

    // Whether the attacker wins within so many of their own turns, the one under way included. `best` becomes the
    // action that shows it, where one action does: it wins, or holds.
    bool wins(Position& position, int turns, Action& best) {
        Zone zone;
        return wins(position, turns, best, zone);
    }
    // The same, and on what the result depends.
    bool wins(Position& position, int turns, Action& best, Zone& zone);
    // The same if an action is played first, which must be legal.
    bool wins_by(Position& position, Action action, int turns);

    Colour attacker() const { return attacker_; }
    std::uint64_t nodes() const { return nodes_; }
    bool stopped() const { return stopped_; }    // by the limits: what was answered last means nothing
    bool doubtful() const { return doubtful_; }  // a win was not counted because its position might be dead

private:
    // Each is as wins(), and tells on what the result depends.
    bool node(Position& position, int turns, Zone& zone, Action& best);
    bool child(Position& position, Action action, int turns, Zone& zone);
    bool attack(Position& position, int turns, Zone& zone, Action& best);
    bool last_attack(Position& position, Zone& zone, Action& best);
    bool defend(Position& position, int turns, Zone& zone, Action& best);
    bool place(Position& position, int turns, Zone& zone, Action& best);
    bool place_within(const Zone& unplaced, Position& position, int turns, Zone& zone, Action& best);

    Life life_of(const Position& position, Zone& zone);
    Life life_before(const Position& position, Action action, Zone& zone);
    int order(Position& position, Action first, int turns, std::array<Candidate, kMostActions>& moves) const;
    void praise(const Position& position, Action action, int turns);
    bool out_of_budget();

    ProverMemory memory_;
    Colour attacker_ = Colour::White;
    std::uint64_t nodes_ = 0;
    std::uint64_t most_nodes_ = 0;
    std::function<bool()> stop_;
    bool stopped_ = false;
    bool doubtful_ = false;
    // For the order alone: how often a move did well, and the last placement that did, by player and turns.
    std::array<std::array<int, kSquares>, kCells> successes_{};
    std::array<std::array<Action, 8>, 2> killers_{};
};

}  // namespace barragoon::BARRAGOON_ISA
