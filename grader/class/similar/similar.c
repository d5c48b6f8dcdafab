/**
 * @file
 * @brief Pairs of students whose files agree in most of what is their own (similar.h).
 */
#include "grader/class/similar/similar.h"
#include "grader/class/similar/sim.h"
#include "grader/class/similar/tokens.h"

#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Mutants of the bank came to 79 % and more of their solution, honest work to 20 % (docs/instructor/results.md). */
enum { THRESHOLD = 50, LEAST_TOKENS = 60, MOST_PAIRS = 1000, MOST_RUNS = 40 };

struct search {
    json_t *pairs, *left_out;
    size_t compared;
    const char *skipped;
};

static void leave_out(struct search *s, const struct similar_file *f, const char *why) {
    json_array_append_new(s->left_out, json_pack("{s:s, s:s, s:s}", "lab", f->lab, "student",
                                                 f->student, "why", why));
}

/*
 * The skeleton: what the marks leave of the solution, since labs/ may hold somebody's work.
 */
static void read_skeleton(struct tokens *t, const char *lab) {
    static const char *const endings[] = {"cu", "c"};
    const char *name = strchr(lab, '_');
    char path[600];
    for (size_t i = 0; i < 4; i++) {
        if (i < 2)
            snprintf(path, sizeof path, "solutions/%.200s.%s", lab, endings[i]);
        else
            snprintf(path, sizeof path, "labs/%.200s/%.200s.%s", lab, name ? name + 1 : lab,
                     endings[i - 2]);
        if (!tokens_read(t, path, i < 2)) return;
        tokens_free(t);
    }
    *t = (struct tokens){0};
}

/* Writes what is the student's own of one file; false when there is nothing to compare. */
static bool write_own(struct search *s, const struct similar_file *f, const struct tokens *skeleton,
                      const char *folder, size_t number) {
    struct tokens t;
    char path[4096];
    const char *why = tokens_read(&t, f->path, false);
    FILE *out = NULL;
    if (!why) {
        tokens_mark(&t, skeleton);
        if (tokens_left(&t) < LEAST_TOKENS)
            why = "there is too little in it that the skeleton has not";
    }
    if (!why) {
        snprintf(path, sizeof path, "%s/%zu", folder, number);
        out = fopen(path, "w");
        if (out) tokens_write(&t, out);
        if (!out || fclose(out)) s->skipped = "the files to compare cannot be written", out = NULL;
    }
    tokens_free(&t);
    if (why) leave_out(s, f, why);
    return out != NULL;
}

/*
 * Pairs.
 */
static json_t *run_object(const struct sim_run *r) {
    return json_pack("{s:[ii], s:[ii], s:i}", "a", r->a_first, r->a_last, "b", r->b_first,
                     r->b_last, "tokens", r->tokens);
}

/* The runs of one pair, which stand together. */
static void add_pair(struct search *s, const struct similar_file *const *files,
                     const struct sim *sim, const struct sim_run *first, size_t n) {
    int shared = 0, a = sim->tokens[first->a], b = sim->tokens[first->b], shorter = a < b ? a : b;
    for (size_t i = 0; i < n; i++) shared += first[i].tokens;
    if (shared > shorter) shared = shorter;
    int percent = shorter ? (int)(100L * shared / shorter) : 0;
    if (percent < THRESHOLD) return;
    json_t *runs = json_array();
    for (size_t i = 0; i < n && i < MOST_RUNS; i++)
        json_array_append_new(runs, run_object(&first[i]));
    json_array_append_new(s->pairs,
                          json_pack("{s:s, s:s, s:s, s:i, s:i, s:o}", "lab", files[first->a]->lab,
                                    "a", files[first->a]->student, "b", files[first->b]->student,
                                    "percent", percent, "tokens", shared, "runs", runs));
}

static void add_pairs(struct search *s, const struct similar_file *const *files,
                      const struct sim *sim) {
    for (size_t i = 0, end; i < sim->n_runs; i = end) {
        const struct sim_run *r = &sim->runs[i];
        for (end = i; end < sim->n_runs && sim->runs[end].a == r->a && sim->runs[end].b == r->b;)
            end++;
        add_pair(s, files, sim, r, end - i);
    }
}

/* One lab: `n` files of it, in a folder of their own. */
static void compare_lab(struct search *s, const struct similar_file *files, size_t n,
                        const char *folder) {
    const struct similar_file **kept = calloc(n, sizeof *kept);
    struct tokens skeleton;
    struct sim sim = {0};
    size_t n_kept = 0;
    read_skeleton(&skeleton, files->lab);
    for (size_t i = 0; kept && i < n; i++)
        if (write_own(s, &files[i], &skeleton, folder, n_kept)) kept[n_kept++] = &files[i];
    if (!kept) s->skipped = "there is no memory for it";
    if (!s->skipped && n_kept > 1) s->skipped = sim_compare(&sim, folder, n_kept);
    if (!s->skipped && n_kept > 1) add_pairs(s, kept, &sim);
    s->compared += n_kept;
    sim_free(&sim);
    tokens_free(&skeleton);
    free(kept);
}

/*
 * A folder that goes when all is done.
 */
static int remove_one(const char *path, const struct stat *status, int type, struct FTW *at) {
    (void)status, (void)type, (void)at;
    return remove(path);
}

static void compare_in_a_folder(struct search *s, const struct similar_file *files, size_t n) {
    const char *parent = getenv("TMPDIR");
    char folder[4000];
    snprintf(folder, sizeof folder, "%.3000s/similar.XXXXXX", parent && *parent ? parent : "/tmp");
    if (!mkdtemp(folder)) {
        s->skipped = "no folder for the files to compare can be made";
        return;
    }
    compare_lab(s, files, n, folder);
    nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static int by_lab(const void *x, const void *y) {
    const struct similar_file *p = x, *q = y;
    int order = strcmp(p->lab, q->lab);
    return order ? order : strcmp(p->student, q->student);
}

/* The most alike first. */
static int by_percent(const void *x, const void *y) {
    json_t *p = *(json_t *const *)x, *q = *(json_t *const *)y;
    static const char *const names[] = {"lab", "a", "b"};
    json_int_t more = json_integer_value(json_object_get(q, "percent")) -
                      json_integer_value(json_object_get(p, "percent"));
    for (size_t i = 0; !more && i < 3; i++)
        more = strcmp(json_string_value(json_object_get(p, names[i])),
                      json_string_value(json_object_get(q, names[i])));
    return (more > 0) - (more < 0);
}

static json_t *sorted(json_t *pairs) {
    size_t n = json_array_size(pairs);
    json_t **all = calloc(n + 1, sizeof *all), *in_order = json_array();
    for (size_t i = 0; all && i < n; i++) all[i] = json_array_get(pairs, i);
    if (all) qsort(all, n, sizeof *all, by_percent);
    for (size_t i = 0; all && i < n && i < MOST_PAIRS; i++) json_array_append(in_order, all[i]);
    free(all);
    json_decref(pairs);
    return in_order;
}

json_t *similar_find(const struct similar_file *files, size_t n) {
    struct search s = {.pairs = json_array(), .left_out = json_array()};
    struct similar_file *all = calloc(n + 1, sizeof *all);
    if (!all) return NULL;
    if (n) memcpy(all, files, n * sizeof *all);
    qsort(all, n, sizeof *all, by_lab);
    for (size_t i = 0, end; i < n && !s.skipped; i = end) {
        for (end = i; end < n && !strcmp(all[end].lab, all[i].lab);) end++;
        compare_in_a_folder(&s, &all[i], end - i);
    }
    free(all);
    int n_found = (int)json_array_size(s.pairs);
    json_t *found = json_pack("{s:i, s:i, s:i, s:i, s:o, s:o}", "threshold", THRESHOLD, "run",
                              SIM_RUN, "compared", (int)s.compared, "found", n_found, "pairs",
                              sorted(s.pairs), "left_out", s.left_out);
    if (s.skipped) json_object_set_new(found, "skipped", json_string(s.skipped));
    return found;
}
