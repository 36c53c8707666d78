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
    Source source(text);
    Lexer lexer(source);
    while (auto token = lexer.next())
        if (token->kind == Kind::Tag) tags.emplace_back(std::move(token->name), std::move(token->value));
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
    Tags tags{{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"White", "?"}, {"Brown", "?"}};
    const std::size_t defaults = tags.size();
    tags.emplace_back("Result", result_of(record.outcome));
    if (record.start_known) {
        tags.emplace_back("Variant", variant_of(record.start));
        tags.emplace_back("Express", stages_of(record.start));
    }
    tags.emplace_back("TouchMove", record.touch_move ? "Yes" : "No");
    if (record.start_known && needs_fen(record)) tags.emplace_back("FEN", record.start.to_fen());
    if (record.outcome)
        tags.emplace_back("Termination", kReasonNames[static_cast<std::size_t>(record.outcome->reason)]);
    if (record.offer) tags.emplace_back("DrawOffer", kOfferNames[static_cast<std::size_t>(*record.offer)]);
    for (const auto& [name, value] : record.tags) {
        const auto found = std::find_if(tags.begin(), tags.begin() + static_cast<std::ptrdiff_t>(defaults),
                                        [&](const auto& tag) { return tag.first == name; });
        // The names are not looked for among the others: reading keeps them apart, and that would take squared time.
        if (found == tags.begin() + static_cast<std::ptrdiff_t>(defaults)) tags.emplace_back(name, value);
        else found->second = value;
    }
    return tags;
}

}  // namespace barragoon::BARRAGOON_ISA
