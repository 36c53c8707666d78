#include "position.hpp"

namespace barragoon::BARRAGOON_ISA {

void Position::put(Square square, Cell cell) {
    const auto at = static_cast<std::size_t>(square);
    const Cell before = cells_[at];
    const Bitboard mask = bit(square);
    const Quad here = Quad::all(mask);
    const Quad here_and_on = here & Quad::load(kStays);
    const auto replace = [&](Lanes& lanes, const Lanes& open) {
        (without(Quad::load(lanes), here) | (Quad::load(open) & here_and_on)).store(lanes);
    };
    replace(open_.straight, kOpen[cell].straight);
    replace(open_.right, kOpen[cell].right);
    replace(open_.left, kOpen[cell].left);
    if (is_tile(before)) tiles_[static_cast<std::size_t>(tile_kind(before))] ^= mask;
    if (is_tile(cell)) tiles_[static_cast<std::size_t>(tile_kind(cell))] ^= mask;
    faces_ = (faces_ & ~mask) | (is_face(cell) ? mask : 0);
    all_turns_ = (all_turns_ & ~mask) | (cell == kAllTurns ? mask : 0);
    key_ ^= kZobrist.cells[before][at] ^ kZobrist.cells[cell][at];
    cells_[at] = cell;
}

void Position::end_turn() {
    number_ += turn_ == Colour::Brown;
    turn_ = other(turn_);
    key_ ^= kZobrist.turn[1];
}

void Position::make(Action action, Undo& undo) {
    undo = {key_, kEmpty, phase_, reserve_};
    key_ ^= kZobrist.phase[static_cast<std::size_t>(phase_)];
    if (action.is_placement()) {
        put(action.square(), action.face());
        phase_ = phase_ == Phase::PlaceBoth ? Phase::PlaceOwn : Phase::Move;
    } else {
        undo.captured = (*this)[action.target()];
        const Cell tile = (*this)[action.start()];
        put(action.start(), kEmpty);
        put(action.target(), tile);
        if (is_face(undo.captured)) {
            phase_ = Phase::PlaceOwn;
        } else if (is_tile(undo.captured)) {
            phase_ = reserve_ >= 2 ? Phase::PlaceBoth : reserve_ == 1 ? Phase::PlaceLoser : Phase::Move;
            reserve_ = static_cast<std::uint8_t>(reserve_ >= 2 ? reserve_ - 2 : 0);
        }
    }
    key_ ^= kZobrist.phase[static_cast<std::size_t>(phase_)];
    if (phase_ == Phase::Move) end_turn();
}

void Position::unmake(Action action, const Undo& undo) {
    if (phase_ == Phase::Move) {
        turn_ = other(turn_);
        number_ -= turn_ == Colour::Brown;
    }
    if (action.is_placement()) {
        put(action.square(), kEmpty);
    } else {
        const Cell tile = (*this)[action.target()];
        put(action.target(), undo.captured);
        put(action.start(), tile);
    }
    phase_ = undo.phase;
    reserve_ = undo.reserve;
    key_ = undo.key;
}

void Position::place_nothing() {
    key_ ^= kZobrist.phase[static_cast<std::size_t>(phase_)];
    phase_ = phase_ == Phase::PlaceBoth ? Phase::PlaceOwn : Phase::Move;
    key_ ^= kZobrist.phase[static_cast<std::size_t>(phase_)];
    if (phase_ == Phase::Move) end_turn();
}

Phase Position::skip_placements() {
    const Phase owed = phase_;
    if (owed != Phase::Move) {
        key_ ^= kZobrist.phase[static_cast<std::size_t>(owed)];
        phase_ = Phase::Move;
        end_turn();
    }
    return owed;
}

void Position::owe_placements(Phase owed) {
    if (owed == Phase::Move) return;
    turn_ = other(turn_);
    number_ -= turn_ == Colour::Brown;
    key_ ^= kZobrist.turn[1] ^ kZobrist.phase[static_cast<std::size_t>(owed)];
    phase_ = owed;
}

Position Position::without_tiles(Bitboard lifted) const {
    Position bare = *this;
    for (Bitboard tiles = lifted; tiles; tiles &= tiles - 1) bare.put(std::countr_zero(tiles), kEmpty);
    return bare;
}

std::uint64_t Position::key_from_scratch() const {
    std::uint64_t key = kZobrist.turn[static_cast<std::size_t>(index(turn_))] ^
                        kZobrist.phase[static_cast<std::size_t>(phase_)] ^ kZobrist.stage[0][stages_[0]] ^
                        kZobrist.stage[1][stages_[1]];
    for (std::size_t square = 0; square < kSquares; ++square) key ^= kZobrist.cells[cells_[square]][square];
    return key;
}

bool Position::operator==(const Position& position) const {
    return cells_ == position.cells_ && turn_ == position.turn_ && phase_ == position.phase_ &&
           reserve_ == position.reserve_ && stages_ == position.stages_;
}

std::string Position::to_fen() const {
    std::string fen;
    for (int rank = kRanks - 1; rank >= 0; --rank) {
        int gap = 0;
        for (int file = 0; file < kFiles; ++file) {
            const Cell cell = (*this)[rank * kFiles + file];
            if (cell == kEmpty) {
                ++gap;
                continue;
            }
            if (gap) fen += static_cast<char>('0' + gap);
            gap = 0;
            fen += kCellCharacters[cell];
        }
        if (gap) fen += static_cast<char>('0' + gap);
        if (rank) fen += '/';
    }
    const char own = turn_ == Colour::White ? 'w' : 'b';
    const char foe = turn_ == Colour::White ? 'b' : 'w';
    const std::string hands = phase_ == Phase::Move        ? "-"
                              : phase_ == Phase::PlaceOwn  ? std::string{own}
                              : phase_ == Phase::PlaceBoth ? std::string{foe, own}
                                                           : std::string{foe};
    return fen + ' ' + own + ' ' + hands + ' ' + std::to_string(reserve_) + ' ' + std::to_string(stages_[0]) +
           std::to_string(stages_[1]) + ' ' + std::to_string(number());
}

}  // namespace barragoon::BARRAGOON_ISA
