/**
 * @file
 * @brief common/team: what threads of one process say to each other, and what happens when they do not.
 */
#include "common/team.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/tests/unit.h"

enum { MOST = 9, PATIENCE_MS = 600000 };

struct member {
    struct team team;
    int (*body)(struct member *m);
    int error;
    pthread_t thread;
};

static char why[200];
static struct team_hall *the_hall;
static team_carry *carry; /* NULL: keys are copied */

static void copy(void *to, const void *from, size_t bytes) {
    memcpy(to, from, bytes);
}

static void *start(void *member) {
    struct member *m = member;
    m->error = m->body(m);
    return NULL;
}

/** Every rank does the body; returns how many of them returned the error. */
static int run(int ranks, int patience_ms, int (*body)(struct member *m), int error) {
    struct team_hall *hall = team_hall_open(ranks, copy, patience_ms);
    struct member members[MOST];
    int count = 0;
    CU_ASSERT_PTR_NOT_NULL_FATAL(hall);
    the_hall = hall;
    if (carry) team_hall_carry(hall, carry, &the_hall);
    for (int r = 0; r < ranks; r++) {
        members[r] = (struct member){.team = team_hall_rank(hall, r), .body = body};
        CU_ASSERT_EQUAL_FATAL(pthread_create(&members[r].thread, NULL, start, &members[r]), 0);
    }
    for (int r = 0; r < ranks; r++) {
        pthread_join(members[r].thread, NULL);
        count += members[r].error == error;
    }
    snprintf(why, sizeof(why), "%s", team_hall_why(hall));
    team_hall_close(hall);
    return count;
}

/** Gathers and adds, many times, so that a rank that is early meets one that is late. */
static int talk(struct member *m) {
    const struct team *t = &m->team;
    uint64_t mine[2], all[2 * MOST], counts[3];
    for (uint64_t i = 0; i < 300; i++) {
        mine[0] = i;
        mine[1] = (uint64_t)t->rank;
        int error = t->gather(t->wire, mine, 2, all);
        for (int r = 0; r < t->ranks && !error; r++)
            error = all[2 * r] != i || all[2 * r + 1] != (uint64_t)r;
        for (int k = 0; k < 3; k++) counts[k] = i + (uint64_t)(t->rank * k);
        if (!error) error = t->add(t->wire, counts, 3);
        for (int k = 0; k < 3 && !error; k++)
            error =
                counts[k] != i * (uint64_t)t->ranks + (uint64_t)(k * t->ranks * (t->ranks - 1) / 2);
        if (error) return error;
    }
    return 0;
}

static void test_talk(void) {
    for (int ranks = 1; ranks <= MOST; ranks += 4)
        CU_ASSERT_EQUAL(run(ranks, PATIENCE_MS, talk, 0), ranks);
}

/** Rank a sends a + b keys to rank b; each is 100 a + b. */
static int trade(struct member *m) {
    const struct team *t = &m->team;
    size_t from[MOST + 1] = {0}, to[MOST + 1] = {0};
    uint32_t keys[MOST * 2 * MOST], got[MOST * 2 * MOST];
    for (int r = 0; r < t->ranks; r++) {
        from[r + 1] = to[r + 1] = to[r] + (size_t)(t->rank + r);
        for (size_t i = from[r]; i < from[r + 1]; i++) keys[i] = (uint32_t)(100 * t->rank + r);
    }
    int error = t->exchange(t->wire, keys, from, got, to);
    for (int r = 0; r < t->ranks; r++)
        for (size_t i = to[r]; i < to[r + 1]; i++) error |= got[i] != (uint32_t)(100 * r + t->rank);
    return error;
}

static void test_trade(void) {
    for (int ranks = 1; ranks <= MOST; ranks++)
        CU_ASSERT_EQUAL(run(ranks, PATIENCE_MS, trade, 0), ranks);
}

/** All parcels are looked at, from both ends; what stays is the first. */
static int bring(void *carrier, int rank, const struct team_parcel *parcels) {
    if (carrier != &the_hall || parcels[0].d_sent != parcels[0].d_there) return EPROTO;
    for (int i = 0; i < 3; i++) {
        const struct team_parcel *p = &parcels[i];
        int other = (rank + i) % 3;
        if (p->n_sent != (size_t)(rank + other) || p->n_here != p->n_sent) return EPROTO;
        if (p->n_sent > 0 && p->d_sent[0] != (uint32_t)(100 * rank + other)) return EPROTO;
        memcpy(p->d_here, p->d_there, p->n_here * sizeof(*p->d_here));
    }
    return 0;
}

/** One of them breaks down while the others carry. */
static int break_down(void *carrier, int rank, const struct team_parcel *parcels) {
    (void)carrier;
    (void)parcels;
    return rank == 2 ? team_hall_fail(the_hall, EIO, "rank %d has no more fuel", rank) : 0;
}

static void test_carry(void) {
    carry = bring;
    CU_ASSERT_EQUAL(run(3, PATIENCE_MS, trade, 0), 3);
    carry = break_down;
    CU_ASSERT_EQUAL(run(3, PATIENCE_MS, trade, EIO), 3);
    CU_ASSERT_STRING_EQUAL(why, "rank 2 has no more fuel");
    carry = NULL;
}

static int one_is_late(struct member *m) {
    const struct timespec nap = {0, 30000000};
    uint64_t word = 1;
    if (m->team.rank == 1) nanosleep(&nap, NULL);
    return m->team.add(m->team.wire, &word, 1);
}

static int one_stays_away(struct member *m) {
    uint64_t word = 1;
    return m->team.rank == 1 ? ETIMEDOUT : m->team.add(m->team.wire, &word, 1);
}

static void test_late(void) {
    CU_ASSERT_EQUAL(run(3, 200, one_stays_away, ETIMEDOUT), 3);
    CU_ASSERT_PTR_NOT_NULL(strstr(why, "waited 200 ms in add, and rank 1 did not come"));
    CU_ASSERT_EQUAL(run(3, 0, one_is_late, 0), 3); // no patience is patience for ever
}

static int two_calls(struct member *m) {
    uint64_t word = 1, all[MOST];
    if (m->team.rank == 2) return m->team.gather(m->team.wire, &word, 1, all);
    return m->team.add(m->team.wire, &word, 1);
}

static int two_sizes(struct member *m) {
    uint64_t words[2] = {1, 1};
    return m->team.add(m->team.wire, words, m->team.rank == 1 ? 2 : 1);
}

static int two_minds(struct member *m) {
    size_t from[] = {0, 2, 4}, to[] = {0, 2, m->team.rank == 1 ? 3 : 4};
    uint32_t keys[4] = {0}, got[4];
    return m->team.exchange(m->team.wire, keys, from, got, to);
}

static void test_misfits(void) {
    CU_ASSERT_EQUAL(run(3, PATIENCE_MS, two_calls, EPROTO), 3);
    CU_ASSERT_STRING_EQUAL(why, "rank 0 calls add, and rank 2 calls gather");
    CU_ASSERT_EQUAL(run(2, PATIENCE_MS, two_sizes, EPROTO), 2);
    CU_ASSERT_STRING_EQUAL(why, "to add rank 0 gives 1 words, and rank 1 gives 2");
    CU_ASSERT_EQUAL(run(2, PATIENCE_MS, two_minds, EPROTO), 2);
    CU_ASSERT_STRING_EQUAL(why, "rank 1 sends 2 keys to rank 1, which expects 1");
}

static void test_shares(void) {
    uint64_t all = UINT64_MAX - 5;
    CU_ASSERT_EQUAL(team_begin(10, 1, 4), 2);
    CU_ASSERT_EQUAL(team_begin(10, 3, 4), 7);
    CU_ASSERT_EQUAL(team_begin(all, 0, 1000), 0);
    CU_ASSERT_EQUAL(team_begin(all, 1000, 1000), all);
    for (int r = 0; r < 1000; r++) {
        uint64_t share = team_share(all, r, 1000);
        CU_ASSERT_TRUE(share == all / 1000 || share == all / 1000 + 1);
    }
}

static const struct unit_test tests[] = {
    {"ranks gather and add, as often as they like", test_talk},
    {"keys arrive at the rank they were sent to, in order", test_trade},
    {"who carries the keys sees both ends, and may fail on all ranks", test_carry},
    {"a rank that does not come is named, and all others come back", test_late},
    {"calls that do not fit together are refused on all ranks", test_misfits},
    {"shares cover the whole and differ by one key at most", test_shares},
};

UNIT_MAIN("common/team", tests)
