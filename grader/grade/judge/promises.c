/**
 * @file
 * @brief What to say of a promise about memory, waits or streams that was broken (see promises.h).
 */
#include "grader/grade/judge/promises.h"

#include <stdio.h>
#include <string.h>

static bool is(const struct record_promise *p, const char *call) {
    return strncmp(p->call, call, strlen(call)) == 0;
}

/* "cudaMalloc at 02_strided_buckets.cu:41". */
static const char *where(const struct record_promise *p, char *text, size_t size) {
    snprintf(text, size, "%s%s%s", p->call, p->place[0] ? " at " : "", p->place);
    return text;
}

static const char *giver(const struct record_promise *p) {
    return is(p, "cudaMallocHost") || is(p, "cudaHostAlloc") ? "cudaFreeHost"
           : is(p, "cudaMallocAsync")                        ? "cudaFreeAsync"
           : is(p, "cudaStream")                             ? "cudaStreamDestroy"
           : is(p, "cudaEvent")                              ? "cudaEventDestroy"
           : is(p, "cudaM")                                  ? "cudaFree"
           : is(p, "mmap")                                   ? "munmap"
           : is(p, "new")                                    ? "delete"
                                                             : "free";
}

static const char *stream_remedy(const struct record_promise *p) {
    if (is(p, "the launch"))
        return "write it behind the bytes of shared memory: <<<blocks, threads, bytes, stream>>>";
    if (strstr(p->call, "Async") || is(p, "cudaLaunch") || is(p, "cudaEvent") ||
        is(p, "cudaStream"))
        return "give it that stream as an argument";
    return "call its form that ends in Async, with that stream";
}

static void tell_kept(const struct record_promise *p, const char *call, char *text, size_t size) {
    char what[40] = "made something that was";
    if (p->bytes > 0) snprintf(what, sizeof(what), "took %u bytes that were", p->bytes);
    snprintf(text, size, "%s %s not given back: call %s on every way out", call, what, giver(p));
}

static void tell(const struct record_promise *p, const char *call, char *text, size_t size) {
    switch (p->kind) {
    case PROMISE_KEPT:
        tell_kept(p, call, text, size);
        break;
    case PROMISE_TAKEN:
        snprintf(text, size,
                 "%s takes %u bytes, and the contract lets a call take no memory. Work in the "
                 "arrays that the function is given",
                 call, p->bytes);
        break;
    case PROMISE_ROOM:
        snprintf(text, size,
                 "%s brings the host memory that the function has taken to %u bytes, and the "
                 "contract allows %u. Work in the memory that the function is given",
                 call, p->bytes, p->most);
        break;
    case PROMISE_WAITED:
        snprintf(text, size,
                 "%s %s, and the contract says that nobody waits. Take it out: the stream keeps "
                 "its work in order",
                 call,
                 strstr(p->call, "Query") ? "asks for the end of work" : "makes the host wait");
        break;
    case PROMISE_ELSEWHERE:
        snprintf(text, size, "%s does not work in the stream that the function is given: %s", call,
                 stream_remedy(p));
        break;
    default:
        snprintf(text, size,
                 "%u bytes of its static or __device__ variables were written, and calls in two "
                 "streams share these. Work in the arrays that the function is given",
                 p->bytes);
    }
}

/* It came out of the child. */
static void make_plain(char *text, size_t size) {
    text[size - 1] = 0;
    for (; *text; text++)
        if (*text < ' ' || *text > '~') *text = '?';
}

enum promise_kind promises_broken(const struct records *outputs, uint32_t i, char *text,
                                  size_t size) {
    const struct record *record = records_find(outputs, RECORD_PROMISE, i);
    struct record_promise p;
    char call[sizeof(p.call) + sizeof(p.place) + 8];
    if (!record || record->count != sizeof(p) / sizeof(uint32_t)) return 0;
    memcpy(&p, record_words(record), sizeof(p));
    make_plain(p.call, sizeof(p.call));
    make_plain(p.place, sizeof(p.place));
    tell(&p, where(&p, call, sizeof(call)), text, size);
    return p.kind;
}
