/**
 * @file
 * @brief Two runs become one without vectors, and the choice among those with them.
 */
#include <string.h>

#include "common/sort/host/merge_two.h"
#include "common/size_min.h"

/**
 * From both ends at once: the two chains of comparisons do not wait for each other, and neither has a
 * branch that depends on a key. As many steps as the shorter run has keys can be taken without a look
 * at the ends. Of equal keys a's are the lower ones, seen from either end.
 */
void merge_two_plain(const uint32_t *a, size_t na, const uint32_t *b, size_t nb, uint32_t *out) {
    while (na > 0 && nb > 0) {
        const uint32_t *a_low = a, *b_low = b, *a_high = a + na, *b_high = b + nb;
        size_t steps = size_min(na, nb);
        uint32_t *high = out + na + nb;
        for (size_t i = 0; i < steps; i++) {
            uint32_t x = *a_low, y = *b_low;
            size_t is_b = y < x;
            *out++ = is_b ? y : x;
            b_low += is_b;
            a_low += 1 - is_b;
            x = a_high[-1], y = b_high[-1];
            size_t is_a = x > y;
            *--high = is_a ? x : y;
            a_high -= is_a;
            b_high -= 1 - is_a;
        }
        a = a_low, na = (size_t)(a_high - a_low);
        b = b_low, nb = (size_t)(b_high - b_low);
    }
    memcpy(out, na > 0 ? a : b, (na + nb) * sizeof(*out));
}

size_t merge_cut(const uint32_t *a, size_t na, const uint32_t *b, size_t nb, size_t rank) {
    size_t i = rank > nb ? rank - nb : 0; // b has no more than nb of them
    for (size_t half, n = size_min(na, rank) - i; n > 0; n -= half) {
        half = (n + 1) / 2;
        i += a[i + half - 1] <= b[rank - i - half] ? half : 0;
    }
    return i;
}

merge_two *merge_two_named(const char *name) {
#ifdef __x86_64__
    if ((!name || strcmp(name, "avx512") == 0) && __builtin_cpu_supports("avx512f"))
        return merge_two_avx512;
    if ((!name || strcmp(name, "avx2") == 0) && __builtin_cpu_supports("avx2"))
        return merge_two_avx2;
#endif
    return !name || strcmp(name, "plain") == 0 ? merge_two_plain : NULL;
}
