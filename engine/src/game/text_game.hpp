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

class TextGame {
public:
    TextGame();
    ~TextGame();

    // Where something can't be read or done, one sentence comes back and nothing has changed. An empty one: done.
    [[nodiscard]] std::string begin(std::string_view fen, bool touch_move);
    // The text of an event, as in event.hpp: d2d5, @c4x, touch d2, offer_draw white, take_back and so on.
    [[nodiscard]] std::string apply(std::string_view event);

    std::string state() const;
    // The game as a file; the text has its tags, a name and a value to a line: "White Ann".
    std::string record(std::string_view tags) const;
    // Makes the first game of a file this game; its tags and events come out by the second function.
    [[nodiscard]] std::string read(std::string_view file);
    std::string reading() const { return reading_; }
    // Which rule an action breaks; "null" when it may be done.
    std::string explain(std::string_view action) const;

private:
    std::unique_ptr<plain::Game> game_;
    std::string reading_;
};

}  // namespace barragoon
