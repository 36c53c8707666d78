// The search: iterative deepening alpha-beta over atomic actions.
//
// A move and each placement are nodes of their own; the sign of a score changes only where the actor does. Depth
// counts moves: a placement costs none, but the less promising ones are searched less deep.
#pragma once

#include <atomic>
#include <functional>
#include <vector>

#include "candidates.hpp"
#include "dead_quick.hpp"
#include "dead_search.hpp"
#include "evaluate.hpp"
#include "history_heuristic.hpp"
#include "search_constants.hpp"
#include "transposition_table.hpp"

namespace barragoon::BARRAGOON_ISA {

inline constexpr int kMostPlies = 200;
inline constexpr int kMostDepth = 100;

struct Limits {
    int depth = kMostDepth;
    std::uint64_t nodes = 0;     // 0: as many as it takes
    int multipv = 1;             // how many of the best lines are wanted
    std::vector<Action> only{};  // look at these alone, if any are given
    int placement_width = 4;     // how many placements are looked at, more at the root
    Score contempt = 0;          // how much worse than level a draw is for the actor at the root
    Score noise = 0;             // how far judgements err at most
    int overlooked = 0;          // per cent of the actor's captures of tiles that are not seen
    int careless = 0;            // per cent of the actions chosen without a look at what could be taken after them
    std::uint64_t seed = 0;      // the same seed errs the same way in the same position
    int surest_depth = 0;        // finished even if it takes more nodes
    SearchConstants constants{};
    std::function<bool()> stop{};  // asked every few hundred nodes
};

struct Line {
    int rank = 1;
    int depth = 0;
    int selective_depth = 0;
    Score score = 0;  // for the actor at the root
    std::uint64_t nodes = 0;
    std::vector<Action> actions;
};

class Searcher {
public:
    explicit Searcher(TranspositionTable& table) : table_(table) {}

    // The best lines, best first; none if the game is over. `earlier` are the keys of the positions of the game so
    // far in which a turn began.
    std::vector<Line> search(const Position& root, const std::vector<std::uint64_t>& earlier, const Limits& limits,
                             const std::function<void(const Line&)>& report = {});

    // What earlier searches learnt about moves plays no part any more.
    void forget() { history_ = {}; }

    // May be asked by any thread.
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    // Others worked on the same question: what they spent counts too.
    void spend(std::uint64_t nodes) { nodes_.store(this->nodes() + nodes, std::memory_order_relaxed); }

private:
    struct Frame {
        std::array<Action, 2> killers{};
        int line_length = 0;
        std::array<Candidate, kMostActions> candidates;
        std::array<Action, kMostPlies> line;
    };
    struct Window {
        Score alpha, beta;
        bool wide() const { return beta - alpha > 1; }
    };
    // What a node has found so far.
    struct Best {
        Score score = -kInfinite;
        Action action{};
    };

    std::vector<Line> root_lines(const Limits& limits) const;
    void deepen(std::vector<Line>& lines, std::size_t rank, int depth);
    Score search_root(std::vector<Line>& lines, std::size_t rank, Window window, int depth);

    Score node(Window window, int depth, int ply, bool may_null_move = true);
    Score move_node(Window window, int depth, int ply, bool may_null_move);
    Score place_node(Window window, int depth, int ply);
    Score place_quiescence(Window window, int ply);
    bool holds_with_nothing_placed(Score bound, int ply);
    Score after_placements(Score score) const;
    Score quiescence_with_nothing_placed(const Evaluation& seen, Window window, Phase owed, int ply);
    Score quiescence(Window window, int ply);
    Score quiescence(const Evaluation& seen, Window window, int ply, int left);
    Score child(Action action, Window window, int depth, int ply);
    Score scout(Action action, Window window, int depth, int reduction, int ply);
    std::optional<Score> null_move_refutes(const Evaluation& seen, Window window, int depth, int ply);
    Score judge(const Evaluation& seen) const;
    // What the position looks like to the actor.
    Score appearance() const;
    bool overlooks(Action action) const;
    bool is_careless_here() const;
    int dice(std::uint64_t about) const;
    bool is_dead(const Evaluation& seen) const;
    Life life_of(const Evaluation& seen) const;
    void judge_life(Best& best, const Evaluation& seen, int ply);
    Score draw() const { return position_.turn() == root_actor_ ? -limits_.contempt : limits_.contempt; }

    std::optional<Score> table_cutoff(const Known& known, Window window, int depth) const;
    void keep(const Best& best, Window entered, const Known& known, int depth);
    bool improve(Best& best, Action action, Score score, Window& window, int depth, int ply);
    int late_move_reduction(int depth, int place) const;
    int reduction_of_placement(int place, int depth) const;
    void prepare_reductions();
    bool is_improving(Score guess) const;
    int order_moves(const Targets& targets, Action first, int ply);
    int leave_captures(int place, int count, int ply);
    int order_placements(Action first, Window window, int depth, int ply);
    void extend_line(Action action, int ply);
    bool repeats() const;
    bool out_of_budget();

    Frame& frame(int ply) { return frames_[static_cast<std::size_t>(ply)]; }

    TranspositionTable& table_;
    Position position_;
    Limits limits_;
    const SearchConstants& constants_ = limits_.constants;
    // By depth and number of the move.
    std::array<std::array<std::int8_t, 64>, 64> reductions_{};
    SearchConstants reductions_are_of_{.reduction_divisor = 0};
    std::array<Score, kMostPlies + 8> guesses_{};  // of the turns that led here
    bool careless_ = false;                        // a weak player that does not look ahead this time
    History history_;
    std::vector<std::uint64_t> keys_;
    std::vector<Frame> frames_ = std::vector<Frame>(kMostPlies + 8);
    std::atomic<std::uint64_t> nodes_ = 0;  // written by this searcher's thread alone
    Colour root_actor_ = Colour::White;
    int depth_ = 0;  // of the iteration under way
    int turns_ahead_ = 0;
    int selective_depth_ = 0;
    bool stopped_ = false;
};

}  // namespace barragoon::BARRAGOON_ISA
