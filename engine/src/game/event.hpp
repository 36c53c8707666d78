// Everything that can happen in a game, each with its text form; Game::apply lets it happen. The same as Python's
// barragoon/event.py.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "action_text.hpp"

namespace barragoon {

struct Act {
    Action action;
};
struct Touch {
    Square square;
};
struct TakeBack {};
// What one player does, or what happens to them, whoever's turn it is.
struct PlayerEvent {
    enum class Kind : std::uint8_t { OfferDraw, ClaimRepetition, AcceptDraw, DeclineDraw, Resign, LoseOnTime };
    Kind kind;
    Colour player;
};

using Event = std::variant<Act, Touch, TakeBack, PlayerEvent>;

// Nothing for what is no event. Words of games that were saved before version 0.2 are read too.
std::optional<Event> event_from_text(std::string_view text);
std::string to_text(const Event& event);

// How events and JSON write a colour.
constexpr std::string_view colour_word(Colour colour) { return colour == Colour::White ? "white" : "brown"; }

}  // namespace barragoon
