/**
 * @file
 * @brief The result as JSON, through jansson.
 */
#include "grader/grade/report/formats.h"
#include "grader/shared/json_file.h"
#include "grader/grade/report/clean_text.h"
#include "grader/grade/judge/failure.h"

#include <errno.h>

/* jansson takes nothing but UTF-8, and compilers and learners write what they like. */
static json_t *clean(const char *text) {
    char copy[sizeof((struct stage_result *)NULL)->failure.shown];
    clean_text(copy, sizeof(copy), text);
    return json_string(copy);
}

/* The smallest input that fails, and what such a failure usually comes from. */
static void add_failure(json_t *stage, const struct failure *f) {
    const char *advice = failure_advice_on(f);
    if (advice && *advice) json_object_set_new(stage, "advice", json_string(advice));
    if (f->shown[0])
        json_object_set_new(stage, "smallest",
                            json_pack("{s:s, s:o}", "order", f->order, "shown", clean(f->shown)));
}

static json_t *stage_object(const struct stage_result *r) {
    json_t *stage = json_pack(
        "{s:s, s:i, s:i, s:o, s:i, s:i, s:s, s:s, s:o, s:o}", "lab", r->lab->name, "stage",
        r->number, "step", r->row->step, "title", clean(r->row->title), "points", r->points,
        "max_points", r->row->points, "verdict", verdict_code(r->verdict), "class",
        failure_name(r->failure.kind), "message", clean(r->message), "repeat", clean(r->repeat));
    if (r->hidden) json_object_set_new(stage, "hidden", json_true());
    if (r->suspicion[0]) json_object_set_new(stage, "suspicion", clean(r->suspicion));
    if (r->note[0]) json_object_set_new(stage, "note", clean(r->note));
    if (r->verdict != VERDICT_OK) add_failure(stage, &r->failure);
    return stage;
}

bool json_write(const char *path, const struct result *result) {
    json_t *stages = json_array();
    for (size_t i = 0; i < result->n; i++)
        json_array_append_new(stages, stage_object(&result->stages[i]));
    json_t *root = json_pack("{s:o, s:s, s:i, s:i, s:o}", "submission", clean(result->submission),
                             "sandbox", result->sandbox, "points", result->points, "max_points",
                             result->max_points, "stages", stages);
    errno = ENOMEM;
    bool written = root && json_file_write(path, root);
    json_decref(root);
    return written;
}
