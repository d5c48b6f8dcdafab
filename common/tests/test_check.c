/**
 * @file
 * @brief common/check: each invariant, held and broken, and the words in which a break is told.
 */
#include "common/check.h"

#include <stdlib.h>
#include <string.h>

#include "common/data.h"
#include "common/tests/unit.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static struct check_note note;

/** The check failed, at that place and in exactly those words. */
static void expect_note(bool holds, size_t at, const char *text) {
    CU_ASSERT_FALSE(holds);
    CU_ASSERT_EQUAL(note.at, at);
    CU_ASSERT_STRING_EQUAL(note.text, text);
    if (strcmp(note.text, text) != 0) printf("# got: %s\n", note.text);
    note = (struct check_note){0};
}

static void equal_holds(void) {
    static const uint32_t a[] = {1, UINT32_MAX, 3}, b[] = {1, UINT32_MAX, 4};
    CU_ASSERT_TRUE(check_equal(a, a, 3, &note));
    CU_ASSERT_TRUE(check_equal(a, b, 2, &note));
    CU_ASSERT_TRUE(check_equal(NULL, NULL, 0, &note));
    CU_ASSERT_EQUAL(note.text[0], '\0');
}

static void equal_names_the_first_mismatch(void) {
    static const uint32_t got[] = {1, 2, 3, 9, 9, 9}, want[] = {1, 2, 3, 4, 5, 6};
    expect_note(check_equal(got, want, 6, &note), 3,
                "index 3 holds 9 where 4 belongs (got ... 2 3 [9] 9 9, want ... 2 3 [4] 5 6)");
    expect_note(check_equal(got + 5, want + 5, 1, &note), 0,
                "index 0 holds 9 where 6 belongs (got [9], want [6])");
}

static void sorted_holds(void) {
    static const uint32_t keys[] = {0, 0, 7, 7, 0x80000000u, UINT32_MAX, UINT32_MAX};
    for (size_t n = 0; n <= COUNT(keys); n++) CU_ASSERT_TRUE(check_sorted(keys, n, &note));
}

static void sorted_names_the_first_descent(void) {
    static const uint32_t keys[] = {5, 8, 9, 4, 12, 3, 1};
    expect_note(check_sorted(keys, 7, &note), 3,
                "not sorted: index 3 holds 4 after 9 (... 8 9 [4] 12 3 ...)");
    static const uint32_t two[] = {UINT32_MAX, 0};
    expect_note(check_sorted(two, 2, &note), 1,
                "not sorted: index 1 holds 0 after 4294967295 (4294967295 [0])");
}

static void longest_note_fits(void) {
    static const uint32_t keys[] = {4000000000u, 4000000001u, 4000000002u, 4000000000u,
                                    4000000001u, 4000000002u, 4000000003u};
    CU_ASSERT_FALSE(check_sorted(keys, 7, &note));
    CU_ASSERT_PTR_NOT_NULL(strstr(note.text, "[4000000000] 4000000001 4000000002 ...)"));
    note = (struct check_note){0};
}

static void multiset_streams(void) {
    uint32_t keys[1000], shuffled[1000];
    data_fill(keys, 1000, DATA_FEW, 1);
    for (size_t i = 0; i < 1000; i++) shuffled[i] = keys[i * 7 % 1000];
    struct check_multiset a = check_multiset_start(42), b = check_multiset_start(42);
    check_multiset_add(&a, keys, 1000);
    for (size_t i = 0; i < 1000; i += 125) check_multiset_add(&b, shuffled + i, 125);
    check_multiset_add(&b, NULL, 0);
    CU_ASSERT_TRUE(check_multiset_equal(&a, &b));
    struct check_multiset other = check_multiset_start(43);
    check_multiset_add(&other, keys, 1000);
    CU_ASSERT_FALSE(check_multiset_equal(&a, &other));
    CU_ASSERT_NOT_EQUAL(a.sum, other.sum);
}

static void multiset_tells_near_ones_apart(void) {
    static const uint32_t a[] = {1, 2, 3, 4}, same_sum[] = {2, 2, 2, 4}, zeros[] = {0, 0, 0, 0};
    const uint32_t *heaps[] = {a, same_sum, zeros};
    struct check_multiset ms[4];
    for (int i = 0; i < 3; i++) {
        ms[i] = check_multiset_start(0);
        check_multiset_add(&ms[i], heaps[i], 4);
    }
    ms[3] = check_multiset_start(0);
    check_multiset_add(&ms[3], zeros, 3);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < i; j++) CU_ASSERT_FALSE(check_multiset_equal(&ms[i], &ms[j]));
}

static void secrets_differ(void) {
    CU_ASSERT_NOT_EQUAL(check_secret(), check_secret());
}

static void permutation_holds(void) {
    static const uint32_t in[] = {5, 5, 0, UINT32_MAX}, got[] = {0, 5, UINT32_MAX, 5};
    CU_ASSERT_TRUE(check_permutation(got, 4, in, 4, &note));
    CU_ASSERT_TRUE(check_permutation(NULL, 0, NULL, 0, &note));
}

static void permutation_names_lost_and_doubled(void) {
    static const uint32_t in[] = {9, 7, 5, 9}, got[] = {5, 9, 9, 9};
    expect_note(check_permutation(got, 4, in, 4, &note), 1,
                "7 is lost: the input holds it once, the output never; "
                "9 is doubled: the input holds it 2 times, the output 3 times");
}

static void permutation_names_invented(void) {
    static const uint32_t in[] = {70000, UINT32_MAX, 3}, got[] = {3, 70000, 0};
    expect_note(check_permutation(got, 3, in, 3, &note), 2,
                "4294967295 is lost: the input holds it once, the output never; "
                "0 is invented: the input holds it never, the output once");
}

static void permutation_counts_keys(void) {
    static const uint32_t in[] = {1, 2, 3}, got[] = {3, 2, 1, 2};
    expect_note(check_permutation(got, 2, in, 3, &note), 0,
                "the number of keys changed from 3 to 2; "
                "1 is lost: the input holds it once, the output never");
    expect_note(check_permutation(got, 4, in, 3, &note), 1,
                "the number of keys changed from 3 to 4; "
                "2 is doubled: the input holds it once, the output 2 times");
    expect_note(check_permutation(NULL, 0, in, 1, &note), 0,
                "the number of keys changed from 1 to 0; "
                "1 is lost: the input holds it once, the output never");
}

/** Values that share their high half are told apart by the low one, and the other way round. */
static void permutation_searches_both_halves(void) {
    static const uint32_t in[] = {0x00050001, 0x00050002, 0x00060000};
    static const uint32_t low[] = {0x00050001, 0x00050003, 0x00060000};
    static const uint32_t high[] = {0x00050001, 0x00050002, 0x00070000};
    expect_note(check_permutation(low, 3, in, 3, &note), 1,
                "327682 is lost: the input holds it once, the output never; "
                "327683 is invented: the input holds it never, the output once");
    expect_note(check_permutation(high, 3, in, 3, &note), 2,
                "393216 is lost: the input holds it once, the output never; "
                "458752 is invented: the input holds it never, the output once");
}

static void permutation_finds_any_change(void) {
    enum { N = 500 };
    uint32_t in[N], got[N];
    for (uint64_t seed = 0; seed < 40; seed++) {
        data_fill(in, N, (enum data_dist)(seed % DATA_LITERAL), seed);
        memcpy(got, in, sizeof(in));
        got[seed * 11 % N] ^= 1u << seed % 32;
        CU_ASSERT_FALSE(check_permutation(got, N, in, N, &note));
        CU_ASSERT_PTR_NOT_NULL(strstr(note.text, "lost"));
        CU_ASSERT_TRUE(strstr(note.text, "doubled") || strstr(note.text, "invented"));
    }
    note = (struct check_note){0};
}

static void stable_holds(void) {
    static const uint32_t in[] = {4, 2, 4, 2}, got[] = {2, 2, 4, 4}, from[] = {1, 3, 0, 2};
    CU_ASSERT_TRUE(check_stable(got, from, 4, in, 4, &note));
    CU_ASSERT_TRUE(check_stable(NULL, NULL, 0, NULL, 0, &note));
}

static void stable_names_what_broke(void) {
    static const uint32_t in[] = {4, 2, 4, 2}, got[] = {2, 2, 4, 4};
    static const uint32_t swapped[] = {1, 3, 2, 0}, twice[] = {1, 1, 0, 2};
    static const uint32_t elsewhere[] = {1, 0, 0, 2}, outside[] = {1, 3, 0, 4};
    expect_note(check_stable(got, swapped, 4, in, 4, &note), 3,
                "not stable: of two equal keys 4, index 2 holds the one from input index 2 and "
                "index 3 the one from input index 0");
    expect_note(check_stable(got, twice, 4, in, 4, &note), 1,
                "not stable: of two equal keys 2, index 0 holds the one from input index 1 and "
                "index 1 the one from input index 1");
    expect_note(check_stable(got, elsewhere, 4, in, 4, &note), 1,
                "index 1 holds 2, said to come from input index 0, where the input holds 4");
    expect_note(check_stable(got, outside, 4, in, 4, &note), 3,
                "from[3] is 4, but the input has only 4 keys");
}

static void lists_hold(void) {
    // Two blocks of two strided lists each, the second block cut short: 1 3 5, 2 2 9, 0 7, 0.
    static const uint32_t keys[] = {1, 2, 3, 2, 5, 9, 0, 0, 7};
    for (size_t n = 0; n <= COUNT(keys); n++) CU_ASSERT_TRUE(check_lists(keys, n, 6, 2, &note));
    CU_ASSERT_TRUE(check_lists(keys, 2, 6, 4, &note)); // fewer keys than threads
}

static void lists_name_list_and_block(void) {
    enum { N = 2000, TILE = 768, THREADS = 256 };
    uint32_t keys[N];
    for (size_t i = 0; i < N; i++) keys[i] = 9;
    keys[TILE + 5 + THREADS] = 4;
    expect_note(check_lists(keys, N, TILE, THREADS, &note), TILE + 5 + THREADS,
                "list 5 of block 1 is not sorted: its position 1 (index 1029) holds 4 after 9");
    keys[TILE + 5 + THREADS] = 9;
    keys[N - 1] = 8;
    expect_note(check_lists(keys, N, TILE, THREADS, &note), N - 1,
                "list 207 of block 2 is not sorted: its position 1 (index 1999) holds 8 after 9");
}

static void runs_hold(void) {
    static const uint32_t keys[] = {1, 2, 2, 0, 5, 9, 3, 4};
    for (size_t n = 0; n <= COUNT(keys); n++) CU_ASSERT_TRUE(check_runs(keys, n, 3, &note));
    CU_ASSERT_TRUE(check_runs(keys, 8, 1, &note));
    CU_ASSERT_TRUE(check_runs(keys, 3, SIZE_MAX, &note));
}

static void runs_name_run_and_place(void) {
    static const uint32_t keys[] = {1, 2, 0, 5, 9, 4, 3};
    expect_note(check_runs(keys, 6, 2, &note), 5,
                "run 2 is not sorted: position 1 (index 5) holds 4 after 9 (... 5 9 [4])");
    expect_note(check_runs(keys, 7, 4, &note), 2,
                "run 0 is not sorted: position 2 (index 2) holds 0 after 2 (1 2 [0] 5 9 ...)");
}

static void tiles_hold(void) {
    static const uint32_t in[] = {1, 2, 3, 4, 5}, got[] = {2, 1, 4, 3, 5};
    CU_ASSERT_TRUE(check_tiles_permutation(got, in, 5, 2, &note));
    CU_ASSERT_TRUE(check_tiles_permutation(got, in, 0, 2, &note));
}

static void tiles_name_the_tile(void) {
    static const uint32_t in[] = {1, 2, 3, 4, 5}, got[] = {2, 1, 4, 5, 3};
    expect_note(check_tiles_permutation(got, in, 5, 2, &note), 3,
                "tile 1 (index 2 to 3): 3 is lost: the input holds it once, the output never; "
                "5 is invented: the input holds it never, the output once");
    CU_ASSERT_TRUE(check_tiles_permutation(got, in, 5, 5, &note));
}

static const struct unit_test tests[] = {
    {"equal arrays are equal, empty ones too", equal_holds},
    {"the first mismatch is named with its neighbours", equal_names_the_first_mismatch},
    {"sorted keys are sorted, ties and UINT32_MAX among them", sorted_holds},
    {"the first descent is named with its neighbours", sorted_names_the_first_descent},
    {"a note has room for the longest keys", longest_note_fits},
    {"a multiset can be filled piece by piece in any order", multiset_streams},
    {"multisets with the same sum or the same kinds of keys differ",
     multiset_tells_near_ones_apart},
    {"no two secrets are the same", secrets_differ},
    {"a permutation is recognised", permutation_holds},
    {"a lost key and a doubled one are named and counted", permutation_names_lost_and_doubled},
    {"an invented key is named", permutation_names_invented},
    {"a wrong number of keys is named", permutation_counts_keys},
    {"keys that differ in one half only are told apart", permutation_searches_both_halves},
    {"one changed bit anywhere is found, whatever the distribution", permutation_finds_any_change},
    {"a stable sort is recognised", stable_holds},
    {"a swap of equal keys and a false place are named", stable_names_what_broke},
    {"sorted strided lists are recognised, cut short or empty", lists_hold},
    {"a list that is not sorted is named by block and thread", lists_name_list_and_block},
    {"sorted runs are recognised, the last one shorter", runs_hold},
    {"a run that is not sorted is named", runs_name_run_and_place},
    {"tiles that keep their keys are recognised", tiles_hold},
    {"a key that left its tile is named", tiles_name_the_tile},
};

UNIT_MAIN("check", tests)
