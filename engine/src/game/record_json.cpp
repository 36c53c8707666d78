// The JSON form of records, the same bytes as Python's record/json_form.py.
#include "game/game_json.hpp"
#include "game/record.hpp"

namespace barragoon::BARRAGOON_ISA {

using namespace record;
using json::list;
using json::Object;
using json::quoted;

namespace {

std::string texts(const std::vector<std::string>& all) {
    return list(all, [](const std::string& one) { return quoted(one); });
}

template <class Number>
std::string numbers(const std::vector<Number>& all) {
    return list(all, [](Number one) { return std::to_string(one); });
}

std::string node_to_json(const Node& node) {
    return Object()
        .add_text("turn", to_text(node.turn))
        .add("before", texts(node.before))
        .add("after", texts(node.after))
        .add("nags", numbers(node.nags))
        .add_bool("declined", node.declined)
        .add("variations", numbers(node.variations))
        .done();
}

std::string line_to_json(const Line& line) {
    return Object()
        .add("comments", texts(line.comments))
        .add("nodes", list(line.nodes, node_to_json))
        .add_text("unread", line.unread)
        .done();
}

std::string error_to_json(const RecordError& error) {
    return Object()
        .add_text("fault", kFaultNames[static_cast<std::size_t>(error.fault)])
        .add_text("code", error.code)
        .add("parameters", error.parameters)
        .add("line", error.line)
        .add("column", error.column)
        .add_text("text", error.text)
        .done();
}

std::string offer_to_json(const Record& record) {
    constexpr std::array<std::string_view, 3> words{"white", "brown", "repetition"};
    return record.offer ? quoted(words[static_cast<std::size_t>(*record.offer)]) : "null";
}

}  // namespace

std::string record_to_json(const Record& record) {
    const auto tag_to_json = [](const auto& tag) { return '[' + quoted(tag.first) + ',' + quoted(tag.second) + ']'; };
    const auto action_to_json = [](Action action) { return quoted(to_text(action)); };
    return Object()
        .add("tags", list(all_tags(record), tag_to_json))
        .add("start", record.start_known ? quoted(record.start.to_fen()) : "null")
        .add_bool("touch_move", record.touch_move)
        .add("placements", list(record.placements, action_to_json))
        .add("lines", list(record.lines, line_to_json))
        .add_text("result", result_of(record.outcome))
        .add("outcome", record.outcome ? outcome_to_json(*record.outcome) : "null")
        .add("offer", offer_to_json(record))
        .add("stray", texts(record.stray))
        .add("errors", list(record.errors, error_to_json))
        .done();
}

std::string records_to_json(const std::vector<Record>& records) { return list(records, record_to_json); }

}  // namespace barragoon::BARRAGOON_ISA
