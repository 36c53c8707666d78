// Several threads in one search, stopped from outside at any moment.
#include <chrono>
#include <thread>

#include "assertions.hpp"
#include "core.hpp"

namespace barragoon::tests {

void stop_at_any_moment(Core& core, Dice& dice) {
    const std::chrono::microseconds moment(dice.below(20'000));
    std::thread stopper([&] {
        std::this_thread::sleep_for(moment);
        core.stop();
    });
    int reports = 0;
    const auto lines = core.search({}, [&](const SearchLine&) { ++reports; });
    stopper.join();
    check(!lines.empty(), "a stopped search has no line", core.fen());
}

void fail_while_searching(Core& core) {
    bool failed = false;
    try {
        core.search({}, [](const SearchLine&) { throw 1; });
    } catch (int) {
        failed = true;
    }
    check(failed, "a report that fails is not heard of", core.fen());
}

void test_threads() {
    Dice dice(1);
    const auto core = make_core();
    core->set_hash(1);
    for (const int threads : {1, 2, 4}) {
        core->set_threads(threads);
        for (int round = 0; round < 15; ++round) {
            const std::string& start = kStarts[dice.below(kStarts.size())];
            check(core->set_position(start, {}).empty(), "a start is refused", start);
            stop_at_any_moment(*core, dice);
            core->search({.nodes = 2'000, .multipv = 3}, nullptr);
        }
        fail_while_searching(*core);
        core->new_game();
    }
}

}  // namespace barragoon::tests

int main() { barragoon::tests::test_threads(); }
