/**
 * @file
 * @brief How long a sort takes on machines that are not here, by what was measured on those that are.
 *
 *     model [--keys N] [--nodes N] [--gpus N] [--link GB/S] [--network GB/S] [--latency US] [--disk GB/S]
 *           [--memory GB] [--device-memory GB] [--page | --dist NAME|all [--ranks N] [--each N] [--core PART]]
 *
 * It runs in the kit's top folder. Exit status: 0; 1 a rank of the simulation does not hold its share; 2 the request
 * is wrong, or a figure does not stand where it should.
 */
#include <getopt.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/bench/model/plan.h"
#include "grader/bench/model/rows.h"
#include "grader/bench/model/simulate.h"

static const struct option options[] = {
    {"keys", 1, 0, 'k'}, {"nodes", 1, 0, 'n'},   {"gpus", 1, 0, 'g'},
    {"link", 1, 0, 'l'}, {"network", 1, 0, 'w'}, {"latency", 1, 0, 't'},
    {"disk", 1, 0, 'd'}, {"memory", 1, 0, 'm'},  {"device-memory", 1, 0, 'v'},
    {"page", 0, 0, 'p'}, {"dist", 1, 0, 'i'},    {"ranks", 1, 0, 'r'},
    {"each", 1, 0, 'e'}, {"core", 1, 0, 'c'},    {0, 0, 0, 0}};

struct request {
    struct job job;
    struct simulation sim;
    bool page;
    double figure[FIGURES]; /**< what was told otherwise; 0: nothing */
};

static void stop(const char *format, ...) {
    va_list values;
    fputs("model: ", stderr);
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
    exit(2);
}

static double number(const char *name, const char *text, double least, double most) {
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || !(value >= least && value <= most))
        stop("--%s is '%s'; it is a number from %g to %g", name, text, least, most);
    return value;
}

static const struct {
    int letter;
    enum figure_id figure;
} told[] = {{'l', LINK_IN},   {'w', NETWORK_GB_S}, {'t', LATENCY_US},
            {'d', DISK_GB_S}, {'m', MEMORY_GB},    {'v', DEVICE_GB}};

static struct request parse(int argc, char **argv) {
    struct request r = {.job = {.keys = 1e12, .nodes = 100, .gpus = 4},
                        .sim = {.ranks = 1000, .each = 10000, .core = 0.25, .nodes_a_group = 16}};
    int at = 0;
    for (int o; (o = getopt_long(argc, argv, "", options, &at)) != -1;) {
        const char *name = options[at].name;
        if (o == '?') stop("an option is not known; see the head of grader/bench/model/main.c");
        if (o == 'p') r.page = true;
        if (o == 'i') r.sim.dist = optarg;
        if (o == 'k') r.job.keys = number(name, optarg, 1, 1e18);
        if (o == 'n') r.job.nodes = (int)number(name, optarg, 1, 1e5);
        if (o == 'g') r.job.gpus = (int)number(name, optarg, 1, 64);
        if (o == 'r') r.sim.ranks = (int)number(name, optarg, 1, 10000);
        if (o == 'e') r.sim.each = (size_t)number(name, optarg, 1, 1e6);
        if (o == 'c') r.sim.core = number(name, optarg, 1e-3, 1);
        for (size_t i = 0; i < sizeof(told) / sizeof(told[0]); i++)
            if (o == told[i].letter) r.figure[told[i].figure] = number(name, optarg, 1e-6, 1e9);
    }
    if (optind < argc) stop("'%s' is not expected", argv[optind]);
    enum data_dist dist;
    if (r.sim.dist && strcmp(r.sim.dist, "all") != 0 && !data_dist_from_name(r.sim.dist, &dist))
        stop("--dist is '%s'; there are all, %s", r.sim.dist, data_dist_names());
    if ((double)r.sim.each * r.sim.ranks > 4e9) stop("--each is too many for so many ranks");
    r.sim.gpus = r.job.gpus;
    r.sim.keys = r.job.keys;
    return r;
}

/** A faster link is so in all that goes over it. */
static void tell(struct machine *machine, const double *figure) {
    double *m = machine->value, links = figure[LINK_IN] > 0 ? figure[LINK_IN] / m[LINK_IN] : 1;
    m[LINK_IN] *= links, m[LINK_BOTH] *= links, m[LINK_IN_4] *= links, m[LINK_BOTH_4] *= links;
    for (int i = DEVICE_GB; i < FIGURES; i++)
        if (figure[i] > 0) m[i] = figure[i];
}

static void print_all(const struct machine *machine, const struct book *book, struct job job) {
    struct plan plan;
    machine_print(machine);
    puts("");
    rows_print(machine, book);
    puts("\nTo be held against devices:");
    plan_waiting(machine->value);
    printf("\n%.4g keys by nodes of %d GPUs:\n", job.keys, job.gpus);
    plan_nodes(machine->value, job.keys, job.gpus, false);
    puts("");
    for (int slices = 0; slices < 2; slices++) {
        job.slices = slices;
        plan_make(&plan, machine->value, &job);
        plan_print(&plan, &job);
    }
}

int main(int argc, char **argv) {
    struct request r = parse(argc, argv);
    struct book book;
    struct machine machine;
    char why[512];
    bool good = true;
    if (!book_open(&book, ".", why) || !machine_read(&machine, &book, why)) stop("%s", why);
    tell(&machine, r.figure);
    if (r.sim.dist) {
        good = simulate(machine.value, &r.sim);
        if (!good) fputs("model: no memory, or a rank does not hold its share\n", stderr);
    } else if (r.page) {
        rows_summary(&machine, &book);
        puts("");
        plan_nodes(machine.value, r.job.keys, r.job.gpus, true);
    } else {
        print_all(&machine, &book, r.job);
    }
    book_close(&book);
    return good ? 0 : 1;
}
