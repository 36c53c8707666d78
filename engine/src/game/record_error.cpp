#include "game/record_error.hpp"

#include <algorithm>
#include <tuple>

#include "game/json.hpp"

namespace barragoon::record {

namespace {

constexpr std::size_t kLimit = 100;  // how many errors of one kind a game keeps

}  // namespace

void ErrorLog::add(Fault fault, std::string_view code, int line, int column, std::string_view text,
                   std::string_view parameters) {
    auto& kept = kept_[static_cast<std::size_t>(fault)];
    if (kept.empty()) seen_.push_back(fault);
    if (kept.size() < kLimit) kept.push_back({fault, code, std::string(parameters), line, column, std::string(text)});
    else ++left_out_[static_cast<std::size_t>(fault)];
}

std::vector<RecordError> ErrorLog::errors() const {
    std::vector<RecordError> all;
    for (const Fault fault : seen_) {
        const auto& kept = kept_[static_cast<std::size_t>(fault)];
        all.insert(all.end(), kept.begin(), kept.end());
        const int left_out = left_out_[static_cast<std::size_t>(fault)];
        if (!left_out) continue;
        all.back().code = "more_like_these";
        all.back().parameters = json::Object().add("count", left_out + 1).done();
        all.back().text.clear();
    }
    return all;
}

void sort_by_position(std::vector<RecordError>& errors) {
    std::stable_sort(errors.begin(), errors.end(), [](const RecordError& one, const RecordError& other) {
        return std::tie(one.line, one.column) < std::tie(other.line, other.column);
    });
}

}  // namespace barragoon::record
