#include "game/record_tree.hpp"

#include <algorithm>
#include <charconv>

#include "game/explain.hpp"
#include "game/json.hpp"
#include "game/record_escape.hpp"
#include "game/record_replay.hpp"
#include "position_key.hpp"

namespace barragoon::BARRAGOON_ISA {

using namespace record;

namespace {

struct TreeNode {
    std::size_t parent = 0;
    Action action{};
    Position position{};  // after the action
    std::vector<std::size_t> children{};
    std::vector<std::string> before{}, after{}, unread{};
    std::vector<int> nags{};
    bool declined = false;

    bool is_annotated() const {
        return declined || !(before.empty() && after.empty() && unread.empty() && nags.empty());
    }
};

template <class Item>
void append(std::vector<Item>& items, const std::vector<Item>& more) {
    items.insert(items.end(), more.begin(), more.end());
}

class Tree {
public:
    explicit Tree(const Position& start) : nodes_(1) { nodes_[0].position = start; }

    TreeNode& operator[](std::size_t number) { return nodes_[number]; }
    const TreeNode& operator[](std::size_t number) const { return nodes_[number]; }
    std::size_t size() const { return nodes_.size(); }
    bool is_within_turn(std::size_t number) const { return nodes_[number].position.phase() != Phase::Move; }

    // The node after an action, which is legal; a new one unless it is there.
    std::size_t follow(std::size_t parent, Action action) {
        for (const std::size_t child : nodes_[parent].children)
            if (nodes_[child].action == action) return child;
        TreeNode node{parent, action, nodes_[parent].position};
        Position::Undo undo;
        node.position.make(action, undo);
        nodes_[parent].children.push_back(nodes_.size());
        nodes_.push_back(std::move(node));
        return nodes_.size() - 1;
    }

private:
    std::vector<TreeNode> nodes_;
};

// -- reading a record -------------------------------------------------------------------------------------------

class TreeReader {
public:
    explicit TreeReader(const Record& record) : record_(record), tree_(record.start) {}

    // Nothing if there are too many nodes.
    std::optional<Tree> read() {
        std::size_t start = 0;
        tree_[0].after = record_.main().comments;
        for (const Action placement : record_.placements) start = tree_.follow(start, placement);
        lines_.push_back({0, start});
        for (std::size_t line = 0; line < lines_.size(); ++line) {
            add(record_.lines[lines_[line].line], lines_[line].start, line == 0);
            if (tree_.size() > kMostTreeNodes) return std::nullopt;
        }
        return std::move(tree_);
    }

private:
    // A line and the node that it goes on from.
    struct Start {
        std::size_t line, start;
    };

    void add(const Line& line, std::size_t at, bool is_main) {
        std::vector<std::string> comments;
        if (!is_main) comments = line.comments;
        for (const Node& node : line.nodes) {
            const std::size_t begin = at;
            for (const Action action : node.turn.actions()) at = tree_.follow(at, action);
            TreeNode& end = tree_[at];
            append(end.before, comments);
            comments.clear();
            append(end.before, node.before);
            append(end.after, node.after);
            append(end.nags, node.nags);
            end.declined |= node.declined;
            for (const std::size_t variation : node.variations) lines_.push_back({variation, begin});
        }
        append(tree_[at].after, comments);
        if (!line.unread.empty()) tree_[at].unread.push_back(line.unread);
    }

    const Record& record_;
    Tree tree_;
    std::vector<Start> lines_;
};

std::string to_hex(std::uint64_t key) {
    std::array<char, 16> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), key, 16).ptr;
    const std::string written(digits.data(), end);
    return std::string(digits.size() - written.size(), '0') + written;
}

std::string to_json(const TreeNode& node, bool is_start) {
    const auto texts = [](const std::vector<std::string>& all) { return json::list(all, json::quoted); };
    return json::Object()
        .add("parent", is_start ? "null" : std::to_string(node.parent))
        .add_text("action", is_start ? "" : to_text(node.action))
        .add_text("fen", node.position.to_fen())
        .add_text("key", to_hex(position_key(node.position)))
        .add("before", texts(node.before))
        .add("after", texts(node.after))
        .add("nags", json::list(node.nags, [](int nag) { return std::to_string(nag); }))
        .add("declined", node.declined ? "true" : "false")
        .add("unread", texts(node.unread))
        .done();
}

// -- reading the text of a tree ---------------------------------------------------------------------------------

std::string_view cut(std::string_view& text, char end) {
    const std::size_t size = text.find(end);
    const std::string_view piece = text.substr(0, size);
    text.remove_prefix(size == std::string_view::npos ? text.size() : size + 1);
    return piece;
}

std::optional<std::size_t> number_from(std::string_view digits) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return error == std::errc() && end == digits.data() + digits.size() ? std::optional(number) : std::nullopt;
}

// The reader of files takes as many digits.
constexpr std::size_t kHighestNag = 999'999'999;

class TreeTextReader {
public:
    explicit TreeTextReader(const Position& start) : tree_(start) {}

    // Nothing if a line can't be read.
    std::optional<Tree> read(std::string_view text, std::string& problem) {
        while (!text.empty()) {
            const std::string_view line = cut(text, '\n');
            if (take(line) && tree_.size() <= kMostTreeNodes) continue;
            problem = "'" + std::string(line.substr(0, 60)) + "' can't be part of this tree";
            return std::nullopt;
        }
        return std::move(tree_);
    }

private:
    bool take(std::string_view line) {
        const std::string_view word = cut(line, ' ');
        if (word == "node") return add_node(line);
        TreeNode& node = tree_[at_];
        if (word == "declined") node.declined = true;
        else if (word == "after") node.after.push_back(unescape(line));
        else if (word == "before") node.before.push_back(unescape(line));
        else if (word == "unread") node.unread.push_back(unescape(line));
        else return false;
        return true;
    }

    bool add_node(std::string_view fields) {
        const auto parent = number_from(cut(fields, ' '));
        const auto action = action_from_text(cut(fields, ' '));
        if (!parent || *parent >= numbers_.size() || !action) return false;
        const std::size_t from = numbers_[*parent];
        if (explain(tree_[from].position, *action)) return false;
        at_ = tree_.follow(from, *action);
        numbers_.push_back(at_);
        while (!fields.empty()) {
            const auto nag = number_from(cut(fields, ' '));
            if (!nag || *nag > kHighestNag) return false;
            tree_[at_].nags.push_back(static_cast<int>(*nag));
        }
        return true;
    }

    Tree tree_;
    std::vector<std::size_t> numbers_{0};  // of the nodes in the tree by their lines
    std::size_t at_ = 0;
};

// -- writing records --------------------------------------------------------------------------------------------

std::string joined(const std::vector<std::string>& texts) {
    std::string all;
    for (const std::string& text : texts) all.append(all.empty() ? "" : " ").append(text);
    return all;
}

class TreeWriter {
public:
    TreeWriter(const Record& source, const Tree& tree) : source_(source), tree_(tree) {}

    std::vector<Record> records() {
        std::vector<Record> made;
        if (!tree_.is_within_turn(0)) return {record({}, 0, true)};
        for (const TreeTurn& turn : turns_after(0))
            if (turn.is_whole) made.push_back(record(turn.actions, turn.end, made.empty()));
        if (made.empty()) made.push_back(record({}, 0, true));
        return made;
    }

private:
    // What can be played from a node on until the turn is over. A part of a turn stands for itself where nothing
    // follows or something was said about it.
    struct TreeTurn {
        std::vector<Action> actions;
        std::size_t end;
        bool is_whole;  // nothing of this turn follows in the tree
    };

    // A line to be written, with the turn that begins it, if any.
    struct Work {
        std::size_t line;
        std::optional<TreeTurn> turn;
        std::size_t start;
    };

    std::vector<TreeTurn> turns_after(std::size_t start) const {
        std::vector<TreeTurn> turns;
        std::vector<Action> actions;
        collect(start, actions, turns);
        return turns;
    }

    // A turn has at most three actions, so this goes no deeper.
    void collect(std::size_t at, std::vector<Action>& actions, std::vector<TreeTurn>& turns) const {
        const bool is_over = !actions.empty() && (!tree_.is_within_turn(at) || tree_[at].children.empty());
        if (is_over) {
            turns.push_back({actions, at, true});
            return;
        }
        for (const std::size_t child : tree_[at].children) {
            actions.push_back(tree_[child].action);
            collect(child, actions, turns);
            actions.pop_back();
        }
        if (!actions.empty() && tree_[at].is_annotated()) turns.push_back({actions, at, false});
    }

    Record record(const std::vector<Action>& placements, std::size_t start, bool is_first) {
        Record made = source_;
        made.lines.assign(1, {});
        made.placements = placements;
        made.errors.clear();
        made.main().comments = tree_[0].after;
        for (std::size_t at = 0; const Action placement : placements) {
            at = child_of(at, placement);
            append(made.main().comments, tree_[at].before);
            append(made.main().comments, tree_[at].after);
        }
        work_.push_back({0, std::nullopt, start});
        while (!work_.empty()) {
            const Work next = std::move(work_.back());
            work_.pop_back();
            write(made, next);
        }
        conclude(made, is_first);
        return made;
    }

    std::size_t child_of(std::size_t parent, Action action) const {
        const auto& children = tree_[parent].children;
        return *std::find_if(children.begin(), children.end(),
                             [&](std::size_t child) { return tree_[child].action == action; });
    }

    void write(Record& made, const Work& work) {
        std::size_t at = work.start;
        if (work.turn) {
            made.lines[work.line].nodes.push_back(node_of(*work.turn, at));
            at = work.turn->end;
            if (!work.turn->is_whole || tree_.is_within_turn(at)) return end_line(made, work.line, at);
        }
        while (!tree_[at].children.empty()) {
            const auto turns = turns_after(at);
            Node node = node_of(turns.front(), at);
            for (std::size_t other = 1; other < turns.size(); ++other) {
                node.variations.push_back(made.lines.size());
                work_.push_back({made.lines.size(), turns[other], at});
                made.lines.emplace_back();
            }
            if (!tree_[at].unread.empty()) {
                node.variations.push_back(made.lines.size());
                made.lines.emplace_back().unread = joined(tree_[at].unread);
            }
            made.lines[work.line].nodes.push_back(std::move(node));
            at = turns.front().end;
            if (tree_.is_within_turn(at)) break;
        }
        end_line(made, work.line, at);
    }

    void end_line(Record& made, std::size_t line, std::size_t at) const {
        made.lines[line].unread = joined(tree_[at].unread);
    }

    Node node_of(const TreeTurn& turn, std::size_t start) const {
        const TreeNode& end = tree_[turn.end];
        const Action move = turn.actions.front();
        const bool captures = tree_[start].position[move.target()] != kEmpty;
        Node node{{move, {turn.actions.begin() + 1, turn.actions.end()}, captures}, end.before, end.after, end.nags};
        node.declined = end.declined;
        return node;
    }

    // The result belongs to the main line that the source has; of another one only what the board says.
    void conclude(Record& made, bool is_first) const {
        const auto is_same = [](const Node& one, const Node& other) { return one.turn == other.turn; };
        const auto &old = source_.main().nodes, &now = made.main().nodes;
        if (is_first && made.placements == source_.placements &&
            std::equal(old.begin(), old.end(), now.begin(), now.end(), is_same))
            return;
        made.outcome.reset();
        made.offer.reset();
        std::string problem;
        if (const auto game = replay(made, problem)) made.outcome = game->outcome();
    }

    const Record& source_;
    const Tree& tree_;
    std::vector<Work> work_;
};

}  // namespace

std::optional<std::string> read_tree(const Record& record, std::string& problem) {
    if (!record.start_known) {
        problem = "the tags do not say where the game starts";
        return std::nullopt;
    }
    const auto tree = TreeReader(record).read();
    if (!tree) {
        problem = "this game has more than " + std::to_string(kMostTreeNodes) + " actions with its variations";
        return std::nullopt;
    }
    json::Writer made;
    made.open('{').name("record").add_json(record_to_json(record)).name("nodes").open('[');
    for (std::size_t number = 0; number < tree->size(); ++number) made.add_json(to_json((*tree)[number], number == 0));
    return made.close(']').close('}').take();
}

std::optional<std::vector<Record>> write_tree(const Record& source, std::string_view text, std::string& problem) {
    const auto tree = TreeTextReader(source.start).read(text, problem);
    if (!tree) return std::nullopt;
    return TreeWriter(source, *tree).records();
}

}  // namespace barragoon::BARRAGOON_ISA
