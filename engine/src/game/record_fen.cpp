#include "game/record_fen.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "game/json.hpp"
#include "game/unicode.hpp"

namespace barragoon::BARRAGOON_ISA {

namespace {

using json::Object;
using unicode::count_characters;

constexpr std::size_t kFields = 6;

struct Piece {
    std::string_view text;
    int column;
};

std::vector<Piece> split(Piece whole, char separator) {
    std::vector<Piece> pieces;
    for (;;) {
        const std::size_t end = whole.text.find(separator);
        pieces.push_back({whole.text.substr(0, end), whole.column});
        if (end == std::string_view::npos) return pieces;
        whole.column += count_characters(pieces.back().text) + 1;
        whole.text.remove_prefix(end + 1);
    }
}

// A number as a FEN writes it: up to six digits, no zeros before it.
bool is_number(std::string_view text) {
    const bool digits = !text.empty() && text.size() <= 6 && text.find_first_not_of("0123456789") == text.npos;
    return digits && (text[0] != '0' || text.size() == 1);
}

bool is_field(std::size_t field, std::string_view text) {
    switch (field) {
        case 1:
            return text == "w" || text == "b";
        case 2:
            return text == "-" || text == "w" || text == "b" || text == "wb" || text == "bw";
        case 4:
            return text.size() == 2 && text.find_first_not_of("0123456789") == text.npos;
        default:
            return is_number(text);
    }
}

class FenJudge {
public:
    FenReading read(std::string_view fen, std::string_view stages) {
        const auto fields = split({fen, 1}, ' ');
        const int count = static_cast<int>(fields.size());
        if (fields.size() > kFields) blame("fen_fields", {fen, 1}, 0, count);
        else if (read_board(fields[0]) && read_fields(fields)) {
            if (fields.size() <= 4 && !stages.empty()) fields_[4] = stages;
            judge();
            if (reading_.code.empty()) make(fields[0].text);
        }
        return std::move(reading_);
    }

private:
    static constexpr int kNone = -1;

    bool blame(std::string_view code, Piece piece, int rank = 0, int count = kNone) {
        Object parameters;
        if (rank) parameters.add("rank", rank);
        if (count != kNone) parameters.add("count", count);
        reading_.code = code;
        reading_.parameters = parameters.done();
        reading_.text = piece.text;
        reading_.column = piece.column;
        return false;
    }

    bool read_board(Piece board) {
        const auto rows = split(board, '/');
        if (rows.size() != kRanks) return blame("fen_ranks", board, 0, static_cast<int>(rows.size()));
        int rank = kRanks;
        for (const Piece& row : rows)
            if (!read_row(row, rank--)) return false;
        return true;
    }

    bool read_row(Piece row, int rank) {
        int squares = 0, column = row.column;
        for (std::size_t at = 0; at < row.text.size(); ++column) {
            const char mark = row.text[at];
            const auto cell = kCellCharacters.find(mark);
            const std::size_t start = at++;
            while (at < row.text.size() && unicode::continues(row.text[at])) ++at;
            if (mark >= '1' && mark <= '7') squares += mark - '0';
            else if (cell == std::string_view::npos || cell == kEmpty)
                return blame("fen_character", {row.text.substr(start, at - start), column});
            else ++squares, ++count_[cell];
            if (squares > kFiles) return blame("fen_rank_too_long", row, rank);
            if (cell != std::string_view::npos) where_[cell] |= bit((rank - 1) * kFiles + squares - 1);
        }
        return squares == kFiles || blame("fen_rank_too_short", row, rank, squares);
    }

    bool read_fields(const std::vector<Piece>& fields) {
        constexpr std::array<std::string_view, kFields> codes{"",           "fen_turn",  "fen_hands", "fen_reserve",
                                                              "fen_stages", "fen_number"};
        const int missing = 14 - tiles(Colour::White) - tiles(Colour::Brown);
        reserve_ = std::min(kReserve, std::max(0, kReserve - 2 * missing));
        for (std::size_t field = 1; field < fields.size(); ++field) {
            if (!is_field(field, fields[field].text)) return blame(codes[field], fields[field]);
            fields_[field] = fields[field].text;
        }
        if (fields.size() > 3) std::from_chars(fields_[3].data(), fields_[3].data() + fields_[3].size(), reserve_);
        return true;
    }

    int tiles(Colour colour) const {
        int total = 0;
        for (int value = 2; value <= 4; ++value) total += count_[make_tile(colour, value)];
        return total;
    }

    void judge() {
        json::Writer defects;
        defects.open('{').name("defects").open('[');
        const auto find = [&](bool defective, std::string_view defect) {
            if (!defective) return;
            reading_.impossible = true;
            defects.add_text(defect);
        };
        const std::string_view hands = fields_[2] == "-" ? std::string_view() : fields_[2];
        int faces = 0;
        for (Cell tile = kFirstTile; tile < kCells; ++tile)
            if (count_[tile] > (tile_value(tile) == 3 ? 3 : 2)) reading_.surplus |= where_[tile];
        for (int face = kFirstFace; face < kFirstTile; ++face) faces += count_[static_cast<std::size_t>(face)];
        const char own = fields_[1][0], foe = own == 'w' ? 'b' : 'w';
        const Colour loser = own == 'w' ? Colour::Brown : Colour::White;
        const bool loser_places = hands.starts_with(foe) && (hands.size() == 2 || reserve_ == 0);
        const bool nothing_lost = hands.empty() || (hands.size() == 1 && hands[0] == own);
        find(reading_.surplus, "too_many_tiles");
        find(faces + static_cast<int>(hands.size()) + reserve_ > 32, "too_many_barragoons");
        find(reserve_ > kReserve, "reserve_out_of_range");
        find(fields_[4][0] > '2' || fields_[4][1] > '2', "stage_out_of_range");
        find(fields_[5] == "0", "number_out_of_range");
        find(!nothing_lost && !loser_places, "wrong_hands");
        find(!nothing_lost && loser_places && tiles(loser) == 7, "no_tile_lost");
        reading_.stages = fields_[4];
        if (!reading_.impossible) return;
        reading_.code = "impossible_position";
        reading_.parameters = defects.close(']').close('}').take();
    }

    void make(std::string_view board) {
        const std::string reserve = std::to_string(reserve_);
        fields_[3] = reserve;
        std::string fen(board), problem;
        for (std::size_t field = 1; field < kFields; ++field) (fen += ' ') += fields_[field];
        reading_.position = Position::from_fen(fen, problem);
        if (!reading_.position) std::abort();
    }

    FenReading reading_;
    std::array<int, kCells> count_{};
    std::array<Bitboard, kCells> where_{};
    std::array<std::string_view, kFields> fields_{"", "w", "-", "", "00", "1"};
    int reserve_ = 0;
};

}  // namespace

FenReading read_fen(std::string_view fen, std::string_view stages) { return FenJudge().read(fen, stages); }

}  // namespace barragoon::BARRAGOON_ISA
