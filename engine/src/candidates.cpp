#include "candidates.hpp"

#include <algorithm>
#include <vector>

namespace barragoon::BARRAGOON_PATH {

namespace {

// A crossing by number: how (straight, right, left) times four, plus the heading out.
enum How : int { Straight, Right, Left };
constexpr int kCrossings = 12;
constexpr int crossing_number(How how, int out) { return static_cast<int>(how) * 4 + out; }

constexpr std::array<std::uint16_t, kCells> open_masks() {
    std::array<std::uint16_t, kCells> masks{};
    for (std::size_t cell = 0; cell < kCells; ++cell) {
        for (std::size_t out = 0; out < kHeadings; ++out) {
            const auto add = [&](How how, Bitboard open) {
                if (open)
                    masks[cell] =
                        static_cast<std::uint16_t>(masks[cell] | 1 << crossing_number(how, static_cast<int>(out)));
            };
            add(Straight, kOpen[cell].straight[out]);
            add(Right, kOpen[cell].right[out]);
            add(Left, kOpen[cell].left[out]);
        }
    }
    return masks;
}
constexpr auto kOpenMask = open_masks();

// One way of running: what is crossed on the way.
struct Way {
    int crossed = 0;
    std::array<std::uint8_t, 3> squares{};
    std::array<std::uint8_t, 3> crossings{};
};

struct Destination {
    Square target = 0;
    int ways = 0;
    std::array<Way, 2> way{};
};

Way way_of(Square start, int first, int first_steps, int second, int second_steps) {
    constexpr std::array<int, kHeadings> step{kFiles, 1, -kFiles, -1};
    Way way;
    Square square = start;
    for (int n = 0; n < first_steps + second_steps; ++n) {
        const int heading = n < first_steps ? first : second;
        if (n > 0) {
            const int entered = n - 1 < first_steps ? first : second;
            const How how = entered == heading ? Straight : (entered + 1) % kHeadings == heading ? Right : Left;
            way.squares[static_cast<std::size_t>(way.crossed)] = static_cast<std::uint8_t>(square);
            way.crossings[static_cast<std::size_t>(way.crossed++)] =
                static_cast<std::uint8_t>(crossing_number(how, heading));
        }
        square += step[static_cast<std::size_t>(heading)];
    }
    return way;
}

using Destinations = std::vector<Destination>;

std::array<std::array<Destinations, kSquares>, 5> make_destinations() {
    std::array<std::array<Destinations, kSquares>, 5> table;
    for (int length = 1; length <= 4; ++length) {
        for (Square start = 0; start < kSquares; ++start) {
            for (Square target = 0; target < kSquares; ++target) {
                const int files = target % kFiles - start % kFiles;
                const int ranks = target / kFiles - start / kFiles;
                if (std::abs(files) + std::abs(ranks) != length) continue;
                const int across = files > 0 ? East : West;
                const int along = ranks > 0 ? North : South;
                Destination destination{target, 0, {}};
                destination.way[static_cast<std::size_t>(destination.ways++)] =
                    way_of(start, along, std::abs(ranks), across, std::abs(files));
                if (files && ranks)
                    destination.way[static_cast<std::size_t>(destination.ways++)] =
                        way_of(start, across, std::abs(files), along, std::abs(ranks));
                table[static_cast<std::size_t>(length)][static_cast<std::size_t>(start)].push_back(destination);
            }
        }
    }
    return table;
}

const auto& destinations(int length, Square start) {
    static const auto table = make_destinations();
    return table[static_cast<std::size_t>(length)][static_cast<std::size_t>(start)];
}

// What it would be worth to the actor to close a crossing, or to fill a square.
struct Pressure {
    std::array<std::array<int, kCrossings>, kSquares> crossing{};
    std::array<int, kSquares> filling{};
    std::array<int, kSquares> filling_with_all_turns{};
    Bitboard touched = 0;
};

bool is_open(const Position& position, const Way& way) {
    for (std::size_t n = 0; n < static_cast<std::size_t>(way.crossed); ++n) {
        if (!(kOpenMask[position[way.squares[n]]] >> way.crossings[n] & 1)) return false;
    }
    return true;
}

constexpr int kThreat = 1600;  // a path on which a tile can be taken
constexpr int kTarget = 900;   // any other, shared out among all that the tile can reach

void press_way(const Way& way, int weight, Pressure& pressure) {
    for (std::size_t n = 0; n < static_cast<std::size_t>(way.crossed); ++n) {
        pressure.crossing[way.squares[n]][way.crossings[n]] += weight;
        pressure.touched |= bit(way.squares[n]);
    }
}

void press_tile(const Position& position, Square start, Bitboard targets, int sign, Pressure& pressure) {
    const int value = tile_value(position[start]);
    const int each = kTarget / (std::popcount(targets) + 2);
    for (const int length : {value - 1, value}) {
        for (const Destination& destination : destinations(length, start)) {
            if (!(targets & bit(destination.target))) continue;
            const bool first = is_open(position, destination.way[0]);
            const bool second = destination.ways == 2 && is_open(position, destination.way[1]);
            int weight = sign * (is_tile(position[destination.target]) ? kThreat : each);
            if (first && second) weight /= 3;  // closing one way leaves the other
            if (first) press_way(destination.way[0], weight, pressure);
            if (second) press_way(destination.way[1], weight, pressure);
            if (position[destination.target] == kEmpty) {
                auto& lost = length < value ? pressure.filling : pressure.filling_with_all_turns;
                if (length < value || value == 2) lost[static_cast<std::size_t>(destination.target)] += sign * each;
                pressure.touched |= bit(destination.target);
            }
        }
    }
}

// The best few of many, kept in order.
class Shortlist {
public:
    Shortlist(Candidate* kept, int most) : kept_(kept), most_(most) {}

    void offer(Action action, int promise) {
        if (count_ == most_ && promise <= kept_[count_ - 1].promise) return;
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
    const auto at = static_cast<std::size_t>(square);
    const auto& crossing = pressure.crossing[at];
    int closed = pressure.filling[at];
    for (const int weight : crossing) closed += weight;
    for (Cell face = kFirstFace; face < kAllTurns; ++face) {
        int promise = closed;
        for (unsigned open = kOpenMask[face]; open; open &= open - 1)
            promise -= crossing[static_cast<std::size_t>(std::countr_zero(open))];
        shortlist.offer(Action::placement(square, face), promise);
    }
    int straight = pressure.filling[at] + pressure.filling_with_all_turns[at];
    for (std::size_t heading = 0; heading < kHeadings; ++heading) straight += crossing[heading];
    shortlist.offer(Action::placement(square, kAllTurns), straight);
}

}  // namespace

int placement_candidates(const Position& position, int most, std::array<Candidate, kMostActions>& found) {
    Pressure pressure;
    const Colour actor = position.actor();
    for (const Colour colour : {actor, other(actor)}) {
        for_each_tile(position, colour, [&](Square start, Bitboard targets) {
            press_tile(position, start, targets, colour == actor ? -1 : 1, pressure);
        });
    }
    Shortlist shortlist(found.data(), most);
    for (Bitboard squares = position.empty() & pressure.touched; squares; squares &= squares - 1) {
        offer_faces(std::countr_zero(squares), pressure, shortlist);
    }
    if (shortlist.count() == 0) {  // nobody can move anything: any placement is as good
        shortlist.offer(Action::placement(std::countr_zero(position.empty()), kNoWay), 0);
    }
    return shortlist.count();
}

}  // namespace barragoon::BARRAGOON_PATH
