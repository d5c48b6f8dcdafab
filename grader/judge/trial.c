/**
 * @file
 * @brief A stage on other inputs (see trial.h).
 */
#include "grader/judge/trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/fence.h"

enum { TRIAL_SECONDS = 2, HANG_SECONDS = 1 };

bool trial_allowed(const struct trial *t) {
    return (*t->left)-- > 0;
}

static void run(struct run *run, const struct trial *t, const struct plan *plan) {
    struct process *process = &run->process;
    run->eager = t->eager;
    int seconds = t->verdict == VERDICT_HANG ? HANG_SECONDS : TRIAL_SECONDS;
    run_start(run, t->build, t->number, plan, t->order,
              (struct limits){.clock = seconds, .cpu = seconds});
    process_wait(&process, 1);
}

void trial_run(const struct trial *t, const struct stage_case *cases, uint32_t n, enum came *came) {
    struct plan plan = {.in = {.fd = -1}};
    struct run trial = {0};
    memset(came, 0, n * sizeof *came);
    if (!trial_allowed(t) || !plan_make_of(&plan, t->row, cases, n)) {
        plan_free(&plan);
        return;
    }
    run(&trial, t, &plan);
    struct records outputs = run_outputs(&trial);
    for (uint32_t i = 0; i < n && records_find(&outputs, RECORD_BEGIN, i); i++) {
        struct check_note note;
        enum verdict v = run_judge(&trial, t->row, &plan, i, &outputs, &note);
        came[i] = v == VERDICT_OK ? CAME_RIGHT : v == t->verdict ? CAME_WRONG : CAME_UNKNOWN;
    }
    records_unmap(&outputs);
    run_free(&trial);
    plan_free(&plan);
}

int trial_first(const struct trial *t, const struct stage_case *cases, uint32_t n) {
    enum came came[PLAN_CASES];
    trial_run(t, cases, n, came);
    for (uint32_t i = 0; i < n; i++)
        if (came[i] == CAME_WRONG) return (int)i;
    return -1;
}

/*
 * What to show.
 */
/* A name that came out of the child may be any 24 bytes. */
static const char *plain_name(const struct record *record, char name[RECORD_NAME + 1]) {
    snprintf(name, RECORD_NAME + 1, "%.*s", RECORD_NAME, record->name);
    for (char *at = name; *at; at++)
        if (*at < ' ' || *at > '~') *at = '?';
    return name;
}

static void show(char *text, size_t size, const char *name, const uint32_t *words, uint64_t n) {
    size_t used = strlen(text);
    used += (size_t)snprintf(text + used, size - used, "%s%s", used ? "\n" : "", name);
    for (uint64_t i = 0; i < n && used < size; i++)
        used +=
            (size_t)(words[i] == FENCE_WORD ? snprintf(text + used, size - used, " -")
                                            : snprintf(text + used, size - used, " %u", words[i]));
    if (n == 0 && used < size) snprintf(text + used, size - used, " (none)");
}

/* An output between fences is shown without them; "-" stands where nobody has written. */
static void show_output(struct failure *f, const struct record *record) {
    uint64_t n = record->count, fences = 2 * (uint64_t)FENCE_WORDS;
    const uint32_t *words = record_words(record);
    char name[RECORD_NAME + 1];
    if (record->name[0] == '(') return;
    if (n >= fences) {
        n -= fences;
        words += FENCE_WORDS;
    }
    if (n > 0 && n <= FEW_KEYS) show(f->shown, sizeof f->shown, plain_name(record, name), words, n);
}

void trial_show(const struct trial *t, struct failure *f) {
    struct plan plan;
    struct run trial = {0};
    f->shown[0] = 0;
    if (f->c.n > FEW_KEYS) return;
    if (plan_make_of(&plan, t->row, &f->c, 1)) {
        const struct record *keys = records_find(&plan.in.records, "keys", 0);
        if (keys) show(f->shown, sizeof f->shown, "keys", record_words(keys), keys->count);
        run(&trial, t, &plan);
        struct records outputs = run_outputs(&trial);
        for (const struct record *r = NULL; (r = records_next(&outputs, r));) show_output(f, r);
        records_unmap(&outputs);
        run_free(&trial);
    }
    plan_free(&plan);
}
