/**
 * @file
 * @brief Counts of the profiler against a lab's demands.
 */
#include "grader/judge/demands.h"
#include "grader/judge/report_file.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

/* Of all kernels together. */
static double sum(const json_t *kernels, const char *count) {
    const json_t *kernel;
    double all = 0;
    size_t i;
    json_array_foreach(kernels, i, kernel) {
        const json_t *metrics = json_object_get(kernel, "metrics");
        all += json_number_value(json_object_get(metrics, count));
    }
    return all;
}

static bool holds(const json_t *kernels, const struct stage_demand *d, double keys, char *text,
                  size_t size) {
    double count = sum(kernels, d->count),
           per = strcmp(d->per, "keys") ? sum(kernels, d->per) : keys;
    double cost = per > 0 ? count / per : count;
    if (cost <= d->at_most) return true;
    snprintf(text, size, "%.4g %s; %.4g would do", cost, d->words, d->at_most);
    return false;
}

bool demands_hold(const char *report, const struct stage_demand *demands, double keys, char *text,
                  size_t size) {
    json_t *root = report_load(report);
    const json_t *kernels = json_object_get(root, "kernels");
    bool hold = json_array_size(kernels) > 0;
    if (!hold)
        snprintf(text, size,
                 root ? "no kernel was launched: the host did the work"
                      : "the profile cannot be read");
    for (; hold && demands->count; demands++) hold = holds(kernels, demands, keys, text, size);
    json_decref(root);
    return hold;
}
