// Many games at once, in the caller's arrays; the GIL is released meanwhile.
#include <nanobind/ndarray.h>

#include "play/play.hpp"
#include "python_bindings.hpp"

namespace barragoon::python {

using namespace nb::literals;

namespace {

template <class Number, nb::ssize_t... Shape>
using Array = nb::ndarray<Number, nb::shape<-1, Shape...>, nb::c_contig, nb::device::cpu>;
using Ids = Array<std::int64_t>;
using Masks = Array<std::int8_t, kActionIds>;
using Planes = Array<std::uint8_t, 34, kRanks, kFiles>;

constexpr std::size_t kMostGames = 1'000'000;

std::shared_ptr<BatchGames> new_batch(std::size_t games, std::string fen, int most_actions, std::uint64_t seed,
                                      AutoReset auto_reset, std::string_view instruction_set) {
    if (games < 1 || games > kMostGames) throw std::invalid_argument("a batch has from 1 to 1000000 games");
    if (most_actions < 1) throw std::invalid_argument("a game has at least one action");
    std::string problem;
    std::shared_ptr<BatchGames> batch =
        make_batch({games, std::move(fen), most_actions, seed, auto_reset}, instruction_set, problem);
    throw_if(problem);
    return batch;
}

// Where the numbers of an array begin, which must have an entry for each game.
template <class AnyArray>
auto* begin_of(const BatchGames& batch, const AnyArray& array) {
    if (array.shape(0) != batch.size())
        throw std::invalid_argument("an array has " + std::to_string(array.shape(0)) + " entries, and the batch " +
                                    std::to_string(batch.size()) + " games");
    return array.data();
}
template <class AnyArray>
auto* begin_of(const BatchGames& batch, const std::optional<AnyArray>& array) {
    return array ? begin_of(batch, *array) : nullptr;
}

void step(BatchGames& batch, Ids ids, std::optional<Array<float>> rewards, std::optional<Array<bool>> terminated,
          std::optional<Array<bool>> truncated, std::optional<Masks> masks, std::optional<Planes> planes,
          std::optional<Planes> final_planes) {
    const std::int64_t* actions = begin_of(batch, ids);
    const StepResult result{begin_of(batch, rewards), begin_of(batch, terminated), begin_of(batch, truncated),
                            begin_of(batch, masks),   begin_of(batch, planes),     begin_of(batch, final_planes)};
    std::string problem;
    {
        nb::gil_scoped_release released;
        problem = batch.step(actions, result);
    }
    throw_if(problem);
}

void playouts(const BatchGames& batch, std::uint64_t seed, Array<std::int8_t> results,
              std::optional<Array<std::int32_t>> counts, std::optional<Array<bool>> truncated) {
    std::int8_t* result = begin_of(batch, results);
    std::int32_t* count = begin_of(batch, counts);
    bool* cut = begin_of(batch, truncated);
    nb::gil_scoped_release released;
    std::vector<Playout> played(batch.size());
    batch.playouts(seed, played.data());
    for (std::size_t at = 0; at < played.size(); ++at) {
        result[at] = static_cast<std::int8_t>(played[at].result);
        if (count) count[at] = played[at].actions;
        if (cut) cut[at] = played[at].truncated;
    }
}

void reset(BatchGames& batch, std::optional<Array<bool>> chosen) {
    const bool* which = begin_of(batch, chosen);
    nb::gil_scoped_release released;
    for (std::size_t at = 0; at < batch.size(); ++at)
        if (!which || which[at]) batch.reset(at);
}

std::size_t checked(const BatchGames& batch, std::size_t at) {
    if (at >= batch.size()) throw std::out_of_range("the batch has no game " + std::to_string(at));
    return at;
}

// A method that writes an entry of every game into an array.
template <class AnyArray, class Number>
auto writer(void (BatchGames::*write)(Number*) const) {
    return [write](const BatchGames& batch, AnyArray array) {
        Number* out = begin_of(batch, array);
        nb::gil_scoped_release released;
        (batch.*write)(out);
    };
}

}  // namespace

void bind_batch_games(nb::module_& module) {
    nb::enum_<AutoReset>(module, "AutoReset", "What becomes of a game that is over.")
        .value("NEVER", AutoReset::Never)
        .value("SAME_STEP", AutoReset::SameStep)
        .value("NEXT_STEP", AutoReset::NextStep);

    const auto array = [](const char* name) { return nb::arg(name).noconvert(); };
    nb::class_<BatchGames>(module, "BatchGames",
                           "Many games side by side, by the ids of actions as the actor sees them.")
        .def(nb::new_(&new_batch), "games"_a, "fen"_a, "max_actions"_a = kMostActionsOfGame, "seed"_a = 0,
             "auto_reset"_a = AutoReset::SameStep, "instruction_set"_a = "")
        .def("__len__", &BatchGames::size)
        .def("step", &step, array("ids"), array("rewards") = nb::none(), array("terminated") = nb::none(),
             array("truncated") = nb::none(), array("masks") = nb::none(), array("planes") = nb::none(),
             array("final_planes") = nb::none(),
             "One action in each game. If one of them is not legal, nothing has changed.")
        .def("reset", &reset, array("chosen") = nb::none(), "Begin all games anew, or the chosen ones.")
        .def("reseed", &BatchGames::reseed, "seed"_a, "Begin the random choices anew.")
        .def("write_masks", writer<Masks>(&BatchGames::write_masks), array("masks"))
        .def("write_planes", writer<Planes>(&BatchGames::write_planes), array("planes"))
        .def("write_actors", writer<Array<std::int8_t>>(&BatchGames::write_actors), array("actors"),
             "0 White, 1 Brown.")
        .def("write_keys", writer<Array<std::uint64_t>>(&BatchGames::write_keys), array("keys"))
        .def("write_lengths", writer<Array<std::int32_t>>(&BatchGames::write_lengths), array("lengths"),
             "How many actions of each game were played.")
        .def(
            "sample",
            [](BatchGames& batch, Ids ids) {
                std::int64_t* out = begin_of(batch, ids);
                nb::gil_scoped_release released;
                batch.sample(out);
            },
            array("ids"), "A random legal id for each game; -1 where a game is over.")
        .def("playouts", &playouts, "seed"_a, array("results"), array("lengths") = nb::none(),
             array("truncated") = nb::none(),
             "A random game from each, which leaves them as they are: 1 where White wins, -1 where Brown does.")
        .def(
            "fen", [](const BatchGames& batch, std::size_t at) { return batch.fen(checked(batch, at)); }, "index"_a)
        .def(
            "game",
            [](const BatchGames& batch, std::size_t at) {
                return std::shared_ptr<PlayedGame>(batch.game(checked(batch, at)));
            },
            "index"_a, "A copy of one game, to go its own way.")
        .def(
            "copy", [](const BatchGames& batch) { return std::shared_ptr<BatchGames>(batch.copy()); },
            "A batch that goes its own way from here.");
}

}  // namespace barragoon::python
