/**
 * @file
 * @brief What pages show of a student (gather.h).
 */
#include "grader/class/pages/gather.h"
#include "grader/grade/judge/result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

const char *page_text(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

/* The members with these names, parted by blanks, that say something: text, a number, or true. */
static json_t *chosen(const json_t *from, const char *names) {
    json_t *to = json_object();
    for (size_t n; *names; names += n + (names[n] == ' ')) {
        char name[40];
        n = strcspn(names, " ");
        snprintf(name, sizeof(name), "%.*s", (int)n, names);
        json_t *value = json_object_get(from, name);
        if (*page_text(from, name) || json_is_integer(value) || json_is_true(value))
            json_object_set(to, name, value);
    }
    return to;
}

/* Each of an array, by those names. */
static json_t *all_chosen(const json_t *array, const char *names) {
    json_t *all = json_array(), *one;
    size_t i;
    json_array_foreach(array, i, one) json_array_append_new(all, chosen(one, names));
    return all;
}

/*
 * A student.
 */
bool page_is_name(const char *id) {
    return *id && *id != '.' && strlen(id) <= 200 && !strchr(id, '/');
}

const char *page_written_at(const char *path, char text[40]) {
    struct stat status;
    struct tm utc;
    text[0] = 0;
    if (stat(path, &status) == 0 && gmtime_r(&status.st_mtime, &utc))
        strftime(text, 40, "%Y-%m-%dT%H:%M:%SZ", &utc);
    return text;
}

static json_t *name_of(const json_t *line, const char *id) {
    const char *first = page_text(line, "first_name"), *last = page_text(line, "last_name");
    const char *shown = page_text(line, "shown"), *between = *first && *last ? " " : "";
    if (!*first && !*last) return json_string(*shown ? shown : id);
    return json_sprintf("%s%s%s", first, between, last);
}

static void read_state(struct page_student *s) {
    s->state = "graded";
    s->message = page_text(s->line, "refused");
    if (*s->message) {
        s->state = "refused";
    } else if (json_is_false(json_object_get(s->line, "handed_in"))) {
        s->state = "absent";
    } else if (!json_is_object(s->result)) {
        s->state = "failed";
        s->message = "Its result cannot be read. Grade it again.";
    } else if (json_is_false(json_object_get(s->line, "graded"))) {
        s->state = "failed";
        s->message = "Not all of it could be graded.";
    }
}

struct page_student page_student_read(const char *out, const json_t *line) {
    struct page_student s = {.id = page_text(line, "student"), .line = line};
    char path[4096 + 300];
    snprintf(path, sizeof(path), "%.4000s/results/%.250s.json", out, s.id);
    s.result = json_load_file(path, 0, NULL);
    page_written_at(path, s.graded);
    s.name = name_of(line, s.id);
    read_state(&s);
    return s;
}

/*
 * Stages.
 */
static bool has_verdict(const json_t *stage, const char *code) {
    return strcmp(page_text(stage, "verdict"), code) == 0;
}

/* What a person is to look at has its points until then, and passes; nobody is told so before. */
static bool passed(const json_t *stage) {
    return has_verdict(stage, "OK") || (has_verdict(stage, "CHEAT?") &&
                                        json_integer_value(json_object_get(stage, "points")) > 0);
}

static const char *words_of(const json_t *stage) {
    const char *code = page_text(stage, "verdict");
    enum verdict v = verdict_by_code(code);
    return v != VERDICT_NONE_YET ? verdict_words(v) : *code ? code : "not graded";
}

/* What never ran has no input and no hint. */
static bool never_ran(const json_t *stage) {
    return has_verdict(stage, "IE") || has_verdict(stage, "REJ") || has_verdict(stage, "MISS");
}

static void tell_failure(json_t *told, const json_t *stage) {
    json_object_update_new(told, chosen(stage, "message"));
    json_object_set_new(told, "verdict", json_string_nocheck(words_of(stage)));
    if (never_ran(stage)) return;
    json_object_update_new(told, chosen(stage, "step class repeat advice"));
    json_object_update_new(told, chosen(json_object_get(stage, "smallest"), "order shown"));
    json_object_set_new(told, "facts", json_true());
    json_object_set_new(told, "hints", json_boolean(verdict_has_hints(page_text(stage, "lab"))));
}

/* Nothing is said of a hidden stage but whether it passed. */
static json_t *stage_told(const json_t *stage) {
    json_t *told = chosen(stage, "lab stage title points max_points bonus hidden");
    const json_t *adjusted = json_object_get(stage, "adjusted");
    json_object_set_new(told, "passed", json_boolean(passed(stage)));
    if (adjusted) json_object_set_new(told, "adjusted", chosen(adjusted, "from comment by"));
    if (json_is_true(json_object_get(stage, "hidden"))) return told;
    json_object_update_new(told, chosen(stage, "note"));
    if (!passed(stage)) tell_failure(told, stage);
    return told;
}

static json_t *stages_told(const json_t *result) {
    json_t *all = json_array(), *one;
    size_t i;
    json_array_foreach(json_object_get(result, "stages"), i, one)
        json_array_append_new(all, stage_told(one));
    return all;
}

static json_t *score_told(const json_t *score) {
    json_t *told = chosen(score, "raw penalty score max late");
    json_object_set_new(told, "labs",
                        all_chosen(json_object_get(score, "labs"),
                                   "lab points max_points on_top hints weight_percent bonus "
                                   "dropped"));
    json_object_set_new(told, "adjusted",
                        all_chosen(json_object_get(score, "adjusted"), "points comment by"));
    return told;
}

json_t *page_feedback(const struct page_student *s, const char *title) {
    const json_t *score = json_object_get(s->result, "score");
    json_t *data = json_pack("{s:s, s:s, s:O, s:s, s:s}", "graded", s->graded, "title", title,
                             "name", s->name, "state", s->state, "message", s->message);
    json_object_update_new(data, chosen(s->line, "by"));
    json_object_update_new(data, chosen(s->result, "submitted sandbox points max_points"));
    if (json_is_object(score)) json_object_set_new(data, "score", score_told(score));
    json_object_set_new(data, "labs",
                        all_chosen(json_object_get(s->result, "labs"), "lab file note"));
    json_object_set_new(data, "stages", stages_told(s->result));
    return data;
}

/*
 * A student of the class's page.
 */
static size_t column_of(struct page_columns *columns, const json_t *stage) {
    char key[200];
    snprintf(key, sizeof(key), "%.150s %d", page_text(stage, "lab"),
             (int)json_integer_value(json_object_get(stage, "stage")));
    json_t *known = json_object_get(columns->index, key);
    size_t at = known ? (size_t)json_integer_value(known) : json_array_size(columns->list);
    if (!known) {
        json_object_set_new(columns->index, key, json_integer((json_int_t)at));
        json_array_append_new(columns->list, chosen(stage, "lab stage title"));
    }
    if (json_is_true(json_object_get(stage, "hidden")))
        json_object_set_new(json_array_get(columns->list, at), "hidden", json_true());
    return at;
}

/* Signs in hidden stages stand in class.json, and not in the result, which the student may have. */
static const char *sign_of(const json_t *line, const json_t *stage) {
    json_t *one;
    size_t i;
    json_array_foreach(json_object_get(line, "signs"), i, one) {
        if (json_equal(json_object_get(one, "lab"), json_object_get(stage, "lab")) &&
            json_equal(json_object_get(one, "stage"), json_object_get(stage, "stage")))
            return page_text(one, "sign");
    }
    return page_text(stage, "suspicion");
}

/* [column, 1] of a stage that passed, [column, 0, verdict, kind] of one that failed, and why a person has to look. */
static json_t *cell_of(const struct page_student *s, const json_t *stage,
                       struct page_columns *columns) {
    const char *sign = sign_of(s->line, stage), *code = page_text(stage, "verdict"),
               *kind = page_text(stage, "class");
    bool fault = has_verdict(stage, "IE"), hidden = json_is_true(json_object_get(stage, "hidden"));
    bool look = *sign || has_verdict(stage, "CHEAT?") || has_verdict(stage, "REJ") || fault;
    json_t *cell = json_pack("[i, i]", (int)column_of(columns, stage), passed(stage));
    if (passed(stage) && !look) return cell;
    if (*sign && hidden && !fault) code = "CHEAT?"; /* its verdict is what the student is told */
    json_array_append_new(cell, json_string_nocheck(code));
    json_array_append_new(cell, json_string_nocheck(*kind ? kind : words_of(stage)));
    if (look)
        json_array_append_new(cell,
                              json_string_nocheck(*sign ? sign : page_text(stage, "message")));
    return cell;
}

/* times.json knows how many times as long as the solution each unit worked; 0: not for long. */
static json_t *dear_of(const struct page_student *s, const json_t *times) {
    json_t *dear = json_array(), *lab;
    size_t i;
    json_array_foreach(json_object_get(s->result, "labs"), i, lab) {
        const json_t *unit = json_object_get(times, page_text(lab, "unit"));
        json_int_t n = json_integer_value(json_object_get(unit, "times"));
        if (n > 0)
            json_array_append_new(
                dear, json_pack("{s:s, s:I}", "lab", page_text(lab, "lab"), "times", n));
    }
    return dear;
}

json_t *page_row(const struct page_student *s, const json_t *times, struct page_columns *columns) {
    const json_t *score = json_object_get(s->result, "score");
    const json_t *from = json_is_object(score) ? score : s->result;
    json_t *cells = json_array(), *stage;
    size_t i;
    json_array_foreach(json_object_get(s->result, "stages"), i, stage)
        json_array_append_new(cells, cell_of(s, stage, columns));
    const char *points = from == score ? "score" : "points",
               *max = from == score ? "max" : "max_points";
    json_t *row = json_pack(
        "{s:s, s:O, s:s, s:s, s:b, s:b, s:I, s:I, s:o, s:o}", "id", s->id, "name", s->name, "state",
        s->state, "message", s->message, "read", s->result != NULL, "code", s->code, "score",
        json_integer_value(json_object_get(from, points)), "max",
        json_integer_value(json_object_get(from, max)), "stages", cells, "dear", dear_of(s, times));
    json_object_update_new(row, chosen(s->line, "clock remark"));
    return row;
}
