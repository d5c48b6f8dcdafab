/**
 * @file
 * @brief Rubrics, damaged at random: whatever comes, the reader ends with terms or with one sentence, and
 *        terms that it prints read back as the same.
 *
 *     fuzz_rubric SECONDS [SEED]
 */
#include "grader/grade/policy/rubric.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/hash64.h"
#include "common/timer.h"

enum { CAPACITY = 16 << 10 };

static uint64_t state;
static char folder[] = "/tmp/fuzz_rubric.XXXXXX", path[64], again[64];

static uint64_t below(uint64_t most) {
    return mix64(state += MIX_STEP) % most;
}

static void write_file(const char *name, const char *bytes, size_t n) {
    FILE *file = fopen(name, "wb");
    if (!file || fwrite(bytes, 1, n, file) != n || fclose(file)) exit(2);
}

/* A rubric with something in every key. */
static size_t whole(char *bytes) {
    static struct rubric_terms t;
    FILE *file = fmemopen(bytes, CAPACITY / 2, "w");
    rubric_default(&t);
    strcpy(t.terms.secret, "a secret of sixteen");
    strcpy(t.terms.due, "2026-12-01T23:59:00Z");
    t.terms.out_of = 100, t.terms.drop_lowest = 1;
    t.terms.labs[1].weight_percent = 125, t.terms.labs[1].bonus = true;
    t.terms.labs[3].stages[0].bonus = true;
    t.terms.labs[2].stages[0].partial = true;
    strcpy(t.terms.labs[4].due, "2026-11-01T23:59:00Z");
    t.terms.labs[0].stages[0] = (struct terms_stage){.points = 10, .hidden = true, .drawn = 3};
    t.terms.labs[2].stages[3] = (struct terms_stage){.points = 25, .hidden = true, .drawn = 1};
    rubric_print(file, &t, true);
    size_t n = (size_t)ftell(file);
    fclose(file);
    return n;
}

/* Pieces that mean something to YAML, or to the rubric. */
static size_t insert(char *bytes, size_t n) {
    static const char *const pieces[] = {
        "\t",  "\n",  "  ",    "[",        "]",   "{",      "}",         ": ",   "- ",
        "&a ", "*a",  "!!int", "---\n",    "?",   "|",      ">",         "\"",   "'",
        "#",   "\\0", "\xff",  "\xc3\xa9", "%",   "999999", "-1",        "0x10", "1e9",
        "~",   "",    "lab",   "points",   "03_", "hidden", "late: {}\n"};
    const char *piece = pieces[below(sizeof pieces / sizeof *pieces)];
    size_t at = below(n + 1), length = strlen(piece);
    if (n + length > CAPACITY) return n;
    memmove(bytes + at + length, bytes + at, n - at);
    memcpy(bytes + at, piece, length);
    return n + length;
}

static size_t damage(char *bytes, size_t n) {
    size_t at = below(n + 1), length = below(n - at + 1);
    switch (below(6)) {
    case 0:
        if (n) bytes[below(n)] = (char)below(256);
        return n;
    case 1: /* a part is lost */
        length %= 40;
        memmove(bytes + at, bytes + at + length, n - at - length);
        return n - length;
    case 2: /* a part stands there twice */
        length %= 200;
        if (n + length > CAPACITY) return n;
        memmove(bytes + at + length, bytes + at, n - at);
        return n + length;
    case 3: /* a digit becomes another one */
        for (size_t i = at; i < n; i++)
            if (bytes[i] >= '0' && bytes[i] <= '9') return bytes[i] = (char)('0' + below(10)), n;
        return n;
    default:
        return insert(bytes, n);
    }
}

/* NULL, or what is wrong with how the reader took it. */
static const char *try(const char *bytes, size_t n, bool *taken) {
    static struct rubric_terms first, second;
    char error[1200] = "";
    write_file(path, bytes, n);
    *taken = rubric_read(path, &first, error, sizeof error);
    if (!*taken)
        return !*error || strchr(error, '\n') ? "no sentence, or more than one line" : NULL;
    FILE *file = fopen(again, "w");
    rubric_print(file, &first, true);
    fclose(file);
    if (!rubric_read(again, &second, error, sizeof error)) return "what is printed is not read";
    return memcmp(&first.terms, &second.terms, sizeof first.terms) ? "it reads back otherwise"
                                                                   : NULL;
}

int main(int argc, char **argv) {
    static char rubric[CAPACITY], bytes[2 * CAPACITY];
    double seconds = argc > 1 ? atof(argv[1]) : 2, until = timer_now_ms() + 1e3 * seconds;
    unsigned long long seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1, runs = 0, reads = 0;
    size_t n = whole(rubric);
    if (!mkdtemp(folder)) return 2;
    snprintf(path, sizeof path, "%s/rubric.yaml", folder);
    snprintf(again, sizeof again, "%s/again.yaml", folder);
    const char *wrong = NULL;
    bool taken;
    for (; !wrong && timer_now_ms() < until; runs++) {
        state = mix64(seed + runs);
        size_t length = n;
        memcpy(bytes, rubric, n);
        for (uint64_t i = below(4); i < 4; i++) length = damage(bytes, length);
        wrong = try(bytes, length, &taken);
        reads += taken;
    }
    if (wrong)
        printf("not ok - rubrics damaged at random: %s (seed %llu); see %s\n", wrong,
               seed + runs - 1, path);
    if (wrong) return 1;
    printf("ok - %llu damaged rubrics: terms or one sentence (%llu read)\n", runs, reads);
    unlink(path), unlink(again), rmdir(folder);
    return 0;
}
