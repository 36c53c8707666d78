// A stable sort for what is short or nearly in order. In the page's module, std::sort and std::stable_sort would take
// several kilobytes for every type that they sort.
#pragma once

#include <utility>

namespace barragoon {

template <class Iterator, class Before>
void insertion_sort(Iterator begin, Iterator end, const Before& before) {
    if (begin == end) return;
    for (Iterator next = begin + 1; next != end; ++next)
        for (Iterator at = next; at != begin && before(*at, *(at - 1)); --at) std::swap(*at, *(at - 1));
}

}  // namespace barragoon
