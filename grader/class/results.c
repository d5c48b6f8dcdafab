/**
 * @file
 * @brief results/STUDENT.json and class.json.
 */
#include "grader/class/results.h"
#include "grader/class/arrival.h"
#include "grader/class/effort.h"
#include "grader/class/pages/pages.h"
#include "grader/class/similar/similar.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

const char *time_text(int64_t when, char text[32]) {
    time_t seconds = (time_t)when;
    struct tm utc;
    text[0] = 0;
    if (when && gmtime_r(&seconds, &utc)) strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", &utc);
    return text;
}

/* Names of files and entries are bytes; JSON is UTF-8. */
static json_t *text_of(const char *bytes) {
    json_t *text = json_string(bytes);
    if (text) return text;
    char *copy = strdup(bytes);
    for (char *at = copy; *at; at++)
        if (*at < 0) *at = '?';
    text = json_string(copy);
    free(copy);
    return text;
}

static json_t *row_object(const struct class_row *row) {
    return json_pack("{s:s, s:o, s:s, s:o, s:o, s:s, s:I, s:s}", "lab", row->lab->name, "file",
                     text_of(row->from), "content", row->content, "refused", text_of(row->refused),
                     "note", text_of(row->note), "unit", row->unit, "alike", (json_int_t)row->alike,
                     "fault", row->fault);
}

static json_t *score_object(const struct class *c, const struct outcome *o) {
    const struct terms_score *s = &o->score;
    json_t *labs = json_array();
    char late[160];
    terms_late_words(&c->terms->late, &s->late, late, sizeof(late));
    for (size_t i = 0; i < c->terms->n_labs; i++)
        json_array_append_new(
            labs, json_pack("{s:s, s:i, s:i, s:i, s:i, s:i, s:b, s:b}", "lab",
                            c->terms->labs[i].name, "points", s->labs[i].points, "max_points",
                            s->labs[i].max, "on_top", s->labs[i].on_top, "hints", s->labs[i].hints,
                            "weight_percent", c->terms->labs[i].weight_percent, "bonus",
                            c->terms->labs[i].bonus, "dropped", s->labs[i].dropped));
    return json_pack("{s:i, s:i, s:i, s:i, s:i, s:s, s:O, s:o}", "raw", s->raw, "penalty",
                     s->penalty, "score", s->score, "max", s->max, "days_late", s->late.days,
                     "late", late, "adjusted", o->adjusted, "labs", labs);
}

static json_t *sandbox_text(const struct outcome *o) {
    const char *name;
    json_t *value;
    char text[200] = "";
    json_object_foreach(o->sandboxes, name, value) snprintf(
        text + strlen(text), sizeof(text) - strlen(text), "%s%.40s", *text ? ", " : "", name);
    return json_string(text);
}

static bool is_bonus(const struct class *c, json_t *stage) {
    const char *name = json_string_value(json_object_get(stage, "lab"));
    const struct terms_lab *lab = terms_lab(c->terms, name ? name : "");
    json_int_t number = json_integer_value(json_object_get(stage, "stage"));
    return lab && number >= 1 && number <= lab->n_stages && lab->stages[number - 1].bonus;
}

/* The stages as the student may see them. */
static json_t *stages_told(const struct class *c, const struct outcome *o) {
    json_t *stages = json_array(), *stage;
    size_t i;
    json_array_foreach(o->stages, i, stage) {
        json_t *copy = json_copy(stage);
        json_object_del(copy, "sign");
        if (is_bonus(c, copy)) json_object_set_new(copy, "bonus", json_true());
        json_array_append_new(stages, copy);
    }
    return stages;
}

/* What a person should look at in hidden stages, for class.json, which is nobody's but the instructor's. */
static json_t *signs_of(const struct outcome *o) {
    json_t *signs = json_array(), *stage, *sign;
    size_t i;
    json_array_foreach(o->stages, i, stage) {
        if ((sign = json_object_get(stage, "sign")))
            json_array_append_new(signs, json_pack("{s:O, s:O, s:O}", "lab",
                                                   json_object_get(stage, "lab"), "stage",
                                                   json_object_get(stage, "stage"), "sign", sign));
    }
    return signs;
}

/* What would tell who it is. */
static const char *told(const struct class *c, const char *text) {
    return c->anonymous ? "" : text;
}

const char *id_told(const struct class *c, const struct class_student *s) {
    return c->anonymous ? s->name : s->id;
}

static json_t *entry_of(const struct class *c, const struct class_student *s) {
    return text_of(s->entry ? told(c, s->entry) : "");
}

static json_t *student_object(const struct class *c, const struct outcome *o) {
    const struct class_student *s = o->student;
    char when[32];
    int points = 0, max_points = 0;
    json_t *labs = json_array(), *stage;
    size_t i;
    for (i = 0; i < c->n_labs; i++) json_array_append_new(labs, row_object(&s->rows[i]));
    json_array_foreach(o->stages, i, stage) {
        points += (int)json_integer_value(json_object_get(stage, "points"));
        max_points += (int)json_integer_value(json_object_get(stage, "max_points"));
    }
    return json_pack(
        "{s:s, s:s, s:s, s:s, s:o, s:s, s:s, s:s, s:s, s:b, s:s, s:s, s:s, s:s, s:o, s:i, s:i, "
        "s:o, s:o, s:o}",
        "submission", s->name, "student", s->name, "shown", s->shown, "assignment",
        c->terms->assignment, "entry", entry_of(c, s), "last_name", told(c, s->last_name),
        "first_name", told(c, s->first_name), "email", told(c, s->email), "by", s->by ? s->by : "",
        "graded", o->graded, "refused", s->refused, "content", s->content, "submitted",
        time_text(s->submitted, when), "clock", arrival_clock(s->clock), "sandbox", sandbox_text(o),
        "points", points, "max_points", max_points, "score", score_object(c, o), "labs", labs,
        "stages", stages_told(c, o));
}

/* What is left of students who are no longer there would be counted by whoever reads the folder. */
static void remove_others(const struct class *c, const char *folder, const char *ending) {
    DIR *dir = opendir(folder);
    char path[CLASS_PATH];
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        size_t n = strlen(entry->d_name), m = strlen(ending);
        bool known = n <= m || strcmp(entry->d_name + n - m, ending) != 0;
        for (size_t i = 0; i < c->n_students && !known; i++)
            known = strlen(c->students[i].name) == n - m &&
                    strncmp(entry->d_name, c->students[i].name, n - m) == 0;
        snprintf(path, sizeof(path), "%.3000s/%.255s", folder, entry->d_name);
        if (!known) unlink(path);
    }
    if (dir) closedir(dir);
}

/* ann.json.x7Ab2q: a run was killed between writing a file beside its name and giving it the name. */
static bool is_half(const char *name) {
    static const char *const endings[] = {".json.", ".html.", ".csv."};
    size_t n = strlen(name);
    for (size_t i = 0; i < 3; i++) {
        size_t m = strlen(endings[i]) + 6;
        if (n > m && strncmp(name + n - m, endings[i], m - 6) == 0 && !strpbrk(name + n - 6, "._-"))
            return true;
    }
    return false;
}

static void remove_halves(const char *folder) {
    DIR *dir = opendir(folder);
    char path[CLASS_PATH];
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        snprintf(path, sizeof(path), "%.3000s/%.255s", folder, entry->d_name);
        if (is_half(entry->d_name)) unlink(path);
    }
    if (dir) closedir(dir);
}

void results_write(const struct class *c, const struct outcome *outcomes) {
    char folder[CLASS_PATH], path[CLASS_PATH + CLASS_NAME + 8];
    class_path(c, "results", folder);
    if (mkdir(folder, 0755) && errno != EEXIST) class_stop("%s cannot be made", folder);
    for (size_t i = 0; i < c->n_students; i++) {
        json_t *root = student_object(c, &outcomes[i]);
        snprintf(path, sizeof(path), "%s/%s.json", folder, outcomes[i].student->name);
        if (!root || !class_write_json(path, root)) class_stop("%s cannot be written", path);
        json_decref(root);
    }
    remove_others(c, folder, ".json");
    remove_halves(folder);
}

/*
 * The class.
 */
static const char *stage_text(json_t *stage, const char *key) {
    const char *text = json_string_value(json_object_get(stage, key));
    return text ? text : "";
}

/* How many came to which verdict at the lab's stage: {"OK": 12, "WA": 3}. */
static json_t *count_verdicts(const struct class *c, const struct outcome *outcomes, json_t *of) {
    json_t *counts = json_object(), *stage, *number = json_object_get(of, "stage");
    for (size_t i = 0; i < c->n_students; i++) {
        size_t k;
        json_array_foreach(outcomes[i].stages, k, stage) {
            if (strcmp(stage_text(stage, "lab"), stage_text(of, "lab")) != 0 ||
                !json_equal(json_object_get(stage, "stage"), number))
                continue;
            const char *verdict = stage_text(stage, "verdict");
            json_int_t so_far = json_integer_value(json_object_get(counts, verdict));
            json_object_set_new(counts, verdict, json_integer(so_far + 1));
        }
    }
    return counts;
}

static json_t *lab_object(const struct class *c, const struct outcome *outcomes,
                          const struct class_row *blank) {
    json_t *stages = json_array(), *stage;
    size_t i;
    json_array_foreach(json_object_get(blank->result, "stages"), i, stage) json_array_append_new(
        stages,
        json_pack("{s:O, s:O, s:O, s:O, s:o}", "stage", json_object_get(stage, "stage"), "step",
                  json_object_get(stage, "step"), "title", json_object_get(stage, "title"),
                  "max_points", json_object_get(stage, "max_points"), "verdicts",
                  count_verdicts(c, outcomes, stage)));
    return json_pack("{s:s, s:o}", "lab", blank->lab->name, "stages", stages);
}

static json_t *student_line(const struct class *c, const struct outcome *o) {
    const struct class_student *s = o->student;
    char when[32];
    return json_pack("{s:s, s:s, s:s, s:o, s:s, s:s, s:s, s:s, s:s, s:b, s:b, s:s, s:i, s:i, s:i, "
                     "s:i, s:s, s:s, s:s, s:o}",
                     "student", s->name, "student_id", id_told(c, s), "shown", s->shown, "entry",
                     entry_of(c, s), "last_name", told(c, s->last_name), "first_name",
                     told(c, s->first_name), "clock", arrival_clock(s->clock), "remark", s->remark,
                     "by", s->by ? s->by : "", "graded", o->graded, "handed_in", s->handed_in,
                     "refused", s->refused, "raw", o->score.raw, "penalty", o->score.penalty,
                     "score", o->score.score, "max", o->score.max, "submitted",
                     time_text(s->submitted, when), "email", told(c, s->email), "content",
                     s->content, "signs", signs_of(o));
}

/* Files that look alike. Honest work does too at times: a person has to look. */
static json_t *similarity(const struct class *c) {
    json_t *found = similar_class(c), *skipped = json_object_get(found, "skipped");
    if (skipped)
        printf("No files were compared with each other: %s.\n", json_string_value(skipped));
    return found;
}

void pages_of_class(const struct class *c) {
    char folder[CLASS_PATH], problem[1000];
    errno = 0;
    if (!pages_write(c->out, problem, sizeof(problem))) class_stop("%s", problem);
    remove_halves(class_path(c, "feedback", folder));
    remove_halves(class_path(c, "code", folder));
    remove_halves(c->out);
}

void class_json_write(const struct class *c, const struct outcome *outcomes,
                      const struct class_row *blank) {
    char path[CLASS_PATH];
    json_t *labs = json_array(), *students = json_array(), *sandboxes = json_object();
    for (size_t l = 0; l < c->n_labs; l++)
        json_array_append_new(labs, lab_object(c, outcomes, &blank[l]));
    for (size_t i = 0; i < c->n_students; i++) {
        json_array_append_new(students, student_line(c, &outcomes[i]));
        json_object_update(sandboxes, outcomes[i].sandboxes);
    }
    json_t *names = json_array(), *value;
    const char *name;
    json_object_foreach(sandboxes, name, value) json_array_append_new(names, json_string(name));
    json_t *root =
        json_pack("{s:i, s:s, s:s, s:s, s:o, s:o, s:o, s:O, s:O}", "version", 2, "assignment",
                  c->terms->assignment, "due", c->terms->due, "device", c->device, "sandbox", names,
                  "labs", labs, "students", students, "ignored", c->ignored, "remarks", c->remarks);
    if (root) json_object_set_new(root, "effort", effort_write(c, blank));
    json_t *alike = root ? similarity(c) : NULL;
    if (alike) json_object_set_new(root, "similarity", alike);
    class_path(c, "class.json", path);
    if (!root || !class_write_json(path, root)) class_stop("%s cannot be written", path);
    json_decref(root);
    json_decref(sandboxes);
}

/*
 * What differs from run to run.
 */
void times_write(const struct class *c, struct journal *j, json_t *moved) {
    char path[CLASS_PATH];
    json_t *root = json_pack("{s:o}", "moved", moved);
    for (size_t i = 0; i < c->n_students; i++)
        for (size_t l = 0; l < c->n_labs; l++) {
            const struct class_row *row = &c->students[i].rows[l];
            struct grading g;
            if (!row->content[0] || json_object_get(root, row->unit)) continue;
            json_decref(journal_find(j, row->unit, &g));
            json_object_set_new(root, row->unit,
                                json_pack("{s:s, s:s, s:f, s:i, s:i}", "lab", row->lab->name,
                                          "first", row->student->shown, "seconds",
                                          (double)(long)(g.seconds * 1000) / 1000, "tries", g.tries,
                                          "times", row->times));
        }
    class_path(c, "times.json", path);
    if (!class_write_json(path, root)) class_stop("%s cannot be written", path);
    json_decref(root);
}
