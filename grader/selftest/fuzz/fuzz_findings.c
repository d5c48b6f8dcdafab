/**
 * @file
 * @brief Reports of the checkers and their journals, damaged at random: whatever comes, the judge has a
 *        verdict and words that can be shown, and takes no damaged report for a clean one.
 *
 *     fuzz_findings SECONDS [SEED]
 */
#include "grader/selftest/fuzz/damage.h"
#include "grader/grade/judge/demands.h"
#include "grader/grade/judge/findings.h"
#include "grader/grade/judge/report_seal.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/hash64.h"
#include "common/timer.h"

enum { CAPACITY = 16 << 10 };

static const char report[] =
    "{\"tool\": \"memcheck,racecheck\", \"kernels\": [{\"name\": \"merge\", \"launches\": 2, "
    "\"metrics\": {\"barriers\": 12, \"atomics\": 7.5}}],\n\"findings\": [\n"
    "    {\"tool\": \"racecheck\", \"severity\": \"ERROR\", \"kind\": \"Race\", \"message\": "
    "\"Race "
    "reported\", \"where\": \"s_lowest \\u001b[2J caf\\u00e9\", \"kernel\": \"merge\", \"file\": "
    "\"a.cu\", "
    "\"line\": 12, \"block\": [0, 0, 0], \"thread\": [1, 0, 0], \"other_file\": \"a.cu\", "
    "\"other_line\": 13, \"other_block\": [0, 0, 0], \"other_thread\": [2, 0, 0], \"count\": 3},\n"
    "    {\"tool\": \"synccheck\", \"severity\": \"ERROR\", \"kind\": \"Barrier\", \"message\": "
    "\"x\", "
    "\"where\": \"\", \"file\": \"a.cu\", \"line\": 1, \"thread\": [9, 9, 9], \"other_line\": 2}\n"
    "], \"skipped\": [{\"tool\": \"racecheck\", \"why\": \"too slow\"}]}\n";
static const char journal[] = "0 0123456789abcdef more\n1 cbf29ce484222325 more\n1 %016llx last\n";

static char path[] = "/tmp/fuzz_findings.XXXXXX";

static void write_report(const unsigned char *bytes, size_t n) {
    FILE *file = fopen(path, "w");
    if (!file || fwrite(bytes, 1, n, file) != n || fclose(file)) exit(2);
}

static bool is_plain(const char *text, size_t size) {
    if (strnlen(text, size) == size) return false;
    for (; *text; text++)
        if (*text < ' ' || *text > '~') return false;
    return true;
}

/* What the journal says is wrong, when it holds these bytes. */
static const char *fault_of(const unsigned char *bytes, size_t n) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) || write(ends[1], bytes, n) != (ssize_t)n) exit(2);
    close(ends[1]);
    const char *fault = report_seal_fault(ends[0], path);
    close(ends[0]);
    return fault;
}

/* NULL, or what is wrong with how a report was taken. */
static const char *try_report(struct damage *d, unsigned char *bytes, size_t n) {
    static const struct stage_demand demands[] = {
        {.count = "barriers", .per = "keys", .at_most = 3, .words = "barriers a key"},
        {.count = NULL}};
    unsigned char lines[CAPACITY];
    char text[300] = "", note[200];
    enum failure_kind kind = FAILURE_NONE;
    write_report(bytes, n);
    enum verdict verdict = findings_read(path, NULL, &kind, text, sizeof(text));
    findings_skipped(path, note, sizeof(note));
    if (!is_plain(text, sizeof(text)) || !is_plain(note, sizeof(note)))
        return "words that nobody can be shown";
    if (verdict != VERDICT_OK && !text[0]) return "a finding without words";
    demands_hold(path, demands, 10, text, sizeof(text));
    bool same = n == sizeof(report) - 1 && memcmp(bytes, report, n) == 0;
    uint64_t hash = damage_below(d, 2)
                        ? hash64(HASH64_START, bytes, n)
                        : hash64(HASH64_START, (const unsigned char *)report, sizeof(report) - 1);
    bool own = hash == hash64(HASH64_START, bytes, n);
    size_t length =
        (size_t)snprintf((char *)lines, sizeof(lines), journal, (unsigned long long)hash);
    if (!own && !fault_of(lines, length))
        return "a report of other bytes counts as the checkers' own";
    if (same && own && fault_of(lines, length)) return "an honest report counts as damaged";
    length = damage_bytes(d, lines, length, sizeof(lines), 1);
    fault_of(lines, length);
    return NULL;
}

int main(int argc, char **argv) {
    static unsigned char bytes[CAPACITY];
    double until = timer_now_ms() + 1e3 * (argc > 1 ? atof(argv[1]) : 2);
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1, runs = 0;
    const char *wrong = NULL;
    close(mkstemp(path));
    memcpy(bytes, report, sizeof(report));
    strstr((char *)bytes, "message")[0] = 'M'; /* chance takes minutes to spoil both names */
    strstr((char *)bytes, "\"thread")[1] = 'T';
    wrong = try_report(&(struct damage){seed}, bytes, sizeof(report) - 1);
    for (; !wrong && timer_now_ms() < until; runs++) {
        struct damage d = {seed + runs};
        size_t n = sizeof(report) - 1;
        memcpy(bytes, report, n);
        for (uint64_t i = damage_below(&d, 5); i < 4; i++)
            n = damage_bytes(&d, bytes, n, CAPACITY, 1);
        wrong = try_report(&d, bytes, n);
    }
    if (wrong)
        printf("not ok - reports damaged at random: %s (seed %llu); see %s\n", wrong,
               (unsigned long long)(seed + runs - 1), path);
    if (wrong) return 1;
    unlink(path);
    printf(
        "ok - %llu damaged reports: a verdict and plain words, none taken for the checkers' own\n",
        (unsigned long long)runs);
    return 0;
}
