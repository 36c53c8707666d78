// The tree: principal variation search with a transposition table; quiescence.cpp has what happens at its ends.
#include "search.hpp"

#include <algorithm>
#include <cmath>

#include "insertion_sort.hpp"

namespace barragoon::BARRAGOON_ISA {

namespace {

constexpr int kRootWidth = 12;  // times the width elsewhere
constexpr Score kWidestWindow = 1'000;

// A proven result is stored as seen from its own position, not from the root.
Score to_table(Score score, int turns) {
    return is_win(score) ? score + turns : is_loss(score) ? score - turns : score;
}
Score from_table(Score score, int turns) {
    return is_win(score) ? score - turns : is_loss(score) ? score + turns : score;
}

// Move ordering by selection: brings the most promising of several to the front. Most nodes need only the first few.
Candidate pick(Candidate* first, const Candidate* last) {
    Candidate* best = first;
    int promise = first->promise;
    for (Candidate* next = first + 1; next < last; ++next) {
        const bool better = next->promise > promise;  // no branch: it could not be foreseen
        promise = better ? next->promise : promise;
        best = better ? next : best;
    }
    std::swap(*first, *best);
    return *first;
}

}  // namespace

// Late-move reduction: a logarithm in the depth and in the number of the move.
void Searcher::prepare_reductions() {
    if (reductions_are_of_ == constants_) return;
    reductions_are_of_ = constants_;
    for (std::size_t d = 1; d < 64; ++d) {
        for (std::size_t p = 1; p < 64; ++p) {
            const double product = std::log(static_cast<double>(d)) * std::log(static_cast<double>(p));
            reductions_[d][p] = static_cast<std::int8_t>(
                (constants_.reduction_base + 1e4 * product / constants_.reduction_divisor) / 100);
        }
    }
}

int Searcher::late_move_reduction(int depth, int place) const {
    return reductions_[static_cast<std::size_t>(std::clamp(depth, 0, 63))]
                      [static_cast<std::size_t>(std::min(place, 63))];
}

// -- at the root ------------------------------------------------------------------------------------------------

std::vector<Line> Searcher::search(const Position& root, const std::vector<std::uint64_t>& earlier,
                                   const Limits& limits, const std::function<void(const Line&)>& report) {
    position_ = root;
    limits_ = limits;
    careless_ = is_careless_here();
    prepare_reductions();
    guesses_[0] = judge(evaluate(position_));
    keys_ = earlier;
    if (position_.phase() == Phase::Move) keys_.push_back(position_.key());
    nodes_ = 0;
    root_actor_ = position_.actor();
    turns_ahead_ = 0;
    stopped_ = false;
    for (Frame& frame : frames_) frame.killers = {};

    std::vector<Line> lines = root_lines(limits);
    const auto wanted = std::min(lines.size(), static_cast<std::size_t>(std::max(1, limits.multipv)));
    for (int depth = 1; depth <= limits.depth && wanted > 0; ++depth) {
        selective_depth_ = 0;
        depth_ = depth;
        for (std::size_t rank = 0; rank < wanted && !stopped_; ++rank) deepen(lines, rank, depth);
        if (stopped_) break;
        insertion_sort(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(wanted),
                       [](const Line& a, const Line& b) { return a.score > b.score; });
        for (std::size_t rank = 0; rank < wanted; ++rank) {
            lines[rank].rank = static_cast<int>(rank) + 1;
            lines[rank].nodes = nodes();
            if (report) report(lines[rank]);
        }
        const Score best = lines[0].score;
        const bool decided = (is_win(best) || is_loss(best)) && turns_to_end(best) <= depth;
        if (wanted == 1 && (decided || (lines.size() == 1 && depth >= 4))) break;
    }
    lines.resize(wanted);
    // Where not even the first depth was finished, the evaluation is the score.
    for (Line& line : lines)
        if (!line.depth) line.score = appearance();
    for (std::size_t rank = 0; rank < wanted; ++rank) lines[rank].rank = static_cast<int>(rank) + 1;
    if (wanted) lines[0].nodes = nodes();
    return lines;
}

std::vector<Line> Searcher::root_lines(const Limits& limits) const {
    ActionList legal;
    generate(position_, legal);
    std::vector<Action> actions(legal.begin(), legal.end());
    if (!limits.only.empty()) {
        actions.clear();
        std::copy_if(legal.begin(), legal.end(), std::back_inserter(actions), [&](Action action) {
            return std::find(limits.only.begin(), limits.only.end(), action) != limits.only.end();
        });
    } else if (position_.phase() != Phase::Move) {
        static thread_local std::array<Candidate, kMostActions> candidates;
        const int width = std::max(kRootWidth * limits.placement_width, limits.multipv);
        const int count = placement_candidates(position_, width, candidates);
        actions.clear();
        for (int place = 0; place < count; ++place)
            actions.push_back(candidates[static_cast<std::size_t>(place)].action);
    }
    if (limits.overlooked && limits.only.empty() &&
        !std::all_of(actions.begin(), actions.end(), [&](Action action) { return overlooks(action); }))
        std::erase_if(actions, [&](Action action) { return overlooks(action); });
    std::vector<Line> lines;
    for (const Action action : actions) lines.push_back({1, 0, 0, -kInfinite, 0, {action}});
    return lines;
}

// Searches for the best of the actions that are not ranked yet, with an aspiration window around the expected score.
void Searcher::deepen(std::vector<Line>& lines, std::size_t rank, int depth) {
    Score margin = constants_.first_window;
    const Score expected = lines[rank].score;
    Window window{-kInfinite, kInfinite};
    if (depth >= 4 && !is_win(expected) && !is_loss(expected)) window = {expected - margin, expected + margin};
    for (;;) {
        const Score score = search_root(lines, rank, window, depth);
        if (stopped_) return;
        const bool low = score <= window.alpha && window.alpha > -kInfinite;
        const bool high = score >= window.beta && window.beta < kInfinite;
        if (!low && !high) return;
        margin *= 3;
        if (low) window.alpha = margin > kWidestWindow ? -kInfinite : score - margin;
        if (high) window.beta = margin > kWidestWindow ? kInfinite : score + margin;
    }
}

Score Searcher::search_root(std::vector<Line>& lines, std::size_t rank, Window window, int depth) {
    Score best = -kInfinite;
    const bool placing = position_.phase() != Phase::Move;
    for (std::size_t place = rank; place < lines.size(); ++place) {
        const Action action = lines[place].actions[0];
        const int left = placing ? depth : depth - 1;
        const int number = static_cast<int>(place - rank);
        const int reduction = number < 3 || depth < 3
                                  ? 0
                                  : std::min(left, late_move_reduction(depth, number) - 1 + (placing && number > 12));
        const Window here{std::max(window.alpha, best), window.beta};
        const Score score =
            number == 0 ? child(action, here, left, 0) : scout(action, here, left, std::max(0, reduction), 0);
        if (stopped_) return 0;
        best = std::max(best, score);
        // Below the window nothing is known but that it is no better than the first, which stays so if time runs out.
        if (number == 0 || score > here.alpha) {
            const Score shown = placing ? after_placements(score) : score;
            Line line{1, depth, selective_depth_, shown, nodes(), {action}};
            const Frame& next = frame(1);
            line.actions.insert(line.actions.end(), next.line.begin(), next.line.begin() + next.line_length);
            lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(place));
            lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(rank), std::move(line));
            if (score >= window.beta) break;
        }
    }
    return best;
}

// -- within the tree --------------------------------------------------------------------------------------------

bool Searcher::out_of_budget() {
    if (stopped_) return true;
    if (limits_.nodes && nodes() >= limits_.nodes && depth_ > limits_.surest_depth) return stopped_ = true;
    if ((nodes() & 255) == 0 && limits_.stop && limits_.stop()) return stopped_ = true;
    return false;
}

bool Searcher::repeats() const {
    // The last key is this position's; the same player was to move every second turn before.
    for (std::size_t back = 3; back <= keys_.size(); back += 2) {
        if (keys_[keys_.size() - back] == keys_.back()) return true;
    }
    return false;
}

Score Searcher::child(Action action, Window window, int depth, int ply) {
    const Colour actor = position_.actor();
    Position::Undo undo;
    position_.make(action, undo);
    table_.prefetch(position_.key());
    spend(1);
    const bool turn_over = position_.phase() == Phase::Move;
    if (turn_over) {
        keys_.push_back(position_.key());
        ++turns_ahead_;
    }
    const Score score = position_.actor() == actor ? node(window, depth, ply + 1)
                                                   : -node({-window.beta, -window.alpha}, depth, ply + 1);
    if (turn_over) {
        keys_.pop_back();
        --turns_ahead_;
    }
    position_.unmake(action, undo);
    return score;
}

// Shows first, with a null window and less depth, that an action is no better; searches it again if it is.
Score Searcher::scout(Action action, Window window, int depth, int reduction, int ply) {
    const Window narrow{window.alpha, window.alpha + 1};
    Score score = child(action, narrow, depth - reduction, ply);
    if (score > window.alpha && reduction && !stopped_) score = child(action, narrow, depth, ply);
    if (score > window.alpha && score < window.beta && !stopped_) score = child(action, window, depth, ply);
    return score;
}

Score Searcher::node(Window window, int depth, int ply, bool may_null_move) {
    frame(ply).line_length = 0;
    selective_depth_ = std::max(selective_depth_, turns_ahead_);
    if (out_of_budget()) return 0;
    if (ply >= kMostPlies - 4) return appearance();
    return position_.phase() == Phase::Move ? move_node(window, depth, ply, may_null_move)
                                            : place_node(window, depth, ply);
}

Score Searcher::appearance() const {
    const Score score = judge(evaluate(position_));
    return position_.actor() == position_.turn() ? score : -score;
}

std::optional<Score> Searcher::table_cutoff(const Known& known, Window window, int depth) const {
    if (window.wide() || known.bound == Bound::None || known.depth < depth) return std::nullopt;
    const Score score = from_table(known.score, turns_ahead_);
    const bool settles =
        known.bound == Bound::Exact || (known.bound == Bound::Lower ? score >= window.beta : score <= window.alpha);
    return settles ? std::optional(score) : std::nullopt;
}

void Searcher::keep(const Best& best, Window entered, const Known& known, int depth) {
    const Bound bound = best.score >= entered.beta   ? Bound::Lower
                        : best.score > entered.alpha ? Bound::Exact
                                                     : Bound::Upper;
    table_.store(position_.key(), {best.action ? best.action : known.action,
                                   static_cast<std::int16_t>(to_table(best.score, turns_ahead_)),
                                   static_cast<std::int8_t>(depth), bound});
}

// Takes note of a score; true for a beta cutoff, which the history heuristic and the killers remember.
bool Searcher::improve(Best& best, Action action, Score score, Window& window, int depth, int ply) {
    if (score <= best.score) return false;
    best.score = score;
    if (score > window.alpha) {
        best.action = action;
        window.alpha = score;
        extend_line(action, ply);
    }
    if (score < window.beta) return false;
    if (!action.is_placement()) history_.reward(position_, action, depth);
    auto& killers = frame(ply).killers;
    if (killers[0] != action) killers = {action, killers[0]};
    return true;
}

void Searcher::extend_line(Action action, int ply) {
    Frame& here = frame(ply);
    const Frame& next = frame(ply + 1);
    here.line[0] = action;
    std::copy_n(next.line.begin(), next.line_length, here.line.begin() + 1);
    here.line_length = next.line_length + 1;
}

// Null move: to pass is hardly ever better than to move while several tiles can, so if passing holds, so does a move.
std::optional<Score> Searcher::null_move_refutes(const Evaluation& seen, Window window, int depth, int ply) {
    const Colour turn = position_.turn();
    if (seen.movable[static_cast<std::size_t>(index(turn))] < 4 + position_.stage(turn)) return std::nullopt;
    const int reduction = (constants_.null_move_base + constants_.null_move_slope * depth) / 100;
    position_.pass();
    keys_.push_back(position_.key());
    ++turns_ahead_;
    const Score score = -node({-window.beta, -window.beta + 1}, depth - reduction, ply + 1, false);
    --turns_ahead_;
    keys_.pop_back();
    position_.pass();
    if (stopped_ || score < window.beta) return std::nullopt;
    return is_win(score) ? window.beta : score;
}

// Whether the player's position looks better than at their turn before.
bool Searcher::is_improving(Score guess) const {
    return turns_ahead_ < 2 || guess > guesses_[static_cast<std::size_t>(turns_ahead_ - 2)];
}

int Searcher::order_moves(const Targets& targets, Action first, int ply) {
    Frame& here = frame(ply);
    int count = 0;
    for (const auto& [start, squares] : targets) {
        for (Bitboard left = squares; left; left &= left - 1) {
            const Action action = Action::move(start, std::countr_zero(left));
            int promise = history_.of_move(position_, action);
            if (action == first) promise = 1 << 28;
            else if (const Cell taken = position_[action.target()]; is_tile(taken))
                promise += (1 << 20) + constants_.victim_order * (5 - tile_value(taken)) * 2 * History::kMost;
            else if (action == here.killers[0]) promise += 1 << 19;
            else if (action == here.killers[1]) promise += 1 << 18;
            here.candidates[static_cast<std::size_t>(count++)] = {action, promise};
        }
    }
    return count;
}

// Leaves only captures of the moves from a place on; returns how many moves there are now.
int Searcher::leave_captures(int place, int count, int ply) {
    const auto begin = frame(ply).candidates.begin();
    const auto left = std::remove_if(begin + place, begin + count,
                                     [&](const Candidate& c) { return position_[c.action.target()] == kEmpty; });
    return static_cast<int>(left - begin);
}

Score Searcher::move_node(Window window, int depth, int ply, bool may_null_move) {
    if (repeats()) return draw();
    window = {std::max(window.alpha, -kWin + turns_ahead_), std::min(window.beta, kWin - turns_ahead_ - 1)};
    if (window.alpha >= window.beta) return window.alpha;
    if (depth <= 0) return quiescence(window, ply);

    // First, because the table's entry is being loaded from memory meanwhile, and most often settles nothing.
    const Evaluation seen = evaluate(position_);
    if (seen.movable[static_cast<std::size_t>(index(position_.turn()))] <= position_.stage(position_.turn()))
        return -kWin + turns_ahead_;
    if (!seen.captures && is_dead(seen)) return draw();
    const Score guess = judge(seen);
    guesses_[static_cast<std::size_t>(turns_ahead_)] = guess;
    const bool improving = is_improving(guess);
    const bool undecided = !window.wide() && !is_win(window.beta) && !is_loss(window.beta);
    if (undecided && depth <= constants_.reverse_futility_depth) {
        const int turns = 100 * depth - improving * constants_.reverse_futility_improving;
        if (guess - constants_.reverse_futility * turns / 100 >= window.beta) return guess;
    }
    const Known known = table_.probe(position_.key());
    if (const auto answer = table_cutoff(known, window, depth)) return *answer;
    if (undecided && may_null_move && depth >= 3 && guess >= window.beta) {
        if (const auto score = null_move_refutes(seen, window, depth, ply)) return *score;
        if (stopped_) return 0;
    }

    int count = order_moves(seen.targets, known.action, ply);
    if (known.bound == Bound::None && depth >= 4) --depth;  // without a first guess the next iteration does it better

    const Window entered = window;
    // Further moves must take something.
    const int enough = entered.wide() || depth > 3
                           ? count
                           : (constants_.late_moves_base + constants_.late_moves_slope * depth) *
                                 (improving ? 100 : constants_.late_moves_worsening) / 100;
    const Score hoped = guess + constants_.futility_base + constants_.futility_slope * depth;
    const bool futile = undecided && depth <= constants_.futility_depth && hoped <= window.alpha;
    auto& candidates = frame(ply).candidates;
    Best best;
    for (int place = 0; place < count; ++place) {
        if ((place >= enough || (futile && place > 0)) && !is_loss(best.score)) {
            if (futile) best.score = std::max(best.score, hoped);
            count = leave_captures(place, count, ply);
            if (place == count) break;
        }
        const auto [action, promise] = pick(candidates.data() + place, candidates.data() + count);
        const Cell taken = position_[action.target()];
        int reduction = 0;
        if (depth >= 2 && place >= 2 && !is_tile(taken)) {
            reduction = late_move_reduction(depth, place) - entered.wide() - promise / constants_.reduction_history +
                        (improving ? 0 : constants_.reduction_worsening) -
                        (taken == kEmpty ? 0 : constants_.reduction_capture);
            reduction = std::clamp(reduction, 0, depth - 1);
        }
        const Score score =
            place == 0 ? child(action, window, depth - 1, ply) : scout(action, window, depth - 1, reduction, ply);
        if (stopped_) return 0;
        if (improve(best, action, score, window, depth, ply)) {
            for (int earlier = 0; earlier < place; ++earlier)
                history_.punish(position_, candidates[static_cast<std::size_t>(earlier)].action, depth);
            break;
        }
    }
    if (is_win(best.score) || is_loss(best.score)) judge_life(best, seen, ply);
    keep(best, entered, known, depth);
    return best.score;
}

int Searcher::order_placements(Action first, Window window, int depth, int ply) {
    Frame& here = frame(ply);
    // A win is known: any placement may decide whether there is a shorter one or an escape.
    const bool decided = is_win(window.alpha) || is_loss(window.beta);
    const int width = decided ? kRootWidth * limits_.placement_width : std::min(2 * depth - 1, limits_.placement_width);
    int count = placement_candidates(position_, width, here.candidates);
    for (const Action action : {here.killers[0], first}) {  // what did well before is tried first
        if (!action || !action.is_placement() || position_[action.square()] != kEmpty) continue;
        const auto begin = here.candidates.begin();
        const auto found = std::find_if(begin, begin + count, [&](const Candidate& c) { return c.action == action; });
        if (found == begin + count) ++count;
        std::move_backward(begin, found, found + 1);
        *begin = {action, 0};
    }
    return count;
}

// A loss is proven only if no placement could have saved the game: where the next player can't move as it is.
Score Searcher::after_placements(Score score) const {
    if (!is_loss(score)) return score;
    const Colour next = other(position_.turn());
    return has_lost(position_, next) ? score : believed(score);
}

int Searcher::reduction_of_placement(int place, int depth) const {
    if (depth <= 1) return 0;
    const int reduction = (place >= constants_.placements_reduced) + (place >= constants_.placements_reduced_twice);
    return std::min(depth, reduction);
}

Score Searcher::place_node(Window window, int depth, int ply) {
    if (depth <= 0) return place_quiescence(window, ply);
    if (!window.wide() && !is_win(window.beta) && !is_loss(window.beta)) {
        if (holds_with_nothing_placed(window.beta, ply)) return window.beta;
        if (stopped_) return 0;
    }
    const Known known = table_.probe(position_.key());
    if (const auto answer = table_cutoff(known, window, depth)) return *answer;
    const Window entered = window;
    const bool remembered = known.action && known.action.is_placement() && position_[known.action.square()] == kEmpty;
    int count = remembered ? 1 : order_placements(known.action, window, depth, ply);
    if (remembered) frame(ply).candidates[0] = {known.action, 0};
    Best best;
    for (int place = 0; place < count; ++place) {
        const Action action = frame(ply).candidates[static_cast<std::size_t>(place)].action;
        const int reduction = reduction_of_placement(place, depth);
        const Score score =
            place == 0 ? child(action, window, depth, ply) : scout(action, window, depth, reduction, ply);
        if (stopped_) return 0;
        if (improve(best, action, score, window, depth, ply)) break;
        // The rest is listed only when what is remembered does not settle it.
        if (place == 0 && remembered) count = order_placements(known.action, window, depth, ply);
    }
    best.score = after_placements(best.score);
    keep(best, entered, known, depth);
    return best.score;
}

// -- of weak players --------------------------------------------------------------------------------------------

// A weak player misjudges a position, always the same way, but never by as much as a tile.
Score Searcher::judge(const Evaluation& seen) const {
    if (limits_.noise == 0) return seen.score;
    const Score error = dice(position_.key()) % (2 * limits_.noise + 1) - limits_.noise;
    return std::clamp(seen.score + error, -kMostEvaluated, kMostEvaluated);
}

// A beginner does not see every tile that could be taken.
bool Searcher::overlooks(Action action) const {
    return position_.phase() == Phase::Move && is_tile(position_[action.target()]) &&
           dice(position_.key() + action.bits()) % 100 < limits_.overlooked;
}

// Now and then a beginner does not look at all at what could be taken after an action.
bool Searcher::is_careless_here() const { return dice(~position_.key()) % 100 < limits_.careless; }

// Chance that is the same for the same seed and subject; 24 bits.
int Searcher::dice(std::uint64_t about) const { return static_cast<int>(mixed(about ^ mixed(limits_.seed)) >> 40); }

}  // namespace barragoon::BARRAGOON_ISA
