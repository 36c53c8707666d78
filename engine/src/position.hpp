// A position that is changed in place: actions are made and unmade, and everything derived is kept up to date.
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "crossings.hpp"
#include "quad_bitboard.hpp"
#include "zobrist.hpp"

namespace barragoon {

// Whose hands hold a barragoon; the turn stays with the capturer until the last one is placed.
enum class Phase : std::uint8_t {
    Move,        // nobody's: a tile moves
    PlaceOwn,    // the player whose turn it is places, then the turn is over
    PlaceBoth,   // the player who lost a tile places, then the other
    PlaceLoser,  // only the player who lost a tile places: the reserve held just one
};

}  // namespace barragoon

namespace barragoon::BARRAGOON_ISA {

class Position {
public:
    struct Undo {
        std::uint64_t key;
        Cell captured;
        Phase phase;
        std::uint8_t reserve;
    };

    Position() = default;

    // Reads a FEN; for one that can't be read or can't occur, nothing, and why in one sentence.
    static std::optional<Position> from_fen(std::string_view fen, std::string& problem);
    std::string to_fen() const;

    Colour turn() const { return turn_; }
    Phase phase() const { return phase_; }
    Colour actor() const { return phase_ >= Phase::PlaceBoth ? other(turn_) : turn_; }
    int reserve() const { return reserve_; }
    int stage(Colour colour) const { return stages_[static_cast<std::size_t>(index(colour))]; }
    // Counting stops where a FEN can't write it any more.
    int number() const { return std::min<int>(number_, kHighestNumber); }
    std::uint64_t key() const { return key_; }
    Cell operator[](Square square) const { return cells_[static_cast<std::size_t>(square)]; }

    Bitboard tiles(Colour colour, int value) const {
        return tiles_[static_cast<std::size_t>(3 * index(colour) + value - 2)];
    }
    Bitboard tiles(Colour colour) const { return tiles(colour, 2) | tiles(colour, 3) | tiles(colour, 4); }
    Bitboard faces() const { return faces_; }
    Bitboard all_turns() const { return all_turns_; }
    Bitboard occupied() const { return faces_ | tiles(Colour::White) | tiles(Colour::Brown); }
    Bitboard empty() const { return kBoard & ~occupied(); }
    const OpenCrossings& open() const { return open_; }

    void make(Action action, Undo& undo);
    void unmake(Action action, const Undo& undo);

    // Goes on as if the barragoon in hand had been put away, for reasoning; there is no way back.
    void place_nothing();
    // The other player's turn without a move, and back; only between turns.
    void pass() { turn_ = other(turn_), key_ ^= kZobrist.turn[1]; }
    // Ends the turn as if nothing had to be placed, for looking at captures alone; undone by owe_placements.
    Phase skip_placements();
    void owe_placements(Phase owed);

    // The same with some tiles lifted off, or with the barragoons alone.
    Position without_tiles(Bitboard lifted) const;
    Position without_tiles() const { return without_tiles(occupied() & ~faces_); }

    std::uint64_t key_from_scratch() const;
    bool operator==(const Position& position) const;

private:
    friend class FenReader;
    void put(Square square, Cell cell);
    void end_turn();

    OpenCrossings open_;  // cleared where the step out would leave the board
    std::array<Bitboard, kTileKinds> tiles_{};
    Bitboard faces_ = 0;
    Bitboard all_turns_ = 0;
    std::uint64_t key_ = 0;
    std::array<Cell, 64> cells_{};
    Colour turn_ = Colour::White;
    Phase phase_ = Phase::Move;
    std::uint8_t reserve_ = kReserve;
    std::array<std::uint8_t, 2> stages_{};
    std::int32_t number_ = 1;
};

}  // namespace barragoon::BARRAGOON_ISA
