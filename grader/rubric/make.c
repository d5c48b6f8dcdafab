/**
 * @file
 * @brief From a rubric to terms: what the labs themselves say, with the rubric's words over it.
 */
#include "common/stage.h"
#include "grader/rubric/rubric.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_SECRET = 16 };

/*
 * The labs.
 */
static struct terms_lab lab_as_it_is(const struct stage_lab *lab) {
    struct terms_lab t = {.weight = 1, .n_stages = (int)lab->n_rows};
    snprintf(t.name, sizeof t.name, "%s", lab->name);
    for (int i = 0; i < t.n_stages && i < TERMS_STAGES; i++)
        t.stages[i].points = lab->rows[i].points;
    return t;
}

static bool is_called(const struct stage_lab *lab, const char *name) {
    size_t digits = strspn(name, "0123456789");
    if (digits == 0 || name[digits]) return !strcmp(lab->name, name);
    return digits < 9 && atoi(name) == atoi(lab->name);
}

static const struct stage_lab *find_lab(struct where *w, const char *path, const char *name) {
    char all[900] = "";
    for (const struct stage_lab *lab = stage_labs(); lab; lab = lab->next) {
        size_t used = strlen(all);
        if (is_called(lab, name)) return lab;
        snprintf(all + used, sizeof all - used, "%s%s", used ? ", " : "", lab->name);
    }
    where_refuse(w, path, "there is no lab '%.60s'; there are %s", name, all);
    return NULL;
}

static bool take_points(struct where *w, const struct rubric_lab *from, unsigned i,
                        struct terms_lab *lab) {
    char path[60];
    int sum = 0;
    snprintf(path, sizeof path, "labs/%u/points", i + 1);
    if (from->n_points && from->n_points != (unsigned)lab->n_stages)
        return where_refuse(w, path, "%s has %u entries, and %s has %d stages", path,
                            from->n_points, lab->name, lab->n_stages);
    for (unsigned k = 0; k < from->n_points; k++) lab->stages[k].points = from->points[k];
    for (int k = 0; k < lab->n_stages; k++) sum += lab->stages[k].points;
    if (!from->total || *from->total == sum) return true;
    snprintf(path, sizeof path, "labs/%u/total", i + 1);
    return where_refuse(w, path, "the points of %s do not add up to %d, but to %d", lab->name,
                        *from->total, sum);
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct terms_lab *)a)->name, ((const struct terms_lab *)b)->name);
}

static bool take_labs(struct where *w, const struct rubric *from, struct terms *t) {
    if (!from->labs && !where_node(w, "labs")) return true;
    t->n_labs = 0;
    for (unsigned i = 0; i < from->n_labs; i++) {
        const struct rubric_lab *r = &from->labs[i];
        char path[40];
        snprintf(path, sizeof path, "labs/%u/lab", i + 1);
        const struct stage_lab *lab = find_lab(w, path, r->lab);
        if (!lab) return false;
        if (terms_lab(t, lab->name))
            return where_refuse(w, path, "the lab %s stands here a second time", lab->name);
        struct terms_lab *to = &t->labs[t->n_labs++];
        *to = lab_as_it_is(lab);
        if (r->weight) to->weight = *r->weight;
        if (!take_points(w, r, i, to)) return false;
    }
    qsort(t->labs, t->n_labs, sizeof *t->labs, by_name);
    return t->n_labs ||
           where_refuse(w, "labs", "no lab counts; name some, or leave out the key 'labs'");
}

/*
 * What is hidden.
 */
static bool take_case(struct where *w, const struct stage_row *row, int stage, const char *path,
                      int number, struct terms_stage *to) {
    if ((size_t)number > row->n_cases)
        return where_refuse(w, path, "stage %d has no case %d; it has %zu", stage, number,
                            row->n_cases);
    to->drawn |= (uint64_t)1 << (number - 1);
    return true;
}

static bool hide_stage(struct where *w, const struct rubric_hidden *r, unsigned i,
                       const struct stage_row *row, int stage, struct terms_stage *to) {
    char path[60];
    to->hidden = true;
    for (unsigned k = 0; k < r->n_cases; k++) {
        snprintf(path, sizeof path, "hidden/%u/cases/%u", i + 1, k + 1);
        if (!take_case(w, row, stage, path, r->cases[k], to)) return false;
    }
    for (size_t k = 0; k < row->n_cases && r->n_cases == 0; k++) to->drawn |= (uint64_t)1 << k;
    return true;
}

static bool hide_lab(struct where *w, const struct rubric_hidden *r, unsigned i, struct terms *t) {
    char path[60];
    snprintf(path, sizeof path, "hidden/%u/lab", i + 1);
    const struct stage_lab *lab = find_lab(w, path, r->lab);
    if (!lab) return false;
    struct terms_lab *to = (struct terms_lab *)terms_lab(t, lab->name);
    if (!to) return where_refuse(w, path, "the lab %s does not count (see 'labs')", lab->name);
    for (unsigned k = 0; k < r->n_stages; k++) {
        int stage = r->stages[k];
        snprintf(path, sizeof path, "hidden/%u/stages/%u", i + 1, k + 1);
        if (stage > to->n_stages)
            return where_refuse(w, path, "the lab %s has no stage %d; it has %d", lab->name, stage,
                                to->n_stages);
        if (to->stages[stage - 1].hidden)
            return where_refuse(w, path, "stage %d of %s is hidden a second time", stage,
                                lab->name);
        if (!hide_stage(w, r, i, &lab->rows[stage - 1], stage, &to->stages[stage - 1]))
            return false;
    }
    return true;
}

/*
 * The secret.
 */
static bool is_secret(const char *text) {
    size_t n = strlen(text);
    for (size_t i = 0; i < n; i++)
        if (!isprint((unsigned char)text[i])) return false;
    return n >= LEAST_SECRET && n < TERMS_SECRET;
}

/* A name without a leading slash is looked for beside the rubric. */
static void name_secret_file(const struct where *w, const char *name, char *path, size_t size) {
    const char *slash = strrchr(w->path, '/');
    char joined[4096];
    if (*name == '/' || !slash)
        snprintf(joined, sizeof joined, "%s", name);
    else
        snprintf(joined, sizeof joined, "%.*s%.1000s", (int)(slash - w->path) + 1, w->path, name);
    char *whole = realpath(joined, NULL);
    snprintf(path, size, "%s", whole ? whole : joined);
    free(whole);
}

static bool read_secret(struct where *w, const char *name, struct rubric_terms *t) {
    char line[TERMS_SECRET + 2] = "";
    name_secret_file(w, name, t->secret_file, sizeof t->secret_file);
    FILE *file = fopen(t->secret_file, "r");
    if (!file)
        return where_refuse(w, "secret_file", "the secret's file %.200s cannot be read: %s",
                            t->secret_file, strerror(errno));
    bool read = fgets(line, sizeof line, file) != NULL;
    fclose(file);
    line[strcspn(line, "\r\n")] = 0;
    snprintf(t->terms.secret, sizeof t->terms.secret, "%.*s", TERMS_SECRET - 1, line);
    return (read && is_secret(line)) ||
           where_refuse(w, "secret_file",
                        "the first line of %.200s has to hold %d to %d plain letters; make one: "
                        "head -c 16 /dev/urandom | od -An -tx1 | tr -d ' '",
                        t->secret_file, LEAST_SECRET, TERMS_SECRET - 1);
}

static bool take_secret(struct where *w, const struct rubric *from, struct rubric_terms *t) {
    bool in_file = from->secret_file && *from->secret_file, here = from->secret && *from->secret;
    if (in_file && here)
        return where_refuse_key(w, "secret", "there is a secret and a secret_file; keep one");
    if (here && !is_secret(from->secret))
        return where_refuse_key(w, "secret", "the secret has to be %d to %d plain letters",
                                LEAST_SECRET, TERMS_SECRET - 1);
    if (here) snprintf(t->terms.secret, sizeof t->terms.secret, "%s", from->secret);
    if (in_file && !read_secret(w, from->secret_file, t)) return false;
    return !from->n_hidden || in_file || here ||
           where_refuse_key(w, "hidden",
                            "hidden stages need a secret; name a file in 'secret_file'");
}

/*
 * All the rest.
 */
static void take(int *to, const int *from) {
    if (from) *to = *from;
}

static void take_text(char *to, size_t size, const char *from) {
    if (from) snprintf(to, size, "%s", from);
}

static void take_late(const struct rubric_late *r, struct terms_late *late) {
    take(&late->grace_minutes, r->grace_minutes);
    take(&late->free_days, r->free_days);
    take(&late->percent_a_day, r->percent_a_day);
    take(&late->percent_an_hour, r->percent_an_hour);
    take(&late->most_percent, r->most_percent);
    take(&late->closes_days, r->closes_days);
    if (r->clock) late->clock_student = *r->clock == RUBRIC_STUDENT;
}

/* Rules that hold together, so that a student can follow them. */
static bool check_late(struct where *w, const struct terms_late *late) {
    if (late->percent_a_day && late->percent_an_hour)
        return where_refuse_key(w, "late/percent_an_hour",
                                "there is a percent_a_day, too; keep one of them");
    return !late->closes_days || late->closes_days >= late->free_days ||
           where_refuse(w, "late/closes_days",
                        "late/closes_days is %d, and %d days are free; it must be as many at least",
                        late->closes_days, late->free_days);
}

static void take_numbers(const struct rubric *r, struct terms *t) {
    take(&t->out_of, r->out_of);
    take_late(&r->late, &t->late);
    take(&t->limits.seconds, r->limits.seconds);
    take(&t->limits.cpu_seconds, r->limits.cpu_seconds);
    take(&t->limits.memory_mb, r->limits.memory_mb);
    take(&t->limits.output_mb, r->limits.output_mb);
    take(&t->limits.budget, r->limits.budget);
    take(&t->executor.jobs, r->executor.jobs);
    take(&t->executor.minutes, r->executor.minutes);
    take(&t->executor.gpus, r->executor.gpus);
    for (unsigned i = 0; i < r->n_hints && i < TERMS_LEVELS; i++) t->hints[i] = r->hints[i];
}

static void take_words(const struct rubric *r, struct terms *t) {
    static const char *const executors[] = {"local", "slurm"};
    static const char *const sandboxes[] = {"root", "rootless", "reduced", "none"};
    take_text(t->assignment, sizeof t->assignment, r->assignment);
    take_text(t->begins, sizeof t->begins, r->begins);
    take_text(t->due, sizeof t->due, r->due);
    take_text(t->executor.partition, sizeof t->executor.partition, r->executor.partition);
    if (r->cheat) t->cheat_zero = *r->cheat == RUBRIC_ZERO;
    if (r->executor.use)
        snprintf(t->executor.name, sizeof t->executor.name, "%s", executors[*r->executor.use]);
    if (r->sandbox) snprintf(t->sandbox, sizeof t->sandbox, "%s", sandboxes[*r->sandbox]);
}

static bool has_control(const char *text) {
    for (; *text; text++)
        if (iscntrl((unsigned char)*text)) return true;
    return false;
}

static bool check_words(struct where *w, const struct rubric *r, struct terms *t) {
    if (r->hints && r->n_hints != TERMS_LEVELS)
        return where_refuse(w, "hints", "hints has %u entries; it takes %d, for levels 1, 2 and 3",
                            r->n_hints, TERMS_LEVELS);
    if (t->due[0] && !terms_time(t->due, &t->due_s))
        return where_refuse(w, "due", "due is '%s'; write it as 2026-12-01T23:59:00Z", t->due);
    if (t->begins[0] && !terms_time(t->begins, &t->begins_s))
        return where_refuse(w, "begins", "begins is '%s'; write it as 2026-09-01T00:00:00Z",
                            t->begins);
    if (t->begins[0] && t->due[0] && t->begins_s >= t->due_s)
        return where_refuse(w, "begins", "begins is '%s', and that is not before due", t->begins);
    if (!check_late(w, &t->late)) return false;
    if (!t->assignment[0]) return where_refuse(w, "assignment", "assignment is empty");
    if (has_control(t->assignment))
        return where_refuse(w, "assignment", "assignment holds a control character");
    if (has_control(t->executor.partition) || strpbrk(t->executor.partition, " \"'$`\\;&|<>"))
        return where_refuse(w, "executor/partition", "that is no name of a partition");
    return true;
}

void rubric_default(struct rubric_terms *t) {
    *t = (struct rubric_terms){.terms = {.assignment = "sortlab",
                                         .late = {.most_percent = 100},
                                         .limits = {10, 0, 2048, 8, 20},
                                         .executor = {.name = "local", .minutes = 60},
                                         .sandbox = "reduced"}};
    for (const struct stage_lab *lab = stage_labs(); lab && t->terms.n_labs < TERMS_LABS;
         lab = lab->next)
        t->terms.labs[t->terms.n_labs++] = lab_as_it_is(lab);
}

static bool make_terms(struct where *w, const struct rubric *r, struct rubric_terms *t) {
    take_numbers(r, &t->terms);
    take_words(r, &t->terms);
    if (!check_words(w, r, &t->terms) || !take_labs(w, r, &t->terms) || !take_secret(w, r, t))
        return false;
    for (unsigned i = 0; i < r->n_hidden; i++)
        if (!hide_lab(w, &r->hidden[i], i, &t->terms)) return false;
    return true;
}

bool rubric_read(const char *path, struct rubric_terms *t, char *error, size_t size) {
    struct where w;
    struct rubric *rubric = NULL;
    rubric_default(t);
    bool good = where_open(&w, path, error, size) && rubric_check_numbers(&w) &&
                rubric_load(&w, &rubric) && make_terms(&w, rubric, t);
    rubric_unload(rubric);
    where_close(&w);
    return good;
}
