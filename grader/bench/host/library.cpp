/**
 * @file
 * @brief The peers that come with the compiler: std::sort, and libstdc++'s merge of many runs.
 *
 * C++, unlike the rest of the kit, since these are templates and nothing else.
 */
#include <algorithm>
#include <functional>
#include <parallel/algorithm>
#include <utility>
#include <vector>

#include "grader/bench/host/host.h"

static void std_sort(uint32_t *keys, uint32_t *, size_t n) {
    std::sort(keys, keys + n);
}

/** By one thread: a tree of losers, too. */
static int multiway(const struct runs *runs, uint32_t *out, uint32_t *) {
    uint32_t *keys = const_cast<uint32_t *>(runs->keys); // it asks for them so, and only reads
    std::vector<std::pair<uint32_t *, uint32_t *>> ends;
    size_t n = 0;
    for (size_t r = 0; r < runs->k; r++) {
        ends.emplace_back(keys + runs->begin[r], keys + runs->end[r]);
        n += runs->end[r] - runs->begin[r];
    }
    __gnu_parallel::multiway_merge(ends.begin(), ends.end(), out, n, std::less<uint32_t>(),
                                   __gnu_parallel::sequential_tag());
    return 0;
}

static const struct host_way ways[] = {{"std::sort", std_sort, nullptr},
                                       {"multiway_merge", nullptr, multiway}};

__attribute__((constructor)) static void enter() {
    for (const struct host_way &way : ways) host_enter(&way);
}
