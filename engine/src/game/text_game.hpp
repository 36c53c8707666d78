// A game as the page holds it: events in, all that can be seen of it out, as JSON. The server's games and the page's
// are lists of the same events, so any of them can be built up again from its text.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace barragoon {

namespace plain {
class Game;
}

// All games of a file as JSON, with their errors; and the file as it is written.
std::string read_records(std::string_view file);
std::string format_records(std::string_view file);
// The game with that number in a file alone, as it is written; an empty text if there is none.
std::string format_record(std::string_view file, std::size_t index);

// The game with that number in a file as a tree of actions, as JSON; false with one sentence instead if there is none.
[[nodiscard]] bool read_tree(std::string_view file, std::size_t index, std::string& made);
// A file with that tree, written on top of the first game of a source file; record_tree.hpp describes the text.
[[nodiscard]] bool write_tree(std::string_view source, std::string_view tree, std::string& made);

// Every action that can ever be legal, by its id, as JSON: the same as Python's all_actions().
std::string all_actions();

// What is wrong with the set-up that a FEN shows, with codes to be put into any language, as JSON; "null" if it is a
// position.
std::string check_setup(std::string_view fen);

class TextGame {
public:
    TextGame();
    ~TextGame();

    // Where something can't be read or done, one sentence comes back and nothing has changed. An empty one: done.
    [[nodiscard]] std::string begin(std::string_view fen, bool touch_move);
    // The text of an event, as in event.hpp: d2d5, @c4x, touch d2, offer_draw white, take_back and so on.
    [[nodiscard]] std::string apply(std::string_view event);

    std::string state() const;
    // The game as a file; the tags are written as in a file: [White "Ann"]. Those that follow from the game count for
    // nothing.
    std::string record(std::string_view tags) const;
    // The game written on top of the game with that number in a file: nothing of the file is lost.
    [[nodiscard]] std::string record_onto(std::string_view source, std::size_t index, std::string_view tags,
                                          std::string& file) const;
    // Makes the game with that number in a file this game, as far as its main line could be read; all that the file
    // says of it comes out by the second function, as JSON.
    [[nodiscard]] std::string read(std::string_view file, std::size_t index);
    std::string reading() const { return reading_; }
    // Which rule an action breaks; "null" when it may be done.
    std::string explain(std::string_view action) const;

private:
    std::unique_ptr<plain::Game> game_;
    std::string reading_;
};

}  // namespace barragoon
