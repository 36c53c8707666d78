// The JSON form of records, the same bytes as Python's record/json_form.py.
#include "game/game_json.hpp"
#include "game/record.hpp"

namespace barragoon::BARRAGOON_ISA {

using namespace record;

namespace {

class RecordWriter {
public:
    void add(const Record& record) {
        made_.open('{').name("tags").open('[');
        for (const auto& [name, value] : all_tags(record)) made_.open('[').add_text(name).add_text(value).close(']');
        made_.close(']').name("start");
        if (record.start_known) made_.add_text(record.start.to_fen());
        else made_.add_json("null");
        made_.name("touch_move").add_bool(record.touch_move).name("placements").open('[');
        for (const Action placement : record.placements) made_.add_text(to_text(placement));
        made_.close(']').name("lines").open('[');
        for (const Line& line : record.lines) add(line);
        made_.close(']').name("result").add_text(result_of(record.outcome)).name("outcome");
        made_.add_json(record.outcome ? outcome_to_json(*record.outcome) : "null").name("offer");
        constexpr std::array<std::string_view, 3> offers{"\"white\"", "\"brown\"", "\"repetition\""};
        made_.add_json(record.offer ? offers[static_cast<std::size_t>(*record.offer)] : "null");
        add("stray", record.stray);
        made_.name("errors").open('[');
        for (const RecordError& error : record.errors) made_.add_json(error.json);
        made_.close(']').close('}');
    }

    json::Writer& made() { return made_; }

private:
    void add(const Line& line) {
        made_.open('{');
        add("comments", line.comments);
        made_.name("nodes").open('[');
        for (const Node& node : line.nodes) add(node);
        made_.close(']').name("unread").add_text(line.unread).close('}');
    }

    void add(const Node& node) {
        made_.open('{').name("turn").add_text(to_text(node.turn));
        add("before", node.before);
        add("after", node.after);
        made_.name("nags").open('[');
        for (const int nag : node.nags) made_.add_number(nag);
        made_.close(']').name("declined").add_bool(node.declined).name("variations").open('[');
        for (const std::size_t line : node.variations) made_.add_number(static_cast<long>(line));
        made_.close(']').close('}');
    }

    void add(std::string_view name, const std::vector<std::string>& texts) {
        made_.name(name).open('[');
        for (const std::string& text : texts) made_.add_text(text);
        made_.close(']');
    }

    json::Writer made_;
};

}  // namespace

std::string record_to_json(const Record& record) {
    RecordWriter writer;
    writer.add(record);
    return writer.made().take();
}

std::string records_to_json(const std::vector<Record>& records) {
    RecordWriter writer;
    writer.made().open('[');
    for (const Record& record : records) writer.add(record);
    return writer.made().close(']').take();
}

}  // namespace barragoon::BARRAGOON_ISA
