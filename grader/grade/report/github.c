/**
 * @file
 * @brief The result as autograding steps in GitHub Actions hand it on, in base64, as an output.
 */
#include "grader/grade/report/formats.h"
#include "grader/grade/report/json_file.h"
#include "grader/grade/report/said.h"

static const char *status_of(const struct said *said) {
    if (said->status == SAID_PASSED) return "pass";
    return said->status == SAID_FAILED || said->status == SAID_LEFT ? "fail" : "error";
}

static json_t *test_of(const struct result *result, size_t i, bool finished) {
    struct said said;
    said_stage(&said, result, i, finished);
    return json_pack("{s:s, s:s, s:i, s:i, s:s}", "name", said.name, "status", status_of(&said),
                     "score", said.points, "max_score", said.max_points, "message", said.text);
}

char *github_text(const struct result *result, bool finished) {
    char text[SAID_TEXT];
    json_t *tests = json_array();
    bool all = finished && result->n > 0;
    for (size_t i = 0; i < result->n; i++) {
        json_array_append_new(tests, test_of(result, i, finished));
        all = all && result->stages[i].verdict == VERDICT_OK;
    }
    said_all(text, sizeof text, result, finished);
    bool broken = !finished || said_broken(result);
    return json_take_text(json_pack("{s:i, s:s, s:i, s:s, s:o}", "version", 1, "status",
                                    broken ? "error"
                                    : all  ? "pass"
                                           : "fail",
                                    "max_score", result->max_points, "message", text, "tests",
                                    tests),
                          false);
}
