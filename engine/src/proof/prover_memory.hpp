// What a prover remembers: results by 64-bit keys, so a proof is as good as these. A million positions collide with a
// chance of about one in thirty million.
#pragma once

#include <vector>

#include "proof/zone.hpp"

namespace barragoon::BARRAGOON_ISA {

struct Proven {
    std::uint64_t key = 0;
    std::uint32_t proof = 0;  // which one it belongs to; 0 for none
    Action best;
    std::int16_t turns = 0;
    bool wins = false;
    Zone zone;
};

// Wins and failures are kept apart: a position may be known to be won in three turns and not in one.
class ProverMemory {
public:
    void next_proof() { ++proof_; }
    // What earlier proofs found gives no hints any more, so that the next one is the same whatever came before.
    void forget() { oldest_hint_ = proof_ + 1; }

    // The memory is large, and a proof of one turn needs none: it is made by the first who needs it, or beforehand.
    void prepare() {
        if (!wins_.empty()) return;
        wins_.resize(kEntries);
        failures_.resize(kEntries);
    }

    const Proven* find(std::uint64_t key, int turns) const {
        if (wins_.empty()) return nullptr;
        const Proven& win = wins_[place(key)];
        if (win.proof == proof_ && win.key == key && win.turns <= turns) return &win;
        const Proven& failure = failures_[place(key)];
        if (failure.proof == proof_ && failure.key == key && failure.turns >= turns) return &failure;
        return nullptr;
    }

    // What did well with fewer turns or more.
    Action hint(std::uint64_t key) const {
        if (wins_.empty()) return {};
        const Proven &win = wins_[place(key)], &failure = failures_[place(key)];
        if (win.key == key && win.best && win.proof >= oldest_hint_) return win.best;
        return failure.key == key && failure.proof >= oldest_hint_ ? failure.best : Action{};
    }

    void keep(std::uint64_t key, int turns, bool wins, const Zone& zone, Action best) {
        prepare();
        (wins ? wins_ : failures_)[place(key)] = {key, proof_, best, static_cast<std::int16_t>(turns), wins, zone};
    }

private:
    static constexpr std::size_t kEntries = 1 << 16;
    static std::size_t place(std::uint64_t key) { return key & (kEntries - 1); }

    std::vector<Proven> wins_, failures_;
    std::uint32_t proof_ = 0;
    std::uint32_t oldest_hint_ = 0;
};

}  // namespace barragoon::BARRAGOON_ISA
