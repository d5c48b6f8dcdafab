/**
 * @file
 * @brief The child: the one process that holds the learner's code. Runs a stage over its cases.
 *
 * Descriptor 3 holds the cases and their inputs, sealed; to descriptor 4 go the outputs. What else this
 * process prints or returns counts for nothing.
 *
 *     child STAGE [CASES [pairs]]     runs row STAGE (from 0) of the lab that is linked in, over so many
 *                                     cases, two at once where "pairs" stands there
 */
#include "common/stage/stage.h"
#include "common/timer.h"
#include "grader/grade/judge/child_inputs.h"
#include "grader/grade/judge/child_leaks.h"
#include "grader/grade/judge/child_promises.h"
#include "grader/grade/judge/child_threads.h"
#include "grader/grade/judge/stage_bag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { IN_FD = 3, OUT_FD = 4 };

static void must_write(const struct stage_bag *out, const char *name, const uint32_t *words,
                       size_t count) {
    if (record_write(out->fd, name, out->of_case, words, count)) return;
    fprintf(stderr, "the output \"%s\" could not be handed over\n", name);
    abort();
}

/* Where memory is traced, an output has a name from now on. */
extern void simt_trace_memory(const void *start, size_t bytes, const char *name)
    __attribute__((weak));

void stage_out(struct stage *s, const char *name, const uint32_t *data, size_t count) {
    if (simt_trace_memory) simt_trace_memory(data, count * sizeof(*data), name);
    must_write(s->out, name, data, count);
}

void stage_in_left(struct stage *s, const char *name, const uint32_t *was, const uint32_t *left,
                   size_t count) {
    size_t i = 0;
    while (i < count && left[i] == was[i]) i++;
    if (i == count) return;
    struct record_input changed = {.place = (uint32_t)i, .was = was[i], .is = left[i]};
    strncpy(changed.name, name, sizeof(changed.name) - 1);
    must_write(s->out, RECORD_INPUT, (const uint32_t *)&changed, sizeof(changed) / sizeof(*left));
}

/* Of the case that is under way, by its own thread; of two at once none is told. */
static __thread const struct stage_bag *launched_in;
static __thread int launches_told;
static bool two_at_once;

void child_launches(const struct record_launch *launch) {
    if (launched_in && ++launches_told <= RECORD_LAUNCHES)
        must_write(launched_in, RECORD_LAUNCH, (const uint32_t *)launch,
                   sizeof(*launch) / sizeof(uint32_t));
}

/* Where there is CUDA: ends the program if a launch or a call has failed and the learner's code did not ask. */
extern void child_asks_cuda(void) __attribute__((weak));

/* Of a step that names none, those of the step before. */
static unsigned promises_of(const struct stage_row *row) {
    const unsigned *promises = stage_labs()->promises;
    int step = row->step < STAGE_STEPS ? row->step : STAGE_STEPS;
    while (step > 1 && !promises[step - 1]) step--;
    return step > 0 ? promises[step - 1] : 0;
}

static void run_case(const struct stage_row *row, const struct records *inputs, uint32_t index,
                     const struct record_case *given) {
    struct stage_case c = {
        .n = given->n, .dist = (enum data_dist)given->dist, .param = given->param};
    struct stage_bag in = {-1, index, *inputs}, out = {OUT_FD, index, {NULL, 0}};
    struct stage s = {.c = &c, .n = c.n, .in = &in, .out = &out};
    must_write(&out, RECORD_BEGIN, NULL, 0);
    double began = timer_now_ms();
    child_leaks_start();
    child_promises_start(promises_of(row));
    launched_in = two_at_once ? NULL : &out;
    launches_told = 0;
    row->run(&s);
    launched_in = NULL;
    if (child_asks_cuda) child_asks_cuda();
    child_promises_end(&s);
    child_leaks_end();
    if (child_threads_started()) must_write(&out, RECORD_THREADS, NULL, 0);
    uint32_t microseconds = (uint32_t)((timer_now_ms() - began) * 1e3);
    child_inputs_end(&s);
    must_write(&out, RECORD_END, &microseconds, 1);
}

/* A case, by its place in the run. */
struct one {
    const struct stage_row *row;
    const struct records *inputs;
    uint32_t index;
};

static void run_one(void *of) {
    const struct one *one = of;
    const struct record *c = records_find(one->inputs, RECORD_CASE, one->index);
    run_case(one->row, one->inputs, one->index, (const struct record_case *)record_words(c));
}

int main(int argc, char **argv) {
    const struct stage_lab *lab = stage_labs();
    size_t number = argc > 1 ? strtoull(argv[1], NULL, 10) : SIZE_MAX;
    size_t cases = argc > 2 ? strtoull(argv[2], NULL, 10) : SIZE_MAX;
    struct records inputs = records_map(IN_FD);
    if (!lab || number >= lab->n_rows || !inputs.bytes) {
        fputs("this program is a part of the grader. Run it by `make check` or `make grade`\n",
              stderr);
        return 2;
    }
    setvbuf(stdout, NULL, _IONBF, 0); /* what was printed before a crash is not lost */
    struct one one = {&lab->rows[number], &inputs, 0};
    for (; one.index < cases && records_find(&inputs, RECORD_CASE, one.index); one.index++) {
        struct one next = {one.row, one.inputs, one.index + 1};
        bool pair = argc > 3 && next.index < cases && promises_of(one.row) & STAGE_NO_WAIT;
        two_at_once = pair && records_find(&inputs, RECORD_CASE, next.index);
        if (two_at_once) {
            child_pair(run_one, &one, &next);
            one.index++;
        } else {
            run_one(&one);
        }
    }
    return 0;
}
