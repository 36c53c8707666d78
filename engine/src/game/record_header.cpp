#include "game/record_header.hpp"

#include <algorithm>

#include "game/dead.hpp"
#include "game/game_json.hpp"
#include "game/record_fen.hpp"
#include "game/record_tags.hpp"
#include "generate.hpp"

namespace barragoon::record {

namespace {

std::uint32_t hash_of(std::string_view name) {
    std::uint32_t hash = 2'166'136'261;
    for (const char character : name) hash = (hash ^ static_cast<unsigned char>(character)) * 16'777'619;
    return hash ^ hash >> 15;
}

}  // namespace

// Where the name stands, or where it would.
std::size_t TagIndex::slot_of(std::string_view name) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash_of(name) & mask;
    while (slots_[slot] && tags_[slots_[slot] - 1].token.name != name) slot = (slot + 1) & mask;
    return slot;
}

const Said* TagIndex::find(std::string_view name) const {
    const std::uint32_t number = slots_.empty() ? 0 : slots_[slot_of(name)];
    return number ? &tags_[number - 1] : nullptr;
}

bool TagIndex::add(const Token& token) {
    if (find(token.name)) return false;
    tags_.push_back({token, token.value()});
    if (2 * tags_.size() > slots_.size()) {
        slots_.assign(4 * tags_.size() < 32 ? 32 : 2 * slots_.size(), 0);
        for (std::size_t number = 1; number < tags_.size(); ++number)
            slots_[slot_of(tags_[number - 1].token.name)] = static_cast<std::uint32_t>(number);
    }
    slots_[slot_of(token.name)] = static_cast<std::uint32_t>(tags_.size());
    return true;
}

}  // namespace barragoon::record

namespace barragoon::BARRAGOON_ISA {

using namespace record;
using json::Object;

namespace {

constexpr std::array<std::string_view, 3> kVariants{"Closed", "Open", kCustom};
constexpr std::array<std::string_view, 2> kYesNo{"Yes", "No"};
constexpr std::size_t kSearch = 1'000;  // how many arrangements are searched: reading must stay quick

std::size_t place_of(std::span<const std::string_view> choices, std::string_view value) {
    return static_cast<std::size_t>(std::find(choices.begin(), choices.end(), value) - choices.begin());
}

bool is_draw(Reason reason) { return reason >= Reason::Dead; }
bool is_lost_on_the_board(Reason reason) { return reason <= Reason::Express; }

bool are_stages(std::string_view text) {
    return text.size() == 2 && text.find_first_not_of("012") == std::string_view::npos;
}

}  // namespace

std::optional<Outcome> quickly_decided(const Position& final) {
    if (final.phase() != Phase::Move) return std::nullopt;
    if (has_lost(final, final.turn())) return outcome_of(final);
    return is_dead(final, kSearch) ? std::optional(Outcome{std::nullopt, Reason::Dead}) : std::nullopt;
}

bool RecordHeader::begins_another(const Token& token) const {
    return token.position.line > last_line_ + 1 && tags_.find(token.name);
}

void RecordHeader::add(const Token& token) {
    last_line_ = token.position.line;
    if (!tags_.add(token)) reject({token, token.value()}, Fault::Tag, "tag_twice");
}

void RecordHeader::add_bad(const Token& token) {
    last_line_ = token.position.line;
    stray_.push_back(token);
    errors_.add(Fault::Tag, "not_a_tag", token.position, token.text);
}

Tags RecordHeader::free_tags() const {
    Tags free;
    for (const Said& tag : tags_.all())
        if (!is_derived(tag.token.name)) free.emplace_back(tag.token.name, tag.value);
    return free;
}

std::vector<std::string> RecordHeader::stray() {
    sort_by_position(stray_);
    std::vector<std::string> lines;
    for (const Token& token : stray_) lines.emplace_back(token.text);
    return lines;
}

// -- the start --------------------------------------------------------------------------------------------------

std::optional<Position> RecordHeader::start() {
    auto start = find_start();
    if (start) return start;
    for (const std::string_view name : {"Variant", "Express"}) {
        const Said* tag = tags_.find(name);
        const auto is_tag = [&](const Token& token) { return token.text.data() == tag->token.text.data(); };
        if (tag && std::none_of(stray_.begin(), stray_.end(), is_tag)) stray_.push_back(tag->token);
    }
    return std::nullopt;
}

std::optional<Position> RecordHeader::find_start() {
    const Said* variant = choice("Variant", kVariants);
    const Said* stages = express();
    if (const Said* fen = tags_.find("FEN")) return start_from_fen(*fen, variant, stages);
    if (variant && variant->value == kCustom) {
        reject(*variant, Fault::Contradiction, "custom_without_fen");
        return std::nullopt;
    }
    return start_of(variant ? variant->value : "Closed", stages ? stages->value : "00");
}

const Said* RecordHeader::express() {
    const Said* tag = tags_.find("Express");
    if (!tag || are_stages(tag->value)) return tag;
    reject(*tag, Fault::Tag, "not_stages");
    return nullptr;
}

std::optional<Position> RecordHeader::start_from_fen(const Said& fen, const Said* variant, const Said* stages) {
    FenReading reading = read_fen(fen.value, stages ? stages->value : "");
    if (!reading.code.empty() && !reading.impossible) {
        stray_.push_back(fen.token);
        const int column = fen.token.inside_column + reading.column - 1;
        errors_.add(Fault::Tag, reading.code, {fen.token.position.line, column}, reading.text, reading.parameters);
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
    const Said* tag = choice("TouchMove", kYesNo);
    return tag && tag->value == "Yes";
}

std::optional<PendingOffer> RecordHeader::offer() {
    const Said* tag = choice("DrawOffer", kOfferNames);
    if (!tag) return std::nullopt;
    return static_cast<PendingOffer>(place_of(kOfferNames, tag->value));
}

std::optional<Outcome> RecordHeader::outcome(const Said* end, const Position* final) {
    const Said* said = result(end);
    const Said* termination = choice("Termination", kReasonNames);
    if (!said || said->value == kResults[3]) {
        if (termination) reject(*termination, Fault::Contradiction, "termination_without_result");
        return std::nullopt;
    }
    if (const auto decided = final ? quickly_decided(*final) : std::nullopt) {
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

const Said* RecordHeader::result(const Said* end) {
    const Said* tag = choice("Result", kResults);
    if (tag && end && tag->value != end->value)
        reject(*end, Fault::Contradiction, "result_against_tag", Object().add_text("result", tag->value).done());
    return tag ? tag : end;
}

Reason RecordHeader::reason(const Said* termination, bool drawn, bool final_is_known) {
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
const Said* RecordHeader::choice(std::string_view name, Choices choices) {
    const Said* tag = tags_.find(name);
    if (!tag || place_of(choices, tag->value) < choices.size()) return tag;
    json::Writer parameters;
    parameters.open('{').name("tag").add_text(name).name("choices").open('[');
    for (const std::string_view one : choices) parameters.add_text(one);
    reject(*tag, Fault::Tag, "not_a_choice", parameters.close(']').close('}').take());
    return nullptr;
}

void RecordHeader::reject(const Said& said, Fault fault, std::string_view code, std::string_view parameters) {
    const Token& token = said.token;
    if (token.kind == Kind::Tag) stray_.push_back(token);
    const int column = token.inside_column ? token.inside_column : token.position.column;
    errors_.add(fault, code, {token.position.line, column}, said.value, parameters);
}

}  // namespace barragoon::BARRAGOON_ISA
