/**
 * @file
 * @brief common/shape: what it shapes passes the check of that shape, and holds the same keys.
 */
#include "common/stage/make_inputs.h"

#include <string.h>

#include "common/check.h"
#include "common/data.h"
#include "common/tests/unit.h"
#include "common/tile.h"

enum { MOST = 3 * TILE_ITEMS };

static uint32_t in[MOST], got[MOST];
static struct check_note note;

/** No key leaves its list: the list's keys, moved together, are the same heap as before. */
static void expect_lists(size_t n, size_t tile, size_t threads) {
    uint32_t before[MOST], after[MOST];
    memcpy(got, in, sizeof(got));
    shape_lists(got, n, tile, threads);
    CU_ASSERT_TRUE(check_lists(got, n, tile, threads, &note));
    CU_ASSERT_TRUE(check_tiles_permutation(got, in, n, tile, &note));
    for (size_t first = 0; first < threads && first < n; first++) {
        size_t length = 0;
        for (size_t i = first; i < n && i < tile; i += threads) {
            before[length] = in[i];
            after[length++] = got[i];
        }
        CU_ASSERT_TRUE(check_permutation(after, length, before, length, &note));
    }
    CU_ASSERT_EQUAL(memcmp(got + n, in + n, (MOST - n) * sizeof(*in)), 0);
}

static void lists_are_sorted_in_their_places(void) {
    static const size_t sizes[] = {0, 1, 127, 128, 129, 2047, 2048, 2049, 2 * TILE_ITEMS + 77};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
        for (int dist = 0; dist < DATA_LITERAL; dist++) {
            data_fill(in, MOST, (enum data_dist)dist, i + 1);
            expect_lists(sizes[i], TILE_ITEMS, BLOCK_THREADS);
        }
}

static void one_list_a_tile_makes_runs(void) {
    static const size_t tiles[] = {1, 999, 1000,
                                   MOST}; // short and long ones are sorted by two methods
    for (size_t i = 0; i < sizeof(tiles) / sizeof(tiles[0]); i++)
        for (int dist = 0; dist < DATA_LITERAL; dist++) {
            data_fill(in, MOST, (enum data_dist)dist, 3);
            expect_lists(MOST, tiles[i], 1);
            CU_ASSERT_TRUE(check_runs(got, MOST, tiles[i], &note));
        }
}

static void tiles_are_counted(void) {
    CU_ASSERT_EQUAL(tile_count(0), 0);
    CU_ASSERT_EQUAL(tile_count(1), 1);
    CU_ASSERT_EQUAL(tile_count(TILE_ITEMS), 1);
    CU_ASSERT_EQUAL(tile_count(TILE_ITEMS + 1), 2);
}

static const struct unit_test tests[] = {
    {"every list is sorted and keeps its keys", lists_are_sorted_in_their_places},
    {"with one list a tile, runs come out", one_list_a_tile_makes_runs},
    {"a short last tile counts, no keys make no tile", tiles_are_counted},
};

UNIT_MAIN("shape", tests)
