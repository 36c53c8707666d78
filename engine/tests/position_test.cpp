// What a position keeps up to date while actions are made and unmade is what a fresh position works out.
//
// Compiled once for each instruction set, like the code that it tests.
#include "assertions.hpp"
#include "evaluate.hpp"
#include "generate.hpp"

namespace barragoon::BARRAGOON_ISA {

namespace {

using tests::check;
using tests::Dice;

bool same_crossings(const OpenCrossings& one, const OpenCrossings& other) {
    return one.straight == other.straight && one.right == other.right && one.left == other.left;
}

bool same_in_everything(const Position& one, const Position& other) {
    for (const Colour colour : {Colour::White, Colour::Brown}) {
        for (const int value : {2, 3, 4}) {
            if (one.tiles(colour, value) != other.tiles(colour, value)) return false;
        }
    }
    return one == other && one.key() == other.key() && one.number() == other.number() && one.faces() == other.faces() &&
           one.all_turns() == other.all_turns() && same_crossings(one.open(), other.open());
}

Position read(const std::string& fen) {
    std::string problem;
    const auto position = Position::from_fen(fen, problem);
    check(position.has_value(), "a FEN of ours is refused", fen + " " + problem);
    return *position;
}

void check_kept(const Position& position) {
    const std::string fen = position.to_fen();
    check(position.key() == position.key_from_scratch(), "the key is not the one from scratch", fen);
    check(same_in_everything(position, read(fen)), "what is kept is not what a fresh position has", fen);
}

// Every action is made and unmade, not only the one that is played.
void check_neighbours(Position& position, const ActionList& actions) {
    const Position before = position;
    for (const Action action : actions) {
        Position::Undo undo;
        position.make(action, undo);
        check(position.key() == position.key_from_scratch(), "a move spoils the key", before.to_fen());
        const Position made = position;
        const Phase owed = position.skip_placements();
        check(position.key() == position.key_from_scratch(), "skipping spoils the key", before.to_fen());
        position.owe_placements(owed);
        check(same_in_everything(position, made), "placements are not owed again", made.to_fen());
        position.unmake(action, undo);
        check(same_in_everything(position, before), "a move is not taken back", before.to_fen());
    }
    if (position.phase() != Phase::Move) return;
    position.pass();
    check(position.key() == position.key_from_scratch(), "passing spoils the key", before.to_fen());
    position.pass();
    check(same_in_everything(position, before), "passing twice changes something", before.to_fen());
}

void play(const std::string& start, std::uint64_t seed) {
    Dice dice(seed);
    Position position = read(start);
    struct Step {
        Action action;
        Position::Undo undo;
        Position before;
    };
    std::vector<Step> steps;
    ActionList actions;
    for (generate(position, actions); actions.size() && steps.size() < 150; generate(position, actions)) {
        check(static_cast<int>(actions.size()) == count_actions(position), "another count", position.to_fen());
        if (dice.one_in(4)) check_neighbours(position, actions);
        steps.push_back({actions[dice.below(actions.size())], {}, position});
        position.make(steps.back().action, steps.back().undo);
        check_kept(position);
        check(evaluate(position).score == explain_evaluation(position).score, "two evaluations", position.to_fen());
    }
    for (; !steps.empty(); steps.pop_back()) {
        const Step& last = steps.back();
        position.unmake(last.action, last.undo);
        check(same_in_everything(position, last.before), "a game is not taken back", last.before.to_fen());
    }
}

}  // namespace

void test_positions() {
    for (std::uint64_t seed = 0; seed < 60; ++seed) play(tests::kStarts[seed % tests::kStarts.size()], seed);
}

}  // namespace barragoon::BARRAGOON_ISA
