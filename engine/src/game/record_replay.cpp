#include "game/record_replay.hpp"

namespace barragoon::BARRAGOON_ISA {

using namespace record;

namespace {

using Kind = PlayerEvent::Kind;

// Whether a game that ended so ended with this offer.
bool answers(const Outcome& outcome, PendingOffer offer) {
    if (offer != PendingOffer::Repetition) return outcome.reason == Reason::Agreement;
    return outcome.reason == Reason::Repetition || outcome.reason == Reason::Inescapable;
}

Colour offerer(PendingOffer offer) { return offer == PendingOffer::White ? Colour::White : Colour::Brown; }

// The events that end a game so, where it is this player's turn; none where the board decides.
void add_ending(std::vector<Event>& events, const Outcome& outcome, Colour turn) {
    const auto add = [&](Kind kind, Colour player) { events.push_back(PlayerEvent{kind, player}); };
    switch (outcome.reason) {
        case Reason::Resignation:
            return add(Kind::Resign, other(*outcome.winner));
        case Reason::Time:
            return add(Kind::LoseOnTime, other(*outcome.winner));
        case Reason::Agreement:
            add(Kind::OfferDraw, turn);
            return add(Kind::AcceptDraw, other(turn));
        case Reason::Repetition:
            add(Kind::ClaimRepetition, other(turn));
            return add(Kind::AcceptDraw, turn);
        case Reason::Inescapable:
            return add(Kind::ClaimRepetition, other(turn));
        default:
            return;
    }
}

void add_last_events(std::vector<Event>& events, const Record& record, Colour turn) {
    const auto& offer = record.offer;
    if (offer && !(record.outcome && answers(*record.outcome, *offer))) {
        const bool claims = *offer == PendingOffer::Repetition;
        const Kind kind = claims ? Kind::ClaimRepetition : Kind::OfferDraw;
        events.push_back(PlayerEvent{kind, claims ? other(turn) : offerer(*offer)});
    }
    if (!record.outcome) return;
    const bool agreed = record.outcome->reason == Reason::Agreement;
    add_ending(events, *record.outcome, offer && agreed && *offer != PendingOffer::Repetition ? offerer(*offer) : turn);
}

}  // namespace

Record record_of(const Game& game) {
    Record record;
    record.start = game.start();
    record.touch_move = game.touch_move();
    record.outcome = game.outcome();
    if (const auto offer = game.offer())
        record.offer = offer->duty                      ? PendingOffer::Repetition
                       : offer->player == Colour::White ? PendingOffer::White
                                                        : PendingOffer::Brown;
    auto& nodes = record.main().nodes;
    for (const Turn& turn : game.turns()) nodes.push_back({turn});
    for (const int turns_played : game.declined_repetitions())
        nodes[static_cast<std::size_t>(turns_played - 1)].declined = true;
    if (const auto unfinished = game.unfinished()) nodes.push_back({*unfinished});
    std::size_t first = game.steps().size();
    for (const Node& node : nodes) first -= node.turn.actions().size();
    for (std::size_t step = 0; step < first; ++step) record.placements.push_back(game.steps()[step].action);
    return record;
}

std::vector<Event> events_of(const Record& record) {
    std::vector<Event> events;
    for (const Action placement : record.placements) events.push_back(Act{placement});
    const Position& start = record.start;
    Colour mover = start.phase() == Phase::Move ? start.turn() : other(start.turn());
    for (const Node& node : record.main().nodes) {
        for (const Action action : node.turn.actions()) events.push_back(Act{action});
        if (node.declined) {
            events.push_back(PlayerEvent{Kind::ClaimRepetition, mover});
            events.push_back(PlayerEvent{Kind::DeclineDraw, other(mover)});
        }
        mover = other(mover);
    }
    if (record.start_known && record.main().unread.empty()) add_last_events(events, record, mover);
    return events;
}

std::optional<Game> replay(const Record& record, std::string& problem) {
    Game game(record.start, record.touch_move);
    for (const Event& event : events_of(record)) {
        if (problem = game.apply(event); !problem.empty()) return std::nullopt;
    }
    const auto said = record.outcome, reached = game.outcome();
    const bool ended = record.start_known && record.main().unread.empty() && said;
    if (!ended || (reached && reached->winner == said->winner && reached->reason == said->reason)) return game;
    problem = "the record says that the game ended otherwise than its turns";
    return std::nullopt;
}

}  // namespace barragoon::BARRAGOON_ISA
