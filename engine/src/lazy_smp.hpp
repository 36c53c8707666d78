// Lazy SMP: more searchers, each in a thread of its own. They look at the same position for what they leave in the
// table.
#pragma once

#include <memory>

#include "search.hpp"

// WebAssembly has no threads here: a search there is always alone.
#if !defined(__wasm__)
#include <atomic>
#include <system_error>
#include <thread>
#endif

namespace barragoon::BARRAGOON_ISA {

#if defined(__wasm__)

class HelperThreads {
public:
    explicit HelperThreads(TranspositionTable&) {}
    void resize(int) {}
    void forget() {}
    std::uint64_t nodes() const { return 0; }

    struct Helping {
        Helping(HelperThreads&, const Position&, const std::vector<std::uint64_t>&, const Limits&) {}
    };
};

#else

class HelperThreads {
public:
    explicit HelperThreads(TranspositionTable& table) : table_(table) {}

    // So many, who know nothing yet.
    void resize(int count) {
        searchers_.clear();
        for (int made = 0; made < count; ++made) searchers_.push_back(std::make_unique<Searcher>(table_));
    }
    void forget() {
        for (const auto& searcher : searchers_) searcher->forget();
    }
    // Of the search under way or the last one, all together.
    std::uint64_t nodes() const {
        std::uint64_t sum = 0;
        for (const auto& searcher : searchers_) sum += searcher->nodes();
        return sum;
    }

    // They search for as long as this lives, which ends even if the first searcher is ended by an exception.
    class Helping {
    public:
        Helping(HelperThreads& helpers, const Position& position, const std::vector<std::uint64_t>& earlier,
                Limits limits)
            : helpers_(helpers) {
            limits.depth = kMostDepth;
            limits.nodes = 0;
            limits.stop = [&helpers] { return helpers.done_.load(std::memory_order_relaxed); };
            helpers.done_ = false;
            try {
                for (const auto& searcher : helpers.searchers_)
                    threads_.emplace_back([&, limits] { searcher->search(position, earlier, limits); });
            } catch (const std::system_error&) {
                // No more threads are to be had; the search goes on with those there are.
            }
        }
        ~Helping() {
            helpers_.done_ = true;
            for (std::thread& thread : threads_) thread.join();
        }

    private:
        HelperThreads& helpers_;
        std::vector<std::thread> threads_;
    };

private:
    TranspositionTable& table_;
    std::vector<std::unique_ptr<Searcher> > searchers_;
    std::atomic<bool> done_ = false;  // the first searcher is done, and so are its helpers
};

#endif

}  // namespace barragoon::BARRAGOON_ISA
