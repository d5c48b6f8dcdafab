/**
 * @file
 * @brief What is compared of a class: the copies that were taken in, solutions, an earlier year (similar.h).
 */
#include "grader/class/attempts.h"
#include "grader/class/intake.h"
#include "grader/class/roster.h"
#include "grader/class/similar/similar.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct list {
    struct similar_file *files;
    size_t n;
    json_t *left_out;
};

static void leave_out(struct list *list, const char *lab, const char *student, const char *shown,
                      const char *origin, const char *why) {
    json_array_append_new(list->left_out,
                          json_pack("{s:s, s:s, s:s, s:s, s:s}", "lab", lab, "student", student,
                                    "shown", shown, "origin", origin, "why", why));
}

/* The paths become the list's own. */
static void add(struct list *list, struct similar_file file) {
    struct similar_file *more = realloc(list->files, (list->n + 1) * sizeof(*more));
    file.path = strdup(file.path);
    file.source = strdup(file.source);
    if (!more || !file.path || !file.source) class_stop("there is no memory for so many files");
    list->files = more;
    list->files[list->n++] = file;
}

static void add_row(struct list *list, const struct class_student *s, const struct class_row *row,
                    const char *out, const char *origin) {
    if (row->refused[0]) leave_out(list, row->lab->name, s->name, s->shown, origin, row->refused);
    if (!row->source[0]) return;
    add(list, (struct similar_file){.student = s->name,
                                    .shown = s->shown,
                                    .team = *s->group ? s->group : NULL,
                                    .lab = row->lab->name,
                                    .origin = origin,
                                    .path = row->source,
                                    .source = row->source + strlen(out) + 1});
}

static void add_class(struct list *list, const struct class *c, const char *out,
                      const char *origin) {
    size_t i;
    json_t *entry;
    for (i = 0; i < c->n_students; i++) {
        const struct class_student *s = &c->students[i];
        if (s->refused[0]) leave_out(list, "", s->name, s->shown, origin, s->refused);
        for (size_t l = 0; s->rows && l < c->n_labs; l++)
            add_row(list, s, &s->rows[l], out, origin);
    }
    json_array_foreach(c->ignored, i, entry) {
        const char *name = json_string_value(entry);
        leave_out(list, "", name, name, origin,
                  "it is no folder, no archive and no file as an LMS names it");
    }
}

static void add_solutions(struct list *list, const struct class *c) {
    char path[CLASS_PATH];
    for (size_t l = 0; l < c->n_labs; l++)
        if (similar_solution(c->labs[l].name, path))
            add(list, (struct similar_file){.student = "",
                                            .lab = c->labs[l].name,
                                            .origin = "reference",
                                            .path = path,
                                            .source = path});
}

/* Taken in like the class, with a folder of its own for the copies. */
static struct class *earlier_year(const struct class *c) {
    char out[CLASS_PATH], own[CLASS_PATH];
    struct class *earlier = class_alloc(1, sizeof(*earlier));
    *earlier = *c;
    earlier->submissions = c->against;
    earlier->out = strdup(class_own_path(c, "earlier", out));
    earlier->n_students = 0;
    if ((mkdir(out, 0700) && errno != EEXIST) ||
        (mkdir(class_path(earlier, ".class", own), 0700) && errno != EEXIST))
        class_stop("%s cannot be made", own);
    intake_all(earlier);
    attempts_settle(earlier);
    roster_hide(earlier);
    errno = 0;
    if (earlier->n_students == 0)
        class_stop("AGAINST=%s holds no submission: a folder, an archive or a repository a student",
                   c->against);
    return earlier;
}

json_t *similar_class(const struct class *c) {
    struct list list = {.left_out = json_array()};
    add_class(&list, c, c->out, "class");
    add_solutions(&list, c);
    if (c->against && *c->against) add_class(&list, earlier_year(c), c->out, "earlier");
    json_t *found = similar_find(list.files, list.n), *all = json_object_get(found, "left_out");
    json_array_extend(list.left_out, all);
    json_object_set_new(found, "left_out", list.left_out);
    for (size_t i = 0; i < list.n; i++) {
        free((char *)list.files[i].path);
        free((char *)list.files[i].source);
    }
    free(list.files);
    return found;
}
