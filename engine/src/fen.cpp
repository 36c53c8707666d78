// Reading a FEN, with the same defaults and the same defects as the Python library.
#include <charconv>
#include <vector>

#include "position.hpp"

namespace barragoon::BARRAGOON_ISA {

namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (std::size_t at = 0;; ++at) {
        const std::size_t end = text.find(separator, at);
        parts.push_back(text.substr(at, end - at));
        if (end == std::string_view::npos) return parts;
        at = end;
    }
}

std::optional<int> number(std::string_view text, int most) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool plain = !text.empty() && text.size() <= 6 && text[0] != '-' && end == text.data() + text.size();
    return plain && error == std::errc{} && value <= most ? std::optional(value) : std::nullopt;
}

}  // namespace

class FenReader {
public:
    explicit FenReader(std::string& problem) : problem_(problem) {}

    std::optional<Position> read(std::string_view fen) {
        const auto fields = split(fen, ' ');
        if (fields.size() > 6) return reject("a FEN has at most six fields");
        for (Square square = 0; square < kSquares; ++square) position_.put(square, kEmpty);
        if (!read_board(fields[0])) return std::nullopt;
        position_.reserve_ = static_cast<std::uint8_t>(default_reserve());
        if (fields.size() > 1 && !read_turn(fields[1])) return reject("the turn of a FEN is w or b");
        if (fields.size() > 3 && !read_reserve(fields[3])) return reject("the reserve of a FEN is from 0 to 24");
        if (fields.size() > 2 && !read_hands(fields[2])) return reject("no capture leaves these hands of a FEN");
        if (fields.size() > 4 && !read_stages(fields[4]))
            return reject("the stages of a FEN are two digits from 0 to 2");
        if (fields.size() > 5 && !read_number(fields[5])) return reject("the number of a FEN is from 1 to 999999");
        if (!counts_are_possible()) return reject("a FEN has too many tiles or barragoons");
        position_.key_ = position_.key_from_scratch();
        return position_;
    }

private:
    std::nullopt_t reject(const char* why) {
        problem_ = why;
        return std::nullopt;
    }

    bool read_board(std::string_view board) {
        const auto rows = split(board, '/');
        if (rows.size() != kRanks) return reject("a FEN has nine ranks, split by /"), false;
        for (int row = 0; row < kRanks; ++row) {
            if (!read_row(rows[static_cast<std::size_t>(row)], kRanks - 1 - row)) return false;
        }
        return true;
    }

    bool read_row(std::string_view row, int rank) {
        int file = 0;
        for (const char mark : row) {
            const auto cell = kCellCharacters.find(mark);
            if (mark >= '1' && mark <= '7') {
                file += mark - '0';
            } else if (cell == std::string_view::npos || cell == kEmpty) {
                return reject("a rank of a FEN has tiles, faces and digits from 1 to 7"), false;
            } else if (file < kFiles) {
                position_.put(rank * kFiles + file++, static_cast<Cell>(cell));
            } else {
                ++file;
            }
        }
        return file == kFiles || (reject("a rank of a FEN has seven squares"), false);
    }

    bool read_turn(std::string_view text) {
        if (text != "w" && text != "b") return false;
        position_.turn_ = text == "w" ? Colour::White : Colour::Brown;
        return true;
    }

    bool read_hands(std::string_view text) {
        const std::string own = position_.turn_ == Colour::White ? "w" : "b";
        const std::string foe = position_.turn_ == Colour::White ? "b" : "w";
        const bool lost = std::popcount(position_.tiles(other(position_.turn_))) < 7;
        if (text == "-") position_.phase_ = Phase::Move;
        else if (text == own) position_.phase_ = Phase::PlaceOwn;
        else if (text == foe + own && lost) position_.phase_ = Phase::PlaceBoth;
        else if (text == foe && lost && position_.reserve_ == 0) position_.phase_ = Phase::PlaceLoser;
        else return false;
        return true;
    }

    bool read_reserve(std::string_view text) {
        const auto value = number(text, kReserve);
        if (value) position_.reserve_ = static_cast<std::uint8_t>(*value);
        return value.has_value();
    }

    bool read_stages(std::string_view text) {
        if (text.size() != 2) return false;
        for (std::size_t player = 0; player < 2; ++player) {
            if (text[player] < '0' || text[player] > '2') return false;
            position_.stages_[player] = static_cast<std::uint8_t>(text[player] - '0');
        }
        return true;
    }

    bool read_number(std::string_view text) {
        const auto value = number(text, kHighestNumber);
        if (value) position_.number_ = *value;
        return value && *value >= 1;
    }

    int default_reserve() const {
        const int tiles = std::popcount(position_.tiles(Colour::White) | position_.tiles(Colour::Brown));
        return std::min(kReserve, std::max(0, kReserve - 2 * (14 - tiles)));
    }

    bool counts_are_possible() const {
        for (const Colour colour : {Colour::White, Colour::Brown}) {
            for (const int value : {2, 3, 4}) {
                if (std::popcount(position_.tiles(colour, value)) > (value == 3 ? 3 : 2)) return false;
            }
        }
        const int hands = position_.phase_ == Phase::Move ? 0 : position_.phase_ == Phase::PlaceBoth ? 2 : 1;
        return std::popcount(position_.faces()) + hands + position_.reserve_ <= 32;
    }

    Position position_;
    std::string& problem_;
};

std::optional<Position> Position::from_fen(std::string_view fen, std::string& problem) {
    return FenReader(problem).read(fen);
}

}  // namespace barragoon::BARRAGOON_ISA
