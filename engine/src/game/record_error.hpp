// What is wrong with a game file, and where. The codes are those of Python's record/fault.py, which has a sentence for
// each; the page has its own.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace barragoon::record {

// In the order of kFaultNames.
enum class Fault : std::uint8_t { Bytes, Tag, Contradiction, Text, Illegal, Number, Unclosed, Unread, NoResult };
inline constexpr std::array<std::string_view, 9> kFaultNames{
    "bytes", "tag", "contradiction", "text", "illegal", "number", "unclosed", "unread", "no_result",
};

struct RecordError {
    Fault fault;
    std::string_view code;
    std::string parameters;  // a JSON object
    int line, column;        // in characters, from 1
    std::string text;
};

// Collects the errors of a game: of each kind the first ones, and how many more there are.
class ErrorLog {
public:
    void add(Fault fault, std::string_view code, int line, int column, std::string_view text,
             std::string_view parameters = "{}");
    bool has(Fault fault) const { return !kept_[static_cast<std::size_t>(fault)].empty(); }

    // By kind; where some were left out, the last of the kind says how many.
    std::vector<RecordError> errors() const;

private:
    std::array<std::vector<RecordError>, kFaultNames.size()> kept_;
    std::array<int, kFaultNames.size()> left_out_{};
    std::vector<Fault> seen_;  // in the order of their first errors
};

// By line and column; what stands at the same column keeps its order.
void sort_by_position(std::vector<RecordError>& errors);

}  // namespace barragoon::record
