/**
 * @file
 * @brief The loop around the vectors of merge_avx2.c and merge_avx512.c, which say what LANES, TARGET,
 * MERGE_TWO and merge_ends are.
 */
#ifdef LANES
#include "common/least.h"

/**
 * From both ends at once, LANES keys from either, so that one chain's work fills the other's waits. As
 * many rounds as the shorter run has whole vectors can be gone without a look at the ends.
 */
TARGET void MERGE_TWO(const uint32_t *a, size_t na, const uint32_t *b, size_t nb, uint32_t *out) {
    const uint32_t *a_end = a + na, *b_end = b + nb;
    uint32_t *out_end = out + na + nb;
    for (size_t rounds; (rounds = least((size_t)(a_end - a), (size_t)(b_end - b)) / LANES) > 0;)
        for (; rounds > 0; rounds--) {
            struct taken taken = merge_ends(a, b, out, a_end, b_end, out_end);
            a += taken.low;
            b += LANES - taken.low;
            out += LANES;
            a_end -= taken.high;
            b_end -= LANES - taken.high;
            out_end -= LANES;
        }
    merge_two_plain(a, (size_t)(a_end - a), b, (size_t)(b_end - b), out);
}
#endif
