// Games by action ids, one at a time and many: what is pushed can be popped, and every instruction set plays alike. A
// sanitizer watches the buffers, which are exactly as large as they must be.
#include "play/play.hpp"

#include "assertions.hpp"
#include "core.hpp"

namespace barragoon::tests {

namespace {

constexpr std::size_t kPlaneNumbers = 34 * kSquares;
constexpr std::size_t kGames = 5;

std::unique_ptr<PlayedGame> game_at(const std::string& fen, const std::string& isa) {
    std::string problem;
    auto game = make_game(fen, isa, problem);
    check(game != nullptr, "a game can't be begun", problem);
    return game;
}

// All that can be asked of a game, as one text.
std::string described(const PlayedGame& game) {
    std::vector<std::int8_t> mask(kActionIds);
    std::vector<std::uint8_t> planes(kPlaneNumbers);
    std::string text = game.fen() + ' ' + std::to_string(game.key()) + ' ' + std::to_string(game.occurrences());
    for (const Colour viewer : {Colour::White, Colour::Brown}) {
        game.write_mask(viewer, mask.data());
        game.write_planes(viewer, planes.data());
        text.append(mask.begin(), mask.end());
        text.append(planes.begin(), planes.end());
    }
    return text;
}

void test_push_and_pop(const std::string& fen, std::uint64_t seed) {
    std::vector<std::unique_ptr<PlayedGame>> games;
    for (const std::string& isa : instruction_sets()) games.push_back(game_at(fen, isa));
    for (const auto& game : games) game->seed(seed);
    std::vector<std::string> seen;
    for (int id = games[0]->random_id(); id >= 0; id = games[0]->random_id()) {
        seen.push_back(described(*games[0]));
        for (const auto& game : games) {
            check(described(*game) == seen.back(), "the instruction sets play differently", game->fen());
            check(game->push(id).empty(), "a legal action is rejected", game->fen());
            check(!game->push(-1).empty() && !game->push(kActionIds).empty(), "an id out of range is taken", fen);
        }
    }
    for (const auto& game : games) {
        for (std::size_t left = seen.size(); left--;) {
            check(game->pop(), "nothing can be taken back", game->fen());
            check(described(*game) == seen[left], "taking back does not restore", game->fen());
        }
        check(!game->pop(), "more can be taken back than was played", game->fen());
    }
}

// What a batch writes in so many random steps, all of it.
std::string played(const std::string& fen, const std::string& isa, int steps) {
    std::string problem, text;
    const auto batch = make_batch({kGames, fen, 60, 9, AutoReset::SameStep}, isa, problem);
    check(batch != nullptr, "a batch can't be begun", problem);
    std::vector<std::int64_t> ids(kGames);
    std::vector<float> rewards(kGames);
    std::vector<std::int8_t> masks(kGames * kActionIds);
    std::vector<std::uint8_t> planes(kGames * kPlaneNumbers), finals(kGames * kPlaneNumbers);
    std::array<bool, kGames> terminated{}, truncated{};
    for (int step = 0; step < steps; ++step) {
        batch->sample(ids.data());
        const auto twin = batch->copy();
        const StepResult result{rewards.data(), terminated.data(), truncated.data(),
                                masks.data(),   planes.data(),     finals.data()};
        check(batch->step(ids.data(), result).empty(), "a legal step is rejected", fen);
        ids[kGames - 1] = kActionIds;
        check(!twin->step(ids.data(), {}).empty(), "an illegal step is taken", fen);
        for (std::size_t game = 0; game < kGames; ++game) text += batch->fen(game);
        text.append(masks.begin(), masks.end());
        text.append(planes.begin(), planes.end());
    }
    std::vector<Playout> playouts(kGames);
    batch->playouts(3, playouts.data());
    for (const Playout& playout : playouts) text += std::to_string(playout.result) + std::to_string(playout.actions);
    return text;
}

void test_batches(const std::string& fen) {
    const std::string expected = played(fen, "plain", 150);
    for (const std::string& isa : instruction_sets())
        check(played(fen, isa, 150) == expected, "the instruction sets play batches differently", isa);
}

}  // namespace

}  // namespace barragoon::tests

int main() {
    using namespace barragoon::tests;
    for (const std::string& fen : kStarts) {
        for (std::uint64_t seed = 0; seed < 3; ++seed) test_push_and_pop(fen, seed);
        test_batches(fen);
    }
    std::puts("games by action ids: all is well");
}
