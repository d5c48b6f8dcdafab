/**
 * @file
 * @brief An examination's time (see clock.h).
 */
#include "grader/grade/learner/clock.h"
#include "grader/grade/learner/state.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static void keep_beginning(json_t *state, void *context) {
    char now[32];
    json_t *exam = state_object(state, "examination");
    (void)context;
    if (!json_object_get(exam, "began"))
        json_object_set_new(exam, "began", json_string(state_now(now)));
}

/* Seconds since the epoch; now, where the state says nothing that can be read. */
static time_t beginning(const char *path) {
    struct tm when = {0};
    json_t *state = state_read(path);
    const char *began =
        json_string_value(json_object_get(json_object_get(state, "examination"), "began"));
    time_t seconds =
        began && strptime(began, "%Y-%m-%dT%H:%M:%SZ", &when) ? timegm(&when) : time(NULL);
    json_decref(state);
    return seconds;
}

int clock_print(const struct course *course, const char *minutes) {
    const struct terminal *s = &course->screen;
    char text[200], when[16] = "";
    if (!state_change(course->state, keep_beginning, NULL)) return 2;
    time_t began = beginning(course->state);
    long most = atol(minutes), gone = (long)(time(NULL) - began) / 60;
    strftime(when, sizeof(when), "%H:%M", localtime(&began));
    if (gone < most)
        snprintf(text, sizeof(text),
                 "Examination: %ld of %ld minutes left, since your first make at %s.", most - gone,
                 most, when);
    else
        snprintf(text, sizeof(text),
                 "Examination: the %ld minutes since your first make at %s are over. Hand in now.",
                 most, when);
    terminal_wrapped(s, text, 0);
    return 0;
}
