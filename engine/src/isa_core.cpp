// The core, compiled once for each instruction set.
#include <chrono>
#include <utility>

#include "action_text.hpp"
#include "continuation.hpp"
#include "core.hpp"
#include "draw_policy.hpp"
#include "lazy_smp.hpp"
#include "level.hpp"
#include "paths.hpp"
#include "position_key.hpp"
#include "proof/judge.hpp"
#include "proof/root_proof.hpp"

namespace barragoon::BARRAGOON_ISA {

namespace {

#define BARRAGOON_NAME_OF(isa) #isa
#define BARRAGOON_NAME(isa) BARRAGOON_NAME_OF(isa)

class Stopwatch {
public:
    double seconds() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point began_ = Clock::now();
};

class IsaCore final : public Core {
public:
    IsaCore() {
        std::string problem;
        position_ = *Position::from_fen("1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/1VD1DV1", problem);
    }

    std::string_view instruction_set() const override { return BARRAGOON_NAME(BARRAGOON_ISA); }

    std::string set_position(std::string_view fen, const std::vector<Action>& actions) override {
        std::string problem;
        const auto position = Position::from_fen(fen, problem);
        return position ? play_on(*position, {}, actions) : problem;
    }
    std::string advance(const std::vector<Action>& actions) override { return play_on(position_, earlier_, actions); }

    std::string fen() const override { return position_.to_fen(); }
    std::uint64_t key() const override { return position_key(position_); }

    std::vector<Action> legal_actions() const override {
        ActionList actions;
        generate(position_, actions);
        return {actions.begin(), actions.end()};
    }

    std::vector<Action> moves_of(Colour colour) const override {
        std::vector<Action> moves;
        for_each_tile(position_, colour, [&](Square start, Bitboard targets) {
            for (; targets; targets &= targets - 1) moves.push_back(Action::move(start, std::countr_zero(targets)));
        });
        return moves;
    }

    std::vector<std::vector<Square>> paths(Action action) const override {
        return BARRAGOON_ISA::paths(position_, action);
    }

    std::optional<std::uint64_t> perft(int depth) override {
        const std::uint64_t leaves = BARRAGOON_ISA::perft(position_, depth, stop_);
        return stop_.exchange(false) ? std::nullopt : std::optional(leaves);
    }

    EvaluationTerms evaluate() const override {
        const Explanation seen = explain_evaluation(position_);
        const auto side = [](const Side& s) {
            return EvaluationTerms::Side{s.material, s.mobility, s.squares, s.threats, s.freedom, s.movable};
        };
        EvaluationTerms terms{side(seen.sides[0]), side(seen.sides[1]), {}, seen.tempo, seen.score};
        for (const TileTerms& tile : seen.tiles)
            terms.tiles.push_back(
                {tile.square, tile.material, tile.mobility, tile.squares, tile.threat, std::popcount(tile.targets)});
        return terms;
    }
    std::vector<double> evaluation_features() const override { return BARRAGOON_ISA::evaluation_features(position_); }

    void set_hash(std::size_t megabytes) override {
        if (mind_) mind_->table.resize(megabytes);
        else mind_ = std::make_unique<Mind>(megabytes, threads_);
        megabytes_ = megabytes;
    }
    void set_threads(int threads) override {
        threads_ = threads;
        if (mind_) mind_->helpers.resize(threads - 1);
    }
    void set_contempt(int contempt) override {
        if (contempt == contempt_) return;
        contempt_ = contempt;
        new_game();  // the table holds draws at their old worth
    }
    void set_level(int number, std::uint64_t seed, int ladder) override {
        const Level* level = number ? &levels_of(ladder)[static_cast<std::size_t>(number - 1)] : nullptr;
        if (level == level_ && seed == seed_) return;
        level_ = level;
        seed_ = seed;
        new_game();  // what another player thought of a position is no use to this one
    }
    const SearchConstants& search_constants() const override { return constants_; }
    std::string set_search_constant(std::string_view name, int value) override {
        for (const NamedConstant& constant : kNamedConstants) {
            if (constant.name != name) continue;
            if (value < constant.least || value > constant.most)
                return std::string(name) + " is from " + std::to_string(constant.least) + " to " +
                       std::to_string(constant.most);
            constants_.*constant.value = value;
            new_game();  // the table holds what other numbers found
            return {};
        }
        return "the search has no constant '" + std::string(name) + "'";
    }
    void new_game() override {
        if (solver_) solver_->forget();
        if (!mind_) return;
        mind_->forget();
        if (!is_weak()) solver().prepare();  // now rather than on the clock of the next search
    }

    std::vector<SearchLine> search(const SearchLimits& limits,
                                   const std::function<void(const SearchLine&)>& report) override {
        const Stopwatch stopwatch;
        // What a draw is worth depends on who asks; the table knows it for one of them.
        if (contempt_ && asker_ && *asker_ != position_.actor()) new_game();
        asker_ = position_.actor();
        Mind& mind = this->mind();
        mind.table.next_age();
        Limits inner;
        if (limits.depth > 0) inner.depth = std::min(limits.depth, kMostDepth);
        inner.nodes = limits.nodes;
        inner.multipv = limits.multipv;
        inner.only = limits.only;
        inner.contempt = contempt_;
        inner.constants = is_weak() ? SearchConstants{} : constants_;
        if (level_) limit_nodes(inner);
        if (is_weak()) weaken(inner);
        std::optional<Line> proven;
        std::optional<HelperThreads::Helping> helping;
        inner.stop = [&] {
            const bool spent = helping && inner.nodes && mind.searcher.nodes() + mind.helpers.nodes() >= inner.nodes;
            return spent || proven || stop_.load(std::memory_order_relaxed) ||
                   (limits.should_stop && limits.should_stop()) ||
                   (limits.seconds > 0 && stopwatch.seconds() >= limits.seconds);
        };
        const auto outward = [&](const Line& line) {
            SearchLine shown{line.rank,  line.depth,          line.selective_depth,  line.score,
                             line.nodes, stopwatch.seconds(), mind.table.hashfull(), line.actions};
            if (helping) shown.nodes += mind.helpers.nodes();
            continue_line(position_, mind.table, shown.actions);
            return shown;
        };
        RootProof proof(solver(), position_, inner);
        std::vector<Line> lines;
        // Who wants several lines wants to see them side by side; but a level that sees a win in one takes it.
        const bool sees_wins = level_ ? level_->sees_wins : limits.multipv == 1;
        if (sees_wins) proven = proof.win_at_once();
        if (!proven) {
            // A level is the same everywhere, however many threads there are, and is meant to miss what is hard to
            // find.
            if (!is_weak()) helping.emplace(mind.helpers, position_, earlier_, inner);
            const bool proves = limits.multipv == 1 && !is_weak();
            lines = mind.searcher.search(position_, earlier_, inner, [&](const Line& line) {
                if (report) report(outward(line));
                if (!proves) return;
                const std::uint64_t before = proof.spent();
                proven = proof.after_depth(line);
                mind.searcher.spend(proof.spent() - before);
            });
            if (proves && !proven && !lines.empty()) proven = proof.at_the_end(lines[0]);
        }
        if (proven) {
            lines = {*proven};
            if (report) report(outward(lines[0]));
        }
        stop_ = false;
        std::vector<SearchLine> found;
        for (const Line& line : lines) found.push_back(outward(line));
        return found;
    }

    Solution solve(const SolveLimits& limits) override {
        const Stopwatch stopwatch;
        Solution solution = solver().solve(position_, limits, stop_of(limits, stopwatch));
        stop_ = false;
        solution.seconds = stopwatch.seconds();
        return solution;
    }

    std::vector<ActionVerdict> solve_each(const SolveLimits& limits) override {
        const Stopwatch stopwatch;
        auto verdicts = solver().solve_each(position_, limits, stop_of(limits, stopwatch));
        stop_ = false;
        return verdicts;
    }

    std::string judge(const Goal& goal, const std::vector<Action>& answer, const JudgeLimits& limits,
                      Judgement& judgement) override {
        if (std::string problem = problem_with(position_, goal, answer); !problem.empty()) return problem;
        const Stopwatch stopwatch;
        judgement = Judge(solver().prover(), limits).judge(position_, goal, answer, stop_of(limits, stopwatch));
        stop_ = false;
        judgement.seconds = stopwatch.seconds();
        return {};
    }

    bool accepts_draw(Colour player, bool on_repetition, const std::vector<Action>& only,
                      const std::function<bool()>& should_stop) override {
        const Level* level = std::exchange(level_, nullptr);
        new_game();  // so that the game alone decides
        SearchLimits limits;
        limits.nodes = kDrawNodes;
        limits.only = only;
        limits.should_stop = should_stop;
        const std::vector<SearchLine> lines = search(limits, {});
        level_ = level;
        new_game();  // a level must not use what full strength has learnt
        if (lines.empty()) return false;
        const int score = player == position_.actor() ? lines[0].score : -lines[0].score;
        return welcomes_draw(score, on_repetition, complete_turns());
    }

    void stop() override { stop_ = true; }

private:
    std::string play_on(Position position, std::vector<std::uint64_t> earlier, const std::vector<Action>& actions) {
        for (const Action action : actions) {
            if (!is_legal(position, action)) return "the action " + to_text(action) + " is not legal";
            if (position.phase() == Phase::Move) earlier.push_back(position.key());
            Position::Undo undo;
            position.make(action, undo);
        }
        position_ = position;
        earlier_ = std::move(earlier);
        stop_ = false;
        return {};
    }

    // What searches share and learn. It is large, so those who only ask about the rules do without.
    struct Mind {
        Mind(std::size_t megabytes, int threads) : table(megabytes) { helpers.resize(threads - 1); }

        void forget() {
            table.clear();
            searcher.forget();
            helpers.forget();
        }

        TranspositionTable table;
        Searcher searcher{table};
        HelperThreads helpers{table};
    };

    Mind& mind() {
        if (!mind_) {
            mind_ = std::make_unique<Mind>(megabytes_, threads_);
            if (!is_weak()) solver().prepare();
        }
        return *mind_;
    }

    // A turn begins with a move, so the one that waits for a placement is the last of those that were begun.
    std::size_t complete_turns() const {
        const bool waits = position_.phase() != Phase::Move && !earlier_.empty();
        return earlier_.size() - (waits ? 1 : 0);
    }

    // What a proof asks now and then: whether it was stopped or its time is over.
    template <class AnyLimits>
    std::function<bool()> stop_of(const AnyLimits& limits, const Stopwatch& stopwatch) const {
        return [&] {
            if (stop_.load(std::memory_order_relaxed) || (limits.should_stop && limits.should_stop())) return true;
            if constexpr (requires { limits.seconds; })
                return limits.seconds > 0 && stopwatch.seconds() >= limits.seconds;
            else return false;
        };
    }

    Solver& solver() {
        if (!solver_) solver_ = std::make_unique<Solver>();
        return *solver_;
    }

    bool is_weak() const { return level_ && !level_->full_strength; }

    void limit_nodes(Limits& limits) const {
        limits.nodes = limits.nodes ? std::min(limits.nodes, level_->nodes) : level_->nodes;
    }

    void weaken(Limits& limits) const {
        limits.noise = level_->noise;
        limits.overlooked = level_->overlooked;
        limits.careless = level_->careless;
        limits.seed = seed_;
        limits.surest_depth = 1;
    }

    Position position_;
    std::vector<std::uint64_t> earlier_;
    std::size_t megabytes_ = 16;
    int threads_ = 1;
    std::unique_ptr<Mind> mind_;
    int contempt_ = 0;
    SearchConstants constants_ = kTuned;
    std::optional<Colour> asker_;   // whose draws the table knows the worth of
    const Level* level_ = nullptr;  // full strength, without a limit of its own, if there is none
    std::uint64_t seed_ = 0;
    std::unique_ptr<Solver> solver_;  // made when first needed: its memory is large
    std::atomic<bool> stop_ = false;  // a stop that comes just before the search is heard too
};

}  // namespace

std::unique_ptr<Core> make_isa_core() { return std::make_unique<IsaCore>(); }

}  // namespace barragoon::BARRAGOON_ISA
