/**
 * @file
 * @brief common/heads: heads stand in their lists, and the first of the least is chosen.
 */
#include "common/stage/list_heads.h"

#include "common/tests/unit.h"

enum { THREADS = 4, M = 10 };

/** Lists 0 and 1 have 3 keys, list 2 has 2; every count of keys taken turns up. */
static void heads_stand_in_their_lists(void) {
    bool seen[THREADS][4] = {{false}};
    for (uint64_t seed = 1; seed <= 100; seed++) {
        uint32_t heads[THREADS], left = heads_fill(heads, THREADS, M, seed), counted = 0;
        for (uint32_t t = 0; t < THREADS; t++) {
            CU_ASSERT_EQUAL(heads[t] % THREADS, t);
            CU_ASSERT_TRUE(heads[t] < M + THREADS);
            for (uint32_t place = heads[t]; place < M; place += THREADS) counted++;
            seen[t][heads[t] / THREADS % 4] = true;
        }
        CU_ASSERT_EQUAL(left, counted);
    }
    for (uint32_t t = 0; t < THREADS - 1; t++)
        for (uint32_t taken = 0; taken <= (t < 2 ? 3 : 2); taken++) CU_ASSERT_TRUE(seen[t][taken]);
}

static void the_last_head_stays_at_the_top(void) {
    for (uint64_t seed = 1; seed <= 100; seed++) {
        uint32_t heads[THREADS];
        heads_fill(heads, THREADS, M, seed);
        CU_ASSERT_EQUAL(heads[THREADS - 1], THREADS - 1);
    }
}

static void no_keys_exhaust_every_list(void) {
    uint32_t heads[THREADS];
    CU_ASSERT_EQUAL(heads_fill(heads, THREADS, 0, 1), 0);
    for (uint32_t t = 0; t < THREADS; t++) CU_ASSERT_EQUAL(heads[t], t);
    CU_ASSERT_EQUAL(heads_choose(heads, THREADS, NULL, 0), THREADS);
}

static void the_first_of_the_least_is_chosen(void) {
    static const uint32_t tile[] = {9, UINT32_MAX, 4, 4, UINT32_MAX};
    static const struct {
        uint32_t heads[THREADS], list;
    } cases[] = {
        {{0, 1, 2, 3}, 2}, {{0, 1, 6, 3}, 3}, {{0, 1, 6, 7}, 0},
        {{4, 1, 6, 7}, 0}, {{8, 1, 6, 7}, 1}, {{8, 5, 6, 7}, THREADS},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        CU_ASSERT_EQUAL(heads_choose(cases[i].heads, THREADS, tile, 5), cases[i].list);
}

static const struct unit_test tests[] = {
    {"each head stands in its list or just behind it", heads_stand_in_their_lists},
    {"the last head is at the top of its list", the_last_head_stays_at_the_top},
    {"of no keys every list is exhausted", no_keys_exhaust_every_list},
    {"of equal heads the first is chosen, UINT32_MAX too", the_first_of_the_least_is_chosen},
};

UNIT_MAIN("heads", tests)
