/**
 * @file
 * @brief Reads class.json and the results (model.h). What is missing or odd is said on the page, not guessed.
 */
#include "grader/class/pages/model.h"
#include "grader/grade/judge/result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { MOST_SOURCE = 1 << 20 };

/*
 * Words and numbers.
 */
bool page_stage_passed(const struct page_stage *s) {
    return strcmp(s->verdict, "OK") == 0 || (strcmp(s->verdict, "CHEAT?") == 0 && s->points > 0);
}

int page_percent(size_t part, size_t whole) {
    return whole ? (int)((200 * part + whole) / (2 * whole)) : 0;
}

int page_score_percent(const struct page_student *s) {
    int score = s->score < 0 ? 0 : s->score;
    int percent = s->max_score > 0 ? (int)(100L * score / s->max_score) : 0;
    return percent > 100 ? 100 : percent;
}

const char *page_lab_name(const char *lab, char text[128]) {
    snprintf(text, 128, "%.120s", lab);
    for (char *c = text; *c; c++)
        if (*c == '_') *c = ' ';
    return text;
}

const char *page_verdict_words(const char *code) {
    for (int v = VERDICT_OK; v < VERDICTS; v++)
        if (strcmp(verdict_code((enum verdict)v), code) == 0) return verdict_words((enum verdict)v);
    return *code ? code : "not graded";
}

const char *page_time(const char *text, char words[80]) {
    struct tm when = {0};
    const char *end = strptime(text, "%Y-%m-%dT%H:%M:%SZ", &when);
    if (!end || *end || !strftime(words, 80, "%-d %b %Y, %H:%M UTC", &when))
        snprintf(words, 80, "%.70s", text);
    return words;
}

bool page_needs_person(const struct page_stage *s) {
    return *s->suspicion || strcmp(s->verdict, "CHEAT?") == 0 || strcmp(s->verdict, "REJ") == 0 ||
           strcmp(s->verdict, "IE") == 0;
}

/*
 * Reading.
 */
static const char *text_of(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

static int number_of(const json_t *object, const char *name) {
    json_int_t value = json_integer_value(json_object_get(object, name));
    return value > 1000000 ? 1000000 : value < -1000000 ? -1000000 : (int)value;
}

static struct page_stage stage_of(const json_t *s) {
    const json_t *smallest = json_object_get(s, "smallest");
    return (struct page_stage){.lab = text_of(s, "lab"),
                               .title = text_of(s, "title"),
                               .verdict = text_of(s, "verdict"),
                               .kind = text_of(s, "class"),
                               .message = text_of(s, "message"),
                               .repeat = text_of(s, "repeat"),
                               .note = text_of(s, "note"),
                               .advice = text_of(s, "advice"),
                               .suspicion = text_of(s, "suspicion"),
                               .adjusted = json_object_get(s, "adjusted"),
                               .order = text_of(smallest, "order"),
                               .shown = text_of(smallest, "shown"),
                               .stage = number_of(s, "stage"),
                               .step = number_of(s, "step"),
                               .points = number_of(s, "points"),
                               .max_points = number_of(s, "max_points"),
                               .hidden = json_is_true(json_object_get(s, "hidden")),
                               .bonus = json_is_true(json_object_get(s, "bonus"))};
}

static size_t room_for(const json_t *array) {
    return json_array_size(array) + 1;
}

static void read_stages(struct page_student *s) {
    json_t *all = json_object_get(s->root, "stages"), *one;
    size_t i;
    s->stages = calloc(room_for(all), sizeof(*s->stages));
    if (!s->stages) return;
    json_array_foreach(all, i, one) {
        struct page_stage *stage = &s->stages[s->n_stages++];
        *stage = stage_of(one);
        s->passed += page_stage_passed(stage);
    }
}

/*
 * The score, as lines that add up to it.
 */
static struct page_line *add_line(struct page_student *s, long long points, long long of) {
    struct page_line *line = &s->lines[s->n_lines++];
    line->points = points;
    line->of = of;
    return line;
}

const char *page_amount(long long hundredths, char text[32]) {
    long long size = hundredths < 0 ? -hundredths : hundredths, part = size % 100;
    const char *minus = hundredths < 0 ? "\u2212" : "";
    if (!part)
        snprintf(text, 32, "%s%lld", minus, size / 100);
    else if (part % 10)
        snprintf(text, 32, "%s%lld.%02lld", minus, size / 100, part);
    else
        snprintf(text, 32, "%s%lld.%lld", minus, size / 100, part / 10);
    return text;
}

/* What all lines so far come to. */
struct page_sum {
    long long points, of, hints;
};

/* A lab's points, so many times as it counts; what hints cost stands in a line for all. */
static void add_lab_line(struct page_student *s, const json_t *lab, struct page_sum *sum) {
    int points = number_of(lab, "points"), max = number_of(lab, "max_points");
    int on_top = number_of(lab, "on_top");
    long long weight = number_of(lab, "weight_percent");
    bool bonus = json_is_true(json_object_get(lab, "bonus"));
    bool dropped = json_is_true(json_object_get(lab, "dropped"));
    struct page_line *line =
        add_line(s, dropped ? 0 : weight * points, bonus || dropped ? 0 : weight * max);
    char name[128], factor[32], times[80] = "", more[80] = "";
    page_lab_name(text_of(lab, "lab"), name);
    if (weight != 100)
        snprintf(times, sizeof(times), ": %d \u00d7 %s", points, page_amount(weight, factor));
    if (bonus) snprintf(more, sizeof(more), ", bonus");
    if (on_top) snprintf(more, sizeof(more), ", with a bonus of %d", on_top);
    if (dropped) snprintf(more, sizeof(more), ", left out as your lowest: %d of %d", points, max);
    snprintf(line->what, sizeof(line->what), "%s%s%s", name, dropped ? "" : times, more);
    line->left_out = dropped;
    if (!dropped) sum->hints += weight * number_of(lab, "hints");
    sum->points += line->points;
    sum->of += line->of;
}

static void add_total(struct page_student *s, const char *what, long long points, long long of) {
    struct page_line *line = add_line(s, points, of);
    snprintf(line->what, sizeof(line->what), "%s", what);
    line->total = true;
}

/* From the sum of all labs to whole points of the course's sum. */
static void add_scaled(struct page_student *s, long long raw, const struct page_sum *sum) {
    char points[32], of[32], what[160] = "To the nearest point";
    long long max = 100LL * s->max_score;
    if (raw == sum->points && max == sum->of) return;
    add_total(s, "Together", sum->points, sum->of);
    if (max != (sum->of + 50) / 100 * 100)
        snprintf(what, sizeof(what), "Scaled to %d points: %s \u00d7 %d \u00f7 %s%s", s->max_score,
                 page_amount(sum->points, points), s->max_score, page_amount(sum->of, of),
                 raw * sum->of == sum->points * max ? "" : ", rounded");
    add_total(s, what, raw, max);
}

const char *page_changed(const json_t *change, char words[200]) {
    const char *by = text_of(change, "by"), *comment = text_of(change, "comment");
    snprintf(words, 200, "Changed%s%.60s%s%.120s", *by ? " by " : "", by, *comment ? ": " : "",
             comment);
    return words;
}

static void add_score_lines(struct page_student *s, const json_t *score) {
    struct page_sum sum = {0};
    json_t *one;
    size_t i;
    json_array_foreach(json_object_get(score, "labs"), i, one) add_lab_line(s, one, &sum);
    if (sum.hints) strcpy(add_line(s, -sum.hints, 0)->what, "Hints that were shown");
    sum.points -= sum.hints;
    add_scaled(s, 100LL * number_of(score, "raw"), &sum);
    if (*text_of(score, "late"))
        snprintf(add_line(s, -100LL * number_of(score, "penalty"), 0)->what, 200, "%s",
                 text_of(score, "late"));
    json_array_foreach(json_object_get(score, "adjusted"), i, one)
        page_changed(one, add_line(s, 100LL * number_of(one, "points"), 0)->what);
}

/* Without terms, a line a lab. */
static void add_stage_lines(struct page_student *s) {
    for (size_t i = 0; i < s->n_stages; i++) {
        const struct page_stage *stage = &s->stages[i];
        char name[128];
        if (i == 0 || strcmp(stage->lab, stage[-1].lab) != 0)
            strcpy(add_line(s, 0, 0)->what, page_lab_name(stage->lab, name));
        s->lines[s->n_lines - 1].points += 100 * stage->points;
        s->lines[s->n_lines - 1].of += 100 * stage->max_points;
    }
}

static void read_score(struct page_student *s) {
    const json_t *score = json_object_get(s->root, "score");
    bool scored = json_is_object(score);
    s->lines = calloc(json_array_size(json_object_get(score, "labs")) +
                          json_array_size(json_object_get(score, "adjusted")) + s->n_stages + 4,
                      sizeof(*s->lines));
    s->score = scored ? number_of(score, "score") : number_of(s->root, "points");
    s->max_score = scored ? number_of(score, "max") : number_of(s->root, "max_points");
    if (!s->lines) return;
    if (scored)
        add_score_lines(s, score);
    else
        add_stage_lines(s);
}

/*
 * A student.
 */
/* When a file was written: what results say is the same from run to run, so it is not in them. */
static void written_at(const char *path, char text[40]) {
    struct stat status;
    struct tm utc;
    text[0] = 0;
    if (stat(path, &status) || !gmtime_r(&status.st_mtime, &utc)) return;
    strftime(text, 40, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

static void read_name(struct page_student *s, const json_t *line) {
    const char *first = text_of(line, "first_name"), *last = text_of(line, "last_name");
    const char *between = *first && *last ? " " : "", *shown = text_of(line, "shown");
    if (*first || *last)
        snprintf(s->name, sizeof(s->name), "%.120s%s%.120s", first, between, last);
    else
        snprintf(s->name, sizeof(s->name), "%.250s", *shown ? shown : s->id);
}

/* Of a submission that was refused, or that nobody handed in, no stage was judged. */
static void read_state(struct page_student *s, const json_t *line) {
    const json_t *handed_in = json_object_get(line, "handed_in");
    if (*text_of(line, "refused")) {
        s->state = PAGE_REFUSED;
        s->message = text_of(line, "refused");
    } else if (json_is_false(handed_in)) {
        s->state = PAGE_ABSENT;
    } else if (!json_is_object(s->root)) {
        s->state = PAGE_FAILED;
        s->message = "Its result cannot be read; grade it again.";
    } else if (json_is_false(json_object_get(line, "graded"))) {
        s->state = PAGE_FAILED;
        s->message = "Not all of it could be graded.";
    }
}

/* Signs in hidden stages stand in class.json, and not in the result, which the student may have. */
static void read_signs(struct page_student *s, const json_t *line) {
    json_t *one;
    size_t i;
    json_array_foreach(json_object_get(line, "signs"), i, one) {
        for (size_t k = 0; k < s->n_stages; k++)
            if (s->stages[k].stage == number_of(one, "stage") &&
                strcmp(s->stages[k].lab, text_of(one, "lab")) == 0)
                s->stages[k].suspicion = text_of(one, "sign");
    }
}

/* times.json knows how many times as long as the solution each unit worked; 0: not for long. */
static json_t *dear_of(const struct page_student *s, const json_t *times) {
    json_t *dear = json_array(), *lab;
    size_t i;
    json_array_foreach(s->labs, i, lab) {
        int n = number_of(json_object_get(times, text_of(lab, "unit")), "times");
        if (n > 0)
            json_array_append_new(dear,
                                  json_pack("{s:s, s:i}", "lab", text_of(lab, "lab"), "times", n));
    }
    return dear;
}

static void read_result(struct page_student *s, const json_t *line, const char *out,
                        const json_t *times) {
    char path[4096 + 300];
    snprintf(path, sizeof(path), "%.4000s/results/%.250s.json", out, s->id);
    s->root = json_load_file(path, 0, NULL);
    s->message = "";
    read_name(s, line);
    read_state(s, line);
    read_stages(s);
    read_signs(s, line);
    s->clock = text_of(line, "clock");
    s->remark = text_of(line, "remark");
    s->by = text_of(line, "by");
    read_score(s);
    written_at(path, s->graded);
    s->submitted = text_of(s->root, "submitted");
    s->sandbox = text_of(s->root, "sandbox");
    s->labs = json_object_get(s->root, "labs");
    s->dear = dear_of(s, times);
    for (size_t i = 0; i < s->n_stages; i++)
        s->stages[i].counts = (s->state == PAGE_GRADED || s->state == PAGE_FAILED) &&
                              strcmp(s->stages[i].verdict, "IE") != 0;
}

const char *page_lab_says(const struct page_student *s, const char *lab, const char *name) {
    json_t *one;
    size_t i;
    json_array_foreach(s->labs, i, one) {
        if (strcmp(text_of(one, "lab"), lab) == 0) return text_of(one, name);
    }
    return "";
}

/* OUT/.class/sources/HASH/03_atomic_merge/atomic_merge.cu */
static FILE *open_source(const char *out, const json_t *lab) {
    const char *name = text_of(lab, "lab"), *hash = text_of(lab, "content"),
               *bare = strchr(name, '_');
    const char *ending = strrchr(text_of(lab, "file"), '.');
    char path[4096 + 500];
    if (!bare || strchr(name, '/') || strlen(hash) != 64 || strspn(hash, "0123456789abcdef") != 64)
        return NULL;
    snprintf(path, sizeof(path), "%.3500s/.class/sources/%s/%.64s/%.64s%s", out, hash, name,
             bare + 1, ending && strcmp(ending, ".cu") == 0 ? ".cu" : ".c");
    return fopen(path, "r");
}

char *page_source(const char *out, const struct page_student *s, const char *lab) {
    json_t *one;
    size_t i;
    json_array_foreach(s->labs, i, one) {
        FILE *file = strcmp(text_of(one, "lab"), lab) != 0 ? NULL : open_source(out, one);
        if (!file) continue;
        char *text = calloc(1, MOST_SOURCE + 1);
        size_t n = text ? fread(text, 1, MOST_SOURCE, file) : 0;
        for (size_t k = 0; k < n; k++) text[k] = text[k] ? text[k] : 1; /* it would be the end */
        fclose(file);
        return text;
    }
    return NULL;
}

/* It becomes the name of a file. */
static bool is_plain_name(const char *id) {
    return *id && *id != '.' && strlen(id) <= 200 && !strchr(id, '/');
}

static bool read_students(struct page_class *c, const char *out, char *problem, size_t size) {
    json_t *all = json_object_get(c->root, "students"), *one;
    size_t i;
    c->students = calloc(room_for(all), sizeof(*c->students));
    if (!c->students) return snprintf(problem, size, "there is no memory for the students"), false;
    json_array_foreach(all, i, one) {
        struct page_student *s = &c->students[c->n_students];
        s->id = text_of(one, "student");
        if (!is_plain_name(s->id)) {
            snprintf(problem, size, "class.json names a student '%.100s', which cannot be a file",
                     s->id);
            return false;
        }
        c->n_students++;
        read_result(s, one, out, c->times);
    }
    return true;
}

/*
 * The stages of all.
 */
static int by_place(const void *x, const void *y) {
    const struct page_column *p = x, *q = y;
    int order = strcmp(p->lab, q->lab);
    return order ? order : p->stage - q->stage;
}

static struct page_column *column_of(struct page_class *c, const struct page_stage *s) {
    struct page_column wanted = {.lab = s->lab, .stage = s->stage};
    return bsearch(&wanted, c->columns, c->n_columns, sizeof(*c->columns), by_place);
}

static void add_up_student(struct page_class *c, struct page_student *s) {
    for (size_t k = 0; k < s->n_stages; k++) {
        struct page_column *column = column_of(c, &s->stages[k]);
        column->tried += s->stages[k].counts;
        column->passed += s->stages[k].counts && page_stage_passed(&s->stages[k]);
        column->hidden |= s->stages[k].hidden;
        s->stages[k].column = (size_t)(column - c->columns);
    }
}

static bool make_columns(struct page_class *c) {
    size_t all = 0, kept = 0;
    for (size_t i = 0; i < c->n_students; i++) all += c->students[i].n_stages;
    c->columns = calloc(all + 1, sizeof(*c->columns));
    if (!c->columns) return false;
    for (size_t i = 0; i < c->n_students; i++)
        for (size_t k = 0; k < c->students[i].n_stages; k++) {
            const struct page_stage *s = &c->students[i].stages[k];
            c->columns[c->n_columns++] = (struct page_column){
                .lab = s->lab, .title = s->title, .stage = s->stage, .step = s->step};
        }
    qsort(c->columns, c->n_columns, sizeof(*c->columns), by_place);
    for (size_t i = 0; i < c->n_columns; i++)
        if (i == 0 || by_place(&c->columns[i], &c->columns[kept - 1]))
            c->columns[kept++] = c->columns[i];
    c->n_columns = kept;
    for (size_t i = 0; i < c->n_students; i++) add_up_student(c, &c->students[i]);
    return true;
}

static void read_sandboxes(struct page_class *c) {
    json_t *one;
    size_t i, used = 0;
    json_array_foreach(json_object_get(c->root, "sandbox"), i, one) {
        const char *name = json_string_value(one);
        if (name && used < sizeof(c->sandbox))
            used += (size_t)snprintf(c->sandbox + used, sizeof(c->sandbox) - used, "%s%.30s",
                                     i ? ", " : "", name);
    }
}

bool page_class_read(struct page_class *c, const char *out, char *problem, size_t size) {
    char path[4096 + 20];
    json_error_t error;
    *c = (struct page_class){0};
    snprintf(path, sizeof(path), "%.4000s/class.json", out);
    c->root = json_load_file(path, 0, &error);
    if (!json_is_array(json_object_get(c->root, "students"))) {
        snprintf(problem, size, "%.600s cannot be read as a class (%.100s); run grade-class again",
                 path, c->root ? "it lists no students" : error.text);
        page_class_free(c);
        return false;
    }
    c->title = text_of(c->root, "assignment");
    c->due = text_of(c->root, "due");
    c->remarks = json_object_get(c->root, "remarks");
    written_at(path, c->graded);
    snprintf(path, sizeof(path), "%.4000s/times.json", out);
    c->times = json_load_file(path, 0, NULL);
    read_sandboxes(c);
    c->similarity = json_object_get(c->root, "similarity");
    c->effort = json_object_get(c->root, "effort");
    if (!read_students(c, out, problem, size)) return page_class_free(c), false;
    if (make_columns(c)) return true;
    snprintf(problem, size, "there is no memory for the class");
    page_class_free(c);
    return false;
}

void page_class_free(struct page_class *c) {
    for (size_t i = 0; i < c->n_students; i++) {
        struct page_student *s = &c->students[i];
        free(s->stages);
        free(s->lines);
        json_decref(s->root);
        json_decref(s->dear);
    }
    free(c->students);
    free(c->columns);
    json_decref(c->times);
    json_decref(c->root);
    *c = (struct page_class){0};
}
