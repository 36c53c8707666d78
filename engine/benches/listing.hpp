// What a measurement of the list of legal actions gives.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace barragoon::benches {

struct Listing {
    double nanoseconds = 0;  // a position
    std::uint64_t actions = 0;
};

}  // namespace barragoon::benches
