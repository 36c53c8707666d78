#include "game/record_source.hpp"

#include <limits>

#include "game/unicode.hpp"

namespace barragoon::record {

using namespace unicode;

namespace {

constexpr std::size_t kShown = 32;  // how many bytes in a row an error shows
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

}  // namespace

bool Source::next(std::string& line) {
    note_replaced(std::numeric_limits<int>::max());
    if (ended_) return false;
    ++number_;
    replaced_.clear();
    noted_ = 0;
    const std::size_t end = text_.find('\n');
    std::string_view raw = text_.substr(0, end);
    ended_ = end == std::string_view::npos;
    if (!ended_) text_.remove_prefix(end + 1);
    while (raw.ends_with('\r')) raw.remove_suffix(1);
    if (number_ == 1 && raw.starts_with(kByteOrderMark)) raw.remove_prefix(kByteOrderMark.size());
    clean(raw, line);
    return true;
}

void Source::clean(std::string_view raw, std::string& line) {
    line.clear();
    int column = 0;
    while (!raw.empty()) {
        const std::size_t size = sequence_size(raw);
        ++column;
        if (size) {
            line += raw.substr(0, size);
        } else {
            line += kReplacement;
            replaced_.push_back({column, static_cast<unsigned char>(raw[0])});
        }
        raw.remove_prefix(size ? size : 1);
    }
}

// What stands from the column on may belong to another game.
void Source::note_replaced(int before) {
    constexpr std::string_view digits = "0123456789abcdef";
    while (noted_ < replaced_.size() && replaced_[noted_].column < before) {
        const int column = replaced_[noted_].column;
        std::string text = "0x";
        std::size_t run = 0;
        for (; noted_ < replaced_.size(); ++noted_, ++run) {
            const Replaced& replaced = replaced_[noted_];
            if (replaced.column >= before || replaced.column != column + static_cast<int>(run)) break;
            if (run < kShown) text.append({digits[replaced.byte >> 4], digits[replaced.byte & 15]});
        }
        if (run > kShown) text += "…";
        errors_.add(Fault::Bytes, "not_utf8", number_, column, text);
    }
}

std::vector<RecordError> Source::take_errors(int before) {
    note_replaced(before);
    auto errors = errors_.errors();
    errors_ = {};
    return errors;
}

std::vector<RecordError> Source::take_errors() { return take_errors(std::numeric_limits<int>::max()); }

}  // namespace barragoon::record
