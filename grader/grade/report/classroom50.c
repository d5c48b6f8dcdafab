/**
 * @file
 * @brief Classroom 50's result.json (classroom50/result/v1); whose it is comes by the environment.
 */
#include "grader/grade/report/formats.h"
#include "grader/shared/json_file.h"
#include "grader/grade/report/stage_text.h"
#include "grader/grade/report/clean_text.h"

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
enum { GIVEN = sizeof(given) / sizeof(*given) };

static const char *value(const char *variable) {
    const char *text = getenv(variable);
    return text ? text : "";
}

const char *classroom50_lacks(void) {
    static char sentence[200];
    for (size_t i = 0; i < GIVEN; i++) {
        snprintf(sentence, sizeof(sentence),
                 "the environment has no %s. Classroom 50's runner sets it", given[i].variable);
        if (!value(given[i].variable)[0]) return sentence;
    }
    if (strncmp(value("SUBMISSION_TAG"), "submit/", 7) != 0)
        return "SUBMISSION_TAG in the environment must begin with submit/";
    const char *type = value("ASSIGNMENT_TYPE");
    if (strcmp(type, "individual") != 0 && strcmp(type, "group") != 0 && strcmp(type, "team") != 0)
        return "ASSIGNMENT_TYPE in the environment must be individual, group or team";
    return NULL;
}

static json_t *test_of(const struct stage_text *stage) {
    return json_pack("{s:s, s:b, s:i, s:i, s:s}", "test-name", stage->name, "passed",
                     stage->status == STAGE_PASSED, "score", stage->points, "max-score",
                     stage->max_points, "output", stage->text);
}

/* No more than 100 tests are taken: the last one stands for all that have no place of their own. */
static json_t *tests_of(const struct result *result, bool finished) {
    json_t *tests = json_array();
    struct stage_text stage, rest = {.status = STAGE_PASSED, .name = "all other stages"};
    for (size_t i = 0; i < result->n; i++) {
        stage_text_of(&stage, result, i, finished);
        if (result->n <= MOST_TESTS || i < MOST_TESTS - 1) {
            json_array_append_new(tests, test_of(&stage));
            continue;
        }
        rest.points += stage.points;
        rest.max_points += stage.max_points;
        if (stage.status != STAGE_PASSED) rest.status = STAGE_FAILED;
    }
    if (result->n > MOST_TESTS) json_array_append_new(tests, test_of(&rest));
    if (result->n == 0) {
        stage = (struct stage_text){.status = STAGE_CUT, .name = "the grader finishes"};
        json_array_append_new(tests, test_of(&stage));
    }
    return tests;
}

/* No other members are taken at the top, so an unfinished run is told in its tests. */
static void tell_unfinished(json_t *tests, const struct result *result) {
    char text[STAGE_TEXT_SIZE];
    stage_text_all(text, sizeof(text), result, false);
    json_object_set_new(json_array_get(tests, 0), "output", json_string(text));
}

char *classroom50_text(const struct result *result, bool finished) {
    char datetime[32], text[1000];
    time_t now = time(NULL);
    json_t *tests = tests_of(result, finished);
    strftime(datetime, sizeof(datetime), "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
    if (!finished) tell_unfinished(tests, result);
    json_t *root = json_pack("{s:s, s:s, s:i, s:i, s:o}", "schema", "classroom50/result/v1",
                             "datetime", datetime, "score", result->points, "max-score",
                             result->max_points, "tests", tests);
    for (size_t i = 0; i < GIVEN; i++) {
        clean_text(text, sizeof(text), value(given[i].variable));
        json_object_set_new(root, given[i].member, json_string(text));
    }
    return json_take_text(root, false);
}
