#include "game/record_update.hpp"

#include <algorithm>

#include "game/record_replay.hpp"
#include "game/record_tags.hpp"
#include "game/record_writer.hpp"

namespace barragoon::BARRAGOON_ISA {

using namespace record;

namespace {

// Whether a turn of the record is that of the game, or was left unfinished and is finished now.
bool is_same(const Node& old, const Node& node) {
    const auto before = old.turn.actions(), now = node.turn.actions();
    return before.size() <= now.size() && std::equal(before.begin(), before.end(), now.begin());
}

// Follows a record's main line along the turns of a game. Lines keep their numbers; the tree is built anew around them.
class Merge {
public:
    Merge(Record& record, const Record& played) : record_(record), played_(played) {}

    // Gives the record the main line of the game.
    void run() {
        Line made;
        made.comments = record_.main().comments;
        old_ = std::move(record_.main());
        old_.comments.clear();
        if (played_.placements != record_.placements) set_aside(made);
        for (const Node& node : played_.main().nodes) follow(made, node);
        keep_rest(made);
        record_.main() = std::move(made);
        record_.placements = played_.placements;
    }

private:
    // Goes one turn along the old line, or leaves it for a variation or for something new.
    void follow(Line& made, const Node& played) {
        made.nodes.push_back({played.turn});
        Node& node = made.nodes.back();
        Node* old = at_ < old_.nodes.size() ? &old_.nodes[at_] : nullptr;
        if (old && is_same(*old, played)) {
            node = std::move(*old);
            ++at_;
        } else if (old || !old_.unread.empty()) {
            leave(node, old);
        }
        node.turn = played.turn;
        node.declined = played.declined;
    }

    // Makes the rest of the old line a variation of a turn that is played instead of its next one, if it has one.
    void leave(Node& node, Node* old) {
        std::vector<std::size_t> siblings;
        if (old) siblings.swap(old->variations);
        Line rest = rest_of_line();
        old_ = {};
        at_ = 0;
        for (std::size_t sibling = 0; sibling < siblings.size(); ++sibling) {
            Line& variation = record_.lines[siblings[sibling]];
            if (variation.nodes.empty() || !is_same(variation.nodes.front(), node)) continue;
            old_ = std::move(variation);
            at_ = 1;
            siblings.erase(siblings.begin() + static_cast<std::ptrdiff_t>(sibling));
            node = std::move(old_.nodes.front());
            node.before.insert(node.before.begin(), old_.comments.begin(), old_.comments.end());
            break;
        }
        siblings.insert(siblings.begin(), keep_as_line(std::move(rest)));
        node.variations.insert(node.variations.begin(), siblings.begin(), siblings.end());
    }

    // What is left of the old line, with its unread text; its comments stand before its first turn already.
    Line rest_of_line() {
        old_.comments.clear();
        old_.nodes.erase(old_.nodes.begin(), old_.nodes.begin() + static_cast<std::ptrdiff_t>(at_));
        return std::move(old_);
    }

    std::size_t keep_as_line(Line line) {
        record_.lines.push_back(std::move(line));
        return record_.lines.size() - 1;
    }

    // Keeps what is left of the old line where the game has not gone on.
    void keep_rest(Line& made) {
        const bool follows = at_ < old_.nodes.size();
        if (!follows && !(!old_.unread.empty() && (played_.outcome || played_.offer))) {
            made.unread = std::move(old_.unread);
        } else if (!made.nodes.empty()) {
            Line line = rest_of_line();
            line.nodes.insert(line.nodes.begin(), Node{made.nodes.back().turn});
            made.nodes.back().variations.push_back(keep_as_line(std::move(line)));
        } else {
            set_aside(made);
        }
    }

    // Keeps the old line as a comment, where no turn is there whose variation it could be.
    void set_aside(Line& made) {
        if (!old_.nodes.empty() || !old_.unread.empty() || !record_.placements.empty()) {
            record_.main() = std::move(old_);
            std::string text = movetext(record_);
            std::replace(text.begin(), text.end(), '\n', ' ');
            made.comments.push_back(std::move(text));
        }
        old_ = {};
    }

    Record& record_;
    const Record& played_;
    Line old_;            // the line of the record that the game is in
    std::size_t at_ = 0;  // how many of its nodes the game has passed
};

}  // namespace

std::optional<Record> updated(Record record, const Game& game, const Tags& tags) {
    if (!record.start_known || record.start.to_fen() != game.start().to_fen()) return std::nullopt;
    const Record played = record_of(game);
    Merge(record, played).run();
    const bool goes_on = record.main().unread.empty();
    record.touch_move = played.touch_move;
    if (goes_on || played.outcome) record.outcome = played.outcome;
    if (goes_on || played.offer) record.offer = played.offer;
    // Where the record has an offer that was answered, a stray line must not be read as another one.
    if (!played.offer)
        std::erase_if(record.stray, [](const std::string& line) { return is_tag_line(line, "DrawOffer"); });
    for (const auto& [name, value] : tags)
        if (!is_derived(name)) set_tag(record.tags, name, value);
    record.errors.clear();
    return record;
}

}  // namespace barragoon::BARRAGOON_ISA
