// Reading game files, going on after errors. As Python's record/reader.py.
#include <limits>

#include "game/record_builder.hpp"

namespace barragoon::BARRAGOON_ISA {

using namespace record;

std::vector<Record> read_records(std::string_view text) {
    std::vector<Record> records;
    Source source(text);
    Lexer lexer(source.text());
    std::optional<RecordBuilder> builder;
    const auto finish = [&](FilePosition next, FilePosition end) {
        records.push_back(builder->finish(next, end, source));
        builder.reset();
    };
    while (const auto token = lexer.next()) {
        if (builder && builder->ends_before(*token)) finish(token->position, token->position);
        if (!builder) builder.emplace();
        builder->take(*token);
        if (builder->ended()) finish(lexer.end(), lexer.end());
    }
    if (builder) finish(lexer.end(), {std::numeric_limits<int>::max(), 0});
    return records;
}

}  // namespace barragoon::BARRAGOON_ISA
