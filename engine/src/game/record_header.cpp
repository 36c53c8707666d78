#include "game/record_header.hpp"

#include <algorithm>
#include <tuple>

#include "game/dead.hpp"
#include "game/game_json.hpp"
#include "game/record_fen.hpp"
#include "game/record_tags.hpp"
#include "generate.hpp"

namespace barragoon::BARRAGOON_ISA {

using namespace record;
using json::Object;
using json::quoted;

namespace {

constexpr std::array<std::string_view, 3> kVariants{"Closed", "Open", kCustom};
constexpr std::array<std::string_view, 2> kYesNo{"Yes", "No"};
constexpr std::size_t kSearch = 1'000;  // how many arrangements are searched: reading must stay quick

template <class Choices>
std::size_t place_of(const Choices& choices, std::string_view value) {
    return static_cast<std::size_t>(std::find(choices.begin(), choices.end(), value) - choices.begin());
}

bool is_draw(Reason reason) { return reason >= Reason::Dead; }
bool is_lost_on_the_board(Reason reason) { return reason <= Reason::Express; }

bool are_stages(std::string_view text) {
    return text.size() == 2 && text.find_first_not_of("012") == std::string_view::npos;
}

// What the final position alone decides, as far as that is found quickly.
std::optional<Outcome> decided_by(const Position* final) {
    if (!final || final->phase() != Phase::Move) return std::nullopt;
    if (has_lost(*final, final->turn())) return outcome_of(*final);
    return is_dead(*final, kSearch) ? std::optional(Outcome{std::nullopt, Reason::Dead}) : std::nullopt;
}

}  // namespace

const Token* RecordHeader::find(std::string_view name) const {
    const auto found = numbers_.find(std::string(name));
    return found == numbers_.end() ? nullptr : &tags_[found->second];
}

bool RecordHeader::begins_another(const Token& token) const {
    return numbers_.contains(token.name) && token.line > last_line_ + 1;
}

void RecordHeader::add(Token token) {
    last_line_ = token.line;
    if (numbers_.try_emplace(token.name, tags_.size()).second) tags_.push_back(std::move(token));
    else reject(token, Fault::Tag, "tag_twice");
}

void RecordHeader::add_bad(Token token) {
    last_line_ = token.line;
    keep_as_stray(token);
    errors_.add(Fault::Tag, "not_a_tag", token.line, token.column, token.text);
}

Tags RecordHeader::free_tags() const {
    Tags free;
    for (const Token& tag : tags_)
        if (!is_derived(tag.name)) free.emplace_back(tag.name, tag.value);
    return free;
}

std::vector<std::string> RecordHeader::stray() {
    std::stable_sort(stray_.begin(), stray_.end(), [](const Stray& one, const Stray& other) {
        return std::tie(one.line, one.column) < std::tie(other.line, other.column);
    });
    std::vector<std::string> lines;
    for (Stray& stray : stray_) lines.push_back(std::move(stray.text));
    return lines;
}

// -- the start --------------------------------------------------------------------------------------------------

std::optional<Position> RecordHeader::start() {
    auto start = find_start();
    if (start) return start;
    for (const std::string_view name : {"Variant", "Express"}) {
        const Token* tag = find(name);
        const bool kept = tag && std::any_of(stray_.begin(), stray_.end(), [&](const Stray& stray) {
                              return stray.line == tag->line && stray.column == tag->column;
                          });
        if (tag && !kept) keep_as_stray(*tag);
    }
    return std::nullopt;
}

std::optional<Position> RecordHeader::find_start() {
    const Token* variant = choice("Variant", kVariants);
    const Token* stages = express();
    if (const Token* fen = find("FEN")) return start_from_fen(*fen, variant, stages);
    if (variant && variant->value == kCustom) {
        reject(*variant, Fault::Contradiction, "custom_without_fen");
        return std::nullopt;
    }
    return start_of(variant ? variant->value : "Closed", stages ? stages->value : "00");
}

const Token* RecordHeader::express() {
    const Token* tag = find("Express");
    if (!tag || are_stages(tag->value)) return tag;
    reject(*tag, Fault::Tag, "not_stages");
    return nullptr;
}

std::optional<Position> RecordHeader::start_from_fen(const Token& fen, const Token* variant, const Token* stages) {
    FenReading reading = read_fen(fen.value, stages ? stages->value : "");
    if (!reading.code.empty() && !reading.impossible) {
        keep_as_stray(fen);
        const int column = fen.value_column + reading.column - 1;
        errors_.add(Fault::Tag, reading.code, fen.line, column, reading.text, reading.parameters);
        return std::nullopt;
    }
    if (stages && stages->value != reading.stages)
        reject(*stages, Fault::Contradiction, "stages_against_fen", Object().add_text("stages", reading.stages).done());
    if (reading.impossible) {
        reject(fen, Fault::Tag, reading.code, reading.parameters);
        return std::nullopt;
    }
    const std::string_view actual = variant_of(*reading.position);
    if (variant && variant->value != kCustom && variant->value != actual)
        reject(*variant, Fault::Contradiction, "variant_against_fen", Object().add_text("variant", actual).done());
    return reading.position;
}

// -- how it was played, and the end -----------------------------------------------------------------------------

bool RecordHeader::touch_move() {
    const Token* tag = choice("TouchMove", kYesNo);
    return tag && tag->value == "Yes";
}

std::optional<PendingOffer> RecordHeader::offer() {
    const Token* tag = choice("DrawOffer", kOfferNames);
    if (!tag) return std::nullopt;
    return static_cast<PendingOffer>(place_of(kOfferNames, tag->value));
}

std::optional<Outcome> RecordHeader::outcome(const Token* end, const Position* final) {
    const Token* said = result(end);
    const Token* termination = choice("Termination", kReasonNames);
    if (!said || said->value == kResults[3]) {
        if (termination) reject(*termination, Fault::Contradiction, "termination_without_result");
        return std::nullopt;
    }
    if (const auto decided = decided_by(final)) {
        const std::string parameters = Object().add("outcome", outcome_to_json(*decided)).done();
        if (said->value != result_of(decided)) reject(*said, Fault::Contradiction, "end_against_position", parameters);
        if (termination && termination->value != kReasonNames[static_cast<std::size_t>(decided->reason)])
            reject(*termination, Fault::Contradiction, "end_against_position", parameters);
        return decided;
    }
    const std::size_t place = place_of(kResults, said->value);
    const bool drawn = place == 2;
    Outcome outcome{std::nullopt, reason(termination, drawn, final != nullptr)};
    if (!drawn) outcome.winner = static_cast<Colour>(place);
    return outcome;
}

const Token* RecordHeader::result(const Token* end) {
    const Token* tag = choice("Result", kResults);
    if (tag && end && tag->value != end->value)
        reject(*end, Fault::Contradiction, "result_against_tag", Object().add_text("result", tag->value).done());
    return tag ? tag : end;
}

Reason RecordHeader::reason(const Token* termination, bool drawn, bool final_is_known) {
    const Reason usual = drawn ? Reason::Agreement : Reason::Resignation;
    if (!termination) return usual;
    const auto said = static_cast<Reason>(place_of(kReasonNames, termination->value));
    if (is_draw(said) != drawn) {
        reject(*termination, Fault::Contradiction, "termination_against_result");
        return usual;
    }
    if (is_lost_on_the_board(said) && final_is_known) {
        reject(*termination, Fault::Contradiction, "termination_against_position");
        return usual;
    }
    return said;
}

// -- the workings -----------------------------------------------------------------------------------------------

// The tag of that name; one with another value than these is rejected.
template <class Choices>
const Token* RecordHeader::choice(std::string_view name, const Choices& choices) {
    const Token* tag = find(name);
    if (!tag || place_of(choices, tag->value) < choices.size()) return tag;
    const std::string allowed = json::list(choices, [](std::string_view one) { return quoted(one); });
    reject(*tag, Fault::Tag, "not_a_choice", Object().add_text("tag", name).add("choices", allowed).done());
    return nullptr;
}

void RecordHeader::reject(const Token& token, Fault fault, std::string_view code, std::string_view parameters) {
    if (token.kind == Kind::Tag) keep_as_stray(token);
    errors_.add(fault, code, token.line, token.value_column ? token.value_column : token.column, token.value,
                parameters);
}

}  // namespace barragoon::BARRAGOON_ISA
