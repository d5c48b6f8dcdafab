/**
 * @file
 * @brief Inputs of a stage, made by the judge.
 */
#include "grader/grade/judge/stage_inputs.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { INPUT_MOST = 1 << 30, QUICK_KEYS = 3000 };

static _Noreturn void no_memory(void) {
    fputs("grade: there is no memory for a stage's input\n", stderr);
    exit(2);
}

void stage_in_put(struct stage *s, const char *name, const uint32_t *data, size_t count) {
    struct stat status;
    if (!record_write(s->in->fd, name, s->in->of_case, data, count) || fstat(s->in->fd, &status))
        no_memory();
    s->in->records.size = (size_t)status.st_size;
}

static struct stage_case chosen_case(const struct stage_row *row, size_t i,
                                     const struct judge_choice *choice) {
    const struct stage_case *c = &row->cases[i];
    struct stage_case chosen = *c;
    if (!chosen.seed) chosen.seed = STAGE_INPUTS_SEED;
    if (choice->keys) {
        chosen.dist = DATA_LITERAL;
        chosen.keys = choice->keys;
        chosen.n = choice->n_keys;
    }
    if (choice->seeds && choice->seeds[i]) chosen.seed = choice->seeds[i];
    if (choice->seed) chosen.seed = choice->seed;
    /* Of keys that are written out there are no more than stand there. */
    if (choice->n >= 0 && (chosen.dist != DATA_LITERAL || choice->n < chosen.n))
        chosen.n = (uint32_t)choice->n;
    return chosen;
}

/* The first case is small in every stage. */
static bool is_chosen(const struct stage_row *row, size_t i, const struct judge_choice *choice) {
    if (choice->without >> i & 1) return false;
    if (choice->case_number) return choice->case_number == (int)i + 1;
    return !choice->quick || i == 0 || row->cases[i].n <= QUICK_KEYS;
}

static int compare_keys(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Replaces each key by its rank, from 1 on; UINT32_MAX, which is a trap, stays. */
static void rank_keys(uint32_t *keys, uint32_t n) {
    uint32_t *sorted = malloc((size_t)n * sizeof(*sorted) + 1);
    if (!sorted) no_memory();
    memcpy(sorted, keys, n * sizeof(*keys));
    qsort(sorted, n, sizeof(*sorted), compare_keys);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t *place = bsearch(&keys[i], sorted, n, sizeof(*sorted), compare_keys);
        while (place > sorted && place[-1] == *place) place--;
        if (keys[i] != UINT32_MAX) keys[i] = (uint32_t)(place - sorted) + 1;
    }
    free(sorted);
}

static void put_case(const struct stage_row *row, struct stage_bag *in, const struct stage_case *c,
                     bool ranks) {
    struct stage s = {.c = c, .n = c->n, .in = in};
    const struct record_case given = {c->n, c->dist, c->param, 0};
    stage_in_put(&s, RECORD_CASE, (const uint32_t *)&given, sizeof(given) / sizeof(uint32_t));
    uint32_t *keys = malloc((size_t)c->n * sizeof(*keys) + 1);
    if (!keys) no_memory();
    if (c->dist == DATA_LITERAL && c->n > 0)
        memcpy(keys, c->keys, c->n * sizeof(*keys));
    else
        data_fill(keys, c->n, c->dist, c->seed);
    if (ranks && c->dist != DATA_LITERAL) rank_keys(keys, c->n);
    stage_in_put(&s, "keys", keys, c->n);
    free(keys);
    if (row->prepare) row->prepare(&s);
}

/* From here on nobody can change the inputs, the judge included. */
static bool seal(struct stage_bag *in) {
    munmap((void *)in->records.bytes, INPUT_MOST); /* a seal against writing wants no mapping */
    const int seals = F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL;
    bool sealed = fcntl(in->fd, F_ADD_SEALS, seals) == 0;
    in->records = records_map(in->fd);
    return sealed && in->records.bytes;
}

static bool begin(struct stage_inputs *inputs) {
    *inputs = (struct stage_inputs){
        .in = {.fd = memfd_create("inputs", MFD_CLOEXEC | MFD_ALLOW_SEALING)}};
    if (inputs->in.fd < 0) return false;
    /* More than will be written is mapped, so that what prepare reads stays where it is. */
    void *bytes = mmap(NULL, INPUT_MOST, PROT_READ, MAP_SHARED, inputs->in.fd, 0);
    if (bytes == MAP_FAILED) no_memory();
    inputs->in.records.bytes = bytes;
    return true;
}

static void add(struct stage_inputs *inputs, const struct stage_row *row, struct stage_case c,
                int number, bool ranks) {
    inputs->cases[inputs->n] = c;
    inputs->numbers[inputs->n] = number;
    inputs->in.of_case = inputs->n;
    inputs->often += !c.once;
    put_case(row, &inputs->in, &inputs->cases[inputs->n++], ranks);
}

bool stage_inputs_make(struct stage_inputs *inputs, const struct stage_row *row,
                       const struct judge_choice *choice) {
    if (!begin(inputs)) return false;
    for (size_t k = 0; k < 2 * row->n_cases && inputs->n < STAGE_INPUTS_CASES; k++) {
        size_t i = k % row->n_cases;
        bool last = k >= row->n_cases;
        if (row->cases[i].once == last && is_chosen(row, i, choice))
            add(inputs, row, chosen_case(row, i, choice), (int)i + 1, choice->ranks);
    }
    return inputs->n > 0 && seal(&inputs->in);
}

bool stage_inputs_make_of(struct stage_inputs *inputs, const struct stage_row *row,
                          const struct stage_case *cases, uint32_t n) {
    if (!begin(inputs)) return false;
    for (uint32_t i = 0; i < n; i++) add(inputs, row, cases[i], 0, false);
    return seal(&inputs->in);
}

void stage_inputs_free(struct stage_inputs *inputs) {
    records_unmap(&inputs->in.records);
    if (inputs->in.fd >= 0) close(inputs->in.fd);
}
