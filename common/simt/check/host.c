/**
 * @file
 * @brief What host code does wrong: calls that fail, memory of the device that it touches or never frees,
 *        copies of what nobody wrote.
 */
#include "host.h"

#include "../run/heap.h"

#include <execinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 8, MOST_SEEN = 1024 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/*
 * Places in host code.
 */

/** The calls that are under way, the innermost first. */
struct calls {
    void *pc[DEEPEST];
    int n;
};

/* In the folder of a file of ours. */
static bool is_beside(const char *file, const char *ours) {
    const char *slash = strrchr(ours, '/');
    size_t length = slash ? (size_t)(slash + 1 - ours) : 0;
    return length && strncmp(file, ours, length) == 0 && !strchr(file + length, '/');
}

/* The first place that is neither in the runtime's headers nor beside this function, which is asked for too. */
static struct site site_of(const struct calls *calls) {
    uintptr_t pcs[DEEPEST + 1];
    struct simt_place places[DEEPEST + 1], *own = &places[calls->n];
    int i = 0;
    for (int k = 0; k < calls->n; k++) pcs[k] = (uintptr_t)calls->pc[k] - 1;
    pcs[calls->n] = (uintptr_t)site_of;
    simt_find_places(pcs, (size_t)calls->n + 1, places);
    while (i < calls->n &&
           (!places[i].line || places[i].is_header || is_beside(places[i].file, own->file)))
        i++;
    return i < calls->n ? (struct site){strdup(places[i].file), places[i].line}
                        : (struct site){"an unknown place", 0};
}

static uint64_t hash_of(const struct calls *calls, uint64_t seed) {
    for (int i = 0; i < calls->n; i++)
        seed = (seed ^ (uintptr_t)calls->pc[i]) * 0x9E3779B97F4A7C15u;
    return seed;
}

static struct finding *find(enum tool tool, const char *kind, struct site site, uint32_t at) {
    struct party a = {.at = at, .how = HOW_HOST, .site = site};
    return check_finding(tool, kind, a, (struct party){0});
}

/*
 * Calls that fail, and copies whose direction does not fit.
 */
static struct {
    uint64_t hash;
    struct finding *finding;
} seen[MOST_SEEN];
static int n_seen;

/* What is said of a call; no error: it did what its direction does not say, as it does on a GPU. */
static void describe_call(struct finding *f, const char *name, cudaError_t error,
                          const char *kernel) {
    if (!error) {
        f->severity = SEVERITY_WARNING;
        snprintf(f->message, sizeof(f->message),
                 "The direction of a copy does not fit, on CUDA API call to %s.", name);
    } else {
        snprintf(f->message, sizeof(f->message),
                 "Program hit %s (error %d) due to \"%s\" on CUDA API call to %s.",
                 cudaGetErrorName(error), (int)error, cudaGetErrorString(error), name);
    }
    if (kernel)
        snprintf(f->where, sizeof(f->where), "at the launch of %s", kernel);
    else if (!error || error == cudaErrorInvalidValue)
        snprintf(f->where, sizeof(f->where), "%s", simt_why());
}

static void tell_call(const char *name, cudaError_t error, const char *kernel,
                      struct calls *calls) {
    uint64_t hash = hash_of(calls, (uint64_t)error);
    int i = 0;
    while (i < n_seen && seen[i].hash != hash) i++;
    if (i == MOST_SEEN) return;
    const char *kind = error ? "API error" : "Direction of a copy";
    struct finding *f =
        i < n_seen ? seen[i].finding : find(TOOL_MEMCHECK, kind, site_of(calls), (uint32_t)i);
    if (!f) return;
    if (i == n_seen) {
        seen[n_seen].hash = hash;
        seen[n_seen++].finding = f;
        describe_call(f, name, error, kernel);
        check_tell_debugger(f);
    }
    f->count++;
}

/* Called by a function that the program calls, with what the call gave. */
cudaError_t check_call(cudaError_t error, const char *name, const char *kernel) {
    simt_call = (struct simt_call){NULL, 0};
    if (simt_in_kernel()) return error;
    bool is_odd = simt_was_odd();
    if ((!error && !is_odd) || error == cudaErrorNotReady || !(check_tools & TOOL_MEMCHECK))
        return error;
    struct calls calls;
    calls.n = backtrace(calls.pc, DEEPEST);
    pthread_mutex_lock(&mutex);
    tell_call(name, error, kernel, &calls);
    pthread_mutex_unlock(&mutex);
    simt_forget_why();
    return error;
}

/*
 * Memory of the device that host code touches. Called once, by the handler of the signal that ends the
 * program.
 */
void check_host_touched(uintptr_t address, const struct simt_place *place) {
    struct finding *f = NULL;
    struct simt_block_of_memory m = {0};
    if (check_tools & TOOL_MEMCHECK)
        f = find(TOOL_MEMCHECK, "Invalid access of the host",
                 (struct site){place->file, place->line}, 0);
    if (f && simt_nearest_memory(address, &m)) {
        f->count = 1;
        f->address = address;
        snprintf(f->message, sizeof(f->message), "Invalid access of host code to device memory");
        snprintf(
            f->where, sizeof(f->where),
            "Address 0x%lx is byte %ld of an allocation of size %zu bytes. Copy it with cudaMemcpy",
            (unsigned long)address, (long)(address - m.start), m.bytes);
    }
    check_report_now();
}

/*
 * Copies from where nobody has written.
 */
void check_sent(const struct simt_call *call, const void *from, size_t bytes) {
    uintptr_t missing;
    size_t sectors = check_tools & TOOL_INITCHECK ? check_missing(from, bytes, &missing) : 0;
    if (!sectors) return;
    pthread_mutex_lock(&mutex);
    uint32_t at = call->pc ? check_position(call->pc) : 0;
    struct finding *f =
        find(TOOL_INITCHECK, "Host API memory access error", (struct site){NULL, 0}, at);
    if (f && !f->count) {
        f->address = missing;
        snprintf(f->message, sizeof(f->message),
                 "Host API memory access error at host access to 0x%lx of size %s bytes",
                 (unsigned long)(uintptr_t)from, check_number(bytes).text);
        snprintf(f->where, sizeof(f->where), "Uninitialized access to 0x%lx on access by %s source",
                 (unsigned long)missing, call->name ? call->name : "a copy's");
        check_tell_debugger(f);
    }
    if (f) f->count += sectors;
    pthread_mutex_unlock(&mutex);
}

/*
 * Memory that is never freed: on request.
 */
struct taken {
    struct taken *before;
    const void *memory;
    struct calls calls;
};
static struct taken *last_taken;

static bool leaks_wanted(void) {
    static int wanted = -1;
    if (wanted < 0) wanted = (int)simt_setting_number("SIMT_LEAKS", 0, 0, 1);
    return wanted && check_tools & TOOL_MEMCHECK;
}

void check_taken(const void *memory) {
    if (!memory || !leaks_wanted()) return;
    struct taken *t = malloc(sizeof(*t));
    if (!t) return;
    t->memory = memory;
    t->calls.n = backtrace(t->calls.pc, DEEPEST);
    pthread_mutex_lock(&mutex);
    t->before = last_taken;
    last_taken = t;
    pthread_mutex_unlock(&mutex);
}

static void tell_leak(const struct simt_block_of_memory *m, bool of_heap) {
    struct taken *t = last_taken;
    while (t && t->memory != (void *)m->start) t = t->before;
    struct site site = t ? site_of(&t->calls) : (struct site){"an unknown place", 0};
    if (of_heap) site = (struct site){NULL, 0};
    struct finding *f =
        find(TOOL_MEMCHECK, "Leak", site, of_heap && m->pc ? check_position(m->pc) : 0);
    if (!f) return;
    f->count++;
    if (f->count > 1) return; /* pieces of the kernels' heap from one place */
    f->address = m->start;
    snprintf(f->message, sizeof(f->message), "Leaked %s bytes at 0x%lx",
             check_number(m->bytes).text, (unsigned long)m->start);
}

void check_find_leaks(void) {
    struct simt_block_of_memory m;
    size_t n = 0, bytes = 0;
    if (!leaks_wanted()) return;
    for (size_t i = 0; simt_nth_memory(i, &m); i++) {
        if (m.freed) continue;
        tell_leak(&m, false);
        n++;
        bytes += m.bytes;
    }
    for (int i = 0; i < simt_device_count(); i++) {
        simt_open_memory(1u << i);
        for (void *place = NULL; simt_nth_in_heap(i, &place, &m); n++) {
            tell_leak(&m, true);
            bytes += m.bytes;
        }
        simt_close_memory(1u << i);
    }
    simt_print("========= LEAK SUMMARY: %zu bytes leaked in %zu allocations\n", bytes, n);
}
