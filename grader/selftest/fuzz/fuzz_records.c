/**
 * @file
 * @brief Outputs of children, damaged at random: whatever comes, the judge reads no byte that is not there.
 *
 *     fuzz_records SECONDS [SEED]
 */
#include "grader/selftest/fuzz/damage.h"
#include "grader/grade/judge/records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/timer.h"

enum { CAPACITY = 64 << 10, CASES = 6 };

/* What an honest child would hand over. */
static size_t whole(unsigned char *bytes) {
    uint32_t words[40];
    int fd = memfd_create("outputs", 0);
    for (uint32_t i = 0; i < 40; i++) words[i] = i * 2654435761u;
    for (uint32_t i = 0; i < CASES; i++) {
        record_write(fd, RECORD_BEGIN, i, NULL, 0);
        record_write(fd, "out", i, words, i * 7);
        record_write(fd, "a name of 23 characters", i, words, 3);
        record_write(fd, RECORD_END, i, NULL, 0);
    }
    ssize_t n = pread(fd, bytes, CAPACITY, 0);
    close(fd);
    return n > 0 ? (size_t)n : 0;
}

/* Every word of every record that is found, so that the sanitizers see each access. */
static uint64_t read_all(const unsigned char *bytes, size_t n) {
    uint64_t sum = 0;
    unsigned char *exact = malloc(n ? n : 1); /* of that size, so that one byte too far is found */
    if (!exact) exit(2);
    memcpy(exact, bytes, n);
    const struct records r = {exact, n};
    if (records_few(&r))
        for (const struct record *record = NULL; (record = records_next(&r, record));)
            for (uint64_t i = 0; i < record->count; i++) sum += record_words(record)[i];
    for (uint32_t i = 0; i < CASES; i++) {
        const struct record *out = records_find(&r, "out", i);
        if (out && out->count) sum += record_words(out)[out->count - 1];
        sum += records_find(&r, RECORD_END, i) != NULL;
    }
    free(exact);
    return sum;
}

int main(int argc, char **argv) {
    static unsigned char honest[CAPACITY], bytes[CAPACITY];
    double until = timer_now_ms() + 1e3 * (argc > 1 ? atof(argv[1]) : 2);
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1, runs = 0, sum = 0;
    size_t n = whole(honest);
    for (; timer_now_ms() < until; runs++) {
        struct damage d = {seed + runs};
        size_t length = n;
        memcpy(bytes, honest, n);
        for (uint64_t i = damage_below(&d, 6); i < 6; i++)
            length = damage_bytes(&d, bytes, length, CAPACITY, damage_below(&d, 2) ? 4 : 1);
        sum ^= read_all(bytes, length);
    }
    printf("ok - %llu damaged files of outputs are read within their bounds (%016llx)\n",
           (unsigned long long)runs, (unsigned long long)sum);
    return 0;
}
