// The transposition table: what is known of positions that were searched before.
#pragma once

#include <algorithm>
#include <atomic>

#include "large_array.hpp"
#include "vocabulary.hpp"

namespace barragoon {

enum class Bound : std::uint8_t { None, Upper, Lower, Exact };

struct Known {
    Action action;
    std::int16_t score = 0;
    std::int8_t depth = 0;
    Bound bound = Bound::None;
};

// Threads share it without locks: an entry is two words, and the key is stored xored with the data, so that a
// torn entry does not match.
class TranspositionTable {
public:
    explicit TranspositionTable(std::size_t megabytes) { resize(megabytes); }

    void resize(std::size_t megabytes) {
        const auto buckets = std::bit_floor(std::max<std::size_t>(1, megabytes * 1024 * 1024 / sizeof(Bucket)));
        data_ = make_large_array<Bucket>(buckets);  // if memory runs out, the old table is still there
        buckets_ = buckets;
        age_ = 0;
        epoch_ = 0;
    }

    // Forgets everything: an entry of an earlier epoch counts as empty, so that the memory is written anew only when
    // the numbers of epochs run out.
    void clear() {
        if (++epoch_ == kEpochs) {
            for (std::size_t n = 0; n < buckets_; ++n) {
                for (Entry& entry : data_[n].entries) {
                    entry.check.store(0, std::memory_order_relaxed);
                    entry.data.store(0, std::memory_order_relaxed);
                }
            }
            epoch_ = 0;
        }
        age_ = 0;
    }

    void next_age() { age_ = static_cast<std::uint8_t>((age_ + 1) & 63); }

    // Asks for what is soon to be probed.
    void prefetch(std::uint64_t key) const { __builtin_prefetch(&data_[key & (buckets_ - 1)]); }

    Known probe(std::uint64_t key) const {
        for (const Entry& entry : data_[key & (buckets_ - 1)].entries) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            if ((entry.check.load(std::memory_order_relaxed) ^ data) == key && is_of_this_epoch(data))
                return unpack(data);
        }
        return {};
    }

    void store(std::uint64_t key, const Known& known) {
        Bucket& bucket = data_[key & (buckets_ - 1)];
        Entry* worst = &bucket.entries[0];
        int least = 1 << 20;
        for (Entry& entry : bucket.entries) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            const bool current = is_of_this_epoch(data);
            if ((entry.check.load(std::memory_order_relaxed) ^ data) == key && current) {
                worst = &entry;
                break;
            }
            const int worth = current ? unpack(data).depth - 8 * ((age_ - age(data)) & 63) : kWorthOfEmpty;
            if (worth < least) {
                least = worth;
                worst = &entry;
            }
        }
        const std::uint64_t data = pack(known);
        worst->data.store(data, std::memory_order_relaxed);
        worst->check.store(key ^ data, std::memory_order_relaxed);
    }

    // How full it is, in thousandths, judged by a sample.
    int hashfull() const {
        int used = 0;
        const std::size_t sample = std::min<std::size_t>(buckets_, 250);
        for (std::size_t n = 0; n < sample; ++n) {
            for (const Entry& entry : data_[n].entries) {
                const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
                used += data != 0 && age(data) == age_ && is_of_this_epoch(data);
            }
        }
        return static_cast<int>(static_cast<std::size_t>(used) * 1000 / (sample * kEntries));
    }

private:
    static constexpr std::size_t kEntries = 4;
    static constexpr int kEpochBits = 10, kEpochPlace = 64 - kEpochBits;
    static constexpr std::uint64_t kEpochs = 1 << kEpochBits;
    static constexpr int kWorthOfEmpty = -(1 << 20);
    struct Entry {
        std::atomic<std::uint64_t> check{0}, data{0};
    };
    struct alignas(64) Bucket {
        std::array<Entry, kEntries> entries;
    };

    std::uint64_t pack(const Known& known) const {
        return static_cast<std::uint64_t>(known.action.bits()) |
               static_cast<std::uint64_t>(static_cast<std::uint16_t>(known.score)) << 16 |
               static_cast<std::uint64_t>(static_cast<std::uint8_t>(known.depth)) << 32 |
               static_cast<std::uint64_t>(known.bound) << 40 | static_cast<std::uint64_t>(age_) << 48 |
               epoch_ << kEpochPlace;
    }
    // What was written before the table was cleared counts as empty.
    bool is_of_this_epoch(std::uint64_t data) const { return data >> kEpochPlace == epoch_; }
    static Known unpack(std::uint64_t data) {
        return {Action::from_bits(static_cast<std::uint16_t>(data)), static_cast<std::int16_t>(data >> 16),
                static_cast<std::int8_t>(data >> 32), static_cast<Bound>(data >> 40 & 3)};
    }
    static int age(std::uint64_t data) { return static_cast<int>(data >> 48 & 63); }

    std::size_t buckets_ = 0;
    LargeArray<Bucket> data_;
    std::uint8_t age_ = 0;
    std::uint64_t epoch_ = 0;  // how often it was cleared
};

}  // namespace barragoon
