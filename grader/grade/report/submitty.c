/**
 * @file
 * @brief Submitty: what its custom validator of a test prints, a part of 1 and a message a stage.
 *
 * Submitty shows a student nothing but "Custom validation failed" where the outer status is "fail", so it is
 * "success" always, and a run that did not finish says so in its first message.
 */
#include "grader/grade/report/formats.h"
#include "grader/shared/json_file.h"
#include "grader/grade/report/stage_text.h"

static void add_message(json_t *messages, const char *text, const char *status) {
    json_array_append_new(messages, json_pack("{s:s, s:s}", "message", text, "status", status));
}

static void add_stage(json_t *messages, const struct result *result, size_t i, bool finished) {
    struct stage_text stage;
    char text[STAGE_NAME_SIZE + STAGE_TEXT_SIZE + 8];
    stage_text_of(&stage, result, i, finished);
    snprintf(text, sizeof(text), "%s%s%s", stage.name, stage.text[0] ? "\n" : "", stage.text);
    const char *status = stage.status == STAGE_PASSED   ? "success"
                         : stage.status == STAGE_FAILED ? "failure"
                                                        : "warning";
    add_message(messages, text, status);
}

char *submitty_text(const struct result *result, bool finished) {
    char text[STAGE_TEXT_SIZE];
    json_t *messages = json_array();
    double most = result->max_points > 0 ? result->max_points : 1;
    stage_text_all(text, sizeof(text), result, finished);
    add_message(messages, text, finished && !stage_text_broken(result) ? "information" : "failure");
    for (size_t i = 0; i < result->n; i++) add_stage(messages, result, i, finished);
    return json_take_text(json_pack("{s:s, s:{s:f, s:o}}", "status", "success", "data", "score",
                                    result->points / most, "message", messages),
                          false);
}
