/**
 * @file
 * @brief grader/bench/model: figures are there, the model holds against them, and the simulated exchange
 * against lab 14's own ranks and against what can be computed.
 */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "common/cu.h"
#include "common/comm/comm.h"
#include "common/tests/unit.h"
#include "grader/bench/model/model.h"
#include "labs/14_many_gpus/many_gpus.h"

enum { MOST = 64, PATIENCE_MS = 600000 };

static struct model model;

static void test_figures(void) {
    model_read(&model, ".");
    for (int i = 0; i < FIGURES; i++) CU_ASSERT_TRUE(model.m[i] > 0 && model.sources[i][0]);
}

static void test_rows(void) {
    int within = 0;
    for (int i = 0; i < model.n_rows; i++) {
        const struct row *r = &model.rows[i];
        bool good = is_within(r) ? !r->why[0] : r->why[0];
        if (!good)
            printf("# %s, %g: %g times what was measured, '%s'\n", r->name, r->n, r->ratio, r->why);
        CU_ASSERT_TRUE(good && r->group[0]);
        within += is_within(r);
    }
    CU_ASSERT_TRUE(model.n_rows >= 150 && 10 * within >= 9 * model.n_rows);
}

/** One line of the simulation: nothing is lost, and everybody has his share. */
static void check_exchange(int ranks, size_t n, enum data_dist dist, enum spread spread) {
    struct exchange x = exchange_make(ranks, n, dist, spread, 5);
    for (int r = 0; r < ranks; r++) {
        CU_ASSERT_EQUAL(exchange_sum(&x, -1, r), comm_share(n, r, ranks));
        CU_ASSERT_EQUAL(exchange_sum(&x, r, 0), x.begin[r + 1] - x.begin[r]);
    }
    exchange_free(&x);
}

static void test_shares(void) {
    for (int spread = 0; spread < SPREADS; spread++)
        for (int dist = 0; dist < DATA_LITERAL; dist++) {
            check_exchange(37, 20011, (enum data_dist)dist, (enum spread)spread);
            check_exchange(9, 5, (enum data_dist)dist, (enum spread)spread);
            check_exchange(1, 100, (enum data_dist)dist, (enum spread)spread);
        }
}

/** A rank of lab 14, in a thread, and what the simulation says that it sends. */
struct member {
    struct comm comm;
    const struct exchange *x;
    int error;
    bool same;
    pthread_t thread;
};

static void *find(void *member) {
    struct member *m = member;
    int r = m->comm.rank, ranks = m->comm.ranks;
    size_t begin = m->x->begin[r], n = m->x->begin[r + 1] - begin, from[MOST + 1];
    struct splitter splitters[MOST];
    uint32_t *d_keys = cu_upload(m->x->keys + begin, n * sizeof(*d_keys));
    for (int i = 1; i < ranks && !m->error; i++)
        m->error =
            find_splitter(&m->comm, d_keys, n, comm_begin(m->x->n, i, ranks), &splitters[i - 1], 0);
    if (!m->error) m->error = share_ties(&m->comm, splitters, n, from);
    m->same = !m->error;
    for (int p = 0; p < ranks && m->same; p++)
        m->same = from[p + 1] - from[p] == m->x->sent[r * ranks + p];
    cu_free(d_keys);
    return NULL;
}

static void copy(void *to, const void *from, size_t bytes) {
    memcpy(to, from, bytes);
}

static void check_ranks(int ranks, size_t n, enum data_dist dist, enum spread spread) {
    struct exchange x = exchange_make(ranks, n, dist, spread, 3);
    struct member members[MOST];
    struct local_comm *local = local_comm_open(ranks, copy, PATIENCE_MS);
    CU_ASSERT_PTR_NOT_NULL_FATAL(local);
    for (int r = 0; r < ranks; r++) {
        members[r] = (struct member){.comm = local_comm_rank(local, r), .x = &x};
        CU_ASSERT_EQUAL_FATAL(pthread_create(&members[r].thread, NULL, find, &members[r]), 0);
    }
    for (int r = 0; r < ranks; r++) {
        pthread_join(members[r].thread, NULL);
        CU_ASSERT_TRUE(members[r].same);
    }
    local_comm_close(local);
    exchange_free(&x);
}

static void test_ranks(void) {
    static const enum data_dist dists[] = {DATA_UNIFORM,  DATA_FEW, DATA_ZIPF,
                                           DATA_EXTREMES, DATA_MAX, DATA_ORGAN};
    for (size_t i = 0; i < sizeof(dists) / sizeof(dists[0]); i++)
        check_ranks(i % 2 ? 7 : 4, 900, dists[i], (enum spread)(i % SPREADS));
}

/** Every rank sends `keys` to every other. */
static struct exchange equal_exchange(int ranks, uint64_t keys) {
    struct exchange x = {.ranks = ranks, .n = keys * (uint64_t)(ranks * ranks)};
    x.sent = calloc((size_t)(ranks * ranks), sizeof(*x.sent));
    CU_ASSERT_PTR_NOT_NULL_FATAL(x.sent);
    for (int i = 0; i < ranks * ranks; i++) x.sent[i] = keys;
    return x;
}

static void same_time(double got, double want) {
    if (fabs(got - want) > 1e-6 * want) printf("# %.9g s, and %.9g expected\n", got, want);
    CU_ASSERT_TRUE(fabs(got - want) <= 1e-6 * want);
}

static void test_closed_forms(void) {
    const int ranks = 24;
    struct exchange x = equal_exchange(ranks, 1000);
    struct network net = {1, 0, 1e6, 1e7, 1, 0};
    double message = 4e3 / 1e6, all = (ranks - 1) * message;
    same_time(network_bound(&net, &x, 4), all);
    same_time(network_time(&net, &x, 4, ORDER_ROUNDS), all);
    same_time(network_time(&net, &x, 4, ORDER_FREE), all);
    same_time(network_time(&net, &x, 4, ORDER_EIGHT), all);
    // to rank j go those behind it alone: rank j itself and those before have run ahead
    same_time(network_time(&net, &x, 4, ORDER_NAIVE), all * ranks / 2);
    net.latency = 1e-3;
    same_time(network_time(&net, &x, 4, ORDER_ROUNDS), all + (ranks - 1) * net.latency);
    same_time(network_time(&net, &x, 4, ORDER_FREE), all + (ranks - 1) * net.latency);
    exchange_free(&x);
}

static void test_ports(void) {
    struct exchange x = equal_exchange(16, 0);
    struct network net = {1, 8, 1e6, 1e7, 0.25, 0};
    for (int r = 0; r < 8; r++) x.sent[r * 16 + 8 + r] = 1000; // over the core, in pairs
    same_time(network_bound(&net, &x, 4), 8 * 4e3 / 2e6);
    for (int order = 0; order < ORDERS; order++)
        same_time(network_time(&net, &x, 4, (enum order)order), 8 * 4e3 / 2e6);
    memset(x.sent, 0, 256 * sizeof(*x.sent));
    for (int r = 1; r < 16; r++) x.sent[r * 16] = 1000; // all to one
    net.nodes_a_group = 0;
    for (int order = ORDER_FREE; order < ORDERS; order++)
        same_time(network_time(&net, &x, 4, (enum order)order), 15 * 4e3 / 1e6);
    net.ranks_a_node = 16; // in one node: by the device's own port
    same_time(network_time(&net, &x, 4, ORDER_FREE), 15 * 4e3 / 1e7);
    exchange_free(&x);
}

static void test_bound(void) {
    struct network net = {4, 2, 1e6, 4e6, 0.5, 1e-6};
    for (int spread = 0; spread < SPREADS; spread++)
        for (int dist = 0; dist < DATA_LITERAL; dist++) {
            struct exchange x =
                exchange_make(32, 6000, (enum data_dist)dist, (enum spread)spread, 2);
            double bound = network_bound(&net, &x, 4);
            for (int order = 0; order < ORDERS; order++)
                CU_ASSERT_TRUE(network_time(&net, &x, 4, (enum order)order) >= bound * (1 - 1e-9));
            exchange_free(&x);
        }
}

static double step_s(const struct plan *plan, const char *what) {
    for (int i = 0; i < plan->n; i++)
        if (strcmp(plan->steps[i].what, what) == 0) return plan->steps[i].s;
    return 0;
}

static void test_plan(void) {
    const double *m = model.m;
    struct plan plan, twice;
    struct job job = {.keys = 268435456, .nodes = 1, .gpus = 1, .on_devices = true};
    plan_make(&plan, m, &job);
    CU_ASSERT_TRUE(plan.n == 1 && plan.s == fast_sort_ms(m, job.keys) / 1e3);
    double small[FIGURES];
    memcpy(small, m, sizeof(small));
    small[DEVICE_GB] = 8.6; // all keys go in and out, twice, and the sort of the last chunk is seen
    job = (struct job){.keys = 4e9, .nodes = 1, .gpus = 1};
    plan_make(&plan, small, &job);
    CU_ASSERT_DOUBLE_EQUAL(plan.s, 4 * 16e9 / (m[LINK_BOTH] * 1e9) + fast_sort_ms(m, 1 << 26) / 1e3,
                           1e-9);
    CU_ASSERT_STRING_EQUAL(plan.held, "hosts");
    job = (struct job){.keys = 1e12, .nodes = 100, .gpus = 4};
    plan_make(&plan, m, &job);
    double sum = 0;
    for (int i = 0; i < plan.n; i++) sum += plan.steps[i].s;
    CU_ASSERT_DOUBLE_EQUAL(sum, plan.s, 1e-9);
    // what a node sends is its keys but for those that stay
    CU_ASSERT_DOUBLE_EQUAL(step_s(&plan, "exchange: over the network"),
                           4e10 * 0.99 / (m[NETWORK_GB_S] * 1e9), 1e-9);
    // twice as many nodes halve everything but the splitters
    job.nodes = 200;
    plan_make(&twice, m, &job);
    CU_ASSERT_TRUE(step_s(&twice, "copy in") < 0.51 * step_s(&plan, "copy in"));
    CU_ASSERT_TRUE(step_s(&twice, "splitters: keys read") >
                   0.99 * step_s(&plan, "splitters: keys read"));
    CU_ASSERT_STRING_EQUAL(plan.held, "devices");
    job.nodes = 1;
    plan_make(&plan, m, &job);
    CU_ASSERT_STRING_EQUAL(plan.held, "disks");
}

static const struct unit_test tests[] = {
    {"every figure of the model is there, and where it was measured", test_figures},
    {"every row is foretold within 20 %, or it says why not, and no other one does", test_rows},
    {"in the simulated exchange nothing is lost, and each rank has its share", test_shares},
    {"simulated ranks send what lab 14's ranks send", test_ranks},
    {"equal messages take as long as a formula says, in any order", test_closed_forms},
    {"a core and a receiver hold up what goes through them", test_ports},
    {"no order is faster than the busiest port", test_bound},
    {"a plan is the sum of its steps, and more nodes do not find splitters sooner", test_plan},
};

UNIT_MAIN("model", tests)
