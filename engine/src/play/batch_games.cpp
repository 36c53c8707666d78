#include <cstring>

#include "play/planes.hpp"
#include "play/running_game.hpp"
#include "position_key.hpp"

namespace barragoon::BARRAGOON_ISA {

std::unique_ptr<PlayedGame> game_at(const Position& position, const PositionKeys& keys);

namespace {

// One game of a batch: how long it is, and its own random choices, so that it is the same in a batch of any size.
struct Seat {
    RunningGame game;
    RandomSource source;
    int actions = 0;
    bool truncated = false;

    bool over() const { return game.outcome() || truncated; }
};

void write_seat_mask(const Seat& seat, std::int8_t* mask) {
    std::memset(mask, 0, kActionIds);
    if (!seat.over()) seat.game.legal().for_each_id(seat.game.position().actor(), [mask](int id) { mask[id] = 1; });
}

void write_seat_planes(const Seat& seat, std::uint8_t* planes) {
    const Position& position = seat.game.position();
    write_planes(position, position.actor(), seat.game.seen_before(), planes);
}

class IsaBatch final : public BatchGames {
public:
    IsaBatch(const Position& start, const BatchOptions& options) : start_(start), options_(options) {
        seats_.reserve(options.games);
        for (std::size_t at = 0; at < options.games; ++at)
            seats_.push_back({RunningGame(start_), source_of(options.seed, at)});
    }

    std::size_t size() const override { return seats_.size(); }

    std::string step(const std::int64_t* ids, const StepResult& result) override {
        for (std::size_t at = 0; at < size(); ++at)
            if (!accepts(seats_[at], ids[at])) return objection(at, ids[at]);
        for (std::size_t at = 0; at < size(); ++at) {
            step_one(at, ids[at], result);
            if (result.masks) write_seat_mask(seats_[at], result.masks + at * kActionIds);
            if (result.planes) write_seat_planes(seats_[at], result.planes + at * kPlaneNumbers);
        }
        return {};
    }

    void reset() override {
        for (std::size_t at = 0; at < size(); ++at) reset(at);
    }
    void reset(std::size_t at) override {
        Seat& seat = seats_[at];
        seat = {RunningGame(start_), seat.source};
    }
    void reseed(std::uint64_t seed) override {
        for (std::size_t at = 0; at < size(); ++at) seats_[at].source = source_of(seed, at);
    }

    void write_masks(std::int8_t* masks) const override {
        for (std::size_t at = 0; at < size(); ++at) write_seat_mask(seats_[at], masks + at * kActionIds);
    }
    void write_planes(std::uint8_t* planes) const override {
        for (std::size_t at = 0; at < size(); ++at) write_seat_planes(seats_[at], planes + at * kPlaneNumbers);
    }
    void write_actors(std::int8_t* actors) const override {
        for (std::size_t at = 0; at < size(); ++at)
            actors[at] = static_cast<std::int8_t>(index(seats_[at].game.position().actor()));
    }
    void write_keys(std::uint64_t* keys) const override {
        for (std::size_t at = 0; at < size(); ++at) keys[at] = position_key(seats_[at].game.position());
    }
    void write_lengths(std::int32_t* lengths) const override {
        for (std::size_t at = 0; at < size(); ++at) lengths[at] = seats_[at].actions;
    }

    void sample(std::int64_t* ids) override {
        for (std::size_t at = 0; at < size(); ++at) {
            Seat& seat = seats_[at];
            ids[at] = seat.over() ? kNoId
                                  : seen_id(id_of(seat.game.random_action(seat.source)), seat.game.position().actor());
        }
    }
    void playouts(std::uint64_t seed, Playout* playouts) const override {
        for (std::size_t at = 0; at < size(); ++at) {
            RunningGame game = seats_[at].game;
            RandomSource source = source_of(seed, at);
            playouts[at] = game.play_out(source, options_.most_actions - seats_[at].actions);
        }
    }

    std::string fen(std::size_t at) const override { return seats_[at].game.position().to_fen(); }
    std::unique_ptr<PlayedGame> game(std::size_t at) const override {
        return game_at(seats_[at].game.position(), seats_[at].game.keys());
    }
    std::unique_ptr<BatchGames> copy() const override { return std::make_unique<IsaBatch>(*this); }

private:
    static RandomSource source_of(std::uint64_t seed, std::size_t at) {
        return RandomSource(mixed(seed) + static_cast<std::uint64_t>(at));
    }

    // What an id means that the actor gave.
    static Action meant(const Seat& seat, std::int64_t id) {
        const Action action = action_of(static_cast<int>(id));
        return seat.game.position().actor() == Colour::White ? action : swapped(action);
    }
    bool accepts(const Seat& seat, std::int64_t id) const {
        if (seat.over()) return options_.auto_reset == AutoReset::NextStep;
        return id >= 0 && id < kActionIds && seat.game.legal().contains(meant(seat, id));
    }
    std::string objection(std::size_t at, std::int64_t id) const {
        const std::string where = "game " + std::to_string(at) + " of the batch ";
        if (seats_[at].over()) return where + "is over: reset it first";
        return where + "does not allow the action with the id " + std::to_string(id);
    }

    void step_one(std::size_t at, std::int64_t id, const StepResult& result) {
        Seat& seat = seats_[at];
        float reward = 0;
        bool terminated = false, truncated = false;
        if (seat.over()) {
            reset(at);
        } else {
            const Colour actor = seat.game.position().actor();
            seat.game.make(meant(seat, id));
            ++seat.actions;
            const auto& outcome = seat.game.outcome();
            terminated = outcome.has_value();
            truncated = seat.truncated = !terminated && seat.actions >= options_.most_actions;
            if (terminated && outcome->winner) reward = *outcome->winner == actor ? 1.0F : -1.0F;
        }
        if (result.rewards) result.rewards[at] = reward;
        if (result.terminated) result.terminated[at] = terminated;
        if (result.truncated) result.truncated[at] = truncated;
        if (!(terminated || truncated)) return;
        if (result.final_planes) write_seat_planes(seat, result.final_planes + at * kPlaneNumbers);
        if (options_.auto_reset == AutoReset::SameStep) reset(at);
    }

    Position start_;
    BatchOptions options_;
    std::vector<Seat> seats_;
};

}  // namespace

std::unique_ptr<BatchGames> make_isa_batch(const BatchOptions& options, std::string& problem) {
    const auto start = Position::from_fen(options.fen, problem);
    if (!start) return nullptr;
    if (RunningGame(*start).outcome()) {
        problem = "a batch can't begin with a game that is over";
        return nullptr;
    }
    return std::make_unique<IsaBatch>(*start, options);
}

}  // namespace barragoon::BARRAGOON_ISA
