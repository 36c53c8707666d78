// Reads FENs, a line each, and writes for every instruction set the nanoseconds that the list of legal actions takes.
#include <algorithm>
#include <iostream>
#include <map>

#include "core.hpp"
#include "listing.hpp"

namespace barragoon {

namespace plain {
benches::Listing list_actions(const std::vector<std::string>& fens, int times);
}
#if defined(BARRAGOON_HAS_AVX2)
namespace avx2 {
benches::Listing list_actions(const std::vector<std::string>& fens, int times);
}
#endif

benches::Listing list_actions(const std::string& path, const std::vector<std::string>& fens, int times) {
#if defined(BARRAGOON_HAS_AVX2)
    if (path == "avx2") return avx2::list_actions(fens, times);
#endif
    return path == "plain" ? plain::list_actions(fens, times) : benches::Listing{};
}

}  // namespace barragoon

int main() {
    constexpr int kRounds = 1000, kTimes = 10;
    std::vector<std::string> fens;
    for (std::string line; std::getline(std::cin, line);) fens.push_back(line);
    if (fens.empty()) return 1;
    // The paths take turns and each one's best round counts: the machine may be busy with something else.
    std::map<std::string, double> best;
    for (int round = 0; round < kRounds; ++round) {
        for (const std::string& path : barragoon::instruction_sets()) {
            const double taken = barragoon::list_actions(path, fens, kTimes).nanoseconds;
            best[path] = best.contains(path) ? std::min(best[path], taken) : taken;
        }
    }
    for (const auto& [path, nanoseconds] : best) std::cout << path << ' ' << nanoseconds << '\n';
}
