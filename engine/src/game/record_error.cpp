#include "game/record_error.hpp"

#include "game/json.hpp"

namespace barragoon::record {

namespace {

constexpr int kLimit = 100;  // how many errors of one kind a game keeps

std::string error_to_json(Fault fault, std::string_view code, FilePosition position, std::string_view text,
                          std::string_view parameters) {
    json::Writer made;
    made.open('{').name("fault").add_text(kFaultNames[static_cast<std::size_t>(fault)]);
    made.name("code").add_text(code).name("parameters").add_json(parameters);
    made.name("line").add_number(position.line).name("column").add_number(position.column);
    return made.name("text").add_text(text).close('}').take();
}

}  // namespace

void ErrorLog::add(Fault fault, std::string_view code, FilePosition position, std::string_view text,
                   std::string_view parameters) {
    const auto kind = static_cast<std::size_t>(fault);
    if (++count_[kind] > kLimit) return;
    last_[kind] = errors_.size();
    errors_.push_back({position, error_to_json(fault, code, position, text, parameters)});
}

std::vector<RecordError> ErrorLog::take() {
    for (std::size_t kind = 0; kind < count_.size(); ++kind) {
        const int more = count_[kind] - kLimit;
        if (more <= 0) continue;
        RecordError& last = errors_[last_[kind]];
        const std::string parameters = json::Object().add("count", more + 1).done();
        last.json = error_to_json(static_cast<Fault>(kind), "more_like_these", last.position, "", parameters);
    }
    sort_by_position(errors_);
    return std::move(errors_);
}

}  // namespace barragoon::record
