/**
 * @file
 * @brief Failures and hints, as common/build/hint.sh reads them.
 */
#include "grader/grade/learner/for_hints.h"

#include <stdio.h>
#include <string.h>

int for_hints_failure(const char *path, const struct stage_lab *lab) {
    json_t *state = state_read(path);
    struct record_failure last = record_failure(state);
    size_t frontier = lab ? record_frontier(state, lab) : 0;
    if (last.step && (!lab || strcmp(last.lab, lab->name) == 0))
        printf("%s %d %s\n", last.lab, last.step, last.class);
    else if (lab && frontier < lab->n_rows)
        printf("%s %d\n", lab->name, lab->rows[frontier].step);
    json_decref(state);
    return 0;
}

int for_hints_shown(const char *path, const char *lab, const char *name) {
    const char *which;
    json_t *value, *state = state_read(path);
    json_object_foreach(record_hints(state, lab, name), which, value) puts(which);
    json_decref(state);
    return 0;
}
