// Choosing the code path at run time.
#include "core.hpp"

namespace barragoon {

namespace plain {
std::unique_ptr<Core> make_path_core();
}
#if defined(BARRAGOON_HAS_AVX2)
namespace avx2 {
std::unique_ptr<Core> make_path_core();
}
#endif

std::vector<std::string> code_paths() {
    std::vector<std::string> paths;
#if defined(BARRAGOON_HAS_AVX2)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) paths.emplace_back("avx2");
#endif
    paths.emplace_back("plain");
    return paths;
}

std::unique_ptr<Core> make_core(std::string_view path) {
    for (const std::string& runnable : code_paths()) {
        if (!path.empty() && path != runnable) continue;
#if defined(BARRAGOON_HAS_AVX2)
        if (runnable == "avx2") return avx2::make_path_core();
#endif
        return plain::make_path_core();
    }
    return nullptr;
}

}  // namespace barragoon
