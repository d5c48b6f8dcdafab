/**
 * @file
 * @brief Who takes part: whose file is linked, has entered its contenders before main began.
 */
#include <stdlib.h>
#include <string.h>

#include "grader/bench/matrix/matrix.h"

enum { MOST_CONTENDERS = 64 };

static const struct contender *entered[MOST_CONTENDERS];
static size_t count;

/** Ours by their labs, then peers, then limits. */
static int order(const struct contender *a, const struct contender *b) {
    unsigned kinds = ROLE_PEER | ROLE_LIMIT;
    if ((a->roles & kinds) != (b->roles & kinds))
        return (a->roles & kinds) < (b->roles & kinds) ? -1 : 1;
    return strcmp(a->what, b->what);
}

void bench_enter(const struct contender *contender) {
    size_t i = count++;
    if (count > MOST_CONTENDERS) abort();
    for (; i > 0 && order(contender, entered[i - 1]) < 0; i--) entered[i] = entered[i - 1];
    entered[i] = contender;
}

const struct contender *bench_contender(size_t i) {
    return i < count ? entered[i] : NULL;
}
