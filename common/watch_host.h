/**
 * @file
 * @brief What the learner's code does with the host, for stages of labs that work there: what it does
 *        without memory and threads.
 */
#ifndef SORTLAB_WATCH_HOST_H
#define SORTLAB_WATCH_HOST_H

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "common/stage/guard.h"
#include "common/stage/stage.h"

/** How things stood before the learner's code was called. */
struct watch_host {
    struct rlimit mapped;
    pthread_attr_t threads;
    void **hoard;   /**< what malloc had left, each piece naming the next */
    bool unbounded; /**< the system holds nobody to a limit of memory, as qemu-user does not */
};

/** Bytes of this process's memory, whether they are in use or not. */
static inline size_t watch_host_mapped(void) {
    size_t pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%zu", &pages) != 1) abort();
    fclose(file);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

/**
 * Takes all that malloc can give without the system: pieces that were given back, and what is left
 * of other threads' arenas. A GPU's driver leaves megabytes of both, now and then.
 */
static inline void **watch_host_hoard(void) {
    enum { LARGEST = 1 << 20, LEAST = 1 << 12, MOST = 4096 };
    void **all = NULL, **piece;
    int n = 0;
    for (size_t bytes = LARGEST; bytes >= LEAST; bytes /= 2)
        while (n < MOST && (piece = (void **)malloc(bytes))) {
            *piece = all;
            all = piece;
            n++;
        }
    return all;
}

/** Much more can be had than there may be. */
static inline bool watch_host_has_more(void) {
    enum { MUCH = 1 << 30 };
    void *more = mmap(NULL, MUCH, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return more != MAP_FAILED && munmap(more, MUCH) == 0;
}

/** No more than the spare bytes can be had from now on, and no thread, for its stack is too large. */
static inline void watch_host_starve(struct watch_host *h, size_t spare) {
    struct rlimit limit = h->mapped;
    pthread_attr_t large;
    limit.rlim_cur = watch_host_mapped();
    if (setrlimit(RLIMIT_AS, &limit)) abort();
    h->unbounded = watch_host_has_more();
    if (!guard_sanitized() && !h->unbounded)
        h->hoard = watch_host_hoard(); // a sanitizer has memory of its own
    limit.rlim_cur += spare;
    pthread_attr_init(&large);
    pthread_attr_setstacksize(&large, (size_t)1 << 30);
    if (setrlimit(RLIMIT_AS, &limit) || pthread_setattr_default_np(&large)) abort();
    pthread_attr_destroy(&large);
}

/** Child: from here on it is watched; SIZE_MAX: of memory there is as much as ever. */
static inline struct watch_host watch_host_start(size_t spare) {
    struct watch_host h;
    mallopt(M_ARENA_MAX, 1);              // all threads take from one place, so that sums are exact
    mallopt(M_MMAP_THRESHOLD, 128 << 10); // large arrays come from the system, and go back to it
    malloc_trim(0);
    getrlimit(RLIMIT_AS, &h.mapped);
    pthread_getattr_default_np(&h.threads);
    h.hoard = NULL;
    h.unbounded = false;
    if (spare < SIZE_MAX) watch_host_starve(&h, spare);
    return h;
}

/** Everything can be had again. */
static inline void watch_host_feed(struct watch_host *h) {
    setrlimit(RLIMIT_AS, &h->mapped);
    pthread_setattr_default_np(&h->threads);
    pthread_attr_destroy(&h->threads);
    for (void **next; h->hoard; h->hoard = next) {
        next = (void **)*h->hoard;
        free(h->hoard);
    }
}

/** Child: up to here, where `error` was returned. */
static inline void watch_host_out(struct stage *s, struct watch_host *h, int error) {
    const uint32_t words[] = {(uint32_t)error};
    watch_host_feed(h);
    stage_out(s, "host", words, 1);
}

/**
 * Judge: no error was returned, or where memory is scarce ENOMEM.
 * @return the error that was returned; NULL, with the note, when something is wrong
 */
static inline const uint32_t *watch_host_got(struct stage *s, bool scarce) {
    const uint32_t *host = stage_got(s, "host", 1);
    bool right = false;
    if (!host) return NULL;
    if (host[0] && !scarce)
        stage_fail(s, "it returned error %u, and there was memory enough", host[0]);
    else if (host[0] && host[0] != ENOMEM)
        stage_fail(s, "there was no memory, and it returned error %u, not ENOMEM (%d)", host[0],
                   ENOMEM);
    else
        right = true;
    return right ? host : NULL;
}

#endif
