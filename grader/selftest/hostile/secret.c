/**
 * @file
 * @brief The token as a course's secret: terms that every case is graded by, and what is drawn from them.
 */
#include "grader/selftest/hostile/hostile.h"
#include "grader/grade/policy/terms.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { DRAWN = 8 };

/* What the lab's stages are worth, as the grader says of a folder without files. */
static json_t *worth(const struct hostile *h, const struct hostile_plan *plan, const char *home) {
    char empty[PATH_BYTES], result[PATH_BYTES], seen[PATH_BYTES];
    snprintf(empty, sizeof(empty), "%.900s/none", home);
    snprintf(result, sizeof(result), "%.900s/none.json", home);
    snprintf(seen, sizeof(seen), "%.900s/none.seen", home);
    const char *argv[] = {plan->grade, "--submission", empty,  "--folder",  empty,  "--result",
                          result,      "--lab",        h->lab, "--sandbox", "none", NULL};
    if (mkdir(empty, 0755)) return NULL;
    watch(argv, seen, KILL_AFTER);
    return json_load_file(result, 0, NULL);
}

static json_t *stage_terms(const struct hostile *h, json_t *stage) {
    int number = (int)json_integer_value(json_object_get(stage, "stage"));
    bool hidden = h->hidden && (strcmp(h->stage, "all") == 0 || atoi(h->stage) == number);
    json_t *drawn = json_array();
    for (int i = 1; hidden && i <= DRAWN; i++) json_array_append_new(drawn, json_integer(i));
    return json_pack("{s:O, s:b, s:b, s:b, s:o}", "points", json_object_get(stage, "max_points"),
                     "bonus", 0, "partial", 0, "hidden", hidden, "drawn", drawn);
}

static json_t *lab_terms(const struct hostile *h, json_t *result) {
    json_t *stages = json_array(), *all = json_object_get(result, "stages"), *stage;
    size_t i;
    json_array_foreach(all, i, stage) json_array_append_new(stages, stage_terms(h, stage));
    return json_pack("{s:O, s:s, s:s, s:b, s:o}", "lab",
                     json_object_get(json_array_get(all, 0), "lab"), "due", "", "weight", "1",
                     "bonus", 0, "stages", stages);
}

bool secret_terms(const struct hostile *h, const struct hostile_plan *plan, const char *home,
                  const char *path) {
    json_t *result = worth(h, plan, home);
    json_t *terms =
        json_pack("{s:i, s:s, s:s, s:s, s:i, s:i, s:b, s:s, s:s, s:s, s:[i,i,i], s:{s:i, s:i, s:i, "
                  "s:i, s:i, s:i, "
                  "s:b}, "
                  "s:{s:i, s:i, s:i, s:i, s:i}, s:{s:s, s:i, s:s, s:i, s:i}, s:[o]}",
                  "version", TERMS_VERSION, "assignment", "hostile", "begins", "", "due", "",
                  "out_of", 0, "drop_lowest", 0, "cheat_zero", 0, "attempts", "last", "sandbox",
                  "none", "secret", plan->token, "hints", 0, 0, 0, "late", "grace_minutes", 0,
                  "free_days", 0, "percent_a_day", 0, "percent_an_hour", 0, "most_percent", 0,
                  "closes_days", 0, "clock_student", 0, "limits", "seconds", 0, "cpu_seconds", 0,
                  "memory_mb", 0, "output_mb", 0, "budget", 0, "executor", "name", "local", "jobs",
                  0, "partition", "", "minutes", 0, "gpus", 0, "labs", lab_terms(h, result));
    bool written = result && terms && json_dump_file(terms, path, 0) == 0 && chmod(path, 0600) == 0;
    json_decref(terms);
    json_decref(result);
    return written;
}

bool secret_is_in(const char *instructor, const char *text, size_t size) {
    json_t *root = json_load_file(instructor, 0, NULL), *stage, *one;
    size_t i, k;
    char number[32];
    bool found = false;
    json_array_foreach(json_object_get(root, "stages"), i, stage)
        json_array_foreach(json_object_get(stage, "seeds"), k, one) {
        snprintf(number, sizeof(number), "%lld",
                 (long long)json_integer_value(json_object_get(one, "seed")));
        found |= memmem(text, size, number, strlen(number)) != NULL;
    }
    json_decref(root);
    return found;
}
