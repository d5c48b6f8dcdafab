/**
 * @file
 * @brief What was found: one finding for two places in the code, however often it happens.
 */
#include "check.h"
#include "trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FINDINGS = 1024, SLOTS = 4096 };

static struct finding findings[MOST_FINDINGS];
static size_t n_findings;
static uint16_t slots[SLOTS]; /* 1 + index; 0: free */

struct finding *check_findings(size_t *n) {
    *n = n_findings;
    return findings;
}

static bool same_party(const struct party *a, const struct party *b) {
    return a->at == b->at && a->how == b->how && a->site.line == b->site.line &&
           a->site.file == b->site.file;
}

static bool same_pair(const struct finding *f, const struct party *a, const struct party *b) {
    return (same_party(&f->a, a) && same_party(&f->b, b)) ||
           (same_party(&f->a, b) && same_party(&f->b, a));
}

static struct finding *find(enum tool tool, const char *kind, struct party a, struct party b) {
    size_t i = ((uint64_t)(a.at ^ b.at) * 0x9E3779B97F4A7C15u >> 40) % SLOTS;
    for (; slots[i]; i = (i + 1) % SLOTS) {
        struct finding *f = &findings[slots[i] - 1];
        if (f->tool == tool && same_pair(f, &a, &b)) return f;
    }
    if (n_findings == MOST_FINDINGS) return NULL;
    findings[n_findings] =
        (struct finding){.tool = tool,
                         .severity = SEVERITY_ERROR,
                         .kind = kind,
                         .kernel = a.how & HOW_HOST ? "" : simt_worker->launch->kernel->name,
                         .a = a,
                         .b = b,
                         .argument = -1,
                         .index = -1};
    slots[i] = (uint16_t)++n_findings;
    return &findings[n_findings - 1];
}

struct finding *check_finding(enum tool tool, const char *kind, struct party a, struct party b) {
    struct finding *f = find(tool, kind, a, b);
    if (f) trace_flag(f);
    return f;
}

/* The compiler may not leave out the call, nor make it without its argument. */
__attribute__((noinline)) void check_tell_debugger(const struct finding *f) {
    __asm__ volatile("" : : "r"(f) : "memory");
}

struct party check_party(stamp s, uint32_t at, int how) {
    dim3 g, b;
    const char *name;
    uint64_t grid = check_grid_of(stamp_serial(s), &g, &b, &name);
    uint32_t t = stamp_thread(s);
    uint64_t block = check_block_of(s), rows = block / g.x;
    return (struct party){
        .grid = grid,
        .name = name,
        .at = at,
        .how = how & ~(HOW_NO_READ | HOW_PACKED),
        .block = {(uint32_t)(block % g.x), (uint32_t)(rows % g.y), (uint32_t)(rows / g.y)},
        .thread = {t % b.x, t / b.x % b.y, t / b.x / b.y}};
}
