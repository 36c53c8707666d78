// The ways in which a tile can run to a target: which squares it crosses, and how.
#pragma once

#include "crossing_set.hpp"
#include "position.hpp"

namespace barragoon {

inline constexpr int kMostSteps = 4;
inline constexpr std::size_t kMostCrossed = kMostSteps - 1;
inline constexpr int kNoCrossing = kCrossings;  // fills up a way that crosses fewer squares

struct Way {
    std::uint8_t crossed = 0;                         // how many squares
    std::array<std::int8_t, kMostCrossed> offsets{};  // of the squares crossed, from the start
    std::array<std::uint8_t, kMostCrossed> crossings{kNoCrossing, kNoCrossing, kNoCrossing};
};

// Straight, or two with a turn: the one that begins along the file first.
struct Ways {
    std::uint8_t count = 0;
    std::array<Way, 2> way{};

    constexpr const Way* begin() const { return way.data(); }
    constexpr const Way* end() const { return way.data() + count; }
};

// From one square to another, each number with its sign.
struct Distance {
    int files, ranks;

    static constexpr Distance between(Square start, Square target) {
        return {target % kFiles - start % kFiles, target / kFiles - start / kFiles};
    }
    constexpr int across() const { return files < 0 ? -files : files; }
    constexpr int along() const { return ranks < 0 ? -ranks : ranks; }
    constexpr int steps() const { return across() + along(); }
};

constexpr Way way_by(int first, int first_steps, int second, int second_steps) {
    constexpr std::array<int, kHeadings> step{kFiles, 1, -kFiles, -1};
    Way way;
    int offset = 0, in = first;
    for (int n = 0; n < first_steps + second_steps; ++n) {
        const int out = n < first_steps ? first : second;
        if (n > 0) {
            way.offsets[way.crossed] = static_cast<std::int8_t>(offset);
            way.crossings[way.crossed++] = static_cast<std::uint8_t>(crossing(in, out));
        }
        offset += step[static_cast<std::size_t>(out)];
        in = out;
    }
    return way;
}

constexpr Ways ways_over(Distance distance) {
    const int along = distance.ranks > 0 ? North : South;
    const int across = distance.files > 0 ? East : West;
    Ways ways;
    if (distance.steps() == 0 || distance.steps() > kMostSteps) return ways;
    ways.way[ways.count++] = way_by(along, distance.along(), across, distance.across());
    if (distance.files && distance.ranks)
        ways.way[ways.count++] = way_by(across, distance.across(), along, distance.along());
    return ways;
}

inline constexpr int kSpan = 2 * kMostSteps + 1;
inline constexpr auto kWays = [] {
    std::array<Ways, kSpan * kSpan> table{};
    for (int place = 0; place < kSpan * kSpan; ++place)
        table[static_cast<std::size_t>(place)] = ways_over({place % kSpan - kMostSteps, place / kSpan - kMostSteps});
    return table;
}();

// The squares at the same parity of steps from a start as its tile's value: seven files are odd, so neighbours differ
// in parity along ranks and files alike.
constexpr Bitboard full_squares(Square start, int value) {
    constexpr Bitboard even = 0x5555'5555'5555'5555 & kBoard;
    return (start + value) % 2 == 0 ? even : kBoard & ~even;
}

// The target is at most four files and four ranks away.
constexpr const Ways& ways_between(Square start, Square target) {
    const auto [files, ranks] = Distance::between(start, target);
    return kWays[static_cast<std::size_t>((ranks + kMostSteps) * kSpan + files + kMostSteps)];
}

}  // namespace barragoon

namespace barragoon::BARRAGOON_PATH {

inline bool is_open(const Position& position, Square start, const Way& way) {
    for (std::size_t n = 0; n < way.crossed; ++n) {
        if (!(kOpenSet[position[start + way.offsets[n]]] >> way.crossings[n] & 1)) return false;
    }
    return true;
}

// The first of the ways that a legal move can take.
inline const Way& open_way(const Position& position, Action move) {
    const Ways& ways = ways_between(move.start(), move.target());
    return ways.count == 1 || is_open(position, move.start(), ways.way[0]) ? ways.way[0] : ways.way[1];
}

}  // namespace barragoon::BARRAGOON_PATH
