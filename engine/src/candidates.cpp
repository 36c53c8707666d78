#include "candidates.hpp"

#include <algorithm>

#include "path_ends.hpp"
#include "path_tables.hpp"

namespace barragoon::BARRAGOON_ISA {

namespace {

constexpr int kThreat = 1600;  // a path on which a tile can be taken
constexpr int kTargets = 900;  // all others of a tile, shared out among them
constexpr int kLast = 3;       // times as much when hardly any other tile can move

// A table of faces and squares; a crossing is written down for the face that leaves nothing else open. Face by face,
// so that all squares are counted at once.
constexpr int kRow = 64;
constexpr std::size_t entry(Cell face, Square square) {
    return static_cast<std::size_t>((face - kFirstFace) * kRow + square);
}

// What a path crosses, relative to its start.
struct Crossed {
    std::array<std::int16_t, 3> entries{};  // where there are fewer crossings, No Way on the start: never looked at
    Bitboard squares = 0;                   // turned round so that the start is square 0
};

constexpr Crossed crossed(int first, int turn, int second, int length) {
    constexpr std::array<Cell, 3> faces{kOneWay, kRightTurn, kLeftTurn};  // in the order of crossings
    const Path path = path_by(first, turn, second, length - turn);
    Crossed made;
    for (std::size_t n = 0; n < path.crossed; ++n) {
        const int how = path.crossings[n] / kHeadings, leaving = path.crossings[n] % kHeadings;
        const int face = faces[static_cast<std::size_t>(how)] + leaving - kFirstFace;
        made.entries[n] = static_cast<std::int16_t>(face * kRow + path.offsets[n]);
        made.squares |= std::rotl(Bitboard{1}, path.offsets[n]);
    }
    return made;
}

// By the numbers of the paths.
template <int length>
constexpr auto kCrossed = [] {
    std::array<Crossed, static_cast<std::size_t>(paths_of(length))> made{};
    std::size_t number = 0;
    for (int heading = 0; heading < kHeadings; ++heading) made[number++] = crossed(heading, length, heading, length);
    for (const int before : {3, 1}) {  // what turns right into a heading came with the one to its left
        for (int turn = 1; turn < length; ++turn) {
            for (int heading = 0; heading < kHeadings; ++heading)
                made[number++] = crossed((heading + before) % kHeadings, turn, heading, length);
        }
    }
    return made;
}();

// What the tiles of one player could be kept from.
struct Reaching {
    struct Tile {
        Square start;
        int value;
        int targets;                           // how many squares it can go to
        Bitboard short_targets, full_targets;  // those that are empty
        // The paths that are the only ones to their targets.
        std::uint64_t short_paths, full_paths;
        std::uint64_t threats;  // of the full paths those that take a tile
    };
    std::array<Tile, 7> tile;  // those that can move
    std::size_t movable = 0;
};

template <int value>
void look(const Position& position, Colour colour, Bitboard takeable, Reaching& reaching) {
    const Movement movement(position);
    const Bitboard empty = position.empty();
    const Bitboard foes = position.tiles(other(colour));
    for (Bitboard tiles = position.tiles(colour, value); tiles; tiles &= tiles - 1) {
        const Square start = std::countr_zero(tiles);
        const PathEnds<value - 1> shorter = path_ends_from<value - 1>(movement, start);
        const PathEnds<value> full = longer(movement, shorter);
        const Bitboard short_targets = shorter.ends() & empty;
        const Bitboard hit = full.ends() & takeable;
        if (!(short_targets | hit)) continue;
        const PathEnds<value> only = only_paths(full);
        reaching.tile[reaching.movable++] = {
            start,
            value,
            std::popcount(short_targets | hit),
            short_targets,
            hit & empty,
            only_paths(shorter).ending_in(empty),
            only.ending_in(takeable),
            hit & foes ? only.ending_in(foes) : 0,
        };
    }
}

Reaching look_at(const Position& position, Colour colour) {
    const Bitboard foreign = kBoard & ~position.tiles(colour);
    Reaching reaching;
    look<2>(position, colour, foreign & ~position.all_turns(), reaching);
    look<3>(position, colour, foreign, reaching);
    look<4>(position, colour, foreign, reaching);
    return reaching;
}

// What it would be worth to the actor to close a crossing, or to fill a square.
class Pressure {
public:
    explicit Pressure(const Position& position) {
        const Colour actor = position.actor();
        for (const Colour colour : {actor, other(actor)}) {
            const Reaching reaching = look_at(position, colour);
            const bool last = static_cast<int>(reaching.movable) <= position.stage(colour) + 2;
            const int worth = (colour == actor ? -kTargets : kTargets) * (last ? kLast : 1);
            for (std::size_t n = 0; n < reaching.movable; ++n) press(reaching.tile[n], worth);
        }
        add_up();
    }

    // The squares on which a barragoon would change anything.
    Bitboard touched() const { return touched_; }

    // Closing a square closes all its crossings but those that the face leaves open.
    int promise(Square square, Cell face) const {
        return closed_[static_cast<std::size_t>(square)] - entries_[entry(face, square)];
    }
    // That of the best face.
    int most(Square square) const { return most_[static_cast<std::size_t>(square)]; }

private:
    // What all of a tile's targets are worth is negative if it is the actor's own.
    void press(const Reaching::Tile& tile, int worth) {
        const int each = worth / (tile.targets + 2);
        if (tile.value == 2) press<2>(tile, each);
        else if (tile.value == 3) press<3>(tile, each);
        else press<4>(tile, each);
    }

    template <int value>
    void press(const Reaching::Tile& tile, int each) {
        if constexpr (value > 2) press_paths(tile.start, tile.short_paths, kCrossed<value - 1>.data(), each);
        press_paths(tile.start, tile.full_paths & ~tile.threats, kCrossed<value>.data(), each);
        press_paths(tile.start, tile.threats, kCrossed<value>.data(), each < 0 ? -kThreat : kThreat);
        // A full move ends on a barragoon by taking it; only a 2-tile can't take All Turns.
        for (Bitboard left = tile.short_targets; left; left &= left - 1)
            add(closed_[static_cast<std::size_t>(std::countr_zero(left))], each);
        if constexpr (value == 2) {
            for (Bitboard left = tile.full_targets; left; left &= left - 1)
                add(entries_[entry(kAllTurns, std::countr_zero(left))], -each);
        }
        touched_ |= tile.short_targets | tile.full_targets;
    }

    void press_paths(Square start, std::uint64_t paths, const Crossed* by_number, int weight) {
        std::int16_t* const first = &entries_[entry(kNoWay, start)];
        for (; paths; paths &= paths - 1) {
            const Crossed& crossed = by_number[std::countr_zero(paths)];
            for (const std::int16_t crossing : crossed.entries) add(first[crossing], weight);
            touched_ |= std::rotl(crossed.squares, start);
        }
    }

    // What the faces that leave several crossings open come to, and all squares.
    void add_up() {
        for (std::size_t square = 0; square < kRow; ++square) {
            const auto at = [&](int face) -> std::int16_t& {
                return entries_[static_cast<std::size_t>(face - kFirstFace) * kRow + square];
            };
            const auto sum = [&](int face) { return at(face) + at(face + 1) + at(face + 2) + at(face + 3); };
            const int turning = sum(kLeftTurn) + sum(kRightTurn);
            at(kTwoWays) = static_cast<std::int16_t>(at(kOneWay + North) + at(kOneWay + South));
            at(kTwoWays + 1) = static_cast<std::int16_t>(at(kOneWay + East) + at(kOneWay + West));
            at(kAllTurns) = static_cast<std::int16_t>(at(kAllTurns) + turning);
            closed_[square] = static_cast<std::int16_t>(closed_[square] + sum(kOneWay) + turning);
            std::int16_t least = 0;
            for (int face = kFirstFace; face < kFirstTile; ++face) least = std::min(least, at(face));
            most_[square] = static_cast<std::int16_t>(closed_[square] - least);
        }
    }

    static void add(std::int16_t& sum, int weight) { sum = static_cast<std::int16_t>(sum + weight); }

    alignas(32) std::array<std::int16_t, kFaces * kRow> entries_{};
    alignas(32) std::array<std::int16_t, kRow> closed_{};
    alignas(32) std::array<std::int16_t, kRow> most_;
    Bitboard touched_ = 0;
};

// The best few of many, kept in order.
class Shortlist {
public:
    Shortlist(Candidate* kept, int most) : kept_(kept), most_(most) {}

    bool would_take(int promise) const { return count_ < most_ || promise > kept_[count_ - 1].promise; }

    void offer(Action action, int promise) {
        if (!would_take(promise)) return;
        int place = count_ < most_ ? count_++ : count_ - 1;
        for (; place > 0 && kept_[place - 1].promise < promise; --place) kept_[place] = kept_[place - 1];
        kept_[place] = {action, promise};
    }

    int count() const { return count_; }

private:
    Candidate* kept_;
    int most_;
    int count_ = 0;
};

}  // namespace

int placement_candidates(const Position& position, int most, std::array<Candidate, kMostActions>& found) {
    const Pressure pressure(position);
    // As many placements as are wanted, each on a square of its own, are an easy choice, and none elsewhere is better.
    Shortlist alone(found.data(), most);
    for (Bitboard left = position.empty() & pressure.touched(); left; left &= left - 1) {
        const Square square = std::countr_zero(left);
        alone.offer(Action::placement(square, kNoWay), pressure.most(square));
    }
    Bitboard squares = 0;
    for (int n = 0; n < alone.count(); ++n) squares |= bit(found[static_cast<std::size_t>(n)].action.square());
    Shortlist shortlist(found.data(), most);
    for (; squares; squares &= squares - 1) {
        const Square square = std::countr_zero(squares);
        for (Cell face = kFirstFace; face < kFirstTile; ++face)
            shortlist.offer(Action::placement(square, face), pressure.promise(square, face));
    }
    if (shortlist.count() == 0) {  // nobody can move anything: any placement is as good
        shortlist.offer(Action::placement(std::countr_zero(position.empty()), kNoWay), 0);
    }
    return shortlist.count();
}

}  // namespace barragoon::BARRAGOON_ISA
