/**
 * @file
 * @brief The invariants of a sort: each check says whether one holds and, if not, what broke first.
 *
 * Every check returns true when its invariant holds and leaves the note alone. Otherwise it returns
 * false and the note says, in plain English, what is broken, where, and what stands around it.
 * Places are counted from 0. Nothing here prints, exits or keeps a copy of the keys.
 */
#ifndef SORTLAB_CHECK_H
#define SORTLAB_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Which invariant it was. */
enum check_kind {
    CHECK_OTHER,     /**< what the text says */
    CHECK_LOST,      /**< not the keys of the input: one is lost */
    CHECK_DOUBLED,   /**< one is there too often */
    CHECK_INVENTED,  /**< one was never there */
    CHECK_UNSORTED,  /**< keys do not ascend */
    CHECK_UNSTABLE,  /**< equal keys changed places */
    CHECK_OUTSIDE,   /**< something was written outside of the array */
    CHECK_INPUT,     /**< an input was changed that should have stayed as it was */
    CHECK_SHARED,    /**< static memory was written, which two calls share */
    CHECK_UNWRITTEN, /**< something was not written that should have been */
    CHECK_NO_OUTPUT, /**< nothing was handed over */
};

/** What broke first. */
struct check_note {
    enum check_kind kind;
    size_t at;      /**< its place in the array that was looked at */
    char text[900]; /**< one line, without a newline */
};

/** got[i] == want[i] for all n places. */
bool check_equal(const uint32_t *got, const uint32_t *want, size_t n, struct check_note *note);

/** The n keys ascend; equal neighbours are fine. */
bool check_sorted(const uint32_t *keys, size_t n, struct check_note *note);

/**
 * The fingerprint of keys in any order. If two multisets have the same key, sum and n, they hold the same keys the same
 * number of times. The chance of an error is about 2^-32 or less, and nobody can raise it without the hash's key. It is
 * filled piece by piece, so the keys need not fit the memory.
 */
struct check_multiset {
    uint64_t key; /**< chooses the hash; the same in multisets that are compared */
    uint64_t sum; /**< the hashes of all keys, added up modulo 2^64 */
    uint64_t n;   /**< keys so far */
};

/** An empty multiset. */
struct check_multiset check_multiset_start(uint64_t key);

/** Adds n keys. */
void check_multiset_add(struct check_multiset *ms, const uint32_t *keys, size_t n);

bool check_multiset_equal(const struct check_multiset *a, const struct check_multiset *b);

/** A key for multisets that nobody can foresee: drawn from the system once in a process. */
uint64_t check_secret(void);

/**
 * `got` holds exactly the keys of `in`, in any order. When it does not, the note names a key that is
 * lost and one that is doubled or invented, where there are such, and counts both. Needs 1 MB, and
 * that only while it looks for them.
 */
bool check_permutation(const uint32_t *got, size_t n_got, const uint32_t *in, size_t n_in,
                       struct check_note *note);

/**
 * The n keys of `got` came from `in` by a stable sort that carried the indices along. from[i] is the index in `in` of
 * the key got[i], and it ascends within every stretch of equal keys of `got`. Together with check_sorted this also
 * proves that no index is named twice. So if n_in is n too, `from` is a permutation and no key is lost.
 */
bool check_stable(const uint32_t *got, const uint32_t *from, size_t n, const uint32_t *in,
                  size_t n_in, struct check_note *note);

/**
 * The keys are cut into tiles of `tile` keys, one a block, the last one shorter. In each tile thread
 * t owns the strided list t, t + threads, t + 2 threads, ... as far as the tile and n go; every such
 * list ascends.
 */
bool check_lists(const uint32_t *keys, size_t n, size_t tile, size_t threads,
                 struct check_note *note);

/** Every contiguous run of `run` keys ascends; the last run may be shorter. */
bool check_runs(const uint32_t *keys, size_t n, size_t run, struct check_note *note);

/** Every tile of `tile` keys (the last one shorter) holds exactly the keys that it held in `in`. */
bool check_tiles_permutation(const uint32_t *got, const uint32_t *in, size_t n, size_t tile,
                             struct check_note *note);

#ifdef __cplusplus
}
#endif
#endif
