// Choosing the instruction set at run time.
#include "play/play.hpp"

#include "core.hpp"

namespace barragoon {

#define BARRAGOON_DECLARE_PLAY(isa)                                                                \
    namespace isa {                                                                                \
    std::unique_ptr<PlayedGame> make_isa_game(std::string_view fen, std::string& problem);         \
    std::unique_ptr<BatchGames> make_isa_batch(const BatchOptions& options, std::string& problem); \
    }
BARRAGOON_DECLARE_PLAY(plain)
#if defined(BARRAGOON_HAS_AVX2)
BARRAGOON_DECLARE_PLAY(avx2)
#endif

namespace {

// The wanted instruction set if this machine can run it, the fastest if none is wanted.
std::string chosen(std::string_view wanted, std::string& problem) {
    for (const std::string& runnable : instruction_sets())
        if (wanted.empty() || wanted == runnable) return runnable;
    problem = "this machine can't run the instruction set " + std::string(wanted);
    return {};
}

}  // namespace

std::unique_ptr<PlayedGame> make_game(std::string_view fen, std::string_view instruction_set, std::string& problem) {
    const std::string isa = chosen(instruction_set, problem);
#if defined(BARRAGOON_HAS_AVX2)
    if (isa == "avx2") return avx2::make_isa_game(fen, problem);
#endif
    return isa.empty() ? nullptr : plain::make_isa_game(fen, problem);
}

std::unique_ptr<BatchGames> make_batch(const BatchOptions& options, std::string_view instruction_set,
                                       std::string& problem) {
    const std::string isa = chosen(instruction_set, problem);
#if defined(BARRAGOON_HAS_AVX2)
    if (isa == "avx2") return avx2::make_isa_batch(options, problem);
#endif
    return isa.empty() ? nullptr : plain::make_isa_batch(options, problem);
}

}  // namespace barragoon
