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
inline constexpr std::align_val_t kPage{2 * 1024 * 1024};
#else
inline constexpr std::align_val_t kPage{64};
#endif

struct ReleaseLarge {
    void operator()(void* memory) const { ::operator delete(memory, kPage); }
};

template <class T>
using LargeArray = std::unique_ptr<T[], ReleaseLarge>;

// Every element is as T{} makes it.
template <class T>
LargeArray<T> make_large_array(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T> && alignof(T) <= static_cast<std::size_t>(kPage));
    const std::size_t bytes = count * sizeof(T);
    void* const memory = ::operator new(bytes, kPage);
#if defined(__linux__)
    madvise(memory, bytes, MADV_HUGEPAGE);  // if it can't, small pages do
#endif
    T* const first = static_cast<T*>(memory);
    std::uninitialized_value_construct_n(first, count);
    return LargeArray<T>(first);
}

}  // namespace barragoon
