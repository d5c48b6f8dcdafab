/**
 * @file
 * @brief Lab 14's splitting rule over all ranks at once (see exchange.h).
 */
#include "grader/bench/model/exchange.h"

#include <stdlib.h>

#include "common/size_min.h"
#include "common/team.h"

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS, KEY_BITS = 32 };

static const char *const spreads[SPREADS] = {"by place", "a range each", "uneven"};

const char *spread_name(enum spread spread) {
    return (unsigned)spread < SPREADS ? spreads[spread] : NULL;
}

/** Where each rank's keys begin. */
static void deal(struct dealt *d, enum spread spread, uint64_t seed) {
    for (int r = 0; r <= d->ranks; r++) d->begin[r] = (size_t)team_begin(d->n, r, d->ranks);
    if (spread != SPREAD_UNEVEN) return;
    uint32_t *cuts = malloc(((size_t)d->ranks + 1) * sizeof(*cuts));
    if (!cuts) return; // then they are even
    data_cut(cuts, (uint32_t)d->ranks, (uint32_t)d->n, DATA_ZIPF, seed);
    for (int r = 0; r <= d->ranks; r++) d->begin[r] = cuts[r];
    free(cuts);
}

/** Moves the keys of every rank into a range of its own, the ranges in a mixed order. */
static void part_ranges(struct dealt *d) {
    uint64_t ranks = (uint64_t)d->ranks, width = ((uint64_t)1 << KEY_BITS) / ranks, step = 7;
    while (ranks % step == 0) step += 2; // ranks and step have no factor in common: step is a prime
    for (uint64_t r = 0; r < ranks; r++)
        for (size_t i = d->begin[r]; i < d->begin[r + 1]; i++)
            d->keys[i] = (uint32_t)(r * step % ranks * width + d->keys[i] * width / 4294967296u);
}

bool dealt_make(struct dealt *d, int ranks, size_t n, enum data_dist dist, enum spread spread,
                uint64_t seed) {
    *d = (struct dealt){ranks, n, malloc(n * sizeof(*d->keys) + 1),
                        malloc(((size_t)ranks + 1) * sizeof(*d->begin))};
    if (!d->keys || !d->begin) {
        dealt_free(d);
        return false;
    }
    deal(d, spread, seed);
    data_fill(d->keys, n, dist, seed);
    if (spread == SPREAD_RANGES) part_ranges(d);
    return true;
}

void dealt_free(struct dealt *d) {
    free(d->keys);
    free(d->begin);
    *d = (struct dealt){0, 0, NULL, NULL};
}

/** A splitter: its key as far as it is known, and of the keys that begin so the `ties`-th. */
struct cut {
    uint32_t key;
    uint64_t ties;
};

/** The first of k ascending words that is not less; k: there is none. */
static size_t first_from(const uint32_t *words, size_t k, uint64_t word) {
    size_t low = 0, high = k;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (words[middle] < word)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/** The next digit of every cut: cuts ascend, so those with the same prefix are neighbours. */
static void next_digit(const struct dealt *d, int shift, struct cut *cuts, size_t k,
                       uint32_t *prefixes, uint64_t *counts) {
    size_t groups = 0;
    for (size_t i = 0; i < k; i++)
        if (groups == 0 || prefixes[groups - 1] != cuts[i].key) prefixes[groups++] = cuts[i].key;
    for (size_t i = 0; i < groups * DIGITS; i++) counts[i] = 0;
    for (size_t i = 0; i < d->n; i++) {
        uint64_t prefix = (uint64_t)d->keys[i] >> shift >> DIGIT_BITS;
        size_t g = first_from(prefixes, groups, prefix);
        if (g < groups && prefixes[g] == prefix)
            counts[g * DIGITS + (d->keys[i] >> shift & (DIGITS - 1))]++;
    }
    for (size_t i = 0, g = 0; i < k; i++) {
        while (prefixes[g] != cuts[i].key) g++;
        const uint64_t *bins = counts + g * DIGITS;
        uint32_t digit = 0;
        for (; digit < DIGITS - 1 && cuts[i].ties >= bins[digit]; digit++)
            cuts[i].ties -= bins[digit];
        cuts[i].key = cuts[i].key << DIGIT_BITS | digit;
    }
}

/** Counts a rank's keys below each cut, whose keys are these, and equal to it. */
static void count_rank(const struct dealt *d, int r, const uint32_t *cuts, size_t k,
                       uint64_t *below, uint64_t *equal) {
    for (size_t i = 0; i <= k; i++) below[i] = equal[i] = 0;
    for (size_t i = d->begin[r]; i < d->begin[r + 1]; i++) {
        size_t cut = first_from(cuts, k, d->keys[i]);
        if (cut < k && cuts[cut] == d->keys[i])
            equal[cut]++;
        else
            below[cut]++;
    }
    for (size_t i = 1; i < k; i++)
        if (cuts[i] == cuts[i - 1]) { // the first of them has counted
            below[i] = below[i - 1];
            equal[i] = equal[i - 1];
        } else {
            below[i] += below[i - 1] + equal[i - 1];
        }
}

/** A rank's ties go to the cuts in the order of ranks; what is before its cuts tells whom it sends how much. */
static void send_parts(struct exchange *x, int r, size_t n, struct cut *cuts, size_t k,
                       const uint64_t *below, const uint64_t *equal) {
    uint64_t last = 0, *sent = x->sent + (size_t)r * (size_t)x->ranks;
    for (size_t i = 0; i < k; i++) {
        uint64_t take = size_min(cuts[i].ties, equal[i]), from = below[i] + take;
        cuts[i].ties -= take;
        sent[i] = from - last;
        last = from;
    }
    sent[k] = n - last;
}

bool exchange_find(struct exchange *x, const struct dealt *d) {
    size_t ranks = (size_t)d->ranks, k = ranks - 1;
    struct cut *cuts = calloc(ranks, sizeof(*cuts));
    uint32_t *prefixes = calloc(ranks, sizeof(*prefixes));
    uint64_t *counts = calloc(ranks * DIGITS, sizeof(*counts));
    uint64_t *below = calloc(2 * ranks, sizeof(*below)), *equal = below ? below + ranks : NULL;
    *x = (struct exchange){d->ranks, d->n, calloc(ranks * ranks, sizeof(*x->sent))};
    bool room = cuts && prefixes && counts && below && x->sent;
    for (size_t i = 0; room && i < k; i++) cuts[i].ties = team_begin(d->n, (int)i + 1, d->ranks);
    for (int shift = KEY_BITS - DIGIT_BITS; room && k > 0 && shift >= 0; shift -= DIGIT_BITS)
        next_digit(d, shift, cuts, k, prefixes, counts);
    for (size_t i = 0; room && i < k; i++) prefixes[i] = cuts[i].key;
    for (int r = 0; room && r < d->ranks; r++) {
        count_rank(d, r, prefixes, k, below, equal);
        send_parts(x, r, d->begin[r + 1] - d->begin[r], cuts, k, below, equal);
    }
    free(below);
    free(counts);
    free(prefixes);
    free(cuts);
    if (!room) exchange_free(x);
    return room;
}

void exchange_free(struct exchange *x) {
    free(x->sent);
    *x = (struct exchange){0, 0, NULL};
}

uint64_t exchange_sent(const struct exchange *x, int r) {
    uint64_t sum = 0;
    for (int p = 0; p < x->ranks; p++)
        if (p != r) sum += x->sent[(size_t)r * (size_t)x->ranks + (size_t)p];
    return sum;
}

uint64_t exchange_came(const struct exchange *x, int r) {
    return exchange_held(x, r) - x->sent[(size_t)r * (size_t)x->ranks + (size_t)r];
}

uint64_t exchange_held(const struct exchange *x, int r) {
    uint64_t sum = 0;
    for (int p = 0; p < x->ranks; p++) sum += x->sent[(size_t)p * (size_t)x->ranks + (size_t)r];
    return sum;
}
