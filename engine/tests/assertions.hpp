// What the test programs share: checks that end the program, and dice that fall alike everywhere.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace barragoon::tests {

inline void check(bool holds, const char* what, const std::string& where) {
    if (holds) return;
    std::fprintf(stderr, "%s: %s\n", what, where.c_str());
    std::exit(1);
}

// SplitMix64: the standard library's distributions differ between compilers.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : state_(seed) {}

    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }
    bool one_in(std::size_t chances) { return below(chances) == 0; }
    template <typename List>
    auto choose(const List& list) {
        return list[below(list.size())];
    }

private:
    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        return z ^ z >> 31;
    }

    std::uint64_t state_;
};

// Both set-ups, and one with express stages.
inline const std::vector<std::string> kStarts = {
    "1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/1VD1DV1 w - 24 00 1",
    "1vd1dv1/2zdz2/7/1+3+1/+1+1+1+/1+3+1/7/2ZDZ2/1VD1DV1 w - 24 00 1",
    "1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/1VD1DV1 w - 24 21 1",
};

}  // namespace barragoon::tests
