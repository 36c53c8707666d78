#include <cstring>

#include "action_text.hpp"
#include "play/planes.hpp"
#include "play/running_game.hpp"
#include "position_key.hpp"

namespace barragoon::BARRAGOON_ISA {

namespace {

class IsaGame final : public PlayedGame {
public:
    explicit IsaGame(const Position& position, const PositionKeys* keys = nullptr)
        : position_(position), legal_(position) {
        if (keys) keys_ = *keys;
        else if (between_turns()) keys_.add(position_.key());
    }

    std::string push(int id) override {
        if (id < 0 || id >= kActionIds) return "the id " + std::to_string(id) + " is not from 0 to 2627";
        const Action action = action_of(id);
        if (!legal_.contains(action)) return "the action " + to_text(action) + " is not legal";
        if (outcome()) return "the game is over";
        Step step{action, {}, 0};
        position_.make(action, step.undo);
        if (is_tile(step.undo.captured)) step.since = keys_.forget_earlier();
        if (between_turns()) keys_.add(position_.key());
        steps_.push_back(step);
        refresh();
        return {};
    }

    bool pop() override {
        if (steps_.empty()) return false;
        const Step step = steps_.back();
        steps_.pop_back();
        if (between_turns()) keys_.remove_last();
        if (is_tile(step.undo.captured)) keys_.remember_earlier(step.since);
        position_.unmake(step.action, step.undo);
        refresh();
        return true;
    }

    std::size_t size() const override { return steps_.size(); }
    std::vector<int> ids() const override {
        std::vector<int> made;
        for (const Step& step : steps_) made.push_back(id_of(step.action));
        return made;
    }
    std::vector<int> legal_ids() const override {
        std::vector<int> found;
        if (outcome()) return found;
        found.reserve(static_cast<std::size_t>(legal_.count()));
        legal_.for_each_id(Colour::White, [&](int id) { found.push_back(id); });
        return found;
    }
    int count_legal() const override { return outcome() ? 0 : legal_.count(); }
    bool is_legal(int id) const override {
        return id >= 0 && id < kActionIds && legal_.contains(action_of(id)) && !outcome();
    }
    void seed(std::uint64_t seed) override { source_ = RandomSource(seed); }
    int random_id() override { return outcome() ? -1 : id_of(legal_.nth(source_.below(legal_.count()))); }

    // Worked out when first asked for: whoever goes back and forth does not need it everywhere.
    std::optional<Outcome> outcome() const override {
        if (!judged_) outcome_ = ending_of(position_, legal_, keys_);
        judged_ = true;
        return outcome_;
    }
    int occurrences() const override { return between_turns() ? keys_.times() : 0; }
    std::uint64_t key() const override { return position_key(position_); }
    std::string fen() const override { return position_.to_fen(); }
    Colour turn() const override { return position_.turn(); }
    Colour actor() const override { return position_.actor(); }

    void write_mask(Colour viewer, std::int8_t* mask) const override {
        std::memset(mask, 0, kActionIds);
        if (viewer == actor() && !outcome()) legal_.for_each_id(viewer, [mask](int id) { mask[id] = 1; });
    }
    void write_planes(Colour viewer, std::uint8_t* planes) const override {
        BARRAGOON_ISA::write_planes(position_, viewer, occurrences() > 1, planes);
    }
    Playout playout(std::uint64_t seed, int most_actions) const override {
        RandomSource source(seed);
        return RunningGame(position_, keys_).play_out(source, most_actions);
    }
    std::unique_ptr<PlayedGame> copy() const override { return std::make_unique<IsaGame>(*this); }

private:
    struct Step {
        Action action;
        Position::Undo undo;
        std::size_t since;  // of the keys, before a tile was taken
    };

    bool between_turns() const { return position_.phase() == Phase::Move; }
    void refresh() {
        legal_ = LegalSet(position_);
        judged_ = false;
    }

    Position position_;
    LegalSet legal_;
    PositionKeys keys_;
    std::vector<Step> steps_;
    RandomSource source_;
    mutable std::optional<Outcome> outcome_;
    mutable bool judged_ = false;
};

}  // namespace

std::unique_ptr<PlayedGame> game_at(const Position& position, const PositionKeys& keys) {
    return std::make_unique<IsaGame>(position, &keys);
}

std::unique_ptr<PlayedGame> make_isa_game(std::string_view fen, std::string& problem) {
    const auto position = Position::from_fen(fen, problem);
    return position ? std::make_unique<IsaGame>(*position) : nullptr;
}

}  // namespace barragoon::BARRAGOON_ISA
