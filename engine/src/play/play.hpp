// Games played by action numbers, one at a time or many, for programs that learn: the same with every instruction set.
// action_id.hpp says what the numbers mean, planes.hpp what the planes do. Nothing is thrown: an empty sentence is
// "done".
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "action_id.hpp"
#include "game/reason.hpp"

namespace barragoon {

inline constexpr int kMostActionsOfGame = 800;

// A playout: who won (1 White, -1 Brown, 0 nobody) after how many actions, and whether it was cut short.
struct Playout {
    int result = 0;
    int actions = 0;
    bool truncated = false;
};

// One game with its history; numbers are those of Action.id, whoever acts.
class PlayedGame {
public:
    virtual ~PlayedGame() = default;

    [[nodiscard]] virtual std::string push(int id) = 0;
    virtual bool pop() = 0;                // whether there was anything to take back
    virtual std::size_t size() const = 0;  // how many actions were played
    virtual std::vector<int> ids() const = 0;
    virtual std::vector<int> legal_ids() const = 0;
    virtual int count_legal() const = 0;
    virtual bool is_legal(int id) const = 0;
    virtual void seed(std::uint64_t seed) = 0;
    virtual int random_id() = 0;  // a legal one, each as likely; -1 when the game is over
    virtual std::optional<Outcome> outcome() const = 0;
    virtual int occurrences() const = 0;  // how often the position was there; 0 while a barragoon is in hand
    virtual std::uint64_t key() const = 0;
    virtual std::string fen() const = 0;
    virtual Colour turn() const = 0;
    virtual Colour actor() const = 0;
    // As a player sees them; the mask is empty for who does not act.
    virtual void write_mask(Colour viewer, std::int8_t* mask) const = 0;
    virtual void write_planes(Colour viewer, std::uint8_t* planes) const = 0;
    // A random game from here, which leaves this one as it is.
    virtual Playout playout(std::uint64_t seed, int most_actions) const = 0;
    virtual std::unique_ptr<PlayedGame> copy() const = 0;
};

// What becomes of a game that is over: nothing, a new one at once, or a new one with the next step, whose action for it
// is not looked at.
enum class AutoReset : std::uint8_t { Never, SameStep, NextStep };

struct BatchOptions {
    std::size_t games = 1;
    std::string fen{};
    int most_actions = kMostActionsOfGame;
    std::uint64_t seed = 0;
    AutoReset auto_reset = AutoReset::SameStep;
};

// Where a step writes what has come of it, an entry for each game. What is null is not written.
struct StepResult {
    float* rewards = nullptr;              // for the player who acted: 1, 0, -1
    bool* terminated = nullptr;            // the game is over by the rules
    bool* truncated = nullptr;             // it was cut short: nothing is known about its result
    std::int8_t* masks = nullptr;          // for the actor, after the step
    std::uint8_t* planes = nullptr;        // the same
    std::uint8_t* final_planes = nullptr;  // for the next actor of a game that has ended, before it begins anew
};

// Many games side by side; numbers are as the actor sees them.
class BatchGames {
public:
    virtual ~BatchGames() = default;

    virtual std::size_t size() const = 0;
    // An action that is not legal is a sentence, and no game has changed.
    [[nodiscard]] virtual std::string step(const std::int64_t* ids, const StepResult& result) = 0;
    virtual void reset() = 0;
    virtual void reset(std::size_t game) = 0;
    virtual void reseed(std::uint64_t seed) = 0;
    virtual void write_masks(std::int8_t* masks) const = 0;
    virtual void write_planes(std::uint8_t* planes) const = 0;
    virtual void write_actors(std::int8_t* actors) const = 0;  // 0 White, 1 Brown
    virtual void write_keys(std::uint64_t* keys) const = 0;
    virtual void write_lengths(std::int32_t* lengths) const = 0;  // how many actions of each were played
    // A random legal number for each game, -1 where a game is over.
    virtual void sample(std::int64_t* ids) = 0;
    // A random game from each, which leaves them as they are.
    virtual void playouts(std::uint64_t seed, Playout* playouts) const = 0;
    virtual std::string fen(std::size_t game) const = 0;
    virtual std::unique_ptr<PlayedGame> game(std::size_t game) const = 0;
    virtual std::unique_ptr<BatchGames> copy() const = 0;
};

// With the named instruction set, or with the fastest one. For what can't be read, nothing, and why in one sentence.
std::unique_ptr<PlayedGame> make_game(std::string_view fen, std::string_view instruction_set, std::string& problem);
std::unique_ptr<BatchGames> make_batch(const BatchOptions& options, std::string_view instruction_set,
                                       std::string& problem);

}  // namespace barragoon
