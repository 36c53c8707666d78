// The words of the game, the same as in the Python library: square, heading, colour, tile, face, cell, action.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

namespace barragoon {

using Bitboard = std::uint64_t;  // bit n is square n; bit 63 is never set

inline constexpr int kFiles = 7;
inline constexpr int kRanks = 9;
inline constexpr int kSquares = kFiles * kRanks;
inline constexpr Bitboard kBoard = (Bitboard{1} << kSquares) - 1;
inline constexpr int kReserve = 24;
inline constexpr int kHighestNumber = 999'999;  // of the pair of turns

using Square = int;  // rank by rank from a1 (0) to g9 (62)

enum class Colour : std::uint8_t { White, Brown };
constexpr Colour other(Colour colour) { return colour == Colour::White ? Colour::Brown : Colour::White; }
constexpr int index(Colour colour) { return static_cast<int>(colour); }

enum Heading : int { North, East, South, West, kHeadings };

// What a square holds, numbered in the order of kCellCharacters.
using Cell = std::uint8_t;
inline constexpr std::string_view kCellCharacters = ".x^>Y<|-NESWnesw+ZDVzdv";
inline constexpr Cell kEmpty = 0;
inline constexpr Cell kFirstFace = 1;
inline constexpr int kFaces = 16;
inline constexpr Cell kNoWay = 1;
inline constexpr Cell kAllTurns = 16;
inline constexpr Cell kFirstTile = 17;
inline constexpr int kTileKinds = 6;
inline constexpr int kCells = 23;
// Faces follow one another as in kCellCharacters: No Way, four One Ways, two Two Ways, four Left Turns, four Right
// Turns, All Turns; each by the heading out.
inline constexpr Cell kOneWay = 2, kTwoWays = 6, kLeftTurn = 8, kRightTurn = 12;

constexpr bool is_tile(Cell cell) { return cell >= kFirstTile; }
constexpr bool is_face(Cell cell) { return cell >= kFirstFace && cell < kFirstTile; }
constexpr int tile_kind(Cell tile) { return tile - kFirstTile; }  // 0-2 White's 2, 3, 4; 3-5 Brown's
constexpr int tile_value(Cell tile) { return tile_kind(tile) % 3 + 2; }
constexpr Colour tile_colour(Cell tile) { return tile_kind(tile) < 3 ? Colour::White : Colour::Brown; }
constexpr Cell make_tile(Colour colour, int value) {
    return static_cast<Cell>(kFirstTile + 3 * index(colour) + value - 2);
}

constexpr Bitboard bit(Square square) { return Bitboard{1} << square; }

// An atomic action in 16 bits: a move (start, target) or a placement (square, face).
class Action {
public:
    constexpr Action() = default;
    static constexpr Action move(Square start, Square target) {
        return Action(static_cast<std::uint16_t>(start | target << 6));
    }
    static constexpr Action placement(Square square, Cell face) {
        return Action(static_cast<std::uint16_t>(square | (face - kFirstFace) << 6 | kPlacement));
    }
    static constexpr Action from_bits(std::uint16_t bits) { return Action(bits); }

    constexpr bool is_placement() const { return bits_ & kPlacement; }
    constexpr Square start() const { return bits_ & 63; }
    constexpr Square target() const { return bits_ >> 6 & 63; }
    constexpr Square square() const { return bits_ & 63; }
    constexpr Cell face() const { return static_cast<Cell>((bits_ >> 6 & 15) + kFirstFace); }
    constexpr std::uint16_t bits() const { return bits_; }
    constexpr explicit operator bool() const { return bits_ != kNone; }
    constexpr bool operator==(const Action&) const = default;

private:
    static constexpr std::uint16_t kPlacement = 0x8000;
    static constexpr std::uint16_t kNone = 0;  // a move from a1 to a1 is no move
    constexpr explicit Action(std::uint16_t bits) : bits_(bits) {}
    std::uint16_t bits_ = kNone;
};

}  // namespace barragoon
