/**
 * @file
 * @brief Keys a second of every lab's functions: a table in Markdown, sizes across.
 *
 *     bench [LAB [GREATEST]]     03: this lab alone; 20: no more than 2^20 keys [24]
 *
 * Each time is that of fresh keys, the median of 7 after one that does not count; on a device by its
 * own clock, without the copies. A size that is expected to take more than a few seconds is left out.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/cu.h"
#include "common/data.h"
#include "common/timer.h"
#include "grader/bench/bench.h"
#include "grader/shared/options.h"

enum { LEAST = 14, STEP = 2, GREATEST = 24, TIMES = 7, PATIENCE_MS = 4000 };

/** A row's arrays, where it works. */
struct arrays {
    const struct bench_row *row;
    uint32_t *keys; /**< on the host, as they are before */
    uint32_t *at, *spare;
    size_t n;
};

static void *must(void *memory) {
    if (memory) return memory;
    fputs("bench: no memory. Give a smaller GREATEST\n", stderr);
    exit(2);
}

static struct arrays arrays_new(const struct bench_row *row, size_t n) {
    size_t bytes = n * sizeof(uint32_t);
    bool device = row->place == BENCH_DEVICE;
    struct arrays a = {row, must(malloc(bytes)), NULL, NULL, n};
    data_fill(a.keys, n, DATA_UNIFORM, 1);
    bench_shape(a.keys, n, row->input);
    a.at = device ? cu_alloc(bytes) : must(malloc(bytes));
    a.spare = device ? cu_alloc(bytes) : must(malloc(bytes));
    if (!device) memset(a.spare, 0, bytes); // pages that nobody has touched would be counted
    return a;
}

static void arrays_free(struct arrays *a) {
    void (*release)(void *) = a->row->place == BENCH_DEVICE ? cu_free : free;
    release(a->at);
    release(a->spare);
    free(a->keys);
}

static double once_ms(const struct arrays *a) {
    if (a->row->place == BENCH_HOST) {
        memcpy(a->at, a->keys, a->n * sizeof(*a->keys));
        double began = timer_now_ms();
        a->row->run(a->at, a->spare, a->n);
        return timer_now_ms() - began;
    }
    CU(cudaMemcpy(a->at, a->keys, a->n * sizeof(*a->keys), cudaMemcpyHostToDevice));
    struct cu_timer timer = cu_timer_start(0);
    a->row->run(a->at, a->spare, a->n);
    return cu_timer_stop(&timer);
}

/** Milliseconds for n keys, or 0 when that would take too long; *expected is of the size before. */
static double measure(const struct bench_row *row, size_t n, double *expected) {
    double ms[TIMES];
    if (*expected * TIMES > PATIENCE_MS) return 0;
    struct arrays a = arrays_new(row, n);
    once_ms(&a);
    for (int i = 0; i < TIMES; i++) ms[i] = once_ms(&a);
    arrays_free(&a);
    double median = timer_summary(ms, TIMES).median;
    *expected = median * (1 << STEP);
    return median;
}

static void print_row(const struct bench_row *row, int greatest) {
    double expected = 0;
    printf("| %s, %d | `%s` |", row->lab, row->step, row->name);
    for (int bits = LEAST; bits <= greatest; bits += STEP) {
        double ms = measure(row, (size_t)1 << bits, &expected);
        printf(ms > 0 ? " %.4g |" : " - |", ((size_t)1 << bits) / 1e3 / ms);
        fflush(stdout);
    }
    putchar('\n');
}

int main(int argc, char **argv) {
    const char *lab = argc > 1 && *argv[1] ? argv[1] : NULL;
    int rows = 0;
    uint64_t greatest = GREATEST;
    if (argc > 2 && !options_number(argv[2], LEAST, 30, &greatest)) {
        fprintf(stderr, "bench: GREATEST is '%s'. It must be a number from %d to 30\n", argv[2],
                LEAST);
        return 2;
    }
    fputs("| lab, step | Mkeys/s, n = |", stdout);
    for (int bits = LEAST; bits <= (int)greatest; bits += STEP) printf(" 2^%d |", bits);
    fputs("\n|---|---|", stdout);
    for (int bits = LEAST; bits <= (int)greatest; bits += STEP) fputs("---|", stdout);
    putchar('\n');
    for (size_t i = 0; i < bench_row_count; i++) {
        if (lab && atoi(lab) != atoi(bench_rows[i].lab)) continue;
        print_row(&bench_rows[i], (int)greatest);
        rows++;
    }
    if (rows > 0) return 0;
    fprintf(stderr, "bench: nothing is measured of lab '%s'. Try 01 to 07\n", lab);
    return 2;
}
