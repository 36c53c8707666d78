// One game by action numbers, and what a mirror and a swap of colours make of these.
#include <nanobind/ndarray.h>

#include "play/play.hpp"
#include "python_bindings.hpp"

namespace barragoon::python {

using namespace nb::literals;

namespace {

using Mask = nb::ndarray<std::int8_t, nb::shape<kActionIds>, nb::c_contig, nb::device::cpu>;
using Planes = nb::ndarray<std::uint8_t, nb::shape<34, kRanks, kFiles>, nb::c_contig, nb::device::cpu>;

std::shared_ptr<PlayedGame> new_game(std::string_view fen, std::string_view instruction_set) {
    std::string problem;
    std::shared_ptr<PlayedGame> game = make_game(fen, instruction_set, problem);
    throw_if(problem);
    return game;
}

std::optional<std::pair<std::optional<int>, std::string>> outcome(const PlayedGame& game) {
    const auto found = game.outcome();
    if (!found) return std::nullopt;
    const std::optional<int> winner = found->winner ? std::optional(index(*found->winner)) : std::nullopt;
    return std::pair(winner, std::string(kReasonNames[static_cast<std::size_t>(found->reason)]));
}

std::shared_ptr<PlayedGame> copied(const PlayedGame& game) { return game.copy(); }

std::vector<int> table(Action (*changed)(Action)) {
    std::vector<int> ids;
    for (int id = 0; id < kActionIds; ++id) ids.push_back(id_of(changed(action_of(id))));
    return ids;
}

Colour colour(bool white) { return white ? Colour::White : Colour::Brown; }

}  // namespace

void bind_played_game(nb::module_& module) {
    module.def(
        "swapped_ids", [] { return table([](Action action) { return swapped(action); }); },
        "By its id, the id of each action as the other player sees it.");
    module.def(
        "mirrored_ids", [] { return table([](Action action) { return mirrored(action); }); },
        "By its id, the id of each action in the left-right mirror.");

    nb::class_<PlayedGame>(module, "PlayedGame", "A game by the ids of its actions (Action.id), with exact endings.")
        .def(nb::new_(&new_game), "fen"_a, "instruction_set"_a = "")
        .def(
            "push", [](PlayedGame& game, int id) { throw_if(game.push(id)); }, "id"_a)
        .def(
            "pop",
            [](PlayedGame& game) {
                if (!game.pop()) throw std::out_of_range("there is nothing to take back");
            },
            "Take the last action back.")
        .def("ids", &PlayedGame::ids, "What was played.")
        .def("legal_ids", &PlayedGame::legal_ids, "Empty when the game is over.")
        .def("count_legal", &PlayedGame::count_legal)
        .def("is_legal", &PlayedGame::is_legal, "id"_a)
        .def("random_id", &PlayedGame::random_id, "A legal id, each as likely as the others; -1 when the game is over.")
        .def("seed", &PlayedGame::seed, "seed"_a, "Begin the random choices anew.")
        .def("outcome", &outcome, "None while the game goes on; the winner (0 White, 1 Brown, None) and the reason.")
        .def("occurrences", &PlayedGame::occurrences, "How often the position came up; 0 while a barragoon is in hand.")
        .def("key", &PlayedGame::key)
        .def("fen", &PlayedGame::fen)
        .def_prop_ro("turn", [](const PlayedGame& game) { return index(game.turn()); })
        .def_prop_ro(
            "actor", [](const PlayedGame& game) { return index(game.actor()); }, "0 White, 1 Brown.")
        .def(
            "write_mask",
            [](const PlayedGame& game, bool white, Mask mask) { game.write_mask(colour(white), mask.data()); },
            "white"_a, nb::arg("mask").noconvert(), "Which ids are legal, as White or Brown sees them.")
        .def(
            "write_planes",
            [](const PlayedGame& game, bool white, Planes planes) { game.write_planes(colour(white), planes.data()); },
            "white"_a, nb::arg("planes").noconvert(), "The observation, as White or Brown sees it.")
        .def(
            "playout",
            [](const PlayedGame& game, std::uint64_t seed, int most_actions) {
                nb::gil_scoped_release released;
                return game.playout(seed, most_actions).result;
            },
            "seed"_a, "max_actions"_a = kMostActionsOfGame,
            "Play a random game from here: 1 if White wins it, -1 if Brown does, 0 otherwise.")
        .def("__len__", &PlayedGame::size, "How many actions were played.")
        .def("copy", &copied, "A game that goes its own way from here.")
        .def("__copy__", &copied)
        .def("__deepcopy__", [](const PlayedGame& game, nb::handle) { return copied(game); }, "memo"_a);
}

}  // namespace barragoon::python
