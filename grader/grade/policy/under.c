/**
 * @file
 * @brief One submission under terms (see under.h).
 */
#include "grader/grade/policy/under.h"
#include "grader/shared/json_file.h"
#include "grader/grade/report/clean_text.h"
#include "grader/grade/judge/failure.h"
#include "grader/grade/judge/stage_inputs.h"
#include "grader/grade/judge/secret.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

static struct {
    bool on;
    struct terms terms;
    struct secret_key key;
    json_t *kept; /* of each stage, for the instructor */
} state;

void under_terms(const char *path) {
    char error[1000];
    if (!terms_read(path, &state.terms, error, sizeof(error))) {
        fprintf(stderr, "grade: %s\n", error);
        exit(2);
    }
    state.on = true;
    state.key = secret_key_of(state.terms.secret);
    /* From here on the secret is in memory, which no process of the same user may read. */
    if (state.terms.secret[0]) prctl(PR_SET_DUMPABLE, 0);
}

const struct terms *under(void) {
    return state.on ? &state.terms : NULL;
}

bool under_will_do(enum sandbox_kind kind) {
    for (int least = kind + 1; state.on && least < SANDBOX_KINDS; least++)
        if (strcmp(sandbox_name((enum sandbox_kind)least), state.terms.sandbox) == 0) return false;
    return true;
}

static const struct terms_lab *lab_of(const struct stage_lab *lab) {
    return state.on ? terms_lab(&state.terms, lab->name) : NULL;
}

bool under_counts(const struct stage_lab *lab) {
    return !state.on || lab_of(lab);
}

static const struct terms_stage *stage_of(const struct stage_lab *lab, int number) {
    const struct terms_lab *l = lab_of(lab);
    return l && number >= 1 && number <= l->n_stages ? &l->stages[number - 1] : NULL;
}

const struct stage_row *under_row(const struct stage_lab *lab, size_t i) {
    const struct terms_stage *s = stage_of(lab, (int)i + 1);
    struct stage_row *row = s ? malloc(sizeof(*row)) : NULL;
    if (!row) return &lab->rows[i];
    *row = lab->rows[i];
    row->points = s->points;
    return row;
}

/*
 * What a stage is run on.
 */

/* Of the file as it was compiled. */
static uint64_t hash_of(const struct build *build) {
    char path[PATH_MOST + 300], *bytes = malloc(2 << 20);
    const char *slash = strrchr(build->program, '/');
    snprintf(path, sizeof(path), "%.*s/%.250s", slash ? (int)(slash - build->program) : 0,
             build->program, build->copy);
    FILE *file = fopen(path, "rb");
    size_t n = file && bytes ? fread(bytes, 1, 2 << 20, file) : 0;
    uint64_t hash = secret_hash(&state.key, bytes, n);
    if (file) fclose(file);
    free(bytes);
    return hash;
}

static const uint64_t *seeds_of(const struct stage_result *r, const struct build *build) {
    static uint64_t seeds[STAGE_INPUTS_CASES];
    const struct terms_stage *s = stage_of(r->lab, r->number);
    if (!s || !s->hidden) return NULL;
    uint64_t hash = hash_of(build);
    for (int i = 0; i < STAGE_INPUTS_CASES; i++)
        seeds[i] =
            s->drawn >> i & 1 ? secret_seed(&state.key, hash, r->lab->name, r->number, i + 1) : 0;
    return seeds;
}

struct judge_choice under_choice(const struct stage_result *r, const struct build *build,
                                 const struct judge_choice *asked) {
    struct judge_choice choice = *asked;
    if (!state.on) return choice;
    const struct terms_stage *s = stage_of(r->lab, r->number);
    choice.partial = s && s->partial;
    choice.seeds = seeds_of(r, build);
    choice.memory_mb = state.terms.limits.memory_mb;
    choice.output_mb = state.terms.limits.output_mb;
    if (!choice.cpu_s) {
        choice.cpu_s = state.terms.limits.cpu_seconds;
        choice.clock_s = state.terms.limits.seconds;
    }
    return choice;
}

/*
 * What is told, and to whom.
 */
static json_t *clean(const char *text) {
    char copy[sizeof((struct stage_result *)NULL)->message];
    clean_text(copy, sizeof(copy), text);
    return json_string(copy);
}

static json_t *seeds_json(const struct stage_result *r, const struct judge_choice *choice) {
    json_t *all = json_array();
    for (size_t i = 0; choice->seeds && i < r->row->n_cases && i < STAGE_INPUTS_CASES; i++)
        if (choice->seeds[i])
            json_array_append_new(all, json_pack("{s:i, s:I, s:I}", "case", (int)i + 1, "n",
                                                 (json_int_t)r->row->cases[i].n, "seed",
                                                 (json_int_t)choice->seeds[i]));
    return all;
}

static void keep(const struct stage_result *r, const struct judge_choice *choice) {
    if (!state.kept) state.kept = json_array();
    json_array_append_new(
        state.kept, json_pack("{s:s, s:i, s:s, s:b, s:i, s:s, s:s, s:o, s:o, s:o, s:o, s:o}", "lab",
                              r->lab->name, "stage", r->number, "title", r->row->title, "hidden",
                              r->hidden, "points", r->points, "verdict", verdict_code(r->verdict),
                              "class", failure_name(r->failure.kind), "message", clean(r->message),
                              "repeat", clean(r->repeat), "note", clean(r->note), "suspicion",
                              clean(r->suspicion), "seeds", seeds_json(r, choice)));
}

/* Even the kind of failure would carry bits of a hidden input out: a program can choose how it fails. */
static enum verdict told(const struct stage_result *r) {
    if (verdict_is_of_build(r->verdict) || r->verdict == VERDICT_INTERNAL) return r->verdict;
    return r->verdict == VERDICT_OK ||
                   (r->verdict == VERDICT_SUSPECT && r->points == r->row->points)
               ? VERDICT_OK
               : VERDICT_FAILED;
}

static void hide(struct stage_result *r) {
    r->verdict = told(r);
    r->failure = (struct failure){.kind = FAILURE_NONE};
    r->message[0] = r->repeat[0] = r->note[0] = r->suspicion[0] = 0;
    free(r->printed);
    free(r->details);
    r->printed = r->details = NULL;
    r->printed_lines = 0;
}

void under_tell(struct stage_result *r, const struct judge_choice *choice) {
    const struct terms_stage *s = stage_of(r->lab, r->number);
    if (!state.on) return;
    r->hidden = s && s->hidden;
    bool suspect = r->verdict == VERDICT_SUSPECT || (choice->partial && r->suspicion[0]);
    if (suspect && state.terms.cheat_zero) r->points = 0;
    keep(r, choice);
    if (r->hidden) hide(r);
}

bool under_write(const char *path, const struct result *result) {
    json_t *root =
        json_pack("{s:o, s:i, s:i, s:O}", "submission", clean(result->submission), "points",
                  result->points, "max_points", result->max_points, "stages", state.kept);
    errno = ENOMEM;
    bool written = root && json_file_write_private(path, root);
    json_decref(root);
    return written;
}
