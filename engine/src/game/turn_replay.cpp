#include "game/turn_replay.hpp"

#include "game/record_header.hpp"
#include "game/turn.hpp"
#include "generate.hpp"

namespace barragoon {

namespace {

using plain::Position;

// Plays a turn, or says in a few words why it can't be played; the position may have changed all the same.
std::string_view play_turn(Position& position, const Turn& turn) {
    const bool captures = position[turn.move.target()] != kEmpty;
    if (turn.capture && !captures) return "captures nothing";
    Position::Undo undo;
    if (!is_legal(position, turn.move)) return "is not legal";
    position.make(turn.move, undo);
    for (const Action placement : turn.placements) {
        if (!is_legal(position, placement)) return "is not legal";
        position.make(placement, undo);
    }
    return {};
}

std::optional<Decided> decided_in(const Position& position) {
    const auto outcome = plain::quickly_decided(position);
    if (!outcome) return std::nullopt;
    return Decided{record::result_of(outcome), kReasonNames[static_cast<std::size_t>(outcome->reason)]};
}

}  // namespace

// -- turn by turn -----------------------------------------------------------------------------------------------

std::optional<TurnCursor> TurnCursor::begin(std::string_view fen, std::string& problem) {
    const auto position = Position::from_fen(fen, problem);
    if (!position) return std::nullopt;
    return TurnCursor(std::make_shared<const Position>(*position), false);
}

std::optional<TurnCursor> TurnCursor::play(std::string_view text) const {
    const auto turn = read_turn(text);
    if (!turn) return std::nullopt;
    auto position = std::make_shared<Position>(*position_);
    if (!play_turn(*position, *turn).empty()) return std::nullopt;
    return TurnCursor(std::move(position), (*position_)[turn->move.target()] != kEmpty);
}

int TurnCursor::number() const { return position_->number(); }
std::uint64_t TurnCursor::key() const { return position_->key(); }
std::string TurnCursor::fen() const { return position_->to_fen(); }
std::optional<Decided> TurnCursor::decided() const { return decided_in(*position_); }

// -- all at once ------------------------------------------------------------------------------------------------

Replayed replay(std::string_view fen, const std::vector<std::string>& turns) {
    Replayed made;
    auto position = Position::from_fen(fen, made.problem);
    if (!position) return made;
    made.keys.reserve(turns.size() + 1);
    made.keys.push_back(position->key());
    for (const std::string& text : turns) {
        const auto turn = read_turn(text);
        Position next = *position;
        std::string_view problem = "is not a turn";
        if (turn && !turn->capture && next[turn->move.target()] != kEmpty) problem = "captures, and lacks its x";
        else if (turn) problem = play_turn(next, *turn);
        if (!problem.empty()) {
            made.problem = "'" + text + "' " + std::string(problem);
            break;
        }
        *position = next;
        made.keys.push_back(position->key());
        ++made.played;
    }
    made.fen = position->to_fen();
    if (made.problem.empty()) made.decided = decided_in(*position);
    return made;
}

}  // namespace barragoon
