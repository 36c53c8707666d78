// Random choices that are the same on every platform.
#pragma once

#include "zobrist.hpp"

namespace barragoon {

class RandomSource {
public:
    explicit RandomSource(std::uint64_t seed = 0) : state_(mixed(seed + kStep)) {}

    // From 0 to one less than `count`, which is small beside 2^32: the bias is too.
    int below(int count) {
        state_ += kStep;
        return static_cast<int>((mixed(state_) >> 32) * static_cast<std::uint64_t>(count) >> 32);
    }
    // The seed of another source.
    std::uint64_t seed() { return mixed(state_ += kStep); }

private:
    static constexpr std::uint64_t kStep = 0x9E3779B97F4A7C15;
    std::uint64_t state_;
};

}  // namespace barragoon
