// Which placements are worth looking at: those that stand in somebody's way.
#pragma once

#include "generate.hpp"

namespace barragoon::BARRAGOON_ISA {

struct Candidate {
    Action action;
    int promise = 0;
};

// The most promising placements for the actor, best first, at most `most` of them; returns how many.
int placement_candidates(const Position& position, int most, std::array<Candidate, kMostActions>& found);

}  // namespace barragoon::BARRAGOON_ISA
