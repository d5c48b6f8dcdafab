/**
 * @file
 * @brief PrairieLearn's results.json, of at most 1 MB.
 *
 * What cannot be graded there costs no attempt: so is a run that did not finish or that failed by the
 * grader's own fault, and a submission of which nothing compiles.
 */
#include "grader/grade/report/formats.h"
#include "grader/shared/json_file.h"
#include "grader/grade/report/stage_text.h"
#include "grader/grade/report/clean_text.h"

enum { MOST_BYTES = 400000 }; /* of text: in JSON a byte may become two */

static json_t *test_of(const struct result *result, size_t i, bool finished) {
    struct stage_text stage;
    char output[STAGE_TEXT_SIZE];
    size_t bytes = MOST_BYTES / result->n;
    stage_text_of(&stage, result, i, finished);
    clean_text(output, bytes < sizeof(output) ? bytes : sizeof(output), stage.text);
    return json_pack("{s:s, s:s, s:i, s:i, s:s, s:s}", "name", stage.name, "description", stage.lab,
                     "points", stage.points, "max_points", stage.max_points, "message",
                     stage.verdict, "output", output);
}

static bool has_code(const struct result *result) {
    for (size_t i = 0; i < result->n; i++)
        if (!verdict_is_of_build(result->stages[i].verdict)) return true;
    return false;
}

/* Why it cannot be graded, each reason once. */
static json_t *errors_of(const struct result *result, bool finished, const char *all) {
    json_t *errors = json_array();
    if (!finished || stage_text_broken(result))
        return json_array_append_new(errors, json_string(all)), errors;
    for (size_t i = 0; i < result->n; i++) {
        struct stage_text stage;
        stage_text_of(&stage, result, i, finished);
        if (i == 0 || result->stages[i - 1].lab != result->stages[i].lab)
            json_array_append_new(errors, json_sprintf("%s: %s", stage.lab, stage.text));
    }
    return errors;
}

char *prairielearn_text(const struct result *result, bool finished) {
    char text[STAGE_TEXT_SIZE];
    json_t *tests = json_array();
    bool gradable = finished && !stage_text_broken(result) && has_code(result);
    for (size_t i = 0; i < result->n; i++)
        json_array_append_new(tests, test_of(result, i, finished));
    stage_text_all(text, sizeof(text), result, finished);
    double most = result->max_points > 0 ? result->max_points : 1;
    json_t *root = json_pack("{s:b, s:f, s:s, s:s, s:[], s:o}", "gradable", gradable, "score",
                             gradable ? result->points / most : 0.0, "message", text, "output", "",
                             "images", "tests", tests);
    if (!gradable) json_object_set_new(root, "format_errors", errors_of(result, finished, text));
    return json_take_text(root, false);
}
