// Random numbers that make up a position's key.
#pragma once

#include "vocabulary.hpp"

namespace barragoon {

enum class Phase : std::uint8_t;

// The mixing of splitmix64: every bit of the result depends on every bit given.
constexpr std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
}

struct Zobrist {
    std::array<std::array<std::uint64_t, kSquares>, kCells> cells{};
    std::array<std::uint64_t, 2> turn{};
    std::array<std::uint64_t, 4> phase{};
    std::array<std::array<std::uint64_t, 3>, 2> stage{};  // by colour

    constexpr explicit Zobrist(std::uint64_t state) {
        const auto next = [&state] { return mixed(state += 0x9E3779B97F4A7C15); };
        for (Cell cell = kFirstFace; cell < kCells; ++cell) {  // an empty square adds nothing
            for (auto& key : cells[cell]) key = next();
        }
        turn[1] = next();
        for (std::size_t phase_number = 1; phase_number < phase.size(); ++phase_number) phase[phase_number] = next();
        for (auto& stages : stage) stages = {0, next(), next()};  // the normal rule adds nothing
    }
};

inline constexpr std::uint64_t kSeed = 0x9E3779B97F4A7C15;  // any odd constant

#ifdef __wasm__
// Random numbers can't be compressed: these would be 11 kB of the page's module, and are worked out in microseconds.
// The compiler does not look into what is volatile, so it can't work them out itself.
inline const volatile std::uint64_t kHiddenSeed = kSeed;
inline const Zobrist kZobrist{kHiddenSeed};
#else
inline constexpr Zobrist kZobrist{kSeed};
#endif

}  // namespace barragoon
