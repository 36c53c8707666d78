// Quiescence, where the depth is used up: nothing is placed any more, and only captures of tiles are followed.
#include <algorithm>

#include "insertion_sort.hpp"
#include "search.hpp"

namespace barragoon::BARRAGOON_ISA {

namespace {

constexpr int kQuiescenceDepth = 6;
constexpr int kFewTiles = 6;  // with more a dead position is unheard of

}  // namespace

// Nothing is placed any more, unless that might end the game.
Score Searcher::place_quiescence(Window window, int ply) {
    const Phase owed = position_.skip_placements();
    const Colour next = position_.turn();
    const Evaluation seen = evaluate(position_);
    const int movable = seen.movable[static_cast<std::size_t>(index(next))] - position_.stage(next);
    if (movable > 1 || movable <= 0 || owed == Phase::PlaceLoser || ply >= kMostPlies - 8) {
        const Score score = quiescence_with_nothing_placed(seen, window, owed, ply);
        position_.owe_placements(owed);
        return score;
    }
    position_.owe_placements(owed);
    const int count = placement_candidates(position_, owed == Phase::PlaceOwn ? 4 : 1, frame(ply).candidates);
    Score best = -kInfinite;
    for (int place = 0; place < count && best < window.beta && !stopped_; ++place) {
        const Action action = frame(ply).candidates[static_cast<std::size_t>(place)].action;
        best = std::max(best, child(action, {std::max(best, window.alpha), window.beta}, 0, ply));
    }
    return after_placements(best);
}

// The right to place is worth the same everywhere.
Score Searcher::quiescence_with_nothing_placed(const Evaluation& seen, Window window, Phase owed, int ply) {
    const Score worth = owed == Phase::PlaceBoth ? 0 : constants_.placing;
    const bool own = owed != Phase::PlaceOwn;  // the actor has the next turn too
    const Window rest{window.alpha - worth, window.beta - worth};
    ++turns_ahead_;
    const Score score = own ? quiescence(seen, rest, ply + 1, kQuiescenceDepth - 1)
                            : -quiescence(seen, {-rest.beta, -rest.alpha}, ply + 1, kQuiescenceDepth - 1);
    --turns_ahead_;
    return is_win(score) || is_loss(score) ? score : worth + score;
}

// The null move of placements: to place is hardly ever worse than not to, so if the position holds with nothing placed,
// no placement need be tried.
bool Searcher::holds_with_nothing_placed(Score bound, int ply) {
    if (position_.phase() == Phase::PlaceBoth) return false;
    const Phase owed = position_.skip_placements();
    const Score score = quiescence_with_nothing_placed(
        evaluate(position_), {bound + constants_.placing - 1, bound + constants_.placing}, owed, ply);
    position_.owe_placements(owed);
    return !stopped_ && score - constants_.placing >= bound;
}

Score Searcher::quiescence(Window window, int ply) {
    if (out_of_budget()) return 0;
    return quiescence(evaluate(position_), window, ply, kQuiescenceDepth);
}

// Only captures of tiles, until nothing hangs. All placements are left out; none is where `left` is the whole depth.
Score Searcher::quiescence(const Evaluation& seen, Window window, int ply, int left) {
    selective_depth_ = std::max(selective_depth_, turns_ahead_);
    const Colour turn = position_.turn();
    if (seen.movable[static_cast<std::size_t>(index(turn))] <= position_.stage(turn)) {
        // Whatever had been placed just now would not have helped; but before that it might have.
        const Score lost = -kWin + turns_ahead_;
        return left < kQuiescenceDepth - 1 ? believed(lost) : lost;
    }
    if (!seen.captures && is_dead(seen)) return draw();
    Score best = judge(seen);
    if (best >= window.beta || left == 0 || !seen.takeable || careless_ || ply >= kMostPlies - 4) return best;
    window.alpha = std::max(window.alpha, best);
    std::array<Action, 64> captures;
    std::size_t count = 0;
    for (const auto& [start, targets] : seen.targets) {
        for (Bitboard taken = targets & seen.takeable; taken && count < captures.size(); taken &= taken - 1) {
            captures[count++] = Action::move(start, std::countr_zero(taken));
        }
    }
    if (constants_.victim_order) {
        const auto value = [&](Action action) { return tile_value(position_[action.target()]); };
        insertion_sort(captures.begin(), captures.begin() + static_cast<std::ptrdiff_t>(count),
                       [&](Action a, Action b) { return value(a) < value(b); });
    }
    for (std::size_t place = 0; place < count; ++place) {
        Position::Undo undo;
        position_.make(captures[place], undo);
        const Phase owed = position_.skip_placements();
        spend(1);
        ++turns_ahead_;
        const Score score =
            out_of_budget() ? 0 : -quiescence(evaluate(position_), {-window.beta, -window.alpha}, ply + 1, left - 1);
        --turns_ahead_;
        position_.owe_placements(owed);
        position_.unmake(captures[place], undo);
        if (stopped_) return 0;
        best = std::max(best, score);
        window.alpha = std::max(window.alpha, score);
        if (window.alpha >= window.beta) break;
    }
    return best;
}

// A win or a loss counts only where the position is alive: a dead one is drawn before anybody is stuck.
void Searcher::judge_life(Best& best, const Evaluation& seen, int ply) {
    const Life life = life_of(seen);
    if (life == Life::Alive) return;
    if (life == Life::Unknown) {
        best.score = is_win(best.score) ? -believed(-best.score) : believed(best.score);
        return;
    }
    best = {draw(), {}};
    frame(ply).line_length = 0;
}

// Of a position in which the player to move has not lost.
Life Searcher::life_of(const Evaluation& seen) const {
    for (const auto& [start, targets] : seen.targets)
        if (targets & position_.occupied()) return Life::Alive;
    const Colour waiting = other(position_.turn());
    if (seen.movable[static_cast<std::size_t>(index(waiting))] <= position_.stage(waiting)) return Life::Alive;
    return search_capture(position_, kFewArrangements).life;
}

// Only few tiles are ever shut off from all captures.
bool Searcher::is_dead(const Evaluation& seen) const {
    for (const Colour colour : {Colour::White, Colour::Brown}) {
        if (seen.movable[static_cast<std::size_t>(index(colour))] <= position_.stage(colour)) return false;
    }
    return std::popcount(position_.occupied() & ~position_.faces()) <= kFewTiles && is_surely_dead(position_);
}

}  // namespace barragoon::BARRAGOON_ISA
