/**
 * @file
 * @brief The command that shows a failure again.
 */
#include "grader/grade/judge/judge.h"
#include "grader/grade/judge/labs.h"

#include <stdio.h>
#include <string.h>

/* Keys that are not the lab's own are written out; others come again by n and seed. */
static size_t repeat_keys(char *text, size_t size, const struct failure *f, bool drawn) {
    size_t used = 0;
    if (f->c.dist == DATA_LITERAL && !f->shrunk && !drawn) return 0;
    if (f->c.keys != f->keys || f->c.n == 0)
        return (size_t)snprintf(text, size, " N=%u SEED=%llu", f->c.n,
                                (unsigned long long)f->c.seed);
    for (uint32_t i = 0; i < f->c.n; i++)
        used +=
            (size_t)snprintf(text + used, size - used, "%s%u", i ? " " : " KEYS=\"", f->keys[i]);
    return used + (size_t)snprintf(text + used, size - used, "\" SEED=%llu",
                                   (unsigned long long)f->c.seed);
}

const char *judge_repeat_by(const char *device) {
    return strcmp(device, "gpu") == 0 ? "make DEV=gpu check" : "make check";
}

void judge_repeat(struct stage_result *r, const struct judge_choice *choice) {
    const struct failure *f = &r->failure;
    char number[8], *text = r->repeat;
    size_t size = sizeof(r->repeat);
    size_t used = (size_t)snprintf(text, size, "%.4000s LAB=%s", choice->repeat_by,
                                   lab_number(r->lab, number));
    if (verdict_is_of_build(r->verdict)) return;
    used += (size_t)snprintf(text + used, size - used, " STAGE=%d", r->number);
    if (f->case_number) {
        used += (size_t)snprintf(text + used, size - used, " CASE=%d", f->case_number);
        used += repeat_keys(text + used, size - used, f, choice->seeds);
    }
    if (f->order[0]) used += (size_t)snprintf(text + used, size - used, " ORDER=%s", f->order);
    if (choice->tools) snprintf(text + used, size - used, " TOOL=%s", choice->tools);
}
