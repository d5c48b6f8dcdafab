/**
 * @file
 * @brief What a rank does from the command line to the line that rank 0 prints.
 *
 *     [--in FILE --out FILE] [--n KEYS] [--dist NAME] [--seed N] [--type u32|i32|f32]
 *     [--patience SECONDS] [--check] [--lab]
 *
 * Rank r of k reads the r-th part of FILE (binary) or makes the r-th part of n keys, and writes its
 * share of the sorted whole to its place in OUT. --check goes through all distributions, with n keys
 * each. --lab sorts by the steps of lab 14 where there is another way. Exit status: 0 sorted; 1 a
 * result or a rank failed; 2 the request is wrong.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/sort/ranks/ranks.h"

static const struct option options[] = {
    {"in", 1, 0, 'i'},   {"out", 1, 0, 'o'},  {"n", 1, 0, 'n'},        {"dist", 1, 0, 'd'},
    {"seed", 1, 0, 's'}, {"type", 1, 0, 't'}, {"patience", 1, 0, 'p'}, {"check", 0, 0, 'c'},
    {"lab", 0, 0, 'l'},  {0, 0, 0, 0}};

uint64_t number_of(const char *name, const char *text, uint64_t least, uint64_t most) {
    char *end;
    unsigned long long value = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || value < least || value > most)
        stop_all(2, "%s is '%s'; it is a number from %llu to %llu", name, text,
                 (unsigned long long)least, (unsigned long long)most);
    return value;
}

struct request request_of(int argc, char **argv) {
    struct request r = {.seed = 1, .n = 1 << 16, .patience_s = 60};
    for (int o; (o = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (o == 'i') r.in = optarg;
        if (o == 'o') r.out = optarg;
        if (o == 'n') r.n = number_of("--n", optarg, 0, 1ull << 40);
        if (o == 's') r.seed = number_of("--seed", optarg, 0, UINT64_MAX);
        if (o == 'p') r.patience_s = (int)number_of("--patience", optarg, 0, 1 << 20);
        if (o == 'c') r.checks = true;
        if (o == 'l') r.by_lab = true;
        if (o == 'd' && !data_dist_from_name(optarg, &r.dist))
            stop_all(2, "--dist is '%s'; there are %s", optarg, data_dist_names());
        if (o == 't' && !key_type_from_name(optarg, &r.type))
            stop_all(2, "--type is '%s'; there are u32, i32 and f32", optarg);
        if (o == '?')
            stop_all(2, "an option is not known; see the head of grader/sort/ranks/work.c");
    }
    if (optind < argc) stop_all(2, "'%s' is not expected", argv[optind]);
    if (r.in && r.out && strcmp(r.in, r.out) == 0)
        stop_all(2, "'%s' is both; write to another file", r.in);
    return r;
}

/** The slowest rank's times, the least and the greatest share; rank 0 says so. */
static void report(const struct comm *comm, const struct share *s, const char *what) {
    uint64_t mine[5] = {s->n, (uint64_t)(s->upload_ms * 1e3), (uint64_t)(s->sort_ms * 1e3),
                        (uint64_t)(comm_exchange_ms() * 1e3), (uint64_t)(s->download_ms * 1e3)};
    uint64_t *all = malloc(sizeof(mine) * (size_t)comm->ranks), most[5] = {0}, fewest = s->n;
    if (!all) stop_all(2, "no memory for the times of %d ranks", comm->ranks);
    if (comm->allgather(comm->context, mine, 5, all)) stop_all(1, "%s", comm_why());
    for (int i = 0; i < 5 * comm->ranks; i++) {
        if (all[i] > most[i % 5]) most[i % 5] = all[i];
        if (i % 5 == 0 && all[i] < fewest) fewest = all[i];
    }
    if (comm->rank == 0)
        printf(
            "%-9s %llu keys, %d ranks of %llu to %llu, sorted and checked; ms: in %.1f, sort %.1f "
            "(exchange so far %.1f), out %.1f\n",
            what, (unsigned long long)s->all, comm->ranks, (unsigned long long)fewest,
            (unsigned long long)most[0], most[1] / 1e3, most[2] / 1e3, most[3] / 1e3,
            most[4] / 1e3);
    fflush(stdout);
    free(all);
}

/** All distributions there are, each as a sort of its own. */
static void check(const struct comm *comm, const struct request *r) {
    for (int dist = 0; dist < DATA_LITERAL; dist++) {
        struct share s = share_make(comm, r->n, (enum data_dist)dist, r->seed);
        share_sort(comm, &s, r->type, r->by_lab);
        report(comm, &s, data_dist_name((enum data_dist)dist));
        share_drop(&s);
    }
}

/** One sort, of a file or of keys that are made. */
static void sort_file(const struct comm *comm, const struct request *r) {
    struct share s = r->in ? share_read(comm, r->in) : share_make(comm, r->n, r->dist, r->seed);
    int out = r->out ? out_open(comm, r->out) : -1;
    share_sort(comm, &s, r->type, r->by_lab);
    if (r->out) share_write(comm, out, r->out, &s);
    report(comm, &s, r->in ? "file" : data_dist_name(r->dist));
    share_drop(&s);
}

void work(const struct comm *comm, const struct request *r) {
    if (r->checks)
        check(comm, r);
    else
        sort_file(comm, r);
}
