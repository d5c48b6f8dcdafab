/**
 * @file
 * @brief The result as autograding steps in GitHub Actions hand it on, in base64, as an output.
 */
#include "grader/grade/report/formats.h"
#include "grader/shared/json_file.h"
#include "grader/grade/report/stage_text.h"

static const char *status_of(const struct stage_text *stage) {
    if (stage->status == STAGE_PASSED) return "pass";
    return stage->status == STAGE_FAILED || stage->status == STAGE_LEFT ? "fail" : "error";
}

static json_t *test_of(const struct result *result, size_t i, bool finished) {
    struct stage_text stage;
    stage_text_of(&stage, result, i, finished);
    return json_pack("{s:s, s:s, s:i, s:i, s:s}", "name", stage.name, "status", status_of(&stage),
                     "score", stage.points, "max_score", stage.max_points, "message", stage.text);
}

char *github_text(const struct result *result, bool finished) {
    char text[STAGE_TEXT_SIZE];
    json_t *tests = json_array();
    bool all = finished && result->n > 0;
    for (size_t i = 0; i < result->n; i++) {
        json_array_append_new(tests, test_of(result, i, finished));
        all = all && result->stages[i].verdict == VERDICT_OK;
    }
    stage_text_all(text, sizeof(text), result, finished);
    bool broken = !finished || stage_text_broken(result);
    return json_take_text(json_pack("{s:i, s:s, s:i, s:s, s:o}", "version", 1, "status",
                                    broken ? "error"
                                    : all  ? "pass"
                                           : "fail",
                                    "max_score", result->max_points, "message", text, "tests",
                                    tests),
                          false);
}
