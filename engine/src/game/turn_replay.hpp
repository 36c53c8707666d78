// Playing the turns of game files through quickly: whether they are legal, and what the position that they lead to
// decides. What is wrong with a turn that can't be played is for Python's reader to say.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace barragoon {

namespace plain {
class Position;
}

// What a final position decides, in the words of game files: "1-0" and "blocked".
struct Decided {
    std::string_view result, reason;
};

// A position that turns lead to; it never changes.
class TurnCursor {
public:
    // None for a FEN that can't be read or can't occur.
    static std::optional<TurnCursor> begin(std::string_view fen, std::string& problem);

    // The position after a turn as files write it, such as d2xd5@c4^; none if it is no turn or not legal. Only the last
    // turn of a line may lack placements.
    std::optional<TurnCursor> play(std::string_view turn) const;
    bool captured() const { return captured_; }  // by the last turn
    int number() const;
    std::uint64_t key() const;
    std::string fen() const;
    // As far as it is found quickly: files may hold positions that take seconds to judge.
    std::optional<Decided> decided() const;

private:
    explicit TurnCursor(std::shared_ptr<const plain::Position> position, bool captured)
        : position_(std::move(position)), captured_(captured) {}

    std::shared_ptr<const plain::Position> position_;
    bool captured_;
};

struct Replayed {
    std::size_t played = 0;             // how many turns could be played
    std::string problem{};              // why not the next one; empty: all were
    std::string fen{};                  // after them
    std::vector<std::uint64_t> keys{};  // of the start and of the position after each turn
    std::optional<Decided> decided{};
};

// Plays turns as they are written: a capture has its x or its placements.
Replayed replay(std::string_view fen, const std::vector<std::string>& turns);

}  // namespace barragoon
