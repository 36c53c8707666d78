// What is wrong with a game file, and where. The codes are those of Python's record/error.py, which has a sentence for
// each; the page has its own.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "insertion_sort.hpp"

namespace barragoon::record {

// In the order of kFaultNames.
enum class Fault : std::uint8_t { Bytes, Tag, Contradiction, Text, Illegal, Number, Unclosed, Unread, NoResult };
inline constexpr std::array<std::string_view, 9> kFaultNames{
    "bytes", "tag", "contradiction", "text", "illegal", "number", "unclosed", "unread", "no_result",
};

// In characters, from 1.
struct FilePosition {
    int line, column;

    bool operator<(const FilePosition& other) const {
        return line < other.line || (line == other.line && column < other.column);
    }
};

struct RecordError {
    FilePosition position;
    std::string json;
};

// Collects the errors of a game: of each kind the first hundred, and how many more there are.
class ErrorLog {
public:
    // The parameters are a JSON object.
    void add(Fault fault, std::string_view code, FilePosition position, std::string_view text,
             std::string_view parameters = "{}");
    bool has(Fault fault) const { return count_[static_cast<std::size_t>(fault)]; }

    // By line and column; where some were left out, the last of the kind says how many.
    std::vector<RecordError> take();

private:
    std::vector<RecordError> errors_;
    std::array<int, kFaultNames.size()> count_{};
    std::array<std::size_t, kFaultNames.size()> last_{};  // where the last error of a kind is that is kept
};

// Sorts by their positions what is nearly in order already; what has the same position keeps its order.
template <class Item>
void sort_by_position(std::vector<Item>& items) {
    insertion_sort(items.begin(), items.end(),
                   [](const Item& one, const Item& other) { return one.position < other.position; });
}

}  // namespace barragoon::record
