/**
 * @file
 * @brief The result as JSON, through jansson.
 */
#include "grader/formats/formats.h"
#include "grader/judge/failure.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static json_t *stage_object(const struct stage_result *r) {
    return json_pack("{s:s, s:i, s:i, s:s, s:i, s:i, s:s, s:s, s:s, s:s}", "lab", r->lab->name,
                     "stage", r->number, "step", r->row->step, "title", r->row->title, "points",
                     r->points, "max_points", r->row->points, "verdict", verdict_code(r->verdict),
                     "class", failure_name(r->failure.kind), "message", r->message, "repeat",
                     r->repeat);
}

static bool write_beside(const char *path, const json_t *root) {
    char beside[4096 + 16];
    snprintf(beside, sizeof beside, "%.4096s.XXXXXX", path);
    int fd = mkstemp(beside);
    if (fd < 0) return false;
    FILE *file = fdopen(fd, "w");
    bool written = file && json_dumpf(root, file, JSON_INDENT(2)) == 0 && fputc('\n', file) != EOF;
    written = file && fflush(file) == 0 && written && fchmod(fd, 0644) == 0;
    int error = errno;
    if (file ? fclose(file) : close(fd)) written = false;
    if (written && rename(beside, path) == 0) return true;
    if (written) error = errno;
    unlink(beside);
    errno = error;
    return false;
}

bool json_write(const char *path, const struct result *result) {
    json_t *stages = json_array();
    for (size_t i = 0; i < result->n; i++)
        json_array_append_new(stages, stage_object(&result->stages[i]));
    json_t *root = json_pack("{s:s, s:i, s:i, s:o}", "submission", result->submission, "points",
                             result->points, "max_points", result->max_points, "stages", stages);
    errno = ENOMEM;
    bool written = root && write_beside(path, root);
    json_decref(root);
    return written;
}
