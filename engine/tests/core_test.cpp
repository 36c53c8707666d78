// The core as the outside uses and misuses it: perft, searches, and text that is nearly right. Every instruction
// set must say the same; a sanitizer watches for what no comparison sees.
#include "core.hpp"

#include "action_text.hpp"
#include "assertions.hpp"

namespace barragoon {

namespace plain {
void test_positions();
}
#if defined(BARRAGOON_HAS_AVX2)
namespace avx2 {
void test_positions();
}
#endif

namespace tests {

using Cores = std::vector<std::unique_ptr<Core>>;

Cores all_cores() {
    Cores cores;
    for (const std::string& name : instruction_sets()) {
        cores.push_back(make_core(name));
        cores.back()->set_hash(1);
    }
    return cores;
}

// Whether the position was taken; one that was rejected changes nothing.
bool takes(Core& core, const std::string& fen, const std::vector<Action>& actions = {}) {
    const std::string before = core.fen();
    if (core.set_position(fen, actions).empty()) return true;
    check(core.fen() == before, "a rejected position changes the core", fen);
    return false;
}

bool same(const EvaluationTerms& one, const EvaluationTerms& other) {
    const auto same_side = [](const EvaluationTerms::Side& a, const EvaluationTerms::Side& b) {
        return a.material == b.material && a.mobility == b.mobility && a.threats == b.threats &&
               a.freedom == b.freedom && a.movable == b.movable;
    };
    return same_side(one.white, other.white) && same_side(one.brown, other.brown) && one.tempo == other.tempo &&
           one.score == other.score;
}

void compare(const Cores& cores, const std::string& fen) {
    const Core& first = *cores[0];
    for (const auto& core : cores) {
        check(core->fen() == first.fen(), "the instruction sets read a FEN differently", fen);
        check(core->key() == first.key(), "the instruction sets have different keys", fen);
        check(core->legal_actions() == first.legal_actions(), "the instruction sets list different actions", fen);
        check(same(core->evaluate(), first.evaluate()), "the instruction sets evaluate differently", fen);
    }
}

void test_perft() {
    for (const auto& core : all_cores()) {
        const std::string name(core->instruction_set());
        takes(*core, kStarts[0]);
        check(core->perft(0) == 1 && core->perft(4) == 1'860'594, "another perft from the closed start", name);
        takes(*core, "2d-d2/1WD1ze1/4dZ1/2v4/x1x1x1z/Vx3x1/1ZnV3/2|4/2DD3 b");
        check(core->perft(3) > 0, "no perft from the middle of a game", name);
    }
}

// Random games, in which each position is also searched a little, with every kind of limit.
void test_searches() {
    Dice dice(1);
    const Cores cores = all_cores();
    for (std::size_t game = 0; game < 24; ++game) {
        const std::string start = kStarts[game % kStarts.size()];
        std::vector<Action> played;
        for (;;) {
            SearchLimits limits;
            limits.nodes = 1 + dice.below(400);
            limits.multipv = static_cast<int>(dice.one_in(4) ? dice.below(300) : 1);
            if (dice.one_in(3)) limits.depth = 1 + static_cast<int>(dice.below(80));
            for (const auto& core : cores) check(takes(*core, start, played), "a game of ours is rejected", start);
            const auto legal = cores[0]->legal_actions();
            if (dice.one_in(8) && !legal.empty()) limits.only = {dice.choose(legal)};
            std::vector<std::uint64_t> nodes;
            for (const auto& core : cores) {
                core->new_game();
                const auto lines = core->search(limits, [](const SearchLine&) {});
                nodes.push_back(lines.empty() ? 0 : lines[0].nodes);
                check(lines.empty() == legal.empty(), "a line too many or too few", core->fen());
                check(nodes.back() == nodes[0], "the instruction sets search differently", core->fen());
            }
            compare(cores, cores[0]->fen());
            if (legal.empty() || played.size() == 80) break;
            played.push_back(dice.choose(legal));
        }
    }
}

// A FEN with a few characters changed, taken out, doubled or cut off.
std::string spoilt(std::string fen, Dice& dice) {
    static const std::string kMarks = std::string(kCellCharacters) + "/ 0123456789wb-+\n\t" + '\0' + "\x7f\xff";
    for (std::size_t times = dice.below(4); times-- > 0 && !fen.empty();) {
        const std::size_t at = dice.below(fen.size());
        switch (dice.below(6)) {
            case 0:
                fen.erase(at, 1 + dice.below(3));
                break;
            case 1:
                fen.insert(at, 1, dice.choose(kMarks));
                break;
            case 2:
                fen.insert(at, fen.substr(dice.below(fen.size()), dice.below(12)));
                break;
            case 3:
                fen.resize(at);
                break;
            default:
                fen[at] = dice.choose(kMarks);
        }
    }
    return fen;
}

void test_spoilt_text() {
    Dice dice(2);
    const Cores cores = all_cores();
    int taken = 0, rejected = 0;
    std::string fen;
    for (int round = 0; round < 30'000; ++round) {
        if (round % 50 == 0) fen = dice.choose(kStarts);
        const std::string tried = spoilt(fen, dice);
        const bool good = takes(*cores[0], tried);
        for (const auto& core : cores)
            check(takes(*core, tried) == good, "the instruction sets disagree on a FEN", tried);
        ++(good ? taken : rejected);
        if (!good) continue;
        compare(cores, tried);
        check(takes(*cores[0], cores[0]->fen()), "a FEN that was written can't be read", tried);
        // The spoilt position is played on, so that odd ones are met again, and spoilt further.
        const auto legal = cores[0]->legal_actions();
        if (!legal.empty()) check(takes(*cores[0], tried, {dice.choose(legal)}), "a legal action is rejected", tried);
        fen = cores[0]->fen();
        cores[0]->search({.nodes = 50}, nullptr);
    }
    check(taken > 1000 && rejected > 1000, "the texts are all good or all bad", std::to_string(taken));
}

// All 65,536 patterns of bits as actions, and texts of up to six characters.
void test_spoilt_actions() {
    Dice dice(3);
    const Cores cores = all_cores();
    const std::string marks = "abcdefgh0123456789@x^>Y<|-NESWnesw+ZDV. \xff";
    for (const std::string& fen :
         {kStarts[0], std::string("2d-d2/1WD1ze1/4dZ1/2v4/x1x1x1z/Vx3x1/1ZnV3/2|4/2DD3 b b 8")}) {
        for (const auto& core : cores) {
            check(takes(*core, fen), "a FEN of ours is rejected", fen);
            std::size_t legal = 0;
            const std::size_t listed = core->legal_actions().size();
            for (unsigned bits = 0; bits < 1U << 16; ++bits)
                legal += takes(*core, fen, {Action::from_bits(static_cast<std::uint16_t>(bits))});
            // Patterns of a placement with a stray bit name the same action again.
            check(legal >= listed && legal <= 32 * listed, "other actions than those listed", fen);
        }
    }
    for (int round = 0; round < 200'000; ++round) {
        std::string text;
        for (std::size_t length = dice.below(7); length-- > 0;) text += dice.choose(marks);
        const auto action = action_from_text(text);
        check(!action || to_text(*action) == text, "an action is not written as it was read", text);
    }
}

}  // namespace tests
}  // namespace barragoon

int main() {
    barragoon::plain::test_positions();
#if defined(BARRAGOON_HAS_AVX2)
    if (barragoon::instruction_sets().size() > 1) barragoon::avx2::test_positions();
#endif
    barragoon::tests::test_perft();
    barragoon::tests::test_searches();
    barragoon::tests::test_spoilt_text();
    barragoon::tests::test_spoilt_actions();
}
