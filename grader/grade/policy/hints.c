/**
 * @file
 * @brief Hints that a student has seen, from a progress file that the student hands in and may have changed.
 */
#include "grader/grade/policy/terms.h"

#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BYTES_MOST = 1 << 20 };

/* Nothing but a plain file of a sensible size: no pipe to wait at, no link to follow. */
static json_t *load(const char *path) {
    struct stat status;
    json_t *root = NULL;
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    char *bytes = fd < 0 ? NULL : malloc(BYTES_MOST + 1);
    if (bytes && fstat(fd, &status) == 0 && S_ISREG(status.st_mode)) {
        ssize_t n = read(fd, bytes, BYTES_MOST + 1);
        if (n >= 0 && n <= BYTES_MOST) root = json_loadb(bytes, (size_t)n, 0, NULL);
    }
    free(bytes);
    if (fd >= 0) close(fd);
    return root;
}

/* Hints are counted by level; those for a class of failure ("race") are free. */
static void add_hint(const struct terms_lab *lab, json_t *hint, struct terms_hints *hints,
                     size_t *n) {
    json_t *shown = json_object_get(hint, "shown"), *when;
    json_int_t step = json_integer_value(json_object_get(hint, "step"));
    struct terms_hints h = {.step = step > 0 && step < 100 ? (int)step : 0};
    const char *level;
    json_object_foreach(shown, level, when) if (level[0] >= '1' && level[0] < '1' + TERMS_LEVELS &&
                                                !level[1]) h.shown[level[0] - '1'] = 1;
    snprintf(h.lab, sizeof(h.lab), "%s", lab->name);
    if (h.step && *n < TERMS_HINTS_MOST) hints[(*n)++] = h;
}

void terms_hints_read(const char *path, const struct terms *terms, struct terms_hints *hints,
                      size_t *n) {
    json_t *root = load(path), *labs = json_object_get(root, "labs"), *hint;
    const char *name;
    *n = 0;
    for (size_t i = 0; i < terms->n_labs; i++) {
        const struct terms_lab *lab = &terms->labs[i];
        json_t *of_lab = json_object_get(json_object_get(labs, lab->name), "hints");
        json_object_foreach(of_lab, name, hint) add_hint(lab, hint, hints, n);
    }
    json_decref(root);
}
