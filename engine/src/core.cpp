// Choosing the instruction set at run time.
#include "core.hpp"

namespace barragoon {

namespace plain {
std::unique_ptr<Core> make_isa_core();
}
#if defined(BARRAGOON_HAS_AVX2)
namespace avx2 {
std::unique_ptr<Core> make_isa_core();
}
#endif

std::vector<std::string> instruction_sets() {
    std::vector<std::string> sets;
#if defined(BARRAGOON_HAS_AVX2)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) sets.emplace_back("avx2");
#endif
    sets.emplace_back("plain");
    return sets;
}

std::unique_ptr<Core> make_core(std::string_view instruction_set) {
    for (const std::string& runnable : instruction_sets()) {
        if (!instruction_set.empty() && instruction_set != runnable) continue;
#if defined(BARRAGOON_HAS_AVX2)
        if (runnable == "avx2") return avx2::make_isa_core();
#endif
        return plain::make_isa_core();
    }
    return nullptr;
}

}  // namespace barragoon
