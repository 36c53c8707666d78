// What the solver adds to a search: a win in the turn under way before it begins, a proof beside it once it is sure to
// win, and one of a win that it believes in at its end.
#pragma once

#include <algorithm>

#include "proof/solver.hpp"
#include "search.hpp"

namespace barragoon::BARRAGOON_ISA {

class RootProof {
public:
    // The limits must live as long; of their nodes the solver's are a part.
    RootProof(Solver& solver, const Position& root, const Limits& limits)
        : solver_(solver), root_(root), limits_(limits), on_turn_(root.actor() == root.turn()) {}

    // A few dozen nodes; more than a few hundred have not been seen.
    std::optional<Line> win_at_once() {
        if (!on_turn_) return std::nullopt;
        solver_.begin(root_, {1, 0, 0, limits_.only, {}}, limits_.stop);
        return go_on({1, 1, 1, 0, 0, {}}, kNodesAtOnce);
    }

    // After a depth of the search: once it is sure to win, as much work goes into the proof.
    std::optional<Line> after_depth(const Line& found) {
        if (found.score < kSure) return std::nullopt;
        return prove(found, found.nodes - spent_);
    }

    std::optional<Line> at_the_end(const Line& found) {
        if (!is_win(found.score)) return std::nullopt;
        return prove(found, spent_ + kNodesAtTheEnd);
    }

    // By the proof of several turns so far.
    std::uint64_t spent() const { return spent_; }

private:
    static constexpr Score kSure = 1'000;  // two tiles ahead
    static constexpr int kTurns = 6;       // what takes longer is not proven in any such time
    static constexpr std::uint64_t kNodesAtOnce = 20'000;
    static constexpr std::uint64_t kNodesAtTheEnd = 200'000;  // a tenth of a second or less

    std::optional<Line> prove(const Line& found, std::uint64_t nodes) {
        if (limits_.nodes) nodes = std::min(nodes, spent_ + (limits_.nodes - std::min(limits_.nodes, found.nodes)));
        if (nodes <= spent_) return std::nullopt;
        if (!spent_) solver_.begin(root_, {kTurns, 0, 0, limits_.only, {}}, limits_.stop);
        const auto proven = go_on(found, nodes);
        spent_ = solver_.spent();
        return proven;
    }

    std::optional<Line> go_on(Line line, std::uint64_t nodes) {
        const std::uint64_t before = solver_.spent();
        const Solution& solution = solver_.go_on(nodes);
        if (solution.verdict != Verdict::Win) return std::nullopt;
        line.score = kWin - (2 * solution.turns - on_turn_);  // if not, the turn under way is not the winner's
        line.nodes += solution.nodes - before;
        line.actions = solution.actions;
        return line;
    }

    Solver& solver_;
    const Position& root_;
    const Limits& limits_;
    bool on_turn_;
    std::uint64_t spent_ = 0;
};

}  // namespace barragoon::BARRAGOON_ISA
