/**
 * @file
 * @brief The invariants of a sort (see check.h).
 */
#include "common/check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "common/hash64.h"
#include "common/size_min.h"

/** Writes the note; false, so that a check can end with it. */
__attribute__((format(printf, 4, 5))) static bool
broken(struct check_note *note, enum check_kind kind, size_t at, const char *format, ...) {
    va_list args;
    va_start(args, format);
    note->kind = kind;
    note->at = at;
    vsnprintf(note->text, sizeof(note->text), format, args);
    va_end(args);
    return false;
}

struct words {
    char text[96];
};

/** The keys around a place, the one at it in brackets: "... 7 9 [4] 12 ...". */
static struct words around(const uint32_t *keys, size_t n, size_t at) {
    enum { SIDE = 2 };
    struct words w = {""};
    size_t first = at < SIDE ? 0 : at - SIDE;
    size_t end = n - at <= SIDE ? n : at + SIDE + 1;
    int used = snprintf(w.text, sizeof(w.text), "%s", first > 0 ? "..." : "");
    for (size_t i = first; i < end; i++)
        used += snprintf(w.text + used, sizeof(w.text) - (size_t)used,
                         i == at ? "%s[%" PRIu32 "]" : "%s%" PRIu32, used ? " " : "", keys[i]);
    snprintf(w.text + used, sizeof(w.text) - (size_t)used, "%s", end < n ? " ..." : "");
    return w;
}

bool check_equal(const uint32_t *got, const uint32_t *want, size_t n, struct check_note *note) {
    size_t i = 0;
    while (i < n && got[i] == want[i]) i++;
    if (i == n) return true;
    return broken(note, CHECK_OTHER, i,
                  "index %zu holds %" PRIu32 " where %" PRIu32 " belongs (got %s, want %s)", i,
                  got[i], want[i], around(got, n, i).text, around(want, n, i).text);
}

/*
 * Order. A run is the only list of its tile, and a sorted array is one run, so one search serves all.
 */

/** The first index whose key is less than the one before it in its list; n when there is none. */
static size_t first_descent(const uint32_t *keys, size_t n, size_t tile, size_t threads) {
    for (size_t start = 0; start < n; start += size_min(tile, n - start)) {
        size_t end = start + size_min(tile, n - start);
        for (size_t i = start + size_min(threads, end - start); i < end; i++)
            if (keys[i] < keys[i - threads]) return i;
    }
    return n;
}

bool check_sorted(const uint32_t *keys, size_t n, struct check_note *note) {
    size_t i = first_descent(keys, n, n, 1);
    if (i == n) return true;
    return broken(note, CHECK_UNSORTED, i,
                  "not sorted: index %zu holds %" PRIu32 " after %" PRIu32 " (%s)", i, keys[i],
                  keys[i - 1], around(keys, n, i).text);
}

bool check_lists(const uint32_t *keys, size_t n, size_t tile, size_t threads,
                 struct check_note *note) {
    size_t i = first_descent(keys, n, tile, threads);
    if (i == n) return true;
    size_t in_tile = i % tile;
    return broken(note, CHECK_UNSORTED, i,
                  "list %zu of block %zu is not sorted: its position %zu (index %zu) holds %" PRIu32
                  " after %" PRIu32,
                  in_tile % threads, i / tile, in_tile / threads, i, keys[i], keys[i - threads]);
}

bool check_runs(const uint32_t *keys, size_t n, size_t run, struct check_note *note) {
    size_t i = first_descent(keys, n, run, 1);
    if (i == n) return true;
    return broken(note, CHECK_UNSORTED, i,
                  "run %zu is not sorted: position %zu (index %zu) holds %" PRIu32 " after %" PRIu32
                  " (%s)",
                  i / run, i % run, i, keys[i], keys[i - 1], around(keys, n, i).text);
}

bool check_stable(const uint32_t *got, const uint32_t *from, size_t n, const uint32_t *in,
                  size_t n_in, struct check_note *note) {
    for (size_t i = 0; i < n; i++) {
        if (from[i] >= n_in)
            return broken(note, CHECK_OTHER, i,
                          "from[%zu] is %" PRIu32 ", but the input has only %zu keys", i, from[i],
                          n_in);
        if (got[i] != in[from[i]])
            return broken(note, CHECK_OTHER, i,
                          "index %zu holds %" PRIu32 ", said to come from input index %" PRIu32
                          ", where the input holds %" PRIu32,
                          i, got[i], from[i], in[from[i]]);
        if (i > 0 && got[i] == got[i - 1] && from[i] <= from[i - 1])
            return broken(note, CHECK_UNSTABLE, i,
                          "not stable: of two equal keys %" PRIu32
                          ", index %zu holds the one from input index %" PRIu32
                          " and index %zu the one from input index %" PRIu32,
                          got[i], i - 1, from[i - 1], i, from[i]);
    }
    return true;
}

/*
 * The same keys. Comparing costs no memory; a difference is looked for only once there is one.
 */

struct check_multiset check_multiset_start(uint64_t key) {
    return (struct check_multiset){.key = key};
}

static uint64_t hash(uint64_t secret, uint32_t value) {
    return mix64(mix64(secret + value * MIX_STEP) + secret);
}

void check_multiset_add(struct check_multiset *ms, const uint32_t *keys, size_t n) {
    for (size_t i = 0; i < n; i++) ms->sum += hash(ms->key, keys[i]);
    ms->n += n;
}

bool check_multiset_equal(const struct check_multiset *a, const struct check_multiset *b) {
    return a->key == b->key && a->sum == b->sum && a->n == b->n;
}

uint64_t check_secret(void) {
    uint64_t secret;
    if (getrandom(&secret, sizeof(secret), 0) == sizeof(secret)) return secret;
    struct timespec now; // no entropy to be had: the clock is better than a constant
    clock_gettime(CLOCK_REALTIME, &now);
    return mix64((uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec);
}

/** What the output holds more than the input, among the values of one bin. */
struct surplus {
    int64_t count; /**< negative: less */
    uint64_t hash; /**< not 0 when the values differ, even where their number does not */
};

enum { HALF = 1 << 16 }; /**< bins: the high halves of all values; places in one: the low halves */

/** What was found out about two heaps of keys that differ. */
struct difference {
    int64_t lost;   /**< least value that the output holds too rarely, or -1 */
    int64_t gained; /**< least value that it holds too often, or -1 */
};

/** The two arrays, the hash's secret, and a surplus for each bin. */
struct heaps {
    const uint32_t *got, *in;
    size_t n_got, n_in;
    uint64_t secret;
    struct surplus *bins;
};

static void tally_bins(const struct heaps *h, const uint32_t *keys, size_t n, int sign) {
    for (size_t i = 0; i < n; i++) {
        struct surplus *bin = &h->bins[keys[i] / HALF];
        bin->count += sign;
        bin->hash += (uint64_t)sign * hash(h->secret, keys[i]);
    }
}

static void tally_values(const struct heaps *h, uint32_t bin, const uint32_t *keys, size_t n,
                         int sign) {
    for (size_t i = 0; i < n; i++)
        if (keys[i] / HALF == bin) h->bins[keys[i] % HALF].count += sign;
}

/** Looks into one bin for what is still unknown. */
static void search_bin(const struct heaps *h, uint32_t bin, struct difference *d) {
    memset(h->bins, 0, HALF * sizeof(h->bins[0]));
    tally_values(h, bin, h->got, h->n_got, +1);
    tally_values(h, bin, h->in, h->n_in, -1);
    for (int64_t low = 0; low < HALF; low++) {
        if (h->bins[low].count < 0 && d->lost < 0) d->lost = (int64_t)bin * HALF + low;
        if (h->bins[low].count > 0 && d->gained < 0) d->gained = (int64_t)bin * HALF + low;
    }
}

static struct difference find_difference(const struct heaps *h) {
    int64_t first = -1, fewer = -1, more = -1; // bins
    tally_bins(h, h->got, h->n_got, +1);
    tally_bins(h, h->in, h->n_in, -1);
    for (int64_t b = HALF - 1; b >= 0; b--) {
        if (h->bins[b].count != 0 || h->bins[b].hash != 0) first = b;
        if (h->bins[b].count < 0) fewer = b;
        if (h->bins[b].count > 0) more = b;
    }
    // The first bin that differs holds a lost value or a gained one; the other kind, if it is not
    // there too, makes up for its count elsewhere.
    struct difference d = {-1, -1};
    if (first >= 0) search_bin(h, (uint32_t)first, &d);
    if (d.lost < 0 && fewer >= 0) search_bin(h, (uint32_t)fewer, &d);
    if (d.gained < 0 && more >= 0) search_bin(h, (uint32_t)more, &d);
    return d;
}

static size_t count_of(const uint32_t *keys, size_t n, uint32_t value) {
    size_t count = 0;
    for (size_t i = 0; i < n; i++) count += keys[i] == value;
    return count;
}

static size_t index_of(const uint32_t *keys, size_t n, uint32_t value) {
    size_t i = 0;
    while (i < n && keys[i] != value) i++;
    return i;
}

static struct words times(size_t count) {
    if (count == 0) return (struct words){"never"};
    if (count == 1) return (struct words){"once"};
    struct words w;
    snprintf(w.text, sizeof(w.text), "%zu times", count);
    return w;
}

/** Appends "7 is lost: the input holds it 2 times, the output once", or nothing for value -1. */
static void tell(struct check_note *note, const struct heaps *h, int64_t value) {
    if (value < 0) return;
    size_t in = count_of(h->in, h->n_in, (uint32_t)value);
    size_t got = count_of(h->got, h->n_got, (uint32_t)value);
    const char *what = got < in ? "lost" : in > 0 ? "doubled" : "invented";
    note->kind = got < in ? CHECK_LOST : in > 0 ? CHECK_DOUBLED : CHECK_INVENTED;
    size_t used = strlen(note->text);
    snprintf(note->text + used, sizeof(note->text) - used,
             "%s%" PRId64 " is %s: the input holds it %s, the output %s", used ? "; " : "", value,
             what, times(in).text, times(got).text);
}

/** The note for two heaps that are known to differ. */
static bool explain_difference(struct heaps *h, struct check_note *note) {
    broken(note, CHECK_LOST, 0, "%s", "");
    if (h->n_got != h->n_in)
        broken(note, CHECK_LOST, 0, "the number of keys changed from %zu to %zu", h->n_in,
               h->n_got);
    h->bins = calloc(HALF, sizeof(h->bins[0]));
    if (!h->bins)
        return broken(note, CHECK_LOST, 0, "the output does not hold the keys of the input");
    struct difference d = find_difference(h);
    free(h->bins);
    tell(note, h, d.lost);
    tell(note, h, d.gained);
    note->at = d.gained >= 0 ? index_of(h->got, h->n_got, (uint32_t)d.gained)
                             : index_of(h->in, h->n_in, (uint32_t)d.lost);
    return false;
}

bool check_permutation(const uint32_t *got, size_t n_got, const uint32_t *in, size_t n_in,
                       struct check_note *note) {
    struct check_multiset of_got = check_multiset_start(check_secret());
    struct check_multiset of_in = check_multiset_start(of_got.key);
    check_multiset_add(&of_got, got, n_got);
    check_multiset_add(&of_in, in, n_in);
    if (check_multiset_equal(&of_got, &of_in)) return true;
    struct heaps h = {got, in, n_got, n_in, of_got.key, NULL};
    return explain_difference(&h, note);
}

bool check_tiles_permutation(const uint32_t *got, const uint32_t *in, size_t n, size_t tile,
                             struct check_note *note) {
    for (size_t start = 0; start < n; start += size_min(tile, n - start)) {
        size_t count = size_min(tile, n - start);
        struct check_note inside;
        if (check_permutation(got + start, count, in + start, count, &inside)) continue;
        return broken(note, inside.kind, start + inside.at, "tile %zu (index %zu to %zu): %.300s",
                      start / tile, start, start + count - 1, inside.text);
    }
    return true;
}
