/**
 * @file
 * @brief make similar: which files look alike, said in plain words, and a page a group (similar.h).
 */
#include "grader/class/intake.h"
#include "grader/class/pages/pages.h"
#include "grader/class/results.h"
#include "grader/class/similar/similar.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *text_at(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

static int number_at(const json_t *object, const char *name) {
    return (int)json_integer_value(json_object_get(object, name));
}

static const char *shown_of(const json_t *who) {
    const char *shown = text_at(who, "shown");
    return *shown ? shown : text_at(who, "student");
}

/* "ada, ben", "the reference solution", "cem (an earlier year)". */
static void say_members(const json_t *file) {
    const json_t *members = json_object_get(file, "members");
    size_t i;
    json_t *m;
    json_array_foreach(members, i, m) {
        const char *origin = text_at(m, "origin");
        char safe[120];
        printf("%s%s%s", i ? ", " : "",
               strcmp(origin, "reference") != 0 ? take_shown(shown_of(m), safe)
                                                : "the reference solution",
               strcmp(origin, "earlier") != 0 ? "" : " (an earlier year)");
    }
}

static void say_group(const json_t *group) {
    const json_t *files = json_object_get(group, "files");
    size_t i;
    json_t *file;
    printf("lab %.2s, ", text_at(group, "lab"));
    if (json_is_true(json_object_get(group, "identical")))
        printf("the same bytes: ");
    else
        printf("%d %% alike: ", number_at(group, "percent"));
    json_array_foreach(files, i, file) {
        if (i) printf("; ");
        say_members(file);
    }
    printf(" (%s)\n", text_at(group, "page"));
}

static void say_left_out(const json_t *left_out) {
    size_t i;
    json_t *one;
    json_array_foreach(left_out, i, one) {
        const char *lab = text_at(one, "lab");
        char safe[120];
        printf("left out: %s%s%s%.2s: %s\n", take_shown(shown_of(one), safe),
               strcmp(text_at(one, "origin"), "earlier") != 0 ? "" : " (an earlier year)",
               *lab ? ", lab " : "", lab, text_at(one, "why"));
    }
}

static void say(const struct class *c, const json_t *found) {
    const json_t *groups = json_object_get(found, "groups");
    const char *skipped = text_at(found, "skipped");
    size_t i;
    json_t *group;
    json_array_foreach(groups, i, group) say_group(group);
    say_left_out(json_object_get(found, "left_out"));
    if (*skipped)
        printf("No files were compared with each other: %s.\n", skipped);
    else
        printf("%d files of %zu students compared, %zu group%s alike: "
               "%s/look-alikes/index.html\n",
               number_at(found, "compared"), c->n_students, json_array_size(groups),
               json_array_size(groups) == 1 ? " looks" : "s look", c->out);
}

int similar_report(const struct class *c) {
    char path[CLASS_PATH], problem[1000];
    json_t *found = similar_class(c);
    bool skipped = json_object_get(found, "skipped");
    if (!skipped && !pages_look_alikes(c->out, found, problem, sizeof(problem)))
        class_stop("%s", problem);
    if (!skipped && !class_write_json(class_path(c, "look-alikes/look-alikes.json", path), found))
        class_stop("%s cannot be written", path);
    if (strcmp(c->similar, "json") == 0)
        json_dumpf(found, stdout, JSON_INDENT(2)), putchar('\n');
    else
        say(c, found);
    json_decref(found);
    return fflush(stdout) == 0 && !skipped ? 0 : 2;
}
