/**
 * @file
 * @brief Lab 11: what its stages ask for in a case, and how far a search for that has come.
 */
#ifndef SORTLAB_ON_THE_WAY_H
#define SORTLAB_ON_THE_WAY_H

#include "common/stage/stage.h"
#include "radix_select.h"

/* A case's parameter: a number, 1 in the second of two stages, and a round or a type. */
#define WITH(number, second, small) ((number)*8 + (second)*4 + (small))
#define NUMBER(s)                   (uint32_t) size_min((s)->c->param % MANY / 8, (s)->n)
#define SECOND(s)                   ((s)->c->param / 4 % 2)
#define ROUND(s)                    ((int)((s)->c->param % 4))
#define TYPE(s)                     ((enum key_type)ROUND(s))
enum { BIN_WORDS = 2 * SELECT_BINS };
#define MANY     (1u << 31) /* in stage 2: each key stands for so many, and so does its rank */
#define TIMES(s) ((s)->c->param / MANY * ((uint64_t)3 << 31) + 1)
enum { TWO_ROUNDS = SELECT_BLOCKS * SELECT_TILE + 5000 }; // some blocks have another tile

/** The key at place NUMBER. */
STAGE_SIDE uint32_t chosen(const struct stage *s) {
    return s->n == 0 ? 0 : stage_in(s, "keys", s->n)[size_min(NUMBER(s), s->n - 1)];
}

/** On the way to the chosen key: its bits from `low` on; its rank among those that agree, TIMES told. */
STAGE_SIDE struct search on_the_way(const struct stage *s, int low) {
    const uint32_t *keys = stage_in(s, "keys", s->n), key = chosen(s);
    struct search search = {NULL, s->n, 1, low > 31 ? 0 : key >> low << low};
    for (size_t i = 0; i < s->n; i++) search.k += keys[i] >= search.found && keys[i] < key;
    search.k *= TIMES(s);
    return search;
}

#endif
