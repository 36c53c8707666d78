// What is wrong with the FEN of a game file, as exactly as Python's setup.py says it: code, piece and column. fen.cpp
// is for everything else.
#pragma once

#include "game/record.hpp"

namespace barragoon::BARRAGOON_ISA {

struct FenReading {
    std::string_view code{};  // empty: nothing is wrong
    std::string parameters = "{}";
    std::string text{};       // the piece that can't be read
    int column = 1;           // where it stands in the FEN
    bool impossible = false;  // it can be read, but no game gets there
    Bitboard surplus = 0;     // the tiles of each kind of which there are too many
    std::string stages{};     // as the FEN has them, or by default
    std::optional<Position> position{};
};

// The stages are used where the FEN has none; an empty text: 00.
FenReading read_fen(std::string_view fen, std::string_view stages);

}  // namespace barragoon::BARRAGOON_ISA
