/**
 * @file
 * @brief The work of host code, counted: what each thread of the host loads, stores and compares.
 *
 * Memory is counted but for stacks, where compilers keep what they have no register for. A comparison counts
 * where both sides are as large as keys are, and no address: loop counters are small. To compare the same
 * two again is no new one. Only the compiler's hooks tell of comparisons (-fsanitize-coverage=trace-cmp).
 */
#include "profile.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

/** Of one thread; it lives on when the thread has ended. */
struct host_work {
    struct host_work *next;
    uint64_t loads, stores, comparisons;
    uint64_t low, high; /**< what it compared last */
    uintptr_t stack;
    size_t stack_bytes;
};
static struct host_work *works;
static __thread struct host_work *own;

/* Bytes that the checked files hold from malloc; bytes that they sent from or to pageable memory while others
 * go on; and threads that were started and not yet waited for. */
static int64_t held, most_held;
static uint64_t pageable;
static int threads, most_threads;

/* Above the first thread's stack lie the program's arguments and environment, in the same page or in others,
 * as chance has it, and last of all its name. */
static uintptr_t end_of_arguments(void) {
    const char *name = (const char *)getauxval(AT_EXECFN);
    return name ? (uintptr_t)name + strlen(name) : 0;
}

/* Where the thread's stack cannot be told, some KB of it are taken for all. */
static void find_stack(struct host_work *w) {
    pthread_attr_t how;
    void *start = __builtin_frame_address(0);
    w->stack_bytes = 1 << 16;
    if (pthread_getattr_np(pthread_self(), &how) == 0) {
        pthread_attr_getstack(&how, &start, &w->stack_bytes);
        pthread_attr_destroy(&how);
    }
    w->stack = (uintptr_t)start;
    if (gettid() == getpid() && end_of_arguments() > w->stack + w->stack_bytes)
        w->stack_bytes = end_of_arguments() - w->stack;
}

static struct host_work *work_of_thread(void) {
    if (own) return own;
    struct host_work *w = calloc(1, sizeof(*w));
    if (!w) simt_die("there is no memory to count the work of a thread");
    find_stack(w);
    w->next = __atomic_load_n(&works, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&works, &w->next, w, false, __ATOMIC_RELEASE,
                                        __ATOMIC_RELAXED)) {
    }
    return own = w;
}

/* More than 16 bytes are copied by memcpy or its kin: as many words as they have. */
void profile_host_access(uintptr_t address, size_t bytes, int how) {
    struct host_work *w = work_of_thread();
    size_t n = bytes <= 16 ? 1 : (bytes + 3) / 4;
    if (bytes == 0 || address - w->stack < w->stack_bytes) return;
    if (how & HOW_WRITE) w->stores += n;
    if (!(how & HOW_WRITE) || (how & (HOW_ATOMIC | HOW_NO_READ)) == HOW_ATOMIC) w->loads += n;
}

/* A key of 32 bits that is no place in an array, or one with something below it in a word of 64. */
static bool is_key(uint64_t value) {
    return value >> 32 ? value >> 48 : value >> 21;
}

static void compare(uint64_t a, uint64_t b) {
    if (check_clock || !(check_tools & TOOL_PROFILE) || !is_key(a) || !is_key(b)) return;
    struct host_work *w = work_of_thread();
    uint64_t low = a < b ? a : b, high = a < b ? b : a;
    if (w->low == low && w->high == high) return;
    w->low = low;
    w->high = high;
    w->comparisons++;
}

void __sanitizer_cov_trace_cmp4(uint32_t a, uint32_t b);
void __sanitizer_cov_trace_cmp4(uint32_t a, uint32_t b) {
    compare(a, b);
}
void __sanitizer_cov_trace_cmp8(uint64_t a, uint64_t b);
void __sanitizer_cov_trace_cmp8(uint64_t a, uint64_t b) {
    compare(a, b);
}

/* The others that the compiler calls: no keys, or only one. */
#define NO_KEYS(name, type, other)                                                                 \
    void __sanitizer_cov_trace_##name(type a, other b);                                            \
    void __sanitizer_cov_trace_##name(type a, other b) {                                           \
        (void)a, (void)b;                                                                          \
    }
NO_KEYS(cmp1, uint8_t, uint8_t)
NO_KEYS(cmp2, uint16_t, uint16_t)
NO_KEYS(const_cmp1, uint8_t, uint8_t)
NO_KEYS(const_cmp2, uint16_t, uint16_t)
NO_KEYS(const_cmp4, uint32_t, uint32_t)
NO_KEYS(const_cmp8, uint64_t, uint64_t)
NO_KEYS(cmpf, float, float)
NO_KEYS(cmpd, double, double)
NO_KEYS(switch, uint64_t, void *)

static void raise_to(int64_t *most, int64_t value) {
    int64_t old = __atomic_load_n(most, __ATOMIC_RELAXED);
    while (old < value && !__atomic_compare_exchange_n(most, &old, value, true, __ATOMIC_RELAXED,
                                                       __ATOMIC_RELAXED)) {
    }
}

void profile_host_memory(const void *memory, int sign) {
    int64_t bytes = sign * (int64_t)malloc_usable_size((void *)memory);
    raise_to(&most_held, __atomic_add_fetch(&held, bytes, __ATOMIC_RELAXED));
}

void profile_host_pageable(size_t bytes) {
    __atomic_add_fetch(&pageable, bytes, __ATOMIC_RELAXED);
}

void simt_host_threads(int more) {
    int now = __atomic_add_fetch(&threads, more, __ATOMIC_RELAXED);
    int old = __atomic_load_n(&most_threads, __ATOMIC_RELAXED);
    if (now > old) __atomic_store_n(&most_threads, now, __ATOMIC_RELAXED);
}

void profile_host_json(FILE *out) {
    uint64_t loads = 0, stores = 0, comparisons = 0, busiest = 0;
    for (struct host_work *w = __atomic_load_n(&works, __ATOMIC_ACQUIRE); w; w = w->next) {
        loads += w->loads;
        stores += w->stores;
        comparisons += w->comparisons;
        if (w->loads + w->stores > busiest) busiest = w->loads + w->stores;
    }
    fprintf(out,
            "{\"host_loads\": %lu, \"host_stores\": %lu, \"host_accesses\": %lu, "
            "\"host_busiest_thread\": %lu, \"host_comparisons\": %lu, \"host_threads\": %d, "
            "\"host_bytes\": %ld, \"pageable_bytes\": %lu}",
            loads, stores, loads + stores, busiest, comparisons, most_threads, (long)most_held,
            pageable);
}
