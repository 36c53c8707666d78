#include "game/event.hpp"

#include <algorithm>
#include <array>

namespace barragoon {

namespace {

using Kind = PlayerEvent::Kind;

struct Verb {
    std::string_view word;
    Kind kind;
};

constexpr std::array<Verb, 6> kVerbs{{
    {"offer_draw", Kind::OfferDraw},
    {"claim_repetition", Kind::ClaimRepetition},
    {"accept_draw", Kind::AcceptDraw},
    {"decline_draw", Kind::DeclineDraw},
    {"resign", Kind::Resign},
    {"lose_on_time", Kind::LoseOnTime},
}};
// Games that were saved before version 0.2 have these words.
constexpr std::array<Verb, 5> kOldVerbs{{
    {"offer", Kind::OfferDraw},
    {"claim", Kind::ClaimRepetition},
    {"accept", Kind::AcceptDraw},
    {"decline", Kind::DeclineDraw},
    {"time", Kind::LoseOnTime},
}};
constexpr std::string_view kTakeBack = "take_back", kOldTakeBack = "back", kTouch = "touch";

template <class Verbs>
std::optional<Kind> kind_of(const Verbs& verbs, std::string_view word) {
    const auto found = std::find_if(verbs.begin(), verbs.end(), [&](const Verb& verb) { return verb.word == word; });
    return found == verbs.end() ? std::nullopt : std::optional(found->kind);
}

std::optional<Colour> colour_from_word(std::string_view word) {
    for (const Colour colour : {Colour::White, Colour::Brown})
        if (word == colour_word(colour)) return colour;
    return std::nullopt;
}

std::string text_of(const Act& event) { return to_text(event.action); }
std::string text_of(const Touch& event) { return std::string(kTouch).append(1, ' ').append(to_text(event.square)); }
std::string text_of(const TakeBack&) { return std::string(kTakeBack); }
std::string text_of(const PlayerEvent& event) {
    const auto verb = kVerbs[static_cast<std::size_t>(event.kind)].word;
    return std::string(verb).append(1, ' ').append(colour_word(event.player));
}

}  // namespace

std::optional<Event> event_from_text(std::string_view text) {
    if (const auto action = action_from_text(text)) return Act{*action};
    if (text == kTakeBack || text == kOldTakeBack) return TakeBack{};
    const std::size_t gap = text.find(' ');
    if (gap == std::string_view::npos) return std::nullopt;
    const std::string_view verb = text.substr(0, gap), about = text.substr(gap + 1);
    if (verb == kTouch) {
        const auto square = square_from_text(about);
        return square ? std::optional<Event>(Touch{*square}) : std::nullopt;
    }
    const auto kind = kind_of(kVerbs, verb), old = kind_of(kOldVerbs, verb);
    const auto player = colour_from_word(about);
    if (!player || (!kind && !old)) return std::nullopt;
    return PlayerEvent{kind ? *kind : *old, *player};
}

std::string to_text(const Event& event) {
    return std::visit([](const auto& one) { return text_of(one); }, event);
}

}  // namespace barragoon
