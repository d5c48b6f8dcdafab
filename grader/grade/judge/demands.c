/**
 * @file
 * @brief Counts of the profiler against a lab's demands.
 */
#include "grader/grade/judge/demands.h"
#include "grader/grade/judge/report_file.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

/* Of all kernels together, or of all host code. */
static double sum(const json_t *report, const char *count) {
    const json_t *of_host = json_object_get(json_object_get(report, "host"), count), *kernel;
    double all = json_number_value(of_host);
    size_t i;
    json_array_foreach(json_object_get(report, "kernels"), i, kernel) {
        bool launches = strcmp(count, "launches") == 0;
        const json_t *from = launches ? kernel : json_object_get(kernel, "metrics");
        all += json_number_value(json_object_get(from, count));
    }
    return all;
}

static double cost_of(const json_t *report, const struct stage_demand *d, double keys) {
    double per = !d->per ? 0 : strcmp(d->per, "keys") != 0 ? sum(report, d->per) : keys;
    return sum(report, d->count) / (per > 0 ? per : 1);
}

/* The length of the words up to their noun: "requests", and the first word where there are none. */
static size_t noun_end(const char *words) {
    const char *requests = strstr(words, "requests");
    return requests ? (size_t)(requests - words) + strlen("requests") : strcspn(words, " ");
}

/* The s of the noun, which one of a kind has not. */
static size_t plural(double cost, const char *words) {
    size_t end = noun_end(words);
    return cost == 1 && end && words[end - 1] == 's';
}

static bool holds(double cost, const struct stage_demand *d, char *text, size_t size) {
    bool less = (cost < d->at_least), more = (cost > d->at_most);
    if (less || more)
        snprintf(text, size, "%s%.4g %.*s%s (at %s %.4g)", less ? "only " : "", cost,
                 (int)(noun_end(d->words) - plural(cost, d->words)), d->words,
                 d->words + noun_end(d->words), less ? "least" : "most",
                 less ? d->at_least : d->at_most);
    return !less && !more;
}

/* Something is asked of kernels, and not of the host alone. */
static bool of_kernels(const json_t *report, const struct stage_demand *d) {
    const json_t *host = json_object_get(report, "host");
    while (d->count && json_object_get(host, d->count)) d++;
    return d->count;
}

bool demands_hold(const char *report, const struct stage_demand *demands, double keys, char *text,
                  size_t size) {
    json_t *root = report_load(report);
    bool idle = !json_array_size(json_object_get(root, "kernels")) && of_kernels(root, demands);
    if (!root || idle)
        snprintf(text, size,
                 root ? "no kernel was launched: the host did the work"
                      : "the profile cannot be read");
    bool hold = root && !idle;
    for (; hold && demands->count; demands++)
        hold = holds(cost_of(root, demands, keys), demands, text, size);
    json_decref(root);
    return hold;
}
