// How long the list of legal actions takes. Compiled once for each instruction set, like the code that it measures.
#include "listing.hpp"

#include <chrono>
#include <stdexcept>

#include "generate.hpp"

namespace barragoon::BARRAGOON_ISA {

namespace {

std::vector<Position> read(const std::vector<std::string>& fens) {
    std::vector<Position> positions;
    for (const std::string& fen : fens) {
        std::string problem;
        const auto position = Position::from_fen(fen, problem);
        if (!position) throw std::invalid_argument(problem);
        positions.push_back(*position);
    }
    return positions;
}

}  // namespace

benches::Listing list_actions(const std::vector<std::string>& fens, int times) {
    const std::vector<Position> positions = read(fens);
    benches::Listing listing;
    ActionList actions;
    const auto began = std::chrono::steady_clock::now();
    for (int time = 0; time < times; ++time) {
        // One after another, so that the processor can't learn a position by heart.
        for (const Position& position : positions) {
            generate(position, actions);
            listing.actions += actions.size();
        }
    }
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - began;
    listing.nanoseconds = took.count() / (static_cast<double>(positions.size()) * times);
    return listing;
}

}  // namespace barragoon::BARRAGOON_ISA
