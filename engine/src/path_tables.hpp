// The paths by which a tile can run to a target: which squares it crosses, and how.
#pragma once

#include "crossing_set.hpp"
#include "position.hpp"

namespace barragoon {

inline constexpr int kMostSteps = 4;
inline constexpr std::size_t kMostCrossed = kMostSteps - 1;
inline constexpr int kNoCrossing = kCrossings;  // fills up a path that crosses fewer squares

struct Path {
    std::uint8_t crossed = 0;                         // how many squares
    std::array<std::int8_t, kMostCrossed> offsets{};  // of the squares crossed, from the start
    std::array<std::uint8_t, kMostCrossed> crossings{kNoCrossing, kNoCrossing, kNoCrossing};
};

// Straight, or two with a turn: the one that begins along the file first.
struct Paths {
    std::uint8_t count = 0;
    std::array<Path, 2> path{};

    constexpr const Path* begin() const { return path.data(); }
    constexpr const Path* end() const { return path.data() + count; }
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

constexpr Path path_by(int first, int first_steps, int second, int second_steps) {
    constexpr std::array<int, kHeadings> step{kFiles, 1, -kFiles, -1};
    Path path;
    int offset = 0, in = first;
    for (int n = 0; n < first_steps + second_steps; ++n) {
        const int out = n < first_steps ? first : second;
        if (n > 0) {
            path.offsets[path.crossed] = static_cast<std::int8_t>(offset);
            path.crossings[path.crossed++] = static_cast<std::uint8_t>(crossing(in, out));
        }
        offset += step[static_cast<std::size_t>(out)];
        in = out;
    }
    return path;
}

constexpr Paths paths_over(Distance distance) {
    const int along = distance.ranks > 0 ? North : South;
    const int across = distance.files > 0 ? East : West;
    Paths paths;
    if (distance.steps() == 0 || distance.steps() > kMostSteps) return paths;
    paths.path[paths.count++] = path_by(along, distance.along(), across, distance.across());
    if (distance.files && distance.ranks)
        paths.path[paths.count++] = path_by(across, distance.across(), along, distance.along());
    return paths;
}

inline constexpr int kSpan = 2 * kMostSteps + 1;
inline constexpr auto kPaths = [] {
    std::array<Paths, kSpan * kSpan> table{};
    for (int place = 0; place < kSpan * kSpan; ++place)
        table[static_cast<std::size_t>(place)] = paths_over({place % kSpan - kMostSteps, place / kSpan - kMostSteps});
    return table;
}();

// The squares at the same parity of steps from a start as its tile's value: seven files are odd, so neighbours differ
// in parity along ranks and files alike.
constexpr Bitboard full_squares(Square start, int value) {
    constexpr Bitboard even = 0x5555'5555'5555'5555 & kBoard;
    return (start + value) % 2 == 0 ? even : kBoard & ~even;
}

// The target is at most four files and four ranks away.
constexpr const Paths& paths_between(Square start, Square target) {
    const auto [files, ranks] = Distance::between(start, target);
    return kPaths[static_cast<std::size_t>((ranks + kMostSteps) * kSpan + files + kMostSteps)];
}

}  // namespace barragoon

namespace barragoon::BARRAGOON_ISA {

inline bool is_open(const Position& position, Square start, const Path& path) {
    for (std::size_t n = 0; n < path.crossed; ++n) {
        if (!(kOpenSet[position[start + path.offsets[n]]] >> path.crossings[n] & 1)) return false;
    }
    return true;
}

// The first of the paths that a legal move can take.
inline const Path& open_path(const Position& position, Action move) {
    const Paths& paths = paths_between(move.start(), move.target());
    return paths.count == 1 || is_open(position, move.start(), paths.path[0]) ? paths.path[0] : paths.path[1];
}

}  // namespace barragoon::BARRAGOON_ISA
