/**
 * @file
 * @brief common/comm: what threads of one process say to each other, and what happens when they do not.
 */
#include "common/comm/comm.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/tests/unit.h"

enum { MOST = 9, PATIENCE_MS = 600000 };

struct member {
    struct comm comm;
    int (*body)(struct member *m);
    int error;
    pthread_t thread;
};

static char why[200];
static struct local_comm *the_comm;
static comm_carry *carry; /* NULL: keys are copied */

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
    struct local_comm *local = local_comm_open(ranks, copy, patience_ms);
    struct member members[MOST];
    int count = 0;
    CU_ASSERT_PTR_NOT_NULL_FATAL(local);
    the_comm = local;
    if (carry) local_comm_carry(local, carry, &the_comm);
    for (int r = 0; r < ranks; r++) {
        members[r] = (struct member){.comm = local_comm_rank(local, r), .body = body};
        CU_ASSERT_EQUAL_FATAL(pthread_create(&members[r].thread, NULL, start, &members[r]), 0);
    }
    for (int r = 0; r < ranks; r++) {
        pthread_join(members[r].thread, NULL);
        count += members[r].error == error;
    }
    snprintf(why, sizeof(why), "%s", local_comm_why(local));
    local_comm_close(local);
    return count;
}

/** Gathers and adds, many times, so that a rank that is early meets one that is late. */
static int talk(struct member *m) {
    const struct comm *t = &m->comm;
    uint64_t mine[2], all[2 * MOST], counts[3];
    for (uint64_t i = 0; i < 300; i++) {
        mine[0] = i;
        mine[1] = (uint64_t)t->rank;
        int error = t->allgather(t->context, mine, 2, all);
        for (int r = 0; r < t->ranks && !error; r++)
            error = all[2 * r] != i || all[2 * r + 1] != (uint64_t)r;
        for (int k = 0; k < 3; k++) counts[k] = i + (uint64_t)(t->rank * k);
        if (!error) error = t->allreduce_sum(t->context, counts, 3);
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
    const struct comm *t = &m->comm;
    size_t from[MOST + 1] = {0}, to[MOST + 1] = {0};
    uint32_t keys[MOST * 2 * MOST], got[MOST * 2 * MOST];
    for (int r = 0; r < t->ranks; r++) {
        from[r + 1] = to[r + 1] = to[r] + (size_t)(t->rank + r);
        for (size_t i = from[r]; i < from[r + 1]; i++) keys[i] = (uint32_t)(100 * t->rank + r);
    }
    int error = t->alltoallv(t->context, keys, from, got, to);
    for (int r = 0; r < t->ranks; r++)
        for (size_t i = to[r]; i < to[r + 1]; i++) error |= got[i] != (uint32_t)(100 * r + t->rank);
    return error;
}

static void test_trade(void) {
    for (int ranks = 1; ranks <= MOST; ranks++)
        CU_ASSERT_EQUAL(run(ranks, PATIENCE_MS, trade, 0), ranks);
}

/** All messages are looked at, from both ends; what stays is the first. */
static int bring(void *carrier, int rank, const struct comm_message *messages) {
    if (carrier != &the_comm || messages[0].d_sent != messages[0].d_there) return EPROTO;
    for (int i = 0; i < 3; i++) {
        const struct comm_message *p = &messages[i];
        int other = (rank + i) % 3;
        if (p->n_sent != (size_t)(rank + other) || p->n_here != p->n_sent) return EPROTO;
        if (p->n_sent > 0 && p->d_sent[0] != (uint32_t)(100 * rank + other)) return EPROTO;
        memcpy(p->d_here, p->d_there, p->n_here * sizeof(*p->d_here));
    }
    return 0;
}

/** One of them breaks down while the others carry. */
static int break_down(void *carrier, int rank, const struct comm_message *messages) {
    (void)carrier;
    (void)messages;
    return rank == 2 ? local_comm_fail(the_comm, EIO, "rank %d has no more fuel", rank) : 0;
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
    if (m->comm.rank == 1) nanosleep(&nap, NULL);
    return m->comm.allreduce_sum(m->comm.context, &word, 1);
}

static int one_stays_away(struct member *m) {
    uint64_t word = 1;
    return m->comm.rank == 1 ? ETIMEDOUT : m->comm.allreduce_sum(m->comm.context, &word, 1);
}

static void test_late(void) {
    CU_ASSERT_EQUAL(run(3, 200, one_stays_away, ETIMEDOUT), 3);
    CU_ASSERT_PTR_NOT_NULL(strstr(why, "waited 200 ms in allreduce_sum, and rank 1 did not come"));
    CU_ASSERT_EQUAL(run(3, 0, one_is_late, 0), 3); // no patience is patience for ever
}

static int two_calls(struct member *m) {
    uint64_t word = 1, all[MOST];
    if (m->comm.rank == 2) return m->comm.allgather(m->comm.context, &word, 1, all);
    return m->comm.allreduce_sum(m->comm.context, &word, 1);
}

static int two_sizes(struct member *m) {
    uint64_t words[2] = {1, 1};
    return m->comm.allreduce_sum(m->comm.context, words, m->comm.rank == 1 ? 2 : 1);
}

static int two_minds(struct member *m) {
    size_t from[] = {0, 2, 4}, to[] = {0, 2, m->comm.rank == 1 ? 3 : 4};
    uint32_t keys[4] = {0}, got[4];
    return m->comm.alltoallv(m->comm.context, keys, from, got, to);
}

static void test_misfits(void) {
    CU_ASSERT_EQUAL(run(3, PATIENCE_MS, two_calls, EPROTO), 3);
    CU_ASSERT_STRING_EQUAL(why, "rank 0 calls allreduce_sum, and rank 2 calls allgather");
    CU_ASSERT_EQUAL(run(2, PATIENCE_MS, two_sizes, EPROTO), 2);
    CU_ASSERT_STRING_EQUAL(why, "to allreduce_sum rank 0 gives 1 words, and rank 1 gives 2");
    CU_ASSERT_EQUAL(run(2, PATIENCE_MS, two_minds, EPROTO), 2);
    CU_ASSERT_STRING_EQUAL(why, "rank 1 sends 2 keys to rank 1, which expects 1");
}

static void test_shares(void) {
    uint64_t all = UINT64_MAX - 5;
    CU_ASSERT_EQUAL(comm_begin(10, 1, 4), 2);
    CU_ASSERT_EQUAL(comm_begin(10, 3, 4), 7);
    CU_ASSERT_EQUAL(comm_begin(all, 0, 1000), 0);
    CU_ASSERT_EQUAL(comm_begin(all, 1000, 1000), all);
    for (int r = 0; r < 1000; r++) {
        uint64_t share = comm_share(all, r, 1000);
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

UNIT_MAIN("common/comm", tests)
