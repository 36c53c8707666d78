// The engine as the outside sees it: text in, text out, the same with every instruction set.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "judgement.hpp"
#include "search_constants.hpp"

namespace barragoon {

struct SearchLimits {
    int depth = 0;                        // 0: no limit
    std::uint64_t nodes = 0;              // 0: no limit
    double seconds = 0;                   // 0: no limit
    int multipv = 1;                      // how many of the best lines are wanted
    std::vector<Action> only{};           // look at these alone, if any are given
    std::function<bool()> should_stop{};  // asked now and then, for those who can't call stop() meanwhile
};

struct SearchLine {
    int rank = 1;
    int depth = 0;
    int selective_depth = 0;
    int score = 0;  // for the actor; beyond 29,000 a win is proven
    std::uint64_t nodes = 0;
    double seconds = 0;
    int hashfull = 0;
    std::vector<Action> actions;
};

struct SolveLimits {
    int turns = 1;                        // of the actor's own, the one under way included
    std::uint64_t nodes = 0;              // 0: no limit
    double seconds = 0;                   // 0: no limit
    std::vector<Action> only{};           // begin with one of these, if any are given
    std::function<bool()> should_stop{};  // asked now and then, for those who can't call stop() meanwhile
};

enum class Verdict : std::uint8_t { Win, NoWin, Unknown };

struct Solution {
    Verdict verdict = Verdict::Unknown;
    int turns = 0;  // of a win: the fewest that force it; otherwise within how many there is none for sure
    std::uint64_t nodes = 0;
    double seconds = 0;
    std::vector<Action> actions{};  // of a win: a line of play that leads to it
};

struct ActionVerdict {
    Action action;
    Verdict verdict = Verdict::Unknown;
};

struct EvaluationTerms {
    struct Side {
        int material, mobility, squares, threats, freedom, movable;
    };
    // A tile's part of its side's terms; `threat` is part of the other side's threats, which could take it.
    struct Tile {
        Square square;
        int material, mobility, squares, threat, targets;
    };
    Side white{}, brown{};
    std::vector<Tile> tiles{};
    int tempo = 0;
    int score = 0;  // for the player whose turn it is
};

// A position with the game that led to it, ready to be searched. One call at a time, but for stop().
class Core {
public:
    virtual ~Core() = default;

    virtual std::string_view instruction_set() const = 0;

    // Nothing is thrown: what can't be read or is not legal gets one sentence back and changes nothing. An empty one:
    // done.
    [[nodiscard]] virtual std::string set_position(std::string_view fen, const std::vector<Action>& actions) = 0;
    // Goes on from where it stands, as if the whole game had been set anew.
    [[nodiscard]] virtual std::string advance(const std::vector<Action>& actions) = 0;
    virtual std::string fen() const = 0;
    virtual std::uint64_t key() const = 0;
    virtual std::vector<Action> legal_actions() const = 0;
    // The moves that a player's tiles could make if it were that player's turn; more than legal if a stage has lost.
    virtual std::vector<Action> moves_of(Colour colour) const = 0;
    // The squares that the tile runs through for a move, one list for each path; none if the tile can't make it.
    virtual std::vector<std::vector<Square>> paths(Action action) const = 0;
    virtual std::optional<std::uint64_t> perft(int depth) = 0;  // none if it was stopped
    virtual EvaluationTerms evaluate() const = 0;
    // How often each of the evaluation's weights counts, in the order of weights.hpp; for tuning.
    virtual std::vector<double> evaluation_features() const = 0;

    virtual void set_hash(std::size_t megabytes) = 0;
    virtual void new_game() = 0;  // clears all that earlier searches learnt
    virtual void set_threads(int threads) = 0;
    // How much worse than level a draw is for whoever acts, in hundredths.
    virtual void set_contempt(int contempt) = 0;
    // One of the levels in level.hpp, 0 for full strength; the seed decides what a weak player misjudges. The ladder
    // says whose numbers they are: 1 for games of the time when there were ten levels.
    virtual void set_level(int level, std::uint64_t seed, int ladder) = 0;
    // The numbers with which full strength searches, and a change of one by its name in search_constants.hpp: for
    // tuning.
    virtual const SearchConstants& search_constants() const = 0;
    [[nodiscard]] virtual std::string set_search_constant(std::string_view name, int value) = 0;
    // The best lines, best first; none if the game is over. Each is reported after every depth.
    virtual std::vector<SearchLine> search(const SearchLimits& limits,
                                           const std::function<void(const SearchLine&)>& report) = 0;
    // Whether the actor wins by force within so many turns.
    virtual Solution solve(const SolveLimits& limits) = 0;
    // The same for each of the actions that the limits name, or for each legal one; their nodes are for each, and what
    // one proof finds out helps the next.
    virtual std::vector<ActionVerdict> solve_each(const SolveLimits& limits) = 0;
    // Whether an answer reaches a goal. An answer that can't be judged gets one sentence back.
    [[nodiscard]] virtual std::string judge(const Goal& goal, const std::vector<Action>& answer,
                                            const JudgeLimits& limits, Judgement& judgement) = 0;
    // Whether the computer accepts a draw that is offered to a player here, on a repetition or by agreement, as
    // draw_policy.hpp says. It searches at full strength, the same for every level and seed; only and should_stop are
    // those of SearchLimits. Afterwards all that earlier searches learnt is forgotten.
    virtual bool accepts_draw(Colour player, bool on_repetition, const std::vector<Action>& only,
                              const std::function<bool()>& should_stop) = 0;
    virtual void stop() = 0;  // may be called from any thread
};

// The instruction sets that this machine can run, the fastest first.
std::vector<std::string> instruction_sets();
// A core with the named instruction set, or with the fastest one; none if this machine can't run it.
std::unique_ptr<Core> make_core(std::string_view instruction_set = "");

}  // namespace barragoon
