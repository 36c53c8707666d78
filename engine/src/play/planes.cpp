#include "play/planes.hpp"

#include <cstring>

#include "action_id.hpp"

namespace barragoon::BARRAGOON_ISA {

namespace {

// The first plane of what stands on a square, by the viewer's colour; an empty square has none.
struct CellPlanes {
    std::array<std::array<std::int16_t, kCells>, 2> offset{};

    constexpr CellPlanes() {
        for (const Colour viewer : {Colour::White, Colour::Brown}) {
            auto& mine = offset[static_cast<std::size_t>(index(viewer))];
            for (Cell cell = kFirstFace; cell < kCells; ++cell) mine[cell] = offset_of(cell, viewer);
        }
    }

    static constexpr std::int16_t offset_of(Cell cell, Colour viewer) {
        if (is_tile(cell)) {
            const int side = tile_colour(cell) == viewer ? OwnTiles : OtherTiles;
            return static_cast<std::int16_t>((side + tile_value(cell) - 2) * kSquares);
        }
        const Cell seen = viewer == Colour::White ? cell : swapped_face(cell);
        return static_cast<std::int16_t>((Faces + seen - kFirstFace) * kSquares);
    }
};
constexpr CellPlanes kCellPlanes;

void fill(std::uint8_t* planes, int plane, int value) {
    if (value) std::memset(planes + static_cast<std::size_t>(plane) * kSquares, value, kSquares);
}

void write_cells(const Position& position, Colour viewer, std::uint8_t* planes) {
    const auto& offset = kCellPlanes.offset[static_cast<std::size_t>(index(viewer))];
    for (Bitboard squares = position.occupied(); squares; squares &= squares - 1) {
        const Square square = std::countr_zero(squares);
        planes[offset[position[square]] + (viewer == Colour::White ? square : swapped(square))] = 1;
    }
}

}  // namespace

void write_planes(const Position& position, Colour viewer, bool seen_before, std::uint8_t* planes) {
    std::memset(planes, 0, kPlaneNumbers);
    write_cells(position, viewer, planes);
    const bool placing = position.phase() != Phase::Move;
    fill(planes, OwnPlacement, placing && position.actor() == viewer);
    fill(planes, OtherPlacement, placing && position.actor() != viewer);
    fill(planes, TwoPlacements, position.phase() == Phase::PlaceBoth);
    fill(planes, OwnTurn, position.turn() == viewer);
    fill(planes, Reserve, position.reserve());
    for (int stage = 1; stage <= 2; ++stage) {
        fill(planes, OwnStage + stage - 1, position.stage(viewer) == stage);
        fill(planes, OtherStage + stage - 1, position.stage(other(viewer)) == stage);
    }
    fill(planes, SeenBefore, seen_before);
    fill(planes, PlaysBrown, viewer == Colour::Brown);
    fill(planes, Ones, 1);
}

}  // namespace barragoon::BARRAGOON_ISA
