/**
 * @file
 * @brief How long a sort takes on machines that are not here, by what was measured on those that are.
 *
 * It runs in the kit's top folder. Exit status: 0; 2 the request or figures.csv is wrong.
 */
#include <stdio.h>

#include "grader/bench/model/model.h"
#include "grader/shared/options.h"

static double keys = 1e12, nodes = 100, gpus = 4;
static double told[FIGURES]; /**< figures that the command line has; 0: as the file has it */
static bool page;

#define REAL(place, from, to_most) .real = &(place), .low = (from), .high = (to_most)
#define FIGURE(name)               REAL(told[name], 1e-6, 1e9)
static const struct option_row rows[] = {
    {"keys", 0, "N", "to sort (1e12)", REAL(keys, 1, 1e18)},
    {"nodes", 0, "N", "machines (100)", REAL(nodes, 1, 1e5)},
    {"gpus", 0, "N", "of a machine (4)", REAL(gpus, 1, 64)},
    {"link", 0, "GB/S", "from a host to a device", FIGURE(LINK_IN)},
    {"network", 0, "GB/S", "out of a machine", FIGURE(NETWORK_GB_S)},
    {"latency", 0, "US", "of a message", FIGURE(LATENCY_US)},
    {"disk", 0, "GB/S", "of a machine", FIGURE(DISK_GB_S)},
    {"memory", 0, "GB", "of a machine", FIGURE(MEMORY_GB)},
    {"device-memory", 0, "GB", "of a GPU", FIGURE(DEVICE_GB)},
    {"page", 0, NULL, "the tables of docs/model.md", .flag = &page},
    {0}};

int main(int argc, char **argv) {
    static struct model model;
    double *m = model.m;
    options_read(
        &(struct options){.rows = rows,
                          .about = "Says how long a sort takes on machines that are not here."},
        argc, argv);
    model_read(&model, ".");
    double links = told[LINK_IN] > 0 ? told[LINK_IN] / m[LINK_IN] : 1;
    m[LINK_BOTH] *= links, m[LINK_IN_4] *= links, m[LINK_BOTH_4] *= links; // all that goes over it
    for (int i = 0; i < FIGURES; i++)
        if (told[i] > 0) m[i] = told[i];
    (page ? model_print_groups : model_print)(&model);
    puts("");
    plan_print(m, (struct job){keys, (int)nodes, (int)gpus, 0, 0}, !page);
    return 0;
}
