/**
 * @file
 * @brief For tests of what stages are written with: the bag of named arrays that judge and child share is
 * a short list here.
 */
#ifndef SORTLAB_TESTS_BAG_H
#define SORTLAB_TESTS_BAG_H

#include <CUnit/CUnit.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/stage/stage.h"

enum { MOST = 8192 };

static struct {
    const char *name;
    uint32_t words[MOST];
    size_t count;
} bag[6];

static uint32_t *find(const char *name, size_t *count) {
    for (size_t i = 0; i < 6; i++)
        if (bag[i].name && strcmp(bag[i].name, name) == 0)
            return *count = bag[i].count, bag[i].words;
    return NULL;
}

static void put(const char *name, const uint32_t *data, size_t count) {
    size_t i = 0;
    while (bag[i].name && strcmp(bag[i].name, name) != 0) i++;
    bag[i].name = name;
    bag[i].count = count;
    memcpy(bag[i].words, data, count * sizeof(*data));
}

const uint32_t *stage_in(const struct stage *s, const char *name, size_t count) {
    size_t held;
    const uint32_t *words = find(name, &held);
    (void)s;
    CU_ASSERT_FATAL(words && held == count);
    return words;
}

uint32_t *stage_in_copy(const struct stage *s, const char *name, size_t count) {
    uint32_t *copy = malloc(count * sizeof(*copy) + 1);
    return memcpy(copy, stage_in(s, name, count), count * sizeof(*copy));
}

void stage_in_put(struct stage *s, const char *name, const uint32_t *data, size_t count) {
    (void)s;
    put(name, data, count);
}

void stage_out(struct stage *s, const char *name, const uint32_t *data, size_t count) {
    (void)s;
    put(name, data, count);
}

const uint32_t *stage_got(struct stage *s, const char *name, size_t count) {
    size_t held;
    const uint32_t *words = find(name, &held);
    if (words && held == count) return words;
    stage_fail(s, "%s is missing", name);
    return NULL;
}

/* Nobody listens here. */
bool stage_is_told(void) {
    return false;
}
void stage_want(const char *output, const uint32_t *words, size_t count) {
    (void)output, (void)words, (void)count;
}
void stage_tell(const char *format, ...) {
    (void)format;
}

bool stage_fail(struct stage *s, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(s->note.text, sizeof(s->note.text), format, args);
    va_end(args);
    return false;
}

/** A stage of n keys, 0 to n - 1. */
static struct stage begin(const struct stage_case *c) {
    uint32_t keys[MOST];
    memset(bag, 0, sizeof(bag));
    for (uint32_t i = 0; i < c->n; i++) keys[i] = i;
    put("keys", keys, c->n);
    return (struct stage){.c = c, .n = c->n};
}

#endif
