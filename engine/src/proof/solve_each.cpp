// One proof for each of many actions. Placements come by the hundred, but few of them differ: what holds with nothing
// placed holds after each that touches nothing of its zone, and faces that are crossed alike are the same.
#include "proof/solver.hpp"

namespace barragoon::BARRAGOON_ISA {

namespace {

bool are_alike(Action a, Action b) {
    return a.is_placement() && a.square() == b.square() && (a.face() == kAllTurns) == (b.face() == kAllTurns) &&
           open_on(a.square(), a.face()) == open_on(b.square(), b.face());
}

// What was found out before about a placement that is crossed like this one.
std::optional<Verdict> known(const std::vector<ActionVerdict>& found, Action placement) {
    for (const auto& [action, verdict] : found)
        if (are_alike(action, placement) && verdict != Verdict::Unknown) return verdict;
    return std::nullopt;
}

Verdict verdict_of(bool wins) { return wins ? Verdict::Win : Verdict::NoWin; }

}  // namespace

std::vector<ActionVerdict> Solver::solve_each(const Position& root, const SolveLimits& limits,
                                              const std::function<bool()>& stop) {
    begin(root, limits, stop);
    std::vector<Action> actions = limits.only;
    if (actions.empty()) {
        ActionList legal;
        generate(root, legal);
        actions.assign(legal.begin(), legal.end());
    }
    const auto allow_more = [&] { prover_.allow(limits.nodes ? prover_.nodes() + limits.nodes : 0); };
    allow_more();
    bool wins_unplaced = false;
    const auto unplaced = zone_without_placing(limits.turns, wins_unplaced);
    std::vector<ActionVerdict> found;
    for (const Action action : actions) {
        ActionVerdict& made = found.emplace_back(action);
        if (!is_legal(root_, action) || (stop && stop())) continue;
        if (unplaced && unplaced->bears(action.square(), action.face())) {
            made.verdict = verdict_of(wins_unplaced);
            continue;
        }
        if (const auto alike = action.is_placement() ? known(found, action) : std::nullopt) {
            made.verdict = *alike;
            continue;
        }
        allow_more();
        const bool wins = prover_.wins_by(root_, action, limits.turns);
        if (!prover_.stopped() && (wins || !prover_.doubtful())) made.verdict = verdict_of(wins);
        if (prover_.doubtful()) begin(root, limits, stop);  // what is remembered may rest on the doubt
    }
    return found;
}

// Where a barragoon is to be placed: on what the result depends if it were not, unless the limits are reached.
std::optional<Zone> Solver::zone_without_placing(int turns, bool& wins) {
    if (root_.phase() == Phase::Move) return std::nullopt;
    Position without = root_;
    without.place_nothing();
    const bool ended = root_.turn() == prover_.attacker() && without.turn() != prover_.attacker();
    Zone zone;
    Action unused;
    wins = prover_.wins(without, turns - ended, unused, zone);
    return prover_.stopped() || prover_.doubtful() ? std::nullopt : std::optional(zone);
}

}  // namespace barragoon::BARRAGOON_ISA
