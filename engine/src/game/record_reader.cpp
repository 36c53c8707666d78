// Reading game files, going on after errors. As Python's record/reader.py.
#include "game/record_builder.hpp"

namespace barragoon::BARRAGOON_ISA {

using namespace record;

namespace {

Record finished(RecordBuilder& builder, int line, int column, std::vector<RecordError> bytes) {
    Record record = builder.finish(line, column);
    for (RecordError& error : bytes) record.errors.push_back(std::move(error));
    sort_by_position(record.errors);
    return record;
}

}  // namespace

std::vector<Record> read_records(std::string_view text) {
    std::vector<Record> records;
    Source source(text);
    Lexer lexer(source);
    std::optional<RecordBuilder> builder;
    while (auto token = lexer.next()) {
        const int line = token->line, column = token->column;
        if (builder && builder->ends_before(*token)) {
            records.push_back(finished(*builder, line, column, source.take_errors(column)));
            builder.reset();
        }
        if (!builder) builder.emplace();
        builder->take(std::move(*token));
        if (builder->ended()) {
            const int end = lexer.end_column();
            records.push_back(finished(*builder, line, end, source.take_errors(end)));
            builder.reset();
        }
    }
    if (builder) records.push_back(finished(*builder, lexer.end_line(), lexer.end_column(), source.take_errors()));
    return records;
}

}  // namespace barragoon::BARRAGOON_ISA
