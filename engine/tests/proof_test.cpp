// The prover against brute force, in positions near dead ones: what is proven, and that it stays so wherever its zone
// bears a barragoon.
//
// Brute force tries every action, asks game/dead.hpp about every position, and knows nothing of zones.
#include <memory>
#include <unordered_map>

#include "assertions.hpp"
#include "game/outcome.hpp"
#include "generate.hpp"
#include "proof/prover.hpp"

namespace barragoon::BARRAGOON_ISA {

namespace {

using tests::check;
using tests::Dice;

// White's 4-tile goes to b9 and Brown's 2-tile is stuck after one more move, but the game is drawn before that.
const std::string kSeed = "z1x4/Y^5/1^5/x^5/xVx4/1x5/7/4+++/4+1Z w - 0 00 1";

std::optional<Position> read(const std::string& fen) {
    std::string problem;
    return Position::from_fen(fen, problem);
}

class BruteForce {
public:
    BruteForce(Colour attacker, std::uint64_t steps, bool sees_dead = true)
        : attacker_(attacker), steps_(steps), sees_dead_(sees_dead) {}

    // Whether the attacker wins within so many of their own turns; nothing if it takes too many steps.
    std::optional<bool> wins(Position position, int turns) {
        const bool won = node(position, turns);
        return steps_ == 0 ? std::nullopt : std::optional(won);
    }

private:
    bool node(Position& position, int turns) {
        if (steps_ == 0 || --steps_ == 0) return false;
        if (position.phase() == Phase::Move) {
            if (has_lost(position, position.turn())) return position.turn() != attacker_;
            if (turns == 0) return false;
        }
        const auto known = known_.find(position.key() + static_cast<std::uint64_t>(turns));
        if (known != known_.end()) return known->second;
        const bool won = !(sees_dead_ && outcome_of(position)) && any_or_all(position, turns);
        known_[position.key() + static_cast<std::uint64_t>(turns)] = won;
        return won;
    }

    bool any_or_all(Position& position, int turns) {
        const bool own = position.actor() == attacker_;
        ActionList actions;
        generate(position, actions);
        for (const Action action : actions) {
            const Colour turn = position.turn();
            Position::Undo undo;
            position.make(action, undo);
            const bool ended = turn == attacker_ && position.turn() != turn;
            const bool won = node(position, turns - ended);
            position.unmake(action, undo);
            if (steps_ == 0) return false;
            if (won == own) return own;
        }
        return !own;
    }

    Colour attacker_;
    std::uint64_t steps_;
    bool sees_dead_;
    std::unordered_map<std::uint64_t, bool> known_;
};

// -- positions near dead ----------------------------------------------------------------------------------------------

std::string text_of(const std::array<char, kSquares>& cells, const std::string& rest) {
    std::string fen;
    for (int rank = kRanks - 1; rank >= 0; --rank) {
        for (int file = 0; file < kFiles; ++file) fen += cells[static_cast<std::size_t>(rank * kFiles + file)];
        if (rank) fen += '/';
    }
    return fen + ' ' + rest;
}

std::array<char, kSquares> cells_of(const Position& position) {
    std::array<char, kSquares> cells;
    for (std::size_t square = 0; square < kSquares; ++square) {
        const Cell cell = position[static_cast<Square>(square)];
        cells[square] = cell == kEmpty ? '1' : kCellCharacters[cell];
    }
    return cells;
}

bool is_tile_mark(char mark) { return std::string("ZDVzdv").find(mark) != std::string::npos; }

// A square at most four steps from a tile.
Square near_a_tile(const Position& position, Dice& dice) {
    for (;;) {
        const auto tile = static_cast<Square>(dice.below(kSquares)), square = static_cast<Square>(dice.below(kSquares));
        if (is_tile(position[tile]) && Distance::between(tile, square).steps() <= 4) return square;
    }
}

// The same with a few cells or a stage changed.
std::optional<Position> changed(const Position& position, Dice& dice) {
    auto cells = cells_of(position);
    std::string stages = std::to_string(position.stage(Colour::White)) + std::to_string(position.stage(Colour::Brown));
    for (std::size_t times = 1 + dice.below(3); times-- > 0;) {
        char& cell = cells[static_cast<std::size_t>(near_a_tile(position, dice))];
        char& second = cells[static_cast<std::size_t>(near_a_tile(position, dice))];
        const std::size_t kind = dice.below(20);
        if (kind < 12 && !is_tile_mark(cell)) cell = dice.choose(std::string("1111xx^>Y<|-NESWnesw+++"));
        else if (kind < 16 && is_tile_mark(cell) != is_tile_mark(second)) std::swap(cell, second);
        else if (kind < 18) cell = dice.choose(std::string("1ZDVzdv"));
        else if (kind < 19) stages = dice.choose(std::vector<std::string>{"00", "00", "10", "01", "02", "11"});
    }
    return read(text_of(cells, "w - " + std::to_string(dice.below(3)) + ' ' + stages + " 1"));
}

// Whether White, to move, wins within so many turns if dead positions are played on, and only then.
bool tempts(const Position& position, int turns) {
    const auto blind = BruteForce(Colour::White, 20'000, false).wins(position, turns);
    return blind == true && BruteForce(Colour::White, 20'000).wins(position, turns) == false;
}

// Walks from one position that tempts to the next, and calls with those and with their neighbours.
template <class Visit>
void walk(std::uint64_t seed, int count, const Visit& visit) {
    Dice dice(seed);
    Position here = *read(kSeed);
    while (count > 0) {
        const auto next = changed(here, dice);
        if (!next || outcome_of(*next)) continue;
        const bool tempting = tempts(*next, 2);
        if (tempting) here = *next;
        if (!tempting && !dice.one_in(8)) continue;
        visit(*next, dice);
        --count;
    }
}

// The same board while one of the players has a barragoon in hand, if there is one to be had.
std::optional<Position> with_hands(const Position& position, Dice& dice) {
    const std::string stages =
        std::to_string(position.stage(Colour::White)) + std::to_string(position.stage(Colour::Brown));
    const auto hands = dice.choose(std::vector<std::string>{"w w", "b b", "b wb", "w bw", "b w", "w b"});
    return read(text_of(cells_of(position), hands + " 0 " + stages + " 1"));
}

// -- the tests --------------------------------------------------------------------------------------------------------

struct Count {
    int wins = 0, failures = 0, borne = 0;
};

// Whether the zone bears that a barragoon is turned: to a face that opens less, and becomes takeable only if it may.
bool bears_turned(const Zone& zone, Square square, Cell face, Cell turned) {
    constexpr int all = (1 << kCrossings) - 1;
    const int open = open_on(square, turned), needs = zone[square];
    return turned != kAllTurns && !(open & ~open_on(square, face)) && !(needs & all & ~open) &&
           !(face == kAllTurns && needs & Zone::kNotTakeable);
}

// The position with up to three barragoons put or turned as the zone bears it.
std::optional<Position> with_borne(const Position& position, const Zone& zone, Dice& dice) {
    auto cells = cells_of(position);
    for (int tries = 0, changes = 0; tries < 100 && changes < 3; ++tries) {
        const auto square = static_cast<Square>(dice.below(kSquares));
        const auto face = static_cast<Cell>(kFirstFace + dice.below(kFaces));
        const Cell before = position[square];
        const bool borne =
            before == kEmpty ? zone.bears(square, face) : is_face(before) && bears_turned(zone, square, before, face);
        if (!borne) continue;
        cells[static_cast<std::size_t>(square)] = kCellCharacters[face];
        ++changes;
        if (dice.one_in(2)) break;
    }
    const std::string fen = position.to_fen();
    return read(text_of(cells, fen.substr(fen.find(' ') + 1)));
}

void compare(const Position& position, int turns, Prover& prover, Dice& dice, Count& count) {
    constexpr std::uint64_t kSteps = 150'000;
    const auto expected = BruteForce(Colour::White, kSteps).wins(position, turns);
    if (!expected) return;
    Zone zone;
    Action best;
    Position asked = position;
    prover.begin(Colour::White, {});
    const bool wins = prover.wins(asked, turns, best, zone);
    const std::string where = position.to_fen() + " within " + std::to_string(turns);
    check(!prover.doubtful(), "undecided", where);
    check(wins == *expected, wins ? "a false proof" : "a win is missed", where);
    ++(wins ? count.wins : count.failures);
    for (int times = 0; times < 4; ++times) {
        const auto placed = with_borne(position, zone, dice);
        if (!placed) continue;
        const auto still = BruteForce(Colour::White, kSteps).wins(*placed, turns);
        if (!still) continue;
        check(*still == wins, "the zone bears too much", where + ": " + placed->to_fen());
        ++count.borne;
    }
}

}  // namespace

void test_proofs(int positions) {
    const auto prover = std::make_unique<Prover>();
    Count moving, placing;
    walk(1, positions, [&](const Position& position, Dice& dice) {
        for (const int turns : {1, 2, 3}) compare(position, turns, *prover, dice, moving);
        if (const auto held = with_hands(position, dice))
            for (const int turns : {1, 2}) compare(*held, turns, *prover, dice, placing);
    });
    for (const Count& count : {moving, placing}) {
        const std::string counted = std::to_string(count.wins) + " wins, " + std::to_string(count.failures) +
                                    " failures, " + std::to_string(count.borne) + " borne";
        std::puts(counted.c_str());
        check(count.wins >= positions / 20 && count.failures >= positions / 5 && count.borne >= positions / 2,
              "the positions are all alike", counted);
    }
}

}  // namespace barragoon::BARRAGOON_ISA

int main(int count, char** arguments) { barragoon::plain::test_proofs(count > 1 ? std::atoi(arguments[1]) : 200); }
