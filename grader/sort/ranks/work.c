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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/shared/options.h"
#include "grader/sort/ranks/ranks.h"

static struct request asked = {.seed = 1, .n = 1 << 16, .patience_s = 60};

static const char *take_dist(const char *text, void *to) {
    static char says[300];
    snprintf(says, sizeof(says), "It can be %s", data_dist_names());
    return data_dist_from_name(text, to) ? NULL : says;
}

static const struct option_row rows[] = {
    {"in", 0, "FILE", "binary keys to sort", .text = &asked.in},
    {"out", 0, "FILE", "where they go", .text = &asked.out},
    {"n", 0, "KEYS", "make so many (65536)", OPTION_NUMBER(asked.n, 0, 1ull << 40)},
    {"dist", 0, "NAME", "in this manner (uniform)", .take = take_dist, .to = &asked.dist},
    {"seed", 0, "NUMBER", "from this seed (1)", OPTION_NUMBER(asked.seed, 0, UINT64_MAX)},
    {"type", 0, "u32|i32|f32", "what keys are (u32)",
     OPTION_CHOICE(asked.type, "u32", "i32", "f32")},
    {"patience", 0, "SECONDS", "how long a rank waits for others (60)",
     OPTION_NUMBER(asked.patience_s, 0, 1 << 20)},
    {"check", 0, NULL, "go through all distributions", .flag = &asked.checks},
    {"lab", 0, NULL, "sort by the steps of lab 14", .flag = &asked.by_lab},
    {0}};

struct request request_of(int argc, char **argv) {
    options_read(&(struct options){rows, "Sorts keys on several ranks.", .stop = stop_all}, argc,
                 argv);
    if (asked.in && asked.out && strcmp(asked.in, asked.out) == 0)
        stop_all(2, "'%s' is both. Write to another file", asked.in);
    return asked;
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
        printf("%-9s %llu keys, %d ranks of %llu to %llu, sorted and checked, ms: in %.1f, sort "
               "%.1f (exchange so far %.1f), out %.1f\n",
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
