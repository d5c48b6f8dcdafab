/**
 * @file
 * @brief Gradescope's results.json.
 *
 * A hidden stage is a visible test without text: were its test hidden there, students would see no total.
 * What the grader prints is the instructor's (stdout_visibility).
 */
#include "grader/grade/report/formats.h"
#include "grader/shared/json_file.h"
#include "grader/grade/report/stage_text.h"

static json_t *test_of(const struct result *result, size_t i, bool finished) {
    struct stage_text stage;
    stage_text_of(&stage, result, i, finished);
    return json_pack("{s:i, s:i, s:s, s:s, s:s, s:s, s:s, s:s, s:[s]}", "score", stage.points,
                     "max_score", stage.max_points, "status",
                     stage.status == STAGE_PASSED ? "passed" : "failed", "name", stage.name,
                     "number", stage.number, "output", stage.text, "output_format", "text",
                     "visibility", "visible", "tags", stage.lab);
}

char *gradescope_text(const struct result *result, bool finished) {
    char text[STAGE_TEXT_SIZE];
    json_t *tests = json_array();
    for (size_t i = 0; i < result->n; i++)
        json_array_append_new(tests, test_of(result, i, finished));
    stage_text_all(text, sizeof(text), result, finished);
    return json_take_text(
        json_pack("{s:i, s:s, s:s, s:s, s:s, s:s, s:s, s:o}", "score", result->points, "output",
                  text, "output_format", "text", "test_output_format", "text", "test_name_format",
                  "text", "visibility", "visible", "stdout_visibility", "hidden", "tests", tests),
        false);
}
