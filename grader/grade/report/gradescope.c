/**
 * @file
 * @brief Gradescope's results.json.
 *
 * A hidden stage is a visible test without text: were its test hidden there, students would see no total.
 * What the grader prints is the instructor's (stdout_visibility).
 */
#include "grader/grade/report/formats.h"
#include "grader/grade/report/json_file.h"
#include "grader/grade/report/said.h"

static json_t *test_of(const struct result *result, size_t i, bool finished) {
    struct said said;
    said_stage(&said, result, i, finished);
    return json_pack("{s:i, s:i, s:s, s:s, s:s, s:s, s:s, s:s, s:[s]}", "score", said.points,
                     "max_score", said.max_points, "status",
                     said.status == SAID_PASSED ? "passed" : "failed", "name", said.name, "number",
                     said.number, "output", said.text, "output_format", "text", "visibility",
                     "visible", "tags", said.lab);
}

char *gradescope_text(const struct result *result, bool finished) {
    char text[SAID_TEXT];
    json_t *tests = json_array();
    for (size_t i = 0; i < result->n; i++)
        json_array_append_new(tests, test_of(result, i, finished));
    said_all(text, sizeof text, result, finished);
    return json_take_text(
        json_pack("{s:i, s:s, s:s, s:s, s:s, s:s, s:s, s:o}", "score", result->points, "output",
                  text, "output_format", "text", "test_output_format", "text", "test_name_format",
                  "text", "visibility", "visible", "stdout_visibility", "hidden", "tests", tests),
        false);
}
