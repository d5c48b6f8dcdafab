/**
 * @file
 * @brief A peer where Highway is installed: its quicksort by vectors, of AVX2.
 *
 * AVX2 by name, since the library's own choice may be a kind for which it was not built with care: what Debian
 * 12 packs takes its slow road on processors with AVX-512.
 */
#include <hwy/contrib/sort/vqsort.h>
#include <hwy/highway.h>

#include "grader/bench/host/host.h"

#ifdef HWY_AVX2
static void avx2(uint32_t *keys, uint32_t *, size_t n) {
    hwy::SetSupportedTargetsForTest(HWY_AVX2);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    hwy::Sorter()(keys, n, hwy::SortAscending());
}

static const struct host_way vqsort = {"vqsort AVX2", avx2, nullptr};

__attribute__((constructor)) static void enter() {
    if (hwy::SupportedTargets() & HWY_AVX2) host_enter(&vqsort);
}
#endif
