#include "candidates.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace barragoon::BARRAGOON_PATH {

namespace {

// A crossing by number, in the order of OpenCrossings: how (straight, right, left) times four, plus the heading out.
enum How : int { Straight, Right, Left };
constexpr int kCrossings = 12;
constexpr int kNoCrossing = kCrossings;  // fills up a way that crosses fewer than three squares
constexpr std::size_t kColumns = 16;     // crossings and padding: a row of 32 bytes

// The crossings that a face leaves open, by number.
struct OpenNumbers {
    int count = 0;
    std::array<std::uint8_t, 8> numbers{};
};

constexpr std::array<OpenNumbers, kCells> open_numbers() {
    std::array<OpenNumbers, kCells> made{};
    for (std::size_t face = kFirstFace; face < kFirstTile; ++face) {
        for (std::size_t number = 0; number < kCrossings; ++number) {
            const std::size_t out = number % kHeadings;
            const Bitboard open = number < 4   ? kOpen[face].straight[out]
                                  : number < 8 ? kOpen[face].right[out]
                                               : kOpen[face].left[out];
            if (open)
                made[face].numbers[static_cast<std::size_t>(made[face].count++)] = static_cast<std::uint8_t>(number);
        }
    }
    return made;
}
constexpr auto kOpenNumbers = open_numbers();

// One way of running: what is crossed after one, two and three steps.
struct Way {
    std::array<std::int8_t, 3> offsets{};  // from the start
    std::array<std::uint8_t, 3> crossings{kNoCrossing, kNoCrossing, kNoCrossing};
};

// The ways to a target so many files and ranks away: straight, or two with a turn.
struct Ways {
    int count = 0;
    std::array<Way, 2> way{};
};

constexpr Way way_of(int first, int first_steps, int second, int second_steps) {
    constexpr std::array<int, kHeadings> step{kFiles, 1, -kFiles, -1};
    Way way;
    int offset = 0;
    for (int n = 0; n < first_steps + second_steps; ++n) {
        const int heading = n < first_steps ? first : second;
        if (n > 0) {
            const int entered = n - 1 < first_steps ? first : second;
            const int how = entered == heading ? Straight : (entered + 1) % kHeadings == heading ? Right : Left;
            const auto crossed = static_cast<std::size_t>(n - 1);
            way.offsets[crossed] = static_cast<std::int8_t>(offset);
            way.crossings[crossed] = static_cast<std::uint8_t>(how * kHeadings + heading);
        }
        offset += step[static_cast<std::size_t>(heading)];
    }
    return way;
}

constexpr int kLongest = 4;
constexpr int kSpan = 2 * kLongest + 1;

constexpr std::array<Ways, kSpan * kSpan> all_ways() {
    std::array<Ways, kSpan * kSpan> table{};
    for (int ranks = -kLongest; ranks <= kLongest; ++ranks) {
        for (int files = -kLongest; files <= kLongest; ++files) {
            const int along_steps = ranks < 0 ? -ranks : ranks;
            const int across_steps = files < 0 ? -files : files;
            if (along_steps + across_steps == 0 || along_steps + across_steps > kLongest) continue;
            const int along = ranks > 0 ? North : South;
            const int across = files > 0 ? East : West;
            Ways& ways = table[static_cast<std::size_t>((ranks + kLongest) * kSpan + files + kLongest)];
            ways.way[static_cast<std::size_t>(ways.count++)] = way_of(along, along_steps, across, across_steps);
            if (ranks && files)
                ways.way[static_cast<std::size_t>(ways.count++)] = way_of(across, across_steps, along, along_steps);
        }
    }
    return table;
}
constexpr auto kWays = all_ways();

const Ways& ways_between(Square start, Square target) {
    const int ranks = target / kFiles - start / kFiles;
    const int files = target % kFiles - start % kFiles;
    return kWays[static_cast<std::size_t>((ranks + kLongest) * kSpan + files + kLongest)];
}

constexpr int kThreat = 1600;  // a path on which a tile can be taken
constexpr int kTargets = 900;  // all others of a tile, shared out among them
constexpr int kLast = 3;       // times as much when hardly any other tile can move

// What it would be worth to the actor to close a crossing, or to fill a square.
class Pressure {
public:
    explicit Pressure(const Position& position) : position_(position) {
        std::copy(position.open().straight.begin(), position.open().straight.end(), open_.begin());
        std::copy(position.open().right.begin(), position.open().right.end(), open_.begin() + 4);
        std::copy(position.open().left.begin(), position.open().left.end(), open_.begin() + 8);
        open_[kNoCrossing] = ~Bitboard{0};
    }

    // The tile can legally go to these targets; what all of them are worth is negative if it is the actor's own.
    void press_tile(Square start, Bitboard targets, int worth) {
        const int value = tile_value(position_[start]);
        const int sign = worth < 0 ? -1 : 1;
        const int each = worth / (std::popcount(targets) + 2);
        for (Bitboard left = targets; left; left &= left - 1) {
            const Square target = std::countr_zero(left);
            if (const Way* way = only_way(start, ways_between(start, target)))
                press_way(start, *way, is_tile(position_[target]) ? sign * kThreat : each);
            if (position_[target] == kEmpty) press_filling(start, target, value, each);
        }
    }

    Bitboard touched() const { return touched_; }
    // No face on the square can be worth more.
    int most(Square square) const {
        int sum = std::max(0, filling(square)) + std::max(0, filling_with_all_turns(square));
        for (const std::int16_t weight : row(square)) sum += std::max<int>(0, weight);
        return sum;
    }
    int crossing(Square square, std::size_t number) const { return row(square)[number]; }
    int all_crossings(Square square) const {
        int sum = 0;
        for (std::size_t number = 0; number < kCrossings; ++number) sum += row(square)[number];
        return sum;
    }
    int filling(Square square) const { return filling_[static_cast<std::size_t>(square)]; }
    int filling_with_all_turns(Square square) const {
        return filling_with_all_turns_[static_cast<std::size_t>(square)];
    }

private:
    using Row = std::array<std::int16_t, kColumns>;
    const Row& row(Square square) const { return crossings_[static_cast<std::size_t>(square)]; }

    // The way to a legal target; none if there are two, because closing one leaves the other.
    const Way* only_way(Square start, const Ways& ways) const {
        if (ways.count == 1 || !is_open(start, ways.way[1])) return &ways.way[0];
        return is_open(start, ways.way[0]) ? nullptr : &ways.way[1];
    }

    bool is_open(Square start, const Way& way) const {
        Bitboard open = ~Bitboard{0};
        for (std::size_t n = 0; n < 3; ++n) open &= open_[way.crossings[n]] >> (start + way.offsets[n]);
        return open & 1;
    }

    void press_way(Square start, const Way& way, int weight) {
        for (std::size_t n = 0; n < 3; ++n) {
            const int square = start + way.offsets[n];
            std::int16_t& pressed = crossings_[static_cast<std::size_t>(square)][way.crossings[n]];
            pressed = static_cast<std::int16_t>(pressed + weight);
            touched_ |= bit(square);
        }
    }

    // A full move ends on a barragoon by taking it; only a 2-tile can't take All Turns.
    void press_filling(Square start, Square target, int value, int each) {
        touched_ |= bit(target);
        const int files = std::abs(target % kFiles - start % kFiles);
        const int ranks = std::abs(target / kFiles - start / kFiles);
        const auto at = static_cast<std::size_t>(target);
        if (files + ranks < value) filling_[at] += each;
        else if (value == 2) filling_with_all_turns_[at] += each;
    }

    const Position& position_;
    std::array<Bitboard, kCrossings + 1> open_;
    alignas(32) std::array<Row, kSquares + 1> crossings_{};
    std::array<int, kSquares> filling_{};
    std::array<int, kSquares> filling_with_all_turns_{};
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

// Closing a square closes all its crossings but those that the face leaves open.
void offer_faces(Square square, const Pressure& pressure, Shortlist& shortlist) {
    const int closed = pressure.filling(square) + pressure.all_crossings(square);
    for (Cell face = kFirstFace; face < kFirstTile; ++face) {
        const OpenNumbers& open = kOpenNumbers[face];
        int promise = closed + (face == kAllTurns ? pressure.filling_with_all_turns(square) : 0);
        for (std::size_t n = 0; n < static_cast<std::size_t>(open.count); ++n)
            promise -= pressure.crossing(square, open.numbers[n]);
        shortlist.offer(Action::placement(square, face), promise);
    }
}

}  // namespace

int placement_candidates(const Position& position, int most, std::array<Candidate, kMostActions>& found) {
    Pressure pressure(position);
    const Colour actor = position.actor();
    for (const Colour colour : {actor, other(actor)}) {
        std::array<std::pair<Square, Bitboard>, 7> tiles;
        std::size_t movable = 0;
        for_each_tile(position, colour, [&](Square start, Bitboard targets) {
            if (targets) tiles[movable++] = {start, targets};
        });
        const bool last = static_cast<int>(movable) <= position.stage(colour) + 2;
        const int worth = (colour == actor ? -kTargets : kTargets) * (last ? kLast : 1);
        for (std::size_t n = 0; n < movable; ++n) pressure.press_tile(tiles[n].first, tiles[n].second, worth);
    }
    Shortlist shortlist(found.data(), most);
    for (Bitboard squares = position.empty() & pressure.touched(); squares; squares &= squares - 1) {
        const Square square = std::countr_zero(squares);
        if (shortlist.would_take(pressure.most(square))) offer_faces(square, pressure, shortlist);
    }
    if (shortlist.count() == 0) {  // nobody can move anything: any placement is as good
        shortlist.offer(Action::placement(std::countr_zero(position.empty()), kNoWay), 0);
    }
    return shortlist.count();
}

}  // namespace barragoon::BARRAGOON_PATH
