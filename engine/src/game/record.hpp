// A record: everything that a game file says about one game. As Python's record/record.py and record/tree.py.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "game/outcome.hpp"
#include "game/record_error.hpp"
#include "game/turn.hpp"

namespace barragoon::record {

using Tags = std::vector<std::pair<std::string, std::string>>;

// A turn with what was said about it. Variations nest without limit, so the tree is flat: a node has the numbers of the
// lines that could have been played instead.
struct Node {
    Turn turn;
    std::vector<std::string> before{}, after{};  // comments
    std::vector<int> nags{};
    bool declined = false;  // a draw was offered on the repetition that this turn completed, and declined
    std::vector<std::size_t> variations{};
};

struct Line {
    std::vector<std::string> comments{};  // before the first turn
    std::vector<Node> nodes{};
    std::string unread{};
};

// A draw offer that was still unanswered where the record ends, in the order of kOfferNames.
enum class PendingOffer : std::uint8_t { White, Brown, Repetition };
inline constexpr std::array<std::string_view, 3> kOfferNames{"White", "Brown", "Repetition"};

inline constexpr std::array<std::string_view, 4> kResults{"1-0", "0-1", "1/2-1/2", "*"};

inline std::string_view result_of(const std::optional<Outcome>& outcome) {
    if (!outcome) return kResults[3];
    return kResults[outcome->winner ? static_cast<std::size_t>(index(*outcome->winner)) : 2];
}

}  // namespace barragoon::record

namespace barragoon::BARRAGOON_ISA {

struct Record {
    record::Tags tags{};  // without those that follow from the game
    Position start{};
    bool start_known = true;
    std::vector<record::Line> lines{1};  // the first is the main line
    std::vector<Action> placements{};    // finish the turn that the start is in the middle of
    bool touch_move = false;
    std::optional<Outcome> outcome{};
    std::optional<record::PendingOffer> offer{};
    std::vector<std::string> stray{};  // tag lines that could not be used, as they were
    std::vector<record::RecordError> errors{};

    record::Line& main() { return lines.front(); }
    const record::Line& main() const { return lines.front(); }
};

// Every game of a file, in linear time; what is wrong stands in the errors of each.
std::vector<Record> read_records(std::string_view text);

// All tags in the order of writing.
record::Tags all_tags(const Record& record);

// A game file, and the same as JSON: the same bytes as Python's.
std::string write_records(const std::vector<Record>& records);
std::string record_to_json(const Record& record);
std::string records_to_json(const std::vector<Record>& records);

}  // namespace barragoon::BARRAGOON_ISA
