// How all placements are answered without trying all of them.
//
// A result (the attacker wins within n turns, or does not) has a favoured player: the attacker or the defender. Along
// with each result goes a zone: the crossings that must stay open and the squares that must stay empty for the favoured
// player's strategy. The claim that everything here rests on:
//
//   If a result holds in a position, it also holds after any barragoons are put on empty squares, so long as each
//   leaves open the crossings that the zone needs there and the zone does not need the square empty.
//
// Proof, by induction over the strategy. An added barragoon opens nothing, for an empty square is open to every
// crossing. So the other player gains no move by it, but for one kind: a full move that ended on the square now takes
// the barragoon. Those squares are in the zone (Zone::add_takeable). All their other moves and placements were there
// before and are answered as before; some may have gone, and having fewer of them is never better: a player without
// enough tiles that can move has lost, and adding barragoons never sets a tile free (a tile that can reach the square
// could move before). The favoured player's own actions need their path, their target or the placement's
// square, and with an express stage so many other tiles that can move: all of that is in the zone. What comes from
// the reserve depends on the number of captures alone, which is the same.
//
// The same proof covers turning a barragoon to a face that opens only crossings the first one did, as long as the
// needed ones stay open and it does not become takeable for the other player's 2-tiles (Zone::kNotTakeable).
//
// So at a placement the solver first looks at the position in which nothing is placed at all. If the result is the one
// that the placing player wants, they put the barragoon where it changes nothing. If not, only those placements can
// help that touch the zone. Squares on the edge have fewer faces that differ (a crossing that comes from or leads off
// the board never happens), which is worked out once.
//
// Repetition plays no part. A player who wins within n turns by force wins within n - 1 after their turn, whatever the
// answer, so no position comes twice in a line of shortest wins; and a draw is never forced on a player who declines.
// Dead positions (rule 6b) do: there a player could perhaps still block the other without a capture, but the game is
// drawn. A winning turn is therefore counted only if a capture shows that its position is alive: the turn itself, or
// one that both players could come to in a few moves instead. Before a defender's turn there is nothing to show,
// because the positions after it are alive. Where no capture is seen, the win is not counted, and the answer "no win"
// is withheld too.
//
// Results are remembered by 64-bit keys, so a proof is as good as these: a million positions collide with a
// chance of about one in thirty million.
#include "solver.hpp"

#include <algorithm>

namespace barragoon::BARRAGOON_PATH {

namespace {

// A crossing by number: how (straight, right, left) times four, plus the heading out.
enum How : int { Straight, Right, Left };
constexpr int kCrossings = 12;
constexpr std::uint16_t crossing_bit(int how, int out) { return static_cast<std::uint16_t>(1 << (how * 4 + out)); }
constexpr int heading_in(int how, int out) {
    return how == Straight ? out : how == Right ? (out + 3) % 4 : (out + 1) % 4;
}
constexpr std::array<int, kHeadings> kStep{kFiles, 1, -kFiles, -1};

// The crossings that can ever happen on a square: neither from nor to a place off the board.
constexpr auto kPossible = [] {
    std::array<std::uint16_t, kSquares> possible{};
    for (Square square = 0; square < kSquares; ++square) {
        for (int number = 0; number < kCrossings; ++number) {
            const int how = number / 4, out = number % 4;
            const auto behind = static_cast<std::size_t>((heading_in(how, out) + 2) % 4);
            if (kStays[static_cast<std::size_t>(out)] & kStays[behind] & bit(square))
                possible[static_cast<std::size_t>(square)] |= crossing_bit(how, out);
        }
    }
    return possible;
}();

constexpr auto kOpenOf = [] {
    std::array<std::uint16_t, kCells> open{};
    for (std::size_t cell = 0; cell < kCells; ++cell) {
        for (int out = 0; out < kHeadings; ++out) {
            const auto lane = static_cast<std::size_t>(out);
            if (kOpen[cell].straight[lane]) open[cell] |= crossing_bit(Straight, out);
            if (kOpen[cell].right[lane]) open[cell] |= crossing_bit(Right, out);
            if (kOpen[cell].left[lane]) open[cell] |= crossing_bit(Left, out);
        }
    }
    return open;
}();

constexpr std::uint16_t open_on(Square square, Cell face) {
    return kOpenOf[face] & kPossible[static_cast<std::size_t>(square)];
}

// One face of each kind that differs on a square, those that open more before those that open less.
struct Faces {
    std::array<Cell, kFaces> face{};
    std::size_t count = 0;
};

constexpr auto kFacesOn = [] {
    std::array<Faces, kSquares> table{};
    for (Square square = 0; square < kSquares; ++square) {
        Faces& faces = table[static_cast<std::size_t>(square)];
        for (int crossings = kCrossings; crossings >= 0; --crossings) {
            for (Cell face = kAllTurns; face >= kFirstFace; --face) {
                const std::uint16_t open = open_on(square, face);
                if (std::popcount(open) != crossings) continue;
                bool seen = false;
                for (std::size_t n = 0; n < faces.count; ++n) {
                    const Cell other_face = faces.face[n];
                    seen |= open_on(square, other_face) == open && (other_face == kAllTurns) == (face == kAllTurns);
                }
                if (!seen) faces.face[faces.count++] = face;
            }
        }
    }
    return table;
}();

// The squares that a number of steps of the same parity leads to.
constexpr Bitboard kEven = [] {
    Bitboard even = 0;
    for (Square square = 0; square < kSquares; square += 2) even |= bit(square);
    return even;
}();

// Seven files are odd, so neighbours differ in parity along ranks and files alike.
Bitboard full_squares(Square start, int value) { return (start + value) % 2 == 0 ? kEven : kBoard & ~kEven; }

struct Way {
    std::size_t crossed = 0;
    std::array<Square, 3> squares{};
    std::array<std::uint16_t, 3> crossings{};
};

// Runs in one heading, then in another; false if something bars the way.
bool run(const Position& position, Square start, int first, int first_steps, int second, int second_steps, Way& way) {
    way.crossed = 0;
    Square square = start + kStep[static_cast<std::size_t>(first_steps ? first : second)];
    for (int step = 1; step < first_steps + second_steps; ++step) {
        const int in = step - 1 < first_steps ? first : second;
        const int out = step < first_steps ? first : second;
        const int how = in == out ? Straight : (in + 1) % kHeadings == out ? Right : Left;
        const std::uint16_t crossing = crossing_bit(how, out);
        if (!(kOpenOf[position[square]] & crossing)) return false;
        way.squares[way.crossed] = square;
        way.crossings[way.crossed++] = crossing;
        square += kStep[static_cast<std::size_t>(out)];
    }
    return true;
}

Way way_of(const Position& position, Action move) {
    const int files = move.target() % kFiles - move.start() % kFiles;
    const int ranks = move.target() / kFiles - move.start() / kFiles;
    const int across = files > 0 ? East : West;
    const int along = ranks > 0 ? North : South;
    Way way;
    if (!run(position, move.start(), along, std::abs(ranks), across, std::abs(files), way))
        run(position, move.start(), across, std::abs(files), along, std::abs(ranks), way);
    return way;
}

Action move_of(Square start, Bitboard targets) { return Action::move(start, std::countr_zero(targets)); }

}  // namespace

// What a result depends on, square by square.
class Zone {
public:
    static constexpr std::uint16_t kEmptyNeeded = 1 << kCrossings;
    static constexpr std::uint16_t kNotTakeable = 2 << kCrossings;  // an All Turns that must not become another face

    std::uint16_t operator[](Square square) const { return needs_[static_cast<std::size_t>(square)]; }
    void need(Square square, std::uint16_t what) { needs_[static_cast<std::size_t>(square)] |= what; }
    void need(Bitboard squares, std::uint16_t what) {
        for (; squares; squares &= squares - 1) need(static_cast<Square>(std::countr_zero(squares)), what);
    }

    void add(const Zone& zone) {
        for (std::size_t square = 0; square < needs_.size(); ++square) needs_[square] |= zone.needs_[square];
    }

    // That a move of the favoured player stays possible.
    void add_move(const Position& position, Action move) {
        const Way way = way_of(position, move);
        for (std::size_t n = 0; n < way.crossed; ++n) need(way.squares[n], way.crossings[n]);
        if (position[move.target()] == kEmpty) need(move.target(), kEmptyNeeded);
    }

    // What the other player could take if a barragoon were put there, or turned to another face.
    void add_takeable(const Position& position, Colour colour) {
        const Movement movement(position);
        const Bitboard full = movement.from<2>(position.tiles(colour, 2)).full |
                              movement.from<3>(position.tiles(colour, 3)).full |
                              movement.from<4>(position.tiles(colour, 4)).full;
        need(full & position.empty(), kEmptyNeeded);
        add_blocked(position, colour);
    }

    // That 2-tiles before an All Turns don't find another face there; all that holds a player without moves.
    void add_blocked(const Position& position, Colour colour) {
        const Bitboard full = Movement(position).from<2>(position.tiles(colour, 2)).full;
        need(full & position.all_turns(), kNotTakeable);
    }

    // Whether a barragoon with that face on that empty square leaves the result as it is.
    bool bears(Square square, Cell face) const {
        return !((*this)[square] & static_cast<std::uint16_t>(~open_on(square, face)));
    }

private:
    alignas(32) std::array<std::uint16_t, 64> needs_{};
};

namespace {

// A move that shows that a tile is mobile. What bars it stands on one of the squares; taking the tile bars it too.
struct Mobile {
    Action move;
    Bitboard squares = 0;
};

// Moves of a player's tiles, up to so many of each tile, which share no square but the tile's own.
struct Mobiles {
    std::array<Mobile, 21> mobile{};
    std::size_t count = 0;
    std::array<int, 7> of_tile{};  // how many of each tile that can move
    std::size_t tiles = 0;

    const Mobile* begin() const { return mobile.data(); }
    const Mobile* end() const { return mobile.data() + count; }

    // How many of the moves must be barred at least, if so many tiles may go on moving.
    int needed(int spared) const {
        std::array<int, 7> counts = of_tile;
        std::sort(counts.begin(), counts.end());
        int sum = 0;
        for (std::size_t n = 0; n + static_cast<std::size_t>(spared) < counts.size(); ++n) sum += counts[n];
        return sum;
    }
};

Mobile mobile_by(const Position& position, Action move) {
    const Way way = way_of(position, move);
    // What comes to stand on the target can be taken, but for an All Turns by a 2-tile.
    const bool barred_there = position[move.target()] == kEmpty || tile_value(position[move.start()]) == 2;
    Bitboard squares = bit(move.start()) | (barred_there ? bit(move.target()) : 0);
    for (std::size_t n = 0; n < way.crossed; ++n) squares |= bit(way.squares[n]);
    return {move, squares};
}

Mobiles mobiles_of(const Position& position, Colour colour, int of_each) {
    Mobiles found;
    for_each_tile(position, colour, [&](Square start, Bitboard targets) {
        if (!targets) return;
        // A capture needs no empty target and a short move fewer crossings.
        const int value = tile_value(position[start]);
        const Bitboard shorter = targets & ~full_squares(start, value);
        const Bitboard captures = value == 2 ? 0 : targets & position.occupied();
        int& count = found.of_tile[found.tiles++];
        Bitboard used = 0;
        for (Bitboard few : {captures, shorter & ~captures, targets & ~captures & ~shorter}) {
            for (; few && count < of_each; few &= few - 1) {
                const Mobile mobile = mobile_by(position, move_of(start, few));
                if (mobile.squares & used) continue;
                used |= mobile.squares & ~bit(start);
                found.mobile[found.count++] = mobile;
                ++count;
            }
        }
    });
    return found;
}

// That a player has more tiles that can move than the stage asks for; one of them is known already.
void add_stage(const Position& position, Colour colour, Square known, Zone& zone) {
    int wanted = position.stage(colour);
    if (wanted == 0) return;
    for (const Mobile& mobile : mobiles_of(position, colour, 1)) {
        if (wanted == 0 || mobile.move.start() == known) continue;
        zone.add_move(position, mobile.move);
        --wanted;
    }
}

bool has_lost(const Position& position) {
    return movable_tiles(position, position.turn()) <= position.stage(position.turn());
}

// A capture that a player could make, if any.
Action capture_of(const Position& position, Colour colour) {
    Action found;
    for_each_tile(position, colour, [&](Square start, Bitboard targets) {
        targets &= position.occupied();
        if (targets && !found) found = move_of(start, targets);
    });
    return found;
}

// Whether both players together come to a capture after at most so many moves without one; adds what that needs.
bool shows_life(Position& position, int quiet_moves, Zone& zone) {
    if (has_lost(position)) return false;
    const Colour mover = position.turn();
    const auto add = [&](Action move) {
        zone.add_move(position, move);
        add_stage(position, mover, move.start(), zone);
    };
    if (const Action capture = capture_of(position, mover)) {
        add(capture);
        return true;
    }
    if (quiet_moves == 0) return false;
    ActionList moves;
    generate(position, moves);
    for (const Action move : moves) {
        Position::Undo undo;
        position.make(move, undo);
        const bool alive = shows_life(position, quiet_moves - 1, zone);
        position.unmake(move, undo);
        if (!alive) continue;
        add(move);
        return true;
    }
    return false;
}

constexpr int kHelpfulMoves = 3;  // without captures that are looked at in search of one

bool more_promising(const Candidate& a, const Candidate& b) {
    return a.promise != b.promise ? a.promise > b.promise : a.action.bits() < b.action.bits();
}

}  // namespace

// -- what is remembered -----------------------------------------------------------------------------------------

struct Solver::Entry {
    std::uint64_t key = 0;
    std::uint32_t solve = 0;  // which call it belongs to; 0 for none
    Action best;
    std::int16_t turns = 0;
    Zone zone;
};

// Wins and failures are kept apart: a position may be known to be won in three turns and not in one.
class Solver::Memory {
public:
    void next_solve() { ++solve_; }

    const Entry* find(std::uint64_t key, int turns) const {
        const std::size_t at = key & (kEntries - 1);
        const Entry& win = wins_[at];
        if (win.solve == solve_ && win.key == key && win.turns <= turns) return &win;
        const Entry& failure = failures_[at];
        if (failure.solve == solve_ && failure.key == key && failure.turns >= turns) return &failure;
        return nullptr;
    }

    // What did well with fewer turns or more.
    Action hint(std::uint64_t key) const {
        const std::size_t at = key & (kEntries - 1);
        if (wins_[at].key == key && wins_[at].best) return wins_[at].best;
        return failures_[at].key == key ? failures_[at].best : Action{};
    }

    bool is_win(const Entry* entry) const { return entry >= wins_.data() && entry < wins_.data() + kEntries; }

    void keep(std::uint64_t key, int turns, bool wins, const Zone& zone, Action best) {
        (wins ? wins_ : failures_)[key & (kEntries - 1)] = {key, solve_, best, static_cast<std::int16_t>(turns), zone};
    }

private:
    static constexpr std::size_t kEntries = 1 << 16;
    std::vector<Entry> wins_ = std::vector<Entry>(kEntries), failures_ = std::vector<Entry>(kEntries);
    std::uint32_t solve_ = 0;
};

Solver::Solver() : memory_(std::make_unique<Memory>()) {}
Solver::~Solver() = default;

// -- at the root ------------------------------------------------------------------------------------------------

Solution Solver::solve(const Position& root_position, const SolveLimits& limits, const std::function<bool()>& stop) {
    Position position = root_position;
    attacker_ = position.actor();
    nodes_ = 0;
    most_nodes_ = limits.nodes;
    stop_ = stop;
    stopped_ = doubtful_ = false;
    successes_ = {};
    killers_ = {};
    memory_->next_solve();

    Solution solution;
    for (int turns = 1; turns <= limits.turns; ++turns) {
        Action first;
        const bool wins = root(position, turns, limits.only, first);
        if (stopped_) break;
        if (wins) {
            most_nodes_ = 0;
            solution.verdict = Verdict::Win;
            solution.turns = turns;
            solution.actions = line(position, turns, first);
            break;
        }
        if (doubtful_) break;
        solution.turns = turns;
        if (turns == limits.turns) solution.verdict = Verdict::NoWin;
    }
    solution.nodes = nodes_;
    return solution;
}

bool Solver::root(Position& position, int turns, const std::vector<Action>& only, Action& best) {
    if (only.empty()) {
        Zone zone;
        return node(position, turns, zone, best);
    }
    for (const Action action : only) {
        if (!is_legal(position, action)) continue;
        Zone zone;
        const bool wins = child(position, action, turns, zone);
        if (stopped_) return false;
        if (!wins) continue;
        Zone shown;
        if (!action.is_placement() && !wins_by(position, action, zone, shown)) continue;
        best = action;
        return true;
    }
    return false;
}

// The winner's proven actions, and each time an answer after which the win takes longest.
std::vector<Action> Solver::line(Position position, int turns, Action first) {
    std::vector<Action> actions;
    for (Action next = first; next; next = next_of_line(position, turns)) {
        actions.push_back(next);
        const Colour turn = position.turn();
        Position::Undo undo;
        position.make(next, undo);
        if (turn == attacker_ && position.turn() != attacker_) --turns;
        if (stopped_) break;
    }
    return actions;
}

Action Solver::next_of_line(Position& position, int& turns) {
    if (position.phase() == Phase::Move && has_lost(position)) return {};
    Action best;
    Zone zone;
    if (position.actor() == attacker_) {
        if (!node(position, turns, zone, best) || stopped_) return {};
        return position.phase() == Phase::Move ? best : any_placement(position, turns, best);
    }
    bool held = false;
    while (!held && turns > 0 && !stopped_) {
        Zone shorter;
        held = !node(position, turns - 1, shorter, best);
        if (!held) --turns;
    }
    if (stopped_) return {};
    if (held && best) return best;
    if (position.phase() == Phase::Move) {
        ActionList actions;
        generate(position, actions);
        return actions[0];
    }
    std::array<Candidate, kMostActions> found;
    placement_candidates(position, 1, found);
    return found[0].action;
}

// Where many placements win, one that looks like play is shown rather than the first far corner.
Action Solver::any_placement(Position& position, int turns, Action proven) {
    std::array<Candidate, kMostActions> found;
    const int count = placement_candidates(position, 4, found);
    for (int place = 0; place < count && !stopped_; ++place) {
        Zone zone;
        const Action action = found[static_cast<std::size_t>(place)].action;
        if (child(position, action, turns, zone) && !stopped_) return action;
    }
    return proven;
}

// -- within the tree --------------------------------------------------------------------------------------------

bool Solver::out_of_budget() {
    if (stopped_) return true;
    if (most_nodes_ && nodes_ >= most_nodes_) return stopped_ = true;
    if ((nodes_ & 255) == 0 && stop_ && stop_()) return stopped_ = true;
    return false;
}

bool Solver::child(Position& position, Action action, int turns, Zone& zone) {
    const Colour turn = position.turn();
    Position::Undo undo;
    position.make(action, undo);
    const bool attackers_turn_ended = turn == attacker_ && position.turn() != attacker_;
    Action best;
    const bool wins = node(position, turns - attackers_turn_ended, zone, best);
    position.unmake(action, undo);
    return wins;
}

bool Solver::node(Position& position, int turns, Zone& zone, Action& best) {
    ++nodes_;
    if (out_of_budget()) return false;
    const bool placing = position.phase() != Phase::Move;
    const bool defenders_turn = !placing && position.turn() != attacker_;
    if (turns == 0) return defenders_turn && defend(position, 0, zone, best);  // with no turn left, nothing else wins
    if (!placing && !defenders_turn && turns == 1) return last_attack(position, zone, best);
    if (turns > 1) {
        if (const Entry* known = memory_->find(position.key(), turns)) {
            zone = known->zone;
            best = known->best;
            return memory_->is_win(known);
        }
    }
    // Most answers lose sooner than the best one does, and a short proof is found at a fraction of the cost.
    if (turns > 1 && position.actor() == attacker_) {
        if (node(position, turns - 1, zone, best)) return true;
        if (stopped_) return false;
        zone = {};
    }
    const bool wins = placing          ? place(position, turns, zone, best)
                      : defenders_turn ? defend(position, turns, zone, best)
                                       : attack(position, turns, zone, best);
    if (!stopped_ && turns > 1) memory_->keep(position.key(), turns, wins, zone, best);
    return wins;
}

// Moves with the most promising first: for the attacker those that leave the defender little, for the defender those
// that held before or leave him much.
int Solver::order(Position& position, Action first, int turns, std::array<Candidate, kMostActions>& moves) const {
    const Colour mover = position.turn();
    const Colour defender = other(attacker_);
    int count = 0, movable = 0;
    for_each_tile(position, mover, [&](Square start, Bitboard targets) {
        movable += targets != 0;
        for (; targets; targets &= targets - 1) moves[static_cast<std::size_t>(count++)] = {move_of(start, targets), 0};
    });
    if (movable <= position.stage(mover)) return 0;
    for (int place = 0; place < count; ++place) {
        auto& [action, promise] = moves[static_cast<std::size_t>(place)];
        const Cell taken = position[action.target()];
        promise = is_tile(taken) ? 300 : is_face(taken) ? 60 : 0;
        promise += (mover == defender ? 20 : 4) *
                   successes_[position[action.start()]][static_cast<std::size_t>(action.target())];
        if (turns > 1 || mover == attacker_) {
            Position::Undo undo;
            position.make(action, undo);
            int freedom = 0;
            for_each_tile(position, defender,
                          [&](Square, Bitboard targets) { freedom += targets ? 40 + 4 * std::popcount(targets) : 0; });
            position.unmake(action, undo);
            promise += mover == defender ? freedom : -freedom;
        }
        if (action == first) promise = 1 << 28;
    }
    std::sort(moves.begin(), moves.begin() + count, more_promising);
    return count;
}

// Whether a move after which the attacker wins also wins from here: the position must be seen to be alive. Adds what
// the move and the capture that shows it need.
bool Solver::wins_by(const Position& position, Action action, const Zone& after, Zone& zone) {
    zone = after;
    zone.add_move(position, action);
    add_stage(position, attacker_, action.start(), zone);
    const Colour defender = other(attacker_);
    if (position[action.target()] != kEmpty) return true;
    if (movable_tiles(position, defender) <= position.stage(defender)) return true;  // dead is where both can move
    Position helped = position;
    if (shows_life(helped, kHelpfulMoves, zone)) return true;
    doubtful_ = true;
    return false;
}

bool Solver::attack(Position& position, int turns, Zone& zone, Action& best) {
    std::array<Candidate, kMostActions> moves;
    const int count = order(position, memory_->hint(position.key()), turns, moves);
    Zone failures;
    failures.add_takeable(position, attacker_);
    for (int place = 0; place < count; ++place) {
        const Action action = moves[static_cast<std::size_t>(place)].action;
        Zone after;
        const bool wins = child(position, action, turns, after);
        if (stopped_) return false;
        if (wins && wins_by(position, action, after, zone)) {
            best = action;
            praise(position, action, turns);
            return true;
        }
        failures.add(after);
    }
    zone = failures;
    return false;
}

// Keeps what did well for the order of later moves, within bounds so that it does not drown the rest.
void Solver::praise(const Position& position, Action action, int turns) {
    int& success = successes_[position[action.start()]][static_cast<std::size_t>(action.target())];
    success = std::min(success + turns, 40);
}

namespace {

// What bars the defender's moves in one turn. A turn changes the board where the tile stood, which frees but bars
// nothing, where it goes, and, after a capture, where the attacker places; the defender's own placement can go
// where it harms nothing. So all moves but those of the tiles that an express stage spares must have their bar on two
// squares, one without a capture.
class Bars {
public:
    Bars(const Position& position, Colour defender, int of_each)
        : mobiles_(mobiles_of(position, defender, of_each)), needed_(mobiles_.needed(position.stage(defender))) {
        Bitboard squares = 0;
        for (const Mobile& mobile : mobiles_) {
            squares |= mobile.squares;
            for (Bitboard left = mobile.squares; left; left &= left - 1) {
                const Square square = std::countr_zero(left);
                const int here = ++hits_[static_cast<std::size_t>(square)];
                most_ = std::max(most_, here);
                if ((position.empty() | position.tiles(other(defender))) & bit(square))
                    most_placed_ = std::max(most_placed_, here);
            }
        }
        const Bitboard harmless = position.empty() & ~squares;
        const Bitboard second = harmless & (harmless - 1);
        harmless_ = (harmless & -harmless) | (second & -second);  // two, in case the tile goes to one of them
    }

    bool countable() const { return std::popcount(harmless_) == 2; }
    bool can_suffice() const { return !countable() || most_ + most_placed_ >= needed_; }
    bool can_suffice(Square target, bool takes) const {
        return !countable() || hits_[static_cast<std::size_t>(target)] + (takes ? most_placed_ : 0) >= needed_;
    }

    // On what it depends that nothing else than what can suffice does.
    Zone zone(const Position& position) const {
        Zone made;
        if (!countable()) return made;
        for (const Mobile& mobile : mobiles_) made.add_move(position, mobile.move);
        made.need(harmless_, Zone::kEmptyNeeded);
        return made;
    }

private:
    Mobiles mobiles_;
    int needed_;
    std::array<std::int8_t, 64> hits_{};
    int most_ = 0;
    int most_placed_ = 0;  // on squares where the attacker could place
    Bitboard harmless_ = 0;
};

}  // namespace

bool Solver::last_attack(Position& position, Zone& zone, Action& best) {
    const Colour defender = other(attacker_);
    // One move of each tile is often enough to see that it can't be done, and depends on the least.
    if (const Bars bars(position, defender, 1); !bars.can_suffice()) {
        zone = bars.zone(position);
        return false;
    }
    const Bars bars(position, defender, 3);
    Zone failures = bars.zone(position);
    if (bars.can_suffice()) {
        std::array<Action, kMostActions> moves;
        std::size_t count = 0;
        int movable = 0;
        for_each_tile(position, attacker_, [&](Square start, Bitboard targets) {
            movable += targets != 0;
            for (Bitboard left = targets; left; left &= left - 1) {
                const Square target = std::countr_zero(left);
                if (bars.can_suffice(target, position[target] != kEmpty)) moves[count++] = Action::move(start, target);
            }
            // A full move that would suffice if there were something to take.
            for (Bitboard left = targets & position.empty() & full_squares(start, tile_value(position[start])); left;
                 left &= left - 1) {
                const Square target = std::countr_zero(left);
                if (bars.can_suffice(target, true)) failures.need(target, Zone::kEmptyNeeded);
            }
        });
        failures.add_blocked(position, attacker_);
        if (movable <= position.stage(attacker_)) count = 0;
        for (std::size_t n = 0; n < count; ++n) {
            Zone after;
            const bool wins = child(position, moves[n], 1, after);
            if (stopped_) return false;
            if (wins && wins_by(position, moves[n], after, zone)) {
                best = moves[n];
                return true;
            }
            failures.add(after);
        }
    }
    zone = failures;
    return false;
}

bool Solver::defend(Position& position, int turns, Zone& zone, Action& best) {
    const Colour defender = position.turn();
    if (turns == 0) {
        const Mobiles mobiles = mobiles_of(position, defender, 1);
        const int stage = position.stage(defender);
        if (static_cast<int>(mobiles.tiles) <= stage) {
            zone.add_blocked(position, defender);
            return true;
        }
        for (std::size_t n = 0; n <= static_cast<std::size_t>(stage); ++n)
            zone.add_move(position, mobiles.mobile[n].move);
        return false;
    }
    std::array<Candidate, kMostActions> moves;
    const int count = order(position, memory_->hint(position.key()), turns, moves);
    Zone wins;
    if (count) wins.add_takeable(position, defender);
    else wins.add_blocked(position, defender);
    for (int place = 0; place < count; ++place) {
        const Action action = moves[static_cast<std::size_t>(place)].action;
        Zone after;
        const bool falls = child(position, action, turns, after);
        if (stopped_) return false;
        if (!falls) {
            best = action;
            praise(position, action, turns);
            zone = after;
            zone.add_move(position, action);
            add_stage(position, defender, action.start(), zone);
            return false;
        }
        wins.add(after);
    }
    zone = wins;
    return true;
}

// A placement that leaves alone what is known of the position without it.
bool Solver::place_anywhere(const Position& position, const Zone& free, Zone& zone, Action& best) const {
    for (Bitboard squares = position.empty(); squares; squares &= squares - 1) {
        const Square square = std::countr_zero(squares);
        for (Cell face = kFirstFace; face < kFirstTile; ++face) {
            if (!free.bears(square, face)) continue;
            zone = free;
            zone.need(square, Zone::kEmptyNeeded);
            best = Action::placement(square, face);
            return true;
        }
    }
    return false;
}

bool Solver::place(Position& position, int turns, Zone& zone, Action& best) {
    const bool wanted = position.actor() == attacker_;
    Zone free;
    {
        Position without = position;
        without.place_nothing();
        const bool ended = position.turn() == attacker_ && without.turn() != attacker_;
        Action unused;
        const bool wins = node(without, turns - ended, free, unused);
        if (stopped_) return false;
        if (wins == wanted) {
            if (place_anywhere(position, free, zone, best)) return wanted;
            free = {};  // everything matters: all placements are tried
            free.need(position.empty(), Zone::kEmptyNeeded);
        }
    }
    Zone all = free;
    const auto succeeds = [&](Square square, Cell face, std::uint16_t& needed) {
        Zone after;
        const Action action = Action::placement(square, face);
        const bool wins = child(position, action, turns, after);
        if (stopped_) return true;
        needed = after[square];
        if (wins != wanted) {
            all.add(after);
            return false;
        }
        zone = after;
        zone.need(square, Zone::kEmptyNeeded);
        best = killers_[wanted][static_cast<std::size_t>(std::min(turns, 7))] = action;
        return true;
    };
    Action& killer = killers_[wanted][static_cast<std::size_t>(std::min(turns, 7))];
    if (killer && position[killer.square()] == kEmpty && !free.bears(killer.square(), killer.face())) {
        std::uint16_t needed;
        if (succeeds(killer.square(), killer.face(), needed)) return !stopped_ && wanted;
    }
    // What bars most is the likeliest to help, so No Way is tried on all squares first.
    Bitboard touched = 0;
    for (Bitboard squares = position.empty(); squares; squares &= squares - 1) {
        const Square square = std::countr_zero(squares);
        if (!free[square]) continue;
        touched |= bit(square);
        std::uint16_t needed;
        if (succeeds(square, kNoWay, needed)) return !stopped_ && wanted;
    }
    for (; touched; touched &= touched - 1) {
        const Square square = std::countr_zero(touched);
        const Faces& faces = kFacesOn[static_cast<std::size_t>(square)];
        std::array<std::uint16_t, kFaces> needs;
        std::array<std::size_t, kFaces> tried;
        std::size_t count = 0;
        for (std::size_t n = 0; n < faces.count; ++n) {
            const Cell face = faces.face[n];
            const std::uint16_t open = open_on(square, face);
            if (open == 0 && face != kAllTurns) continue;  // a No Way in effect, which was tried
            if (free.bears(square, face)) continue;
            // One that opens less than another that failed, and leaves open what was needed there, fails like it.
            bool fails = false;
            for (std::size_t t = 0; t < count && !fails; ++t) {
                const Cell wider = faces.face[tried[t]];
                const std::uint16_t barred = static_cast<std::uint16_t>(~open) & ((1 << kCrossings) - 1);
                fails = face != kAllTurns && !(open & ~open_on(square, wider)) && !(needs[t] & barred) &&
                        !(wider == kAllTurns && needs[t] & Zone::kNotTakeable);
            }
            if (fails) continue;
            if (succeeds(square, face, needs[count])) return !stopped_ && wanted;
            tried[count++] = n;
        }
    }
    zone = all;
    return !wanted;
}

}  // namespace barragoon::BARRAGOON_PATH
