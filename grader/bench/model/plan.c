/**
 * @file
 * @brief Steps of a sort on many devices (see plan.h).
 */
#include "grader/bench/model/plan.h"

#include <math.h>
#include <stdio.h>

#include "grader/bench/model/figures.h"
#include "grader/bench/model/sort_time.h"

static const double PART_N = 268435456, PIECE_BYTES = 16777216, HIDDEN_CHUNK = 67108864;

/** What all steps ask for. */
struct site {
    const double *m;
    const struct job *job;
    double ranks, keys;   /**< of a rank */
    double bytes;         /**< of a node's keys */
    double in, out, both; /**< GB/s of a host's links: each way alone; both at once, in all */
    double chunks;        /**< that the keys of a device come in; 1: they fit */
    bool one_pass, spill; /**< of disks: keys are read and written once; twice */
};

static struct site site_of(const double *m, const struct job *job) {
    struct site s = {.m = m, .job = job, .ranks = (double)job->nodes * job->gpus};
    double fours = ceil(job->gpus / 4.0);
    // keys, parts, what came, the sorted ones and lab 13's memory; one rank has no parts
    double need = s.ranks > 1 ? 20.5 : 12.5;
    s.keys = job->keys / s.ranks;
    s.bytes = 4 * job->keys / job->nodes;
    s.in = fmin(job->gpus * m[LINK_IN], fours * m[LINK_IN_4]);
    s.out = fmin(job->gpus * m[LINK_IN], fours * m[LINK_OUT_4]);
    s.both = fmin(job->gpus * m[LINK_BOTH], fours * fmax(m[LINK_BOTH_4], m[LINK_BOTH]));
    s.chunks = ceil(s.keys * need / (m[DEVICE_GB] * 1e9));
    s.spill = s.bytes > m[MEMORY_GB] * 1e9;
    s.one_pass = !s.spill && 2 * s.bytes > m[MEMORY_GB] * 1e9;
    return s;
}

static void add(struct plan *plan, const char *what, const char *binds, double s) {
    if (s <= 0) return;
    plan->steps[plan->n] = (struct step){what, binds, s};
    if (plan->n == 0 || s > plan->at->s) plan->at = &plan->steps[plan->n];
    plan->n++;
    plan->s += s;
}

/** Once in and once out; with chunks in and out at once, first to be parted and then to be sorted. */
static void add_copies(struct plan *plan, const struct site *s, bool first) {
    if (s->job->on_devices) return;
    if (s->chunks > 1)
        add(plan, first ? "chunks in and out, parted" : "chunks in and out, sorted", "host links",
            2 * s->bytes / (s->both * 1e9));
    else
        add(plan, first ? "copy in" : "copy out", "host links",
            s->bytes / ((first ? s->in : s->out) * 1e9));
}

/** How often all keys are read to find where to cut: once by slices, by the lab four times a splitter. */
static void add_splitters(struct plan *plan, const struct site *s) {
    const double *m = s->m;
    bool slices = s->job->slices;
    double rounds = slices ? 1 : 4 * (s->ranks - 1), hops = 2 * ceil(log2(s->ranks));
    double words = slices ? 256 * s->ranks : 2 * 256; // all ranks' counts; sums
    double reading = s->keys / PART_N * m[slices ? FAST_COUNT : DIGIT_READ] / 1e3;
    double link = s->bytes / (s->in * 1e9), disk = s->bytes / (m[DISK_GB_S] * 1e9);
    if (s->spill)
        add(plan, "splitters: keys read again and again", "disks", rounds * fmax(disk, link));
    else if (s->chunks > 1)
        add(plan, "splitters: keys read again and again", "host links",
            rounds * fmax(reading, link));
    else
        add(plan, "splitters: keys read", "device memory", rounds * reading);
    add(plan, "splitters: counts of all ranks", "messages",
        rounds * (hops * m[LATENCY_US] / 1e6 + 8 * words * s->job->gpus / (m[NETWORK_GB_S] * 1e9)));
    if (!slices)
        add(plan, "tables of who sends how much", "network",
            16 * s->ranks * s->ranks * s->job->gpus / (m[NETWORK_GB_S] * 1e9));
}

/** Keys by the rank that they go to. Beyond 64 ranks slices are made of more parts, in a second pass. */
static void add_parts(struct plan *plan, const struct site *s) {
    const double *m = s->m, more = s->ranks > 64 ? m[FAST_PART_7] : 0;
    add(plan, "parts", "device memory",
        s->keys / PART_N * (s->job->slices ? m[FAST_PART_8] + more : m[PARTS_399]) / 1e3);
}

/** Seconds that keys are on their way from device to device, but for the host's links. */
static double wire_s(const struct site *s, const char **binds) {
    const double *m = s->m;
    double leaves = s->bytes * (1 - 1.0 / s->job->nodes);
    double inside = 4 * s->keys * (s->job->gpus - 1) / s->ranks;
    double network = leaves / (m[NETWORK_GB_S] * 1e9), nvlink = inside / (m[NVLINK] * 1e9);
    *binds = network > nvlink ? "network" : "NVLink";
    return fmax(network, nvlink);
}

static void add_messages(struct plan *plan, const struct site *s) {
    double pieces = ceil(4 * s->keys / s->ranks / PIECE_BYTES);
    add(plan, "exchange: messages", "messages", (s->ranks - 1) * pieces * s->m[LATENCY_US] / 1e6);
}

/** Lab 14: an exchange, on several nodes through the hosts, and then the sort of what came. */
static void add_exchange(struct plan *plan, const struct site *s) {
    const char *binds;
    double wire = wire_s(s, &binds), chunk = s->keys / s->chunks;
    add(plan, s->job->nodes > 1 ? "exchange: over the network" : "exchange", binds, wire);
    if (s->job->nodes > 1)
        add(plan, "exchange: device to host, host to device", "host links",
            2 * s->bytes * (1 - 1 / s->ranks) / (s->in * 1e9));
    add_messages(plan, s);
    // a rank has keys of a narrow range, and lab 13's buckets have as many of them as of so many more keys
    add(plan, "sort", "device memory",
        s->chunks * counted_sort_ms(s->m, chunk * s->ranks) / s->ranks / 1e3);
    add_copies(plan, s, false);
}

/** By slices: while they come from device to device, those before are sorted, and those before them leave. */
static void add_slices(struct plan *plan, const struct site *s) {
    const char *wire_binds;
    double wire = wire_s(s, &wire_binds), sort = s->keys / PART_N * s->m[SLICES_4] / 1e3;
    bool streams = s->chunks > 1;
    double out = s->job->on_devices ? 0 : s->bytes * (streams ? 2 / s->both : 1 / s->out) / 1e9;
    const char *binds = wire > fmax(sort, out) ? wire_binds
                        : sort > out           ? "device memory"
                                               : "host links";
    add(plan, "the first slice comes, and is sorted", wire_binds, (wire + sort) / 16);
    add(plan, "slices come, are sorted and leave", binds, fmax(fmax(wire, sort), out));
    add_messages(plan, s);
}

void plan_make(struct plan *plan, const double *m, const struct job *job) {
    struct site s = site_of(m, job);
    double disk = s.bytes / (m[DISK_GB_S] * 1e9);
    bool disks = !job->on_devices && (s.spill || s.one_pass);
    // through one device, the sorts of all chunks but the last one are hidden behind copies
    double chunk = s.keys / s.chunks, seen = s.chunks;
    if (s.ranks < 2 && !job->on_devices && chunk > HIDDEN_CHUNK) chunk = HIDDEN_CHUNK, seen = 1;
    *plan = (struct plan){.held = s.spill || s.one_pass ? "disks"
                                  : s.chunks > 1        ? "hosts"
                                                        : "devices"};
    if (job->on_devices && s.chunks > 1) plan->held = "nowhere";
    if (disks) add(plan, "keys are read", "disks", disk * (s.spill ? 2 : 1));
    add_copies(plan, &s, true);
    if (s.ranks > 1) {
        add_splitters(plan, &s);
        add_parts(plan, &s);
        (job->slices ? add_slices : add_exchange)(plan, &s);
    } else {
        add(plan, "sort", "device memory", seen * fast_sort_ms(m, chunk) / 1e3);
        add_copies(plan, &s, false);
    }
    if (disks) add(plan, "keys are written", "disks", disk * (s.spill ? 2 : 1));
}

void plan_print(const struct plan *plan, const struct job *job) {
    printf("%.4g keys on %d node%s of %d GPU%s%s, held by %s\n", job->keys, job->nodes,
           job->nodes == 1 ? "" : "s", job->gpus, job->gpus == 1 ? "" : "s",
           job->slices ? ", by slices, straight from device to device" : "", plan->held);
    for (size_t i = 0; i < plan->n; i++)
        printf("  %-45s %10.4g s  %s\n", plan->steps[i].what, plan->steps[i].s,
               plan->steps[i].binds);
    printf("  %-45s %10.4g s  bound by %s: %s\n", "in all", plan->s, plan->at->binds,
           plan->at->what);
}

/** Places behind the point that show three digits of it, or all that stand before the point. */
static int decimals(double s) {
    return s >= 100 ? 0 : s >= 10 ? 1 : s >= 1 ? 2 : 3;
}

void plan_nodes(const double *m, double keys, int gpus, bool page) {
    static const int nodes[] = {1, 2, 5, 10, 20, 50, 100, 200, 256, 500, 1000};
    const char *head =
        page ? "| nodes | held by | lab 14 as it is, s | bound by | by slices, s | bound by |\n"
               "|---|---|---|---|---|---|\n"
             : "nodes  held by   as it is, s  bound by                    by slices, s  bound by\n";
    const char *line = page ? "| %d | %s | %.*f%s | %s: %s | %.*f | %s: %s |\n"
                            : "%5d  %-8s %11.*f%1s %s: %-45s %9.*f  %s: %s\n";
    fputs(head, stdout);
    for (size_t i = 0; i < sizeof(nodes) / sizeof(nodes[0]); i++) {
        struct job job = {.keys = keys, .nodes = nodes[i], .gpus = gpus};
        struct plan now, slices;
        plan_make(&now, m, &job);
        job.slices = true;
        plan_make(&slices, m, &job);
        printf(line, nodes[i], now.held, decimals(now.s), now.s,
               nodes[i] * gpus > PLAN_RANKS ? "*" : "", now.at->binds, now.at->what,
               decimals(slices.s), slices.s, slices.at->binds, slices.at->what);
    }
}

double plan_one_device(const double *m, double keys, double device_gb) {
    const struct job job = {.keys = keys, .nodes = 1, .gpus = 1};
    struct plan plan;
    double with[FIGURES];
    for (int f = 0; f < FIGURES; f++) with[f] = m[f];
    if (device_gb > 0) with[DEVICE_GB] = device_gb;
    plan_make(&plan, with, &job);
    return plan.s;
}

double plan_devices(const double *m, double keys, bool on_devices, bool slices) {
    const struct job job = {keys, 1, 4, on_devices, slices};
    struct plan plan;
    plan_make(&plan, m, &job);
    return plan.s;
}

void plan_waiting(const double *m) {
    static const struct {
        const char *what;
        struct job job;
        double device_gb, memory_gb; /**< 0: what there is */
    } jobs[] = {
        {"one H200, on it", {1073741824, 1, 1, true, false}, 0, 0},
        {"one H200 with 8 GiB, from disk and back, with 10 GB of memory",
         {4e9, 1, 1, false, false},
         8.6,
         10},
        {"eight H200, on them", {2147483648, 1, 8, true, true}, 0, 0},
        {"eight H200, pinned memory", {8e9, 1, 8, false, true}, 0, 0},
    };
    for (size_t i = 0; i < sizeof(jobs) / sizeof(jobs[0]); i++) {
        struct plan plan;
        double with[FIGURES];
        for (int f = 0; f < FIGURES; f++) with[f] = m[f];
        if (jobs[i].device_gb > 0) with[DEVICE_GB] = jobs[i].device_gb;
        if (jobs[i].memory_gb > 0) with[MEMORY_GB] = jobs[i].memory_gb;
        plan_make(&plan, with, &jobs[i].job);
        printf("%s: ", jobs[i].what);
        plan_print(&plan, &jobs[i].job);
    }
}
