// Game files, and a game as the page holds it.
#include "game/text_game.hpp"
#include "python_bindings.hpp"

namespace barragoon::python {

using namespace nb::literals;

namespace {

std::string_view view(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

}  // namespace

void bind_records(nb::module_& module) {
    module.def(
        "read_records", [](nb::bytes file) { return barragoon::read_records(view(file)); }, "file"_a,
        "All games of a file as JSON, with their errors.");
    module.def(
        "format_records", [](nb::bytes file) { return barragoon::format_records(view(file)); }, "file"_a,
        "A file as it is written.");
    module.def("check_setup", &barragoon::check_setup, "fen"_a,
               "What is wrong with the set-up that a FEN shows, as JSON.");

    nb::class_<TextGame>(module, "TextGame", "A game as the page holds it: events in, JSON out.")
        .def(nb::init<>())
        .def(
            "begin", [](TextGame& game, std::string_view fen, bool touch) { throw_if(game.begin(fen, touch)); },
            "fen"_a, "touch_move"_a = false)
        .def(
            "apply", [](TextGame& game, std::string_view event) { throw_if(game.apply(event)); }, "event"_a)
        .def("state", &TextGame::state)
        .def("record", &TextGame::record, "tags"_a = "")
        .def(
            "record_onto",
            [](const TextGame& game, nb::bytes source, std::size_t index, std::string_view tags) {
                std::string file;
                throw_if(game.record_onto(view(source), index, tags, file));
                return file;
            },
            "source"_a, "index"_a = 0, "tags"_a = "")
        .def(
            "read", [](TextGame& game, nb::bytes file, std::size_t index) { throw_if(game.read(view(file), index)); },
            "file"_a, "index"_a = 0)
        .def("reading", &TextGame::reading)
        .def("explain", &TextGame::explain, "action"_a);
}

}  // namespace barragoon::python
