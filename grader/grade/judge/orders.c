/**
 * @file
 * @brief A stage in all orders of threads: right in one is not right, since CUDA promises none.
 */
#include "grader/grade/judge/attempt.h"
#include "grader/grade/judge/pace.h"
#include "grader/grade/judge/printed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUICK_SECONDS = 3, MOST_ORDERS = 4 };
enum { ONCE = 1 }; /* cases for one run alone: reverse, since much is right by luck forward */

static const char *const all_orders[MOST_ORDERS] = {"forward", "reverse", "random:1", "random:2"};

/* Which orders to run: the CPU runtime's, unless this is host code or a real device. */
static size_t choose_orders(const struct attempt *a, const char *orders[MOST_ORDERS]) {
    bool once = a->inputs->often == 0;
    orders[0] = NULL;
    if (!build_has_kernels(a->build) || strcmp(a->device, "cpu") != 0) return 1;
    if (a->choice->order || a->choice->quick || once) {
        orders[0] = a->choice->order ? a->choice->order : all_orders[once ? ONCE : 0];
        return 1;
    }
    memcpy(orders, all_orders, sizeof(all_orders));
    return MOST_ORDERS;
}

/* In the last order two calls are under way at once. What fails there and not alone is shared by the two. */
static void judge_pairs(const struct attempt *a, const struct run *pairs) {
    struct stage_result *r = a->r, again = {.lab = r->lab, .row = r->row, .number = r->number};
    struct attempt one = *a;
    struct run run = {0};
    struct stage_inputs alone = {.in = {.fd = -1}};
    bool shared = false;
    if (!pairs->pairs || r->verdict == VERDICT_OK || r->verdict == VERDICT_PROMISE) return;
    if (stage_inputs_make_of(&alone, r->row, &r->failure.c, 1)) {
        one.r = &again;
        attempt_run(&one, &run, &alone, pairs->order);
        again.verdict = VERDICT_OK;
        shared = attempt_judge(&one, &alone, &run);
        run_free(&run);
    }
    stage_inputs_free(&alone);
    if (!shared) return;
    size_t used = strlen(r->message);
    snprintf(
        r->message + used, sizeof(r->message) - used,
        ", while a call with another input was under way in another stream. Alone it is right");
    r->failure.kind = FAILURE_STATE;
    r->failure.case_number = 0;
    judge_repeat(r, a->choice);
}

/* The run in order i of n. */
static struct run run_in_order(const struct attempt *a, size_t i, size_t n, const char *order) {
    bool last = order && strcmp(order, all_orders[MOST_ORDERS - 1]) == 0 && i + 1 == n;
    return (struct run){.often = n > 1 && i != ONCE, .pairs = last && a->inputs->n > 1};
}

/* The orders one after another, up to the first that fails: it decides in any case. */
static void run_in_turn(const struct attempt *a, const char *const *orders, size_t n) {
    a->r->verdict = VERDICT_OK;
    for (size_t i = 0; i < n && a->r->verdict == VERDICT_OK; i++) {
        struct run run = run_in_order(a, i, n, orders[i]);
        attempt_run(a, &run, a->inputs, orders[i]);
        bool right = attempt_judge(a, a->inputs, &run);
        if (i == 0 || !right) printed_keep(a->r, &run, a->choice);
        judge_pairs(a, &run);
        run_free(&run);
    }
}

static void run_at_once(const struct attempt *a, const char *const *orders, size_t n) {
    struct run runs[MOST_ORDERS] = {0};
    struct process *processes[MOST_ORDERS] = {0};
    for (size_t i = 0; i < n; i++) {
        runs[i] = run_in_order(a, i, n, orders[i]);
        run_start(&runs[i], a->build, a->r->number - 1, a->inputs, orders[i], a->limits);
        processes[i] = &runs[i].process;
    }
    process_wait(processes, n);
    a->r->verdict = VERDICT_OK;
    size_t failed = 0;
    while (failed < n && attempt_judge(a, a->inputs, &runs[failed])) failed++;
    printed_keep(a->r, &runs[failed < n ? failed : 0], a->choice);
    if (failed < n) judge_pairs(a, &runs[failed]);
    for (size_t i = 0; i < n; i++) run_free(&runs[i]);
}

static struct limits limits_of(const struct stage_row *row, const struct judge_choice *choice) {
    int usual = row->limit_s ? row->limit_s : choice->quick ? QUICK_SECONDS : JUDGE_SECONDS;
    usual *= pace_factor();
    struct limits limits = {choice->cpu_s ? choice->cpu_s : usual, choice->cpu_s, choice->memory_mb,
                            choice->output_mb, choice->serial};
    if (choice->clock_s) limits.clock = choice->clock_s;
    if (!limits.cpu) limits.cpu = limits.clock;
    return limits;
}

static void run_orders(const struct attempt *a) {
    const char *orders[MOST_ORDERS];
    size_t n = choose_orders(a, orders);
    (a->choice->serial || a->choice->quick ? run_in_turn : run_at_once)(a, orders, n);
    if (!a->choice->quick) attempt_check(a);
    if (a->r->verdict == VERDICT_OK) attempt_count(a);
}

static void try_once(struct attempt *a) {
    struct stage_result *r = a->r;
    struct stage_inputs inputs;
    a->inputs = &inputs;
    a->limits = limits_of(r->row, a->choice);
    if (stage_inputs_make(&inputs, r->row, a->choice)) {
        run_orders(a);
    } else {
        r->verdict = VERDICT_INTERNAL;
        r->failure.kind = FAILURE_INTERNAL;
        snprintf(r->message, sizeof(r->message),
                 "the stage has no case %d, or there is no memory for its inputs",
                 a->choice->case_number);
    }
    stage_inputs_free(&inputs);
    a->inputs = NULL;
}

/* What is the grader's own fault may be gone at the second try, as a lack of memory for a moment. */
void attempt_orders(struct attempt *a) {
    const struct stage_result fresh = *a->r;
    try_once(a);
    if (a->r->verdict != VERDICT_INTERNAL) return;
    free(a->r->printed);
    free(a->r->details);
    *a->r = fresh;
    try_once(a);
}
