/**
 * @file
 * @brief labs/07_block_merge/runs.h: the runs that lab 07 merges are sorted and lie where they should.
 */
#include "labs/07_block_merge/runs.h"

#include "common/tests/bag.h"
#include "common/tests/unit.h"

static void runs_are_cut_and_sorted(void) {
    static const uint32_t sizes[][2] = {{0, 0}, {0, 3}, {1, 1}, {2, 5}, {1000, 1}, {3000, 40}};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct stage_case c = {.n = sizes[i][0], .seed = i};
        uint32_t keys[MOST], k = sizes[i][1];
        struct stage s = begin(&c);
        data_fill(keys, s.n, DATA_UNIFORM, i);
        put("keys", keys, s.n);
        runs_prepare(&s, k, DATA_ZIPF);
        const struct runs runs = runs_in(&s, k);
        uint32_t n = 0, got[MOST];
        for (size_t r = 0; r < runs.k; n += (uint32_t)(runs.end[r] - runs.begin[r]), r++) {
            const uint32_t *run = runs.keys + runs.begin[r];
            size_t length = runs.end[r] - runs.begin[r];
            CU_ASSERT_TRUE(check_sorted(run, length, &s.note));
            CU_ASSERT(run[-1] == 0 && run[length] == 0);
            memcpy(got + n, run, length * sizeof(*run));
        }
        CU_ASSERT_TRUE(check_permutation(got, n, keys, s.n, &s.note));
        runs_free(&runs);
    }
}

static const struct unit_test tests[] = {
    {"runs are cut and sorted, empty ones too, with a 0 to either side", runs_are_cut_and_sorted},
};

UNIT_MAIN("runs", tests)
