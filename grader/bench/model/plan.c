/**
 * @file
 * @brief How long sorts and merges take, by what they move and what was measured of their parts (see model.h).
 */
#include "grader/bench/model/model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double PART_N = 268435456;                 // 2^28: what parts were measured with
static const double BUCKET = 8696, WIDE_BUCKET = 17400; // lab 13: the most keys of one
static const double PIECE_BYTES = 16777216, HIDDEN_CHUNK = 67108864;

double fast_sort_ms(const double *m, double n) {
    const double buckets = 65536, one = 2097152; // up to so many keys one partition is enough
    double parts = m[FAST_COUNT] + m[FAST_PART_8] + m[FAST_FINISH];
    if (n > one) parts += m[n > PART_N ? FAST_PART_8 : FAST_PART_7];
    if (n <= WIDE_BUCKET) return m[FAST_BLOCK];
    if (n <= buckets * BUCKET) return m[FAST_LEAST] + n / PART_N * parts;
    return n / PART_N * (n <= buckets * WIDE_BUCKET ? m[FAST_2_30] / 4 : m[FAST_2_31] / 8);
}

/** The same where all keys are counted, as ranks do. */
static double counted_sort_ms(const double *m, double n) {
    const double buckets = 32768;
    if (n <= buckets * BUCKET) return fast_sort_ms(m, n);
    return n / PART_N * (n <= buckets * WIDE_BUCKET ? m[COUNTED_2_29] / 2 : m[COUNTED_2_30] / 4);
}

static double merge_sort_ms(const double *m, double n) {
    const double tile = 4352; // keys, as many as 256 threads of 17 sort at once
    double passes = ceil(log2(n / tile)), launch = (m[MERGE_16] - m[MERGE_14]) / 2;
    return m[MERGE_14] - 2 * launch + passes * launch +
           n / PART_N * (m[MERGE_TILES] + passes * (m[MERGE_PASS] + m[MERGE_CUTS] / 16));
}

/** Lab 14 on two cores: one rank finds no splitter; of two each has half of the keys, a core, and one to find. */
static double ranks_ms(const double *m, double n, double ranks) {
    const double cores = 2, x = (n - 1048576) / (16777216 - 1048576);
    double splitter_20 = m[RANKS_2_20] - m[RANKS_1_20] / cores;
    double splitter_24 = m[RANKS_2_24] - m[RANKS_1_24] / cores;
    double sort = m[RANKS_1_20] + x * (m[RANKS_1_24] - m[RANKS_1_20]);
    return sort / fmin(ranks, cores) +
           (ranks - 1) * (splitter_20 + x * (splitter_24 - splitter_20));
}

static double plan_ms(const double *m, struct job job, double device_gb) {
    struct plan plan;
    double with[FIGURES];
    memcpy(with, m, sizeof(with));
    if (device_gb > 0) with[DEVICE_GB] = device_gb;
    plan_make(&plan, with, &job);
    return 1e3 * plan.s;
}

double foretell(const char *formula, const double *m, double n, double with) {
    const double copy = n * 4 / 1e6, levels = log2(n / 2048) / log2(64); // ms at 1 GB/s; of 64 runs
    const struct {
        const char *name;
        double value;
    } by[] = {
        {"fast_sort", fast_sort_ms(m, n)},
        {"onesweep", m[SWEEP_LEAST] + n / PART_N * (m[SWEEP_COUNT] + 4 * m[SWEEP_PASS])},
        {"onesweep_pairs", m[SWEEP_LEAST] + n / PART_N * m[SWEEP_PAIRS]},
        {"merge_sort", merge_sort_ms(m, n)},
        {"select", m[SELECT_LEAST] / 1e3 + copy / m[DEVICE_COPY]},
        {"read", m[READ_LEAST] + copy / m[DEVICE_COPY]},
        {"lists", n / m[LISTS_RATE] / 1e3},
        {"atomic", n / m[ATOMIC_RATE] / 1e3},
        {"reduce", n / m[REDUCE_RATE] / 1e3},
        {"tiles", n / m[LISTS_RATE] / 1e3 + n / m[ATOMIC_RATE] / 1e3},
        {"download", copy / m[PAGEABLE_DOWN]},
        {"download_pinned", copy / m[LINK_IN]},
        {"upload", copy / m[PAGEABLE_UP]},
        {"tree", n / m[TREE_64] / 1e3 * levels},
        {"heap", n / m[HEAP_64] / 1e3 * levels},
        {"network", n / m[NETWORK_22] / 1e3},
        // all heads are looked at: of 128 runs at once, then of the 16 that are left
        {"scan", n * (128 + 16) / 64 / m[SCAN_64] / 1e3},
        {"device", plan_ms(m, (struct job){n, 1, 1, false, false}, with)},
        {"four_steps", plan_ms(m, (struct job){4 * n, 1, 4, true, false}, 0)},
        {"four_slices", plan_ms(m, (struct job){4 * n, 1, 4, true, true}, 0)},
        {"four_host", plan_ms(m, (struct job){4 * n, 1, 4, false, true}, 0)},
        {"disk", 2 / with * n / 1e7 * (m[CPU_LISTS] + m[CPU_MERGE] + m[CPU_REST]) / 1e3},
        {"tree_runs", m[TREE_16] * 4 / log2(n)}, // n runs: every level takes as long
        {"c_runs", m[FAST_C_4] * 2 / log2(n)},
        {"avx2_runs", m[FAST_AVX2_4] * 2 / log2(n)},
        {"avx512_runs", m[FAST_AVX512_4] * 2 / log2(n)},
        {"ranks", ranks_ms(m, n, with)},
    };
    for (size_t i = 0; i < sizeof(by) / sizeof(by[0]); i++)
        if (strcmp(by[i].name, formula) == 0) return by[i].value;
    return NAN;
}

/** What all steps ask for. */
struct site {
    const double *m;
    const struct job *job;
    double ranks, keys, bytes; /**< keys of a rank, bytes of a node */
    double in, out, both; /**< bytes/s of a host's links: each way alone; both at once, in all */
    double net, disk;     /**< bytes/s of a node */
    double chunks;        /**< that the keys of a device come in; 1: they fit */
    bool spill;           /**< keys are read and written twice */
};

static void add(struct plan *plan, const char *what, const char *binds, double s) {
    if (s <= 0) return;
    plan->steps[plan->n] = (struct step){what, binds, s};
    if (plan->n == 0 || s > plan->longest->s) plan->longest = &plan->steps[plan->n];
    plan->n++;
    plan->s += s;
}

/** Once in and once out; with chunks in and out at once, first to be parted and then to be sorted. */
static void add_copies(struct plan *plan, const struct site *s, bool first) {
    if (s->job->on_devices) return;
    if (s->chunks > 1)
        add(plan, first ? "chunks in and out, parted" : "chunks in and out, sorted", "host links",
            2 * s->bytes / s->both);
    else
        add(plan, first ? "copy in" : "copy out", "host links",
            s->bytes / (first ? s->in : s->out));
}

/** How often all keys are read to find where to cut: once by slices, by the lab four times a splitter. */
static void add_splitters(struct plan *plan, const struct site *s) {
    bool slices = s->job->slices;
    double rounds = slices ? 1 : 4 * (s->ranks - 1), hops = 2 * ceil(log2(s->ranks));
    double words = slices ? 256 * s->ranks : 2 * 256; // all ranks' counts; sums
    double read = s->keys / PART_N * s->m[slices ? FAST_COUNT : DIGIT_READ] / 1e3;
    double far = fmax(s->bytes / s->in, s->spill ? s->bytes / s->disk : read);
    if (s->spill || s->chunks > 1)
        add(plan, "splitters: keys read again and again", s->spill ? "disks" : "host links",
            rounds * far);
    else
        add(plan, "splitters: keys read", "device memory", rounds * read);
    add(plan, "splitters: counts of all ranks", "messages",
        rounds * (hops * s->m[LATENCY_US] / 1e6 + 8 * words * s->job->gpus / s->net));
    add(plan, "tables of who sends how much", "network",
        slices ? 0 : 16 * s->ranks * s->ranks * s->job->gpus / s->net);
}

/** Lab 14: an exchange, on several nodes through the hosts, and then the sort of what came. */
static void add_exchange(struct plan *plan, const struct site *s, double wire, const char *binds) {
    bool far = s->job->nodes > 1;
    add(plan, far ? "exchange: over the network" : "exchange", binds, wire);
    add(plan, "exchange: device to host, host to device", "host links",
        far ? 2 * s->bytes * (1 - 1 / s->ranks) / s->in : 0);
    // a rank has keys of a narrow range, and lab 13's buckets have as many of them as of so many more keys
    add(plan, "sort", "device memory",
        s->chunks * counted_sort_ms(s->m, s->keys / s->chunks * s->ranks) / s->ranks / 1e3);
    add_copies(plan, s, false);
}

/** By slices: while they come from device to device, those before are sorted, and those before them leave. */
static void add_slices(struct plan *plan, const struct site *s, double wire, const char *binds) {
    double sort = s->keys / PART_N * s->m[SLICES_4] / 1e3;
    double out = s->chunks > 1 ? 2 * s->bytes / s->both : s->bytes / s->out;
    if (s->job->on_devices) out = 0;
    add(plan, "the first slice comes, and is sorted", binds, (wire + sort) / 16);
    if (wire <= fmax(sort, out)) binds = sort > out ? "device memory" : "host links";
    add(plan, "slices come, are sorted and leave", binds, fmax(fmax(wire, sort), out));
}

/** Several ranks. Beyond 64 slices are made of more parts, in a second pass. */
static void add_ranks(struct plan *plan, const struct site *s) {
    const double *m = s->m, more = s->ranks > 64 ? m[FAST_PART_7] : 0;
    double network = s->bytes * (1 - 1.0 / s->job->nodes) / s->net;
    double nvlink = 4 * s->keys * (s->job->gpus - 1) / s->ranks / (m[NVLINK] * 1e9);
    double pieces = ceil(4 * s->keys / s->ranks / PIECE_BYTES);
    add_splitters(plan, s);
    add(plan, "parts", "device memory",
        s->keys / PART_N * (s->job->slices ? m[FAST_PART_8] + more : m[PARTS_399]) / 1e3);
    (s->job->slices ? add_slices : add_exchange)(plan, s, fmax(network, nvlink),
                                                 network > nvlink ? "network" : "NVLink");
    add(plan, "exchange: messages", "messages", (s->ranks - 1) * pieces * m[LATENCY_US] / 1e6);
}

static struct site site_of(const double *m, const struct job *job) {
    double ranks = (double)job->nodes * job->gpus, fours = ceil(job->gpus / 4.0);
    struct site s = {.m = m, .job = job, .ranks = ranks, .keys = job->keys / ranks};
    s.bytes = 4 * job->keys / job->nodes;
    // keys, parts, what came, the sorted ones and lab 13's memory; one rank has no parts
    double need = ranks > 1 ? 20.5 : 12.5;
    s.in = 1e9 * fmin(job->gpus * m[LINK_IN], fours * m[LINK_IN_4]);
    s.out = 1e9 * fmin(job->gpus * m[LINK_IN], fours * m[LINK_OUT_4]);
    s.both = 1e9 * fmin(job->gpus * m[LINK_BOTH], fours * fmax(m[LINK_BOTH_4], m[LINK_BOTH]));
    s.net = 1e9 * m[NETWORK_GB_S], s.disk = 1e9 * m[DISK_GB_S];
    s.chunks = ceil(s.keys * need / (m[DEVICE_GB] * 1e9));
    s.spill = s.bytes > m[MEMORY_GB] * 1e9;
    return s;
}

void plan_make(struct plan *plan, const double *m, const struct job *job) {
    struct site s = site_of(m, job);
    bool disks = 2 * s.bytes > m[MEMORY_GB] * 1e9;
    double disk = disks && !job->on_devices ? s.bytes / s.disk * (s.spill ? 2 : 1) : 0;
    // through one device, the sorts of all chunks but the last one are hidden behind copies
    double chunk = s.keys / s.chunks;
    bool hidden = !job->on_devices && chunk > HIDDEN_CHUNK;
    *plan = (struct plan){.held = disks ? "disks" : s.chunks > 1 ? "hosts" : "devices"};
    if (job->on_devices && s.chunks > 1) plan->held = "nowhere";
    add(plan, "keys are read", "disks", disk);
    add_copies(plan, &s, true);
    if (s.ranks > 1) {
        add_ranks(plan, &s);
    } else {
        add(plan, "sort", "device memory",
            (hidden ? fast_sort_ms(m, HIDDEN_CHUNK) : s.chunks * fast_sort_ms(m, chunk)) / 1e3);
        add_copies(plan, &s, false);
    }
    add(plan, "keys are written", "disks", disk);
}

static void print_steps(const struct plan *plan, const struct job *job) {
    printf("\n%.4g keys on %d nodes of %d GPUs%s, held by %s\n", job->keys, job->nodes, job->gpus,
           job->slices ? ", by slices, straight from device to device" : "", plan->held);
    for (int i = 0; i < plan->n; i++)
        printf("  %-45s %10.4g s  %s\n", plan->steps[i].what, plan->steps[i].s,
               plan->steps[i].binds);
    printf("  %-45s %10.4g s  bound by %s: %s\n", "in all", plan->s, plan->longest->binds,
           plan->longest->what);
}

/** Three digits of a number, or all that stand before the point. */
static void print_s(const struct plan *plan, const char *mark) {
    int digits = plan->s >= 100 ? 0 : plan->s >= 10 ? 1 : plan->s >= 1 ? 2 : 3;
    printf(" %.*f%s | %s: %s |", digits, plan->s, mark, plan->longest->binds, plan->longest->what);
}

void plan_print(const double *m, struct job job, bool steps) {
    static const int nodes[] = {1, 2, 5, 10, 20, 50, 100, 200, 256, 500, 1000};
    const int most = 1024; // ranks of a communicator of lab 14
    struct plan plan;
    puts("| nodes | held by | lab 14 as it is, s | bound by | by slices, s | bound by |\n"
         "|---|---|---|---|---|---|");
    for (size_t i = 0; i < sizeof(nodes) / sizeof(nodes[0]); i++) {
        struct job on = {job.keys, nodes[i], job.gpus, false, false};
        plan_make(&plan, m, &on);
        printf("| %d | %s |", nodes[i], plan.held);
        print_s(&plan, nodes[i] * job.gpus > most ? "*" : "");
        on.slices = true;
        plan_make(&plan, m, &on);
        print_s(&plan, "");
        puts("");
    }
    for (int slices = 0; steps && slices < 2; slices++) {
        job.slices = slices;
        plan_make(&plan, m, &job);
        print_steps(&plan, &job);
    }
}
