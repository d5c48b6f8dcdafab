/**
 * @file
 * @brief Keeps grades from run to run, and says why one moved (history.h).
 */
#include "grader/class/history.h"
#include "grader/class/csv.h"
#include "grader/class/terms_of.h"
#include "grader/class/units.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { WHY_MOST = 300, KEYS_NAMED = 3 };
static const char total[] = "total";

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* An object's member, which is made where there is none. */
static json_t *member(json_t *object, const char *key) {
    json_t *found = json_object_get(object, key);
    if (found) return found;
    json_object_set_new(object, key, json_object());
    return json_object_get(object, key);
}

/*
 * The rubric, a line a key: {"late/percent_a_day": "HASH"}. No value is kept, since one is the secret.
 */
static void flatten(const json_t *value, const char *path, json_t *flat) {
    char below[200], hash[CLASS_HASH];
    const char *key;
    json_t *one;
    size_t i;
    json_object_foreach((json_t *)value, key, one) {
        snprintf(below, sizeof(below), "%s%s%.60s", path, *path ? "/" : "", key);
        flatten(one, below, flat);
    }
    json_array_foreach(value, i, one) {
        const char *lab = text_of(one, "lab");
        if (*lab)
            snprintf(below, sizeof(below), "%.120s/%.2s", path, lab);
        else
            snprintf(below, sizeof(below), "%.120s/%zu", path, i + 1);
        flatten(one, below, flat);
    }
    if (json_is_object(value) || json_is_array(value)) return;
    char *text = json_dumps(value, JSON_ENCODE_ANY);
    class_hash(text ? text : "", text ? strlen(text) : 0, hash);
    hash[16] = 0;
    json_object_set_new(flat, path, json_string(hash));
    free(text);
}

/* Takes the terms over. */
static json_t *flat_of(json_t *terms) {
    json_t *flat = json_object();
    flatten(terms, "", flat);
    json_decref(terms);
    return flat;
}

/* A key of another lab moves no points of this one, and some keys move no points at all. */
static bool may_move(const char *key, const char *lab) {
    static const char *const never[] = {"assignment", "version", "executor/"};
    for (size_t i = 0; i < sizeof(never) / sizeof(*never); i++)
        if (strncmp(key, never[i], strlen(never[i])) == 0) return false;
    return strncmp(key, "labs/", 5) != 0 || strcmp(lab, total) == 0 ||
           strncmp(key + 5, lab, 2) == 0;
}

/*
 * What a grade came from.
 */
/* Changes by a person: of one lab's stages, or of all and of the total. */
static json_t *adjusted_of(const struct outcome *o, const char *lab) {
    json_t *all = json_array(), *stage;
    size_t i;
    json_array_foreach(o->stages, i, stage) {
        json_t *one = json_object_get(stage, "adjusted");
        if (one && (strcmp(lab, total) == 0 || strcmp(lab, text_of(stage, "lab")) == 0))
            json_array_append_new(all, json_pack("{s:O, s:O, s:O}", "stage",
                                                 json_object_get(stage, "stage"), "points",
                                                 json_object_get(stage, "points"), "by",
                                                 json_object_get(one, "by")));
    }
    if (strcmp(lab, total) == 0) json_array_extend(all, o->adjusted);
    return all;
}

static json_t *lab_now(const struct class *c, const struct outcome *o, size_t l) {
    char kit[CLASS_HASH];
    const struct class_row *row = &o->student->rows[l];
    int points = 0;
    for (size_t i = 0; i < c->terms->n_labs; i++)
        if (strcmp(c->terms->labs[i].name, row->lab->name) == 0) points = o->score.labs[i].points;
    kit_hash(row->lab->name, kit);
    return json_pack("{s:i, s:s, s:s, s:o}", "points", points, "work", row->content, "kit", kit,
                     "adjusted", adjusted_of(o, row->lab->name));
}

static json_t *total_now(const struct class *c, const struct outcome *o) {
    const struct class_student *s = o->student;
    char all[CLASS_LABS * CLASS_HASH] = "", kit[CLASS_HASH];
    for (size_t l = 0; l < c->n_labs; l++) {
        kit_hash(c->labs[l].name, kit);
        strcat(all, kit);
    }
    class_hash(all, strlen(all), kit);
    return json_pack("{s:i, s:s, s:s, s:I, s:I, s:o}", "points", o->score.score, "work", s->content,
                     "kit", kit, "submitted", (json_int_t)s->submitted, "due", (json_int_t)s->due,
                     "adjusted", adjusted_of(o, total));
}

/* How it was run. */
static json_t *run_of(const struct class *c) {
    char labs[CLASS_LABS * 3 + 1] = "";
    for (size_t l = 0; l < c->n_labs; l++)
        snprintf(labs + 3 * l, sizeof(labs) - 3 * l, "%.2s ", c->labs[l].name);
    return json_pack("{s:s, s:s, s:s}", "LABS", labs, "SANDBOX", c->sandbox ? c->sandbox : "",
                     "DEV", c->device);
}

/*
 * Why it moved.
 */
static bool differ(const json_t *a, const json_t *b) {
    return a != b && !json_equal(a, b);
}

static void add(char why[WHY_MOST], const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(char why[WHY_MOST], const char *format, ...) {
    size_t used = strlen(why);
    va_list arguments;
    if (used) used += (size_t)snprintf(why + used, WHY_MOST - used, "; ");
    va_start(arguments, format);
    if (used < WHY_MOST) vsnprintf(why + used, WHY_MOST - used, format, arguments);
    va_end(arguments);
}

static void add_keys(char why[WHY_MOST], const json_t *before, const json_t *now, const char *lab) {
    char names[200] = "";
    size_t n = 0;
    json_t *all = json_copy((json_t *)now), *value;
    const char *key;
    json_object_update_missing(all, (json_t *)before);
    json_object_foreach(all, key, value) {
        bool moved = differ(json_object_get(before, key), json_object_get(now, key));
        if (!moved || !may_move(key, lab) || ++n > KEYS_NAMED) continue;
        size_t used = strlen(names);
        snprintf(names + used, sizeof(names) - used, "%s%.60s", n > 1 ? ", " : "", key);
    }
    json_decref(all);
    if (n > KEYS_NAMED)
        add(why, "the rubric changed (%s and %zu more keys)", names, n - KEYS_NAMED);
    else if (n)
        add(why, "the rubric changed (%s)", names);
}

/* Whoever made a change that was not there before. */
static void add_adjusted(char why[WHY_MOST], json_t *before, json_t *now) {
    char names[150] = "";
    size_t i, k;
    json_t *one, *old;
    if (!differ(before, now)) return;
    json_array_foreach(now, i, one) {
        bool is_new = true;
        const char *by = text_of(one, "by");
        json_array_foreach(before, k, old) is_new = is_new && !json_equal(old, one);
        size_t used = strlen(names);
        if (is_new && *by && !strstr(names, by))
            snprintf(names + used, sizeof(names) - used, "%s%.60s", used ? ", " : "", by);
    }
    if (json_array_size(now) < json_array_size(before) && !*names)
        add(why, "an adjustment was taken back");
    else
        add(why, "an adjustment%s%s", *names ? " by " : "", names);
}

static void say_why(const struct class *c, const json_t *before, const json_t *now, json_t *was,
                    json_t *is, const char *lab, char why[WHY_MOST]) {
    static const struct {
        const char *key, *words;
    } causes[] = {{"work", "the submission changed"},
                  {"submitted", "the time that counts changed"},
                  {"due", "the student's own due date changed"},
                  {"kit", "the kit changed"}};
    static const char *const knobs[] = {"LABS", "SANDBOX", "DEV"};
    const json_t *run = json_object_get(before, "run"), *run_now = json_object_get(now, "run");
    const char *keys = strcmp(lab, total) != 0
                           ? "grading"
                           : "rubric"; /* a lab's points are before weights and lateness */
    why[0] = 0;
    for (size_t i = 0; i < sizeof(causes) / sizeof(*causes); i++)
        if (differ(json_object_get(was, causes[i].key), json_object_get(is, causes[i].key)))
            add(why, "%s", causes[i].words);
    add_keys(why, json_object_get(before, keys), json_object_get(now, keys), lab);
    add_adjusted(why, json_object_get(was, "adjusted"), json_object_get(is, "adjusted"));
    for (size_t i = strcmp(lab, total) == 0 ? 0 : 1; i < 3; i++)
        if (differ(json_object_get(run, knobs[i]), json_object_get(run_now, knobs[i])))
            add(why, "%s changed", knobs[i]);
    if (!why[0]) add(why, c->student ? "graded again with STUDENT" : "graded again");
}

/*
 * Comparing.
 */
struct history {
    const struct class *c;
    const json_t *before;
    json_t *now, *moves;
    char time[32];
};

static void compare(struct history *h, const char *id, const char *lab, json_t *is) {
    json_t *grades = member(member(h->now, "grades"), id), *was = json_object_get(grades, lab);
    json_t *from = json_object_get(was, "points"), *to = json_object_get(is, "points");
    char why[WHY_MOST];
    if (was && !json_equal(from, to)) {
        say_why(h->c, h->before, h->now, was, is, lab, why);
        json_array_append_new(h->moves, json_pack("{s:s, s:s, s:s, s:O, s:O, s:s}", "time", h->time,
                                                  "student_id", id, "lab", lab, "from", from, "to",
                                                  to, "why", why));
    }
    json_object_set_new(grades, lab, is);
}

/* What is not known, by the grader's own fault, is no grade. */
static void compare_student(struct history *h, const struct outcome *o) {
    if (!o->graded) return;
    for (size_t l = 0; l < h->c->n_labs; l++)
        compare(h, o->student->id, h->c->labs[l].name, lab_now(h->c, o, l));
    compare(h, o->student->id, total, total_now(h->c, o));
}

/*
 * For people. In a class without names only ids are told that stand for them.
 */
static const struct class_student *student_of(const struct class *c, const json_t *move) {
    for (size_t i = 0; i < c->n_students; i++)
        if (strcmp(c->students[i].id, text_of(move, "student_id")) == 0) return &c->students[i];
    return NULL;
}

static void write_line(FILE *out, const struct class *c, const json_t *move) {
    const struct class_student *s = student_of(c, move);
    if (!s && c->anonymous) return;
    fprintf(out, "%s,", text_of(move, "time"));
    csv_put(out, s ? id_told(c, s) : text_of(move, "student_id"), ',');
    fprintf(out, ",%s,%d,%d,", text_of(move, "lab"),
            (int)json_integer_value(json_object_get(move, "from")),
            (int)json_integer_value(json_object_get(move, "to")));
    csv_put(out, text_of(move, "why"), ',');
    fputs("\r\n", out);
}

static void write_csv(const struct class *c, const json_t *moves) {
    char *text, path[CLASS_PATH];
    size_t n, i;
    json_t *move;
    FILE *out = open_memstream(&text, &n);
    if (!out) class_stop("there is no memory for history.csv");
    fputs("time,student_id,lab,from,to,why\r\n", out);
    json_array_foreach(moves, i, move) write_line(out, c, move);
    if (fclose(out)) class_stop("there is no memory for history.csv");
    if (!class_write(class_path(c, "history.csv", path), text, n))
        class_stop("%s cannot be written", path);
    free(text);
}

static json_t *moves_shown(const struct class *c, const json_t *moves) {
    json_t *shown = json_array(), *move;
    size_t i;
    json_array_foreach(moves, i, move) {
        const struct class_student *s = student_of(c, move);
        json_t *copy = s ? json_copy(move) : NULL;
        if (!copy) continue;
        json_object_set_new(copy, "student", json_string(s->name));
        json_object_del(copy, "student_id");
        json_array_append_new(shown, copy);
    }
    return shown;
}

/* NULL: there was no run before. */
static json_t *read_before(const char *path) {
    json_t *before = json_load_file(path, 0, NULL);
    if (before || access(path, F_OK)) return before;
    errno = 0;
    class_stop("%s cannot be read, or is damaged. Move it away, and the history begins again",
               path);
}

json_t *history_write(const struct class *c, const struct outcome *outcomes) {
    char path[CLASS_PATH];
    class_own_path(c, "history.json", path);
    json_t *before = read_before(path), *now = before ? json_deep_copy(before) : json_object();
    json_t *moves = json_object_get(now, "moves");
    if (!moves) json_object_set_new(now, "moves", moves = json_array());
    const char *terms = c->terms_copy;
    json_object_set_new(now, "rubric", flat_of(*terms ? json_load_file(terms, 0, NULL) : NULL));
    json_object_set_new(now, "grading", flat_of(*terms ? terms_that_grade(terms) : NULL));
    json_object_set_new(now, "run", run_of(c));
    struct history h = {.c = c, .before = before, .now = now, .moves = moves};
    time_text((int64_t)time(NULL), h.time);
    for (size_t i = 0; i < c->n_students; i++) compare_student(&h, &outcomes[i]);
    if (!class_write_json(path, now)) class_stop("%s cannot be written", path);
    write_csv(c, moves);
    json_t *shown = moves_shown(c, moves);
    json_decref(before);
    json_decref(now);
    return shown;
}
