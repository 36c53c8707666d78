// A large array that is read at random. In large pages, where the system has them, its parts are found sooner.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace barragoon {

#if defined(__linux__)
inline constexpr std::size_t kPageSize = 2 * 1024 * 1024;
#else
inline constexpr std::size_t kPageSize = 64;
#endif

struct alignas(kPageSize) Page {
    std::byte bytes[kPageSize];
};

struct ReleaseLarge {
    void operator()(void* memory) const { ::operator delete(memory, std::align_val_t{kPageSize}); }
};

template <class T>
using LargeArray = std::unique_ptr<T[], ReleaseLarge>;

// Every element is as T{} makes it. More than memory can hold is refused as std::allocator refuses it.
template <class T>
LargeArray<T> make_large_array(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T> && kPageSize % sizeof(T) == 0);
    const std::size_t pages = count / (kPageSize / sizeof(T)) + 1;
    Page* const memory = std::allocator<Page>{}.allocate(pages);
#if defined(__linux__)
    madvise(memory, pages * kPageSize, MADV_HUGEPAGE);  // if it can't, small pages do
#endif
    T* const first = reinterpret_cast<T*>(memory);
    std::uninitialized_value_construct_n(first, count);
    return LargeArray<T>(first);
}

}  // namespace barragoon
