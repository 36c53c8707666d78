// A position as planes of 9 × 7 numbers, for a neural network: what docs/env.md calls the observation of version 0.
//
// Plane after plane, the squares in the order of their numbers as the viewer sees them: a viewer who plays Brown has
// the board turned half round, so that the own tiles always start below.
#pragma once

#include "position.hpp"

namespace barragoon::BARRAGOON_ISA {

enum Plane : int {
    OwnTiles = 0,    // three planes: 2-, 3- and 4-tiles
    OtherTiles = 3,  // three planes
    Faces = 6,       // sixteen planes, in the order of the cells, turned with the board
    OwnPlacement = 22,
    OtherPlacement,
    TwoPlacements,  // the one due now, and one after it
    OwnTurn,
    Reserve,   // how many barragoons lie beside the board
    OwnStage,  // two planes: stage 1, stage 2
    OtherStage = OwnStage + 2,
    SeenBefore = OtherStage + 2,  // the position was there once before: the next time is a draw
    PlaysBrown,
    Ones,
    kPlanes,
};
static_assert(kPlanes == 34);

inline constexpr std::size_t kPlaneNumbers = static_cast<std::size_t>(kPlanes) * kSquares;

void write_planes(const Position& position, Colour viewer, bool seen_before, std::uint8_t* planes);

}  // namespace barragoon::BARRAGOON_ISA
