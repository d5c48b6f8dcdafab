/**
 * @file
 * @brief The loops around the vectors of merge_avx2.c and merge_avx512.c, which say what LANES, TARGET,
 * MERGE_TWO and merge_ends are.
 */
#ifdef LANES
#include "common/size_min.h"

/** One round: LANES keys from either end. */
TARGET static inline __attribute__((always_inline)) void merge_round(struct merge *m) {
    struct taken taken = merge_ends(m->a, m->b, m->out, m->a_end, m->b_end, m->out_end);
    m->a += taken.low;
    m->b += LANES - taken.low;
    m->out += LANES;
    m->a_end -= taken.high;
    m->b_end -= LANES - taken.high;
    m->out_end -= LANES;
}

/** As many rounds as the shorter run has whole vectors can be gone without a look at the ends. */
static inline size_t rounds_of(const struct merge *m) {
    return size_min((size_t)(m->a_end - m->a), (size_t)(m->b_end - m->b)) / LANES;
}

/** What is left of a merge. */
TARGET static void merge_rest(struct merge m) {
    for (size_t rounds; (rounds = rounds_of(&m)) > 0;)
        for (; rounds > 0; rounds--) merge_round(&m);
    merge_two_plain(m.a, (size_t)(m.a_end - m.a), m.b, (size_t)(m.b_end - m.b), m.out);
}

/**
 * A round waits for the round before it, which says where its keys are. So the runs are cut at the middle of the
 * output, and either half is merged from both ends. These are four chains at once: each works while the others wait.
 */
TARGET void MERGE_TWO(const uint32_t *a, size_t na, const uint32_t *b, size_t nb, uint32_t *out) {
    size_t half = (na + nb) / 2, i = merge_cut(a, na, b, nb, half);
    struct merge low = {a, a + i, b, b + (half - i), out, out + half};
    struct merge high = {a + i, a + na, b + (half - i), b + nb, out + half, out + na + nb};
    for (size_t rounds = size_min(rounds_of(&low), rounds_of(&high)); rounds > 0; rounds--) {
        merge_round(&low);
        merge_round(&high);
    }
    merge_rest(low);
    merge_rest(high);
}
#endif
