/**
 * @file
 * @brief Submitty: what its custom validator of a test prints, a part of 1 and a message a stage.
 *
 * Submitty shows a student nothing but "Custom validation failed" where the outer status is "fail", so it is
 * "success" always, and a run that did not finish says so in its first message.
 */
#include "grader/grade/report/formats.h"
#include "grader/grade/report/json_file.h"
#include "grader/grade/report/said.h"

static void add_message(json_t *messages, const char *text, const char *status) {
    json_array_append_new(messages, json_pack("{s:s, s:s}", "message", text, "status", status));
}

static void add_stage(json_t *messages, const struct result *result, size_t i, bool finished) {
    struct said said;
    char text[SAID_NAME + SAID_TEXT + 8];
    said_stage(&said, result, i, finished);
    snprintf(text, sizeof text, "%s%s%s", said.name, said.text[0] ? "\n" : "", said.text);
    const char *status = said.status == SAID_PASSED   ? "success"
                         : said.status == SAID_FAILED ? "failure"
                                                      : "warning";
    add_message(messages, text, status);
}

char *submitty_text(const struct result *result, bool finished) {
    char text[SAID_TEXT];
    json_t *messages = json_array();
    double most = result->max_points > 0 ? result->max_points : 1;
    said_all(text, sizeof text, result, finished);
    add_message(messages, text, finished && !said_broken(result) ? "information" : "failure");
    for (size_t i = 0; i < result->n; i++) add_stage(messages, result, i, finished);
    return json_take_text(json_pack("{s:s, s:{s:f, s:o}}", "status", "success", "data", "score",
                                    result->points / most, "message", messages),
                          false);
}
