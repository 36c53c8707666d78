#include "game/record_tags.hpp"

#include <algorithm>
#include <cstdlib>

#include "game/record_lexer.hpp"
#include "game/unicode.hpp"

namespace barragoon::record {

namespace {

constexpr std::array<std::string_view, 7> kDerived{
    "Result", "Variant", "Express", "TouchMove", "FEN", "Termination", "DrawOffer",
};

}  // namespace

bool is_derived(std::string_view name) { return std::find(kDerived.begin(), kDerived.end(), name) != kDerived.end(); }

void set_tag(Tags& tags, std::string_view name, std::string_view value) {
    const auto found = std::find_if(tags.begin(), tags.end(), [&](const auto& tag) { return tag.first == name; });
    if (found == tags.end()) tags.emplace_back(name, value);
    else found->second = value;
}

Tags read_tags(std::string_view text) {
    Tags tags;
    Lexer lexer(text);
    while (const auto token = lexer.next())
        if (token->kind == Kind::Tag) tags.emplace_back(token->name, token->value());
    return tags;
}

bool is_tag_line(std::string_view line, std::string_view name) {
    const auto skip_space = [&] {
        while (const std::size_t size = unicode::space_size(line)) line.remove_prefix(size);
    };
    line.remove_prefix(1);
    skip_space();
    if (!line.starts_with(name)) return false;
    line.remove_prefix(name.size());
    skip_space();
    return line.starts_with('"');
}

}  // namespace barragoon::record

namespace barragoon::BARRAGOON_ISA {

using namespace record;

namespace {

std::string start_fen(std::string_view board, std::string_view stages) {
    return std::string(board).append(" w - 24 ").append(stages).append(" 1");
}

bool needs_fen(const Record& record) {
    const std::string fen = record.start.to_fen(), stages = stages_of(record.start);
    if (fen != start_fen(kClosedBoard, stages) && fen != start_fen(kOpenBoard, stages)) return true;
    return std::any_of(record.stray.begin(), record.stray.end(),
                       [](const std::string& line) { return is_tag_line(line, "FEN"); });
}

}  // namespace

std::string_view variant_of(const Position& start) {
    const std::string fen = start.to_fen();
    const std::string_view board = std::string_view(fen).substr(0, fen.find(' '));
    return board == kClosedBoard ? "Closed" : board == kOpenBoard ? "Open" : kCustom;
}

Position start_of(std::string_view variant, std::string_view stages) {
    std::string problem;
    const auto start = Position::from_fen(start_fen(variant == "Open" ? kOpenBoard : kClosedBoard, stages), problem);
    if (!start) std::abort();
    return *start;
}

std::string stages_of(const Position& start) {
    return std::to_string(start.stage(Colour::White)) + std::to_string(start.stage(Colour::Brown));
}

Tags all_tags(const Record& record) {
    constexpr std::array<std::string_view, 5> defaults{"Event", "Site", "Date", "White", "Brown"};
    Tags tags;
    const auto add = [&](std::string_view name, std::string_view value) { tags.emplace_back(name, value); };
    for (const std::string_view name : defaults) add(name, name == "Date" ? "????.??.??" : "?");
    add("Result", result_of(record.outcome));
    if (record.start_known) {
        add("Variant", variant_of(record.start));
        add("Express", stages_of(record.start));
    }
    add("TouchMove", record.touch_move ? "Yes" : "No");
    if (record.start_known && needs_fen(record)) add("FEN", record.start.to_fen());
    if (record.outcome) add("Termination", kReasonNames[static_cast<std::size_t>(record.outcome->reason)]);
    if (record.offer) add("DrawOffer", kOfferNames[static_cast<std::size_t>(*record.offer)]);
    for (const auto& [name, value] : record.tags) {
        // The others are not looked for: a record has each only once, and looking would take squared time.
        const auto found = std::find(defaults.begin(), defaults.end(), name) - defaults.begin();
        if (static_cast<std::size_t>(found) == defaults.size()) add(name, value);
        else tags[static_cast<std::size_t>(found)].second = value;
    }
    return tags;
}

}  // namespace barragoon::BARRAGOON_ISA
