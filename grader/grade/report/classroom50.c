/**
 * @file
 * @brief Classroom 50's result.json (classroom50/result/v1); whose it is comes by the environment.
 */
#include "grader/grade/report/formats.h"
#include "grader/grade/report/json_file.h"
#include "grader/grade/report/said.h"
#include "grader/grade/report/text.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_TESTS = 100 };

/* Members that are strings from the environment. */
static const struct {
    const char *member, *variable;
} given[] = {{"classroom", "CLASSROOM"}, {"assignment", "ASSIGNMENT"},
             {"owner", "OWNER"},         {"assignment_type", "ASSIGNMENT_TYPE"},
             {"commit", "COMMIT_URL"},   {"submission", "SUBMISSION_TAG"},
             {"review", "REVIEW_URL"},   {"release", "RELEASE_URL"}};
enum { GIVEN = sizeof given / sizeof *given };

static const char *value(const char *variable) {
    const char *text = getenv(variable);
    return text ? text : "";
}

const char *classroom50_lacks(void) {
    static char sentence[200];
    for (size_t i = 0; i < GIVEN; i++) {
        snprintf(sentence, sizeof sentence,
                 "the environment has no %s; Classroom 50's runner sets it", given[i].variable);
        if (!value(given[i].variable)[0]) return sentence;
    }
    if (strncmp(value("SUBMISSION_TAG"), "submit/", 7))
        return "SUBMISSION_TAG in the environment must begin with submit/";
    const char *type = value("ASSIGNMENT_TYPE");
    if (strcmp(type, "individual") && strcmp(type, "group") && strcmp(type, "team"))
        return "ASSIGNMENT_TYPE in the environment must be individual, group or team";
    return NULL;
}

static json_t *test_of(const struct said *said) {
    return json_pack("{s:s, s:b, s:i, s:i, s:s}", "test-name", said->name, "passed",
                     said->status == SAID_PASSED, "score", said->points, "max-score",
                     said->max_points, "output", said->text);
}

/* No more than 100 tests are taken: the last one stands for all that have no place of their own. */
static json_t *tests_of(const struct result *result, bool finished) {
    json_t *tests = json_array();
    struct said said, rest = {.status = SAID_PASSED, .name = "all other stages"};
    for (size_t i = 0; i < result->n; i++) {
        said_stage(&said, result, i, finished);
        if (result->n <= MOST_TESTS || i < MOST_TESTS - 1) {
            json_array_append_new(tests, test_of(&said));
            continue;
        }
        rest.points += said.points;
        rest.max_points += said.max_points;
        if (said.status != SAID_PASSED) rest.status = SAID_FAILED;
    }
    if (result->n > MOST_TESTS) json_array_append_new(tests, test_of(&rest));
    if (result->n == 0) {
        said = (struct said){.status = SAID_CUT, .name = "the grader finishes"};
        json_array_append_new(tests, test_of(&said));
    }
    return tests;
}

/* No other members are taken at the top, so an unfinished run is told in its tests. */
static void tell_unfinished(json_t *tests, const struct result *result) {
    char text[SAID_TEXT];
    said_all(text, sizeof text, result, false);
    json_object_set_new(json_array_get(tests, 0), "output", json_string(text));
}

char *classroom50_text(const struct result *result, bool finished) {
    char datetime[32], text[1000];
    time_t now = time(NULL);
    json_t *tests = tests_of(result, finished);
    strftime(datetime, sizeof datetime, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
    if (!finished) tell_unfinished(tests, result);
    json_t *root = json_pack("{s:s, s:s, s:i, s:i, s:o}", "schema", "classroom50/result/v1",
                             "datetime", datetime, "score", result->points, "max-score",
                             result->max_points, "tests", tests);
    for (size_t i = 0; i < GIVEN; i++) {
        text_clean(text, sizeof text, value(given[i].variable));
        json_object_set_new(root, given[i].member, json_string(text));
    }
    return json_take_text(root, false);
}
