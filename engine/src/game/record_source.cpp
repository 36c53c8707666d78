#include "game/record_source.hpp"

#include "game/unicode.hpp"

namespace barragoon::record {

using namespace unicode;

namespace {

constexpr int kShown = 32;  // how many bytes in a row an error shows
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

}  // namespace

Source::Source(std::string_view bytes) {
    if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
    if (bytes.ends_with('\n')) bytes.remove_suffix(1);
    text_.reserve(bytes.size());
    for (int number = 1;; ++number) {
        const std::size_t end = bytes.find('\n');
        add_line(bytes.substr(0, end), number);
        if (end == std::string_view::npos) return;
        text_ += '\n';
        bytes.remove_prefix(end + 1);
    }
}

void Source::add_line(std::string_view line, int number) {
    while (line.ends_with('\r')) line.remove_suffix(1);
    for (int column = 1; !line.empty(); ++column) {
        std::size_t size = sequence_size(line);
        if (size) {
            text_ += line.substr(0, size);
        } else {
            text_ += kReplacement;
            replaced_.push_back({{number, column}, static_cast<unsigned char>(line[0])});
            size = 1;
        }
        line.remove_prefix(size);
    }
}

void Source::note_replaced(FilePosition before, ErrorLog& errors) {
    constexpr std::string_view digits = "0123456789abcdef";
    while (noted_ < replaced_.size() && replaced_[noted_].position < before) {
        const FilePosition first = replaced_[noted_].position;
        std::string text = "0x";
        int run = 0;
        for (; noted_ < replaced_.size(); ++noted_, ++run) {
            const auto [position, byte] = replaced_[noted_];
            if (!(position < before) || position.line != first.line || position.column != first.column + run) break;
            if (run < kShown) (text += digits[byte >> 4]) += digits[byte & 15];
        }
        if (run > kShown) text += "…";
        errors.add(Fault::Bytes, "not_utf8", first, text);
    }
}

}  // namespace barragoon::record
