/**
 * @file
 * @brief From a rubric to terms: what the labs themselves say, with the rubric's words over it.
 */
#include "grader/grade/policy/rubric.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_SECRET = 16 };

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
        snprintf(joined, sizeof(joined), "%s", name);
    else
        snprintf(joined, sizeof(joined), "%.*s%.1000s", (int)(slash - w->path) + 1, w->path, name);
    char *whole = realpath(joined, NULL);
    snprintf(path, size, "%s", whole ? whole : joined);
    free(whole);
}

static bool read_secret(struct where *w, const char *name, struct rubric_terms *t) {
    char line[TERMS_SECRET + 2] = "";
    name_secret_file(w, name, t->secret_file, sizeof(t->secret_file));
    FILE *file = fopen(t->secret_file, "r");
    if (!file)
        return where_refuse(w, "secret_file", "the secret's file %.200s cannot be read: %s",
                            t->secret_file, strerror(errno));
    bool read = fgets(line, sizeof(line), file) != NULL;
    fclose(file);
    line[strcspn(line, "\r\n")] = 0;
    snprintf(t->terms.secret, sizeof(t->terms.secret), "%.*s", TERMS_SECRET - 1, line);
    return (read && is_secret(line)) ||
           where_refuse(w, "secret_file",
                        "the first line of %.200s has to hold %d to %d plain letters. Make one: "
                        "head -c 16 /dev/urandom | od -An -tx1 | tr -d ' '",
                        t->secret_file, LEAST_SECRET, TERMS_SECRET - 1);
}

static bool take_secret(struct where *w, const struct rubric *from, struct rubric_terms *t) {
    bool in_file = from->secret_file && *from->secret_file, here = from->secret && *from->secret;
    if (in_file && here)
        return where_refuse_key(w, "secret", "there is a secret and a secret_file. Keep one");
    if (here && !is_secret(from->secret))
        return where_refuse_key(w, "secret", "the secret has to be %d to %d plain letters",
                                LEAST_SECRET, TERMS_SECRET - 1);
    if (here) snprintf(t->terms.secret, sizeof(t->terms.secret), "%s", from->secret);
    if (in_file && !read_secret(w, from->secret_file, t)) return false;
    return !from->n_hidden || in_file || here ||
           where_refuse_key(w, "hidden",
                            "hidden stages need a secret. Name a file in 'secret_file'");
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
                                "there is a percent_a_day, too. Keep one of them");
    return !late->closes_days || late->closes_days >= late->free_days ||
           where_refuse(w, "late/closes_days",
                        "late/closes_days is %d, and %d days are free. It must be at least the "
                        "number of free days",
                        late->closes_days, late->free_days);
}

static void take_numbers(const struct rubric *r, struct terms *t) {
    take(&t->out_of, r->out_of);
    take(&t->drop_lowest, r->drop_lowest);
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
    take_text(t->assignment, sizeof(t->assignment), r->assignment);
    take_text(t->begins, sizeof(t->begins), r->begins);
    take_text(t->due, sizeof(t->due), r->due);
    take_text(t->executor.partition, sizeof(t->executor.partition), r->executor.partition);
    if (r->cheat) t->cheat_zero = *r->cheat == RUBRIC_ZERO;
    if (r->attempts) t->attempts_best = *r->attempts == RUBRIC_BEST;
    if (r->executor.use)
        snprintf(t->executor.name, sizeof(t->executor.name), "%s", executors[*r->executor.use]);
    if (r->sandbox) snprintf(t->sandbox, sizeof(t->sandbox), "%s", sandboxes[*r->sandbox]);
}

static bool has_control(const char *text) {
    for (; *text; text++)
        if (iscntrl((unsigned char)*text)) return true;
    return false;
}

static bool check_words(struct where *w, const struct rubric *r, struct terms *t) {
    if (r->hints && r->n_hints != TERMS_LEVELS)
        return where_refuse(w, "hints", "hints has %u entries. It takes %d, for levels 1, 2 and 3",
                            r->n_hints, TERMS_LEVELS);
    if (t->due[0] && !terms_time(t->due, &t->due_s))
        return where_refuse(w, "due", "due is '%s'. Write it as 2026-12-01T23:59:00Z", t->due);
    if (t->begins[0] && !terms_time(t->begins, &t->begins_s))
        return where_refuse(w, "begins", "begins is '%s'. Write it as 2026-09-01T00:00:00Z",
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

/* What is left when bonus and the lowest are out is the sum that all points are of. */
static bool check_sum(struct where *w, const struct terms *t) {
    int counting = 0;
    for (size_t i = 0; i < t->n_labs; i++) counting += !t->labs[i].bonus;
    if (!counting) return where_refuse(w, "labs", "all labs are bonus. One has to count");
    if (t->drop_lowest >= counting)
        return where_refuse(w, "drop_lowest",
                            "drop_lowest is %d. It must be less than the number of labs without a "
                            "bonus, which is %d",
                            t->drop_lowest, counting);
    return !t->drop_lowest || t->out_of ||
           where_refuse_key(w, "drop_lowest",
                            "drop_lowest needs out_of, since the labs that are left have another "
                            "sum for each student. Write out_of: 100");
}

void rubric_default(struct rubric_terms *t) {
    *t = (struct rubric_terms){.terms = {.assignment = "sortlab",
                                         .late = {.most_percent = 100},
                                         .limits = {10, 0, 2048, 8, 20},
                                         .executor = {.name = "local", .minutes = 60},
                                         .sandbox = "reduced"}};
    rubric_all_labs(&t->terms);
}

static bool make_terms(struct where *w, const struct rubric *r, struct rubric_terms *t) {
    take_numbers(r, &t->terms);
    take_words(r, &t->terms);
    t->partial = r->partial && *r->partial;
    if (!check_words(w, r, &t->terms) || !rubric_take_labs(w, r, &t->terms) ||
        !check_sum(w, &t->terms) || !take_secret(w, r, t))
        return false;
    return rubric_take_hidden(w, r, &t->terms);
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
