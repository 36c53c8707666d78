#include "proof/dead_proof.hpp"

#include "dead_quick.hpp"
#include "generate.hpp"
#include "proof/free_moves.hpp"

namespace barragoon::BARRAGOON_ISA {

namespace {

// What takes more is left undecided. A stop is heard meanwhile.
constexpr std::size_t kMostArrangements = 100'000;

// That both players can go on to a capture.
void add_line(Position position, const std::vector<Action>& line, Zone& zone) {
    for (const Action move : line) {
        zone.add_move(position, move);
        add_stage(position, position.turn(), move.start(), zone);
        Position::Undo undo;
        position.make(move, undo);
    }
}

// That the position stays dead: both players can move, and what is put on an empty square can't be captured either.
void add_dead(const Position& position, Zone& zone) {
    for (const Colour colour : {Colour::White, Colour::Brown}) {
        const EverReached reached = ever_reached(position, colour);
        zone.need(reached.hits() & position.empty(), Zone::kEmptyNeeded);
        zone.need(reached.hits_by_twos & position.all_turns(), Zone::kNotTakeable);
        const FreeMoves free = free_moves_of(position, colour, 1);
        for (std::size_t n = 0; n <= static_cast<std::size_t>(position.stage(colour)); ++n)
            zone.add_move(position, free.moves[n].move);
    }
}

}  // namespace

Life prove_life(const Position& position, const std::function<bool()>& stop, Zone& zone) {
    const Colour waiting = other(position.turn());
    if (has_lost(position, waiting)) {
        zone.add_blocked(position, waiting);
        return Life::Alive;
    }
    CaptureSearch found = search_capture(position, kFewArrangements);
    if (found.life == Life::Unknown && is_surely_dead(position)) found.life = Life::Dead;
    if (found.life == Life::Unknown) found = search_capture(position, kMostArrangements, stop);
    if (found.life == Life::Alive) add_line(position, found.line, zone);
    if (found.life == Life::Dead) add_dead(position, zone);
    return found.life;
}

}  // namespace barragoon::BARRAGOON_ISA
