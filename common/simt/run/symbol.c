/** @file
 *  @brief Device variables and the copies that host code has of them: see compile/host_copies.h. */
#include "internal.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

struct host_copy {
    uintptr_t variable, copy;
    size_t bytes;
    struct host_copy *next;
};

static struct host_copy *copies; /* few: those that host code names */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* Pages that nobody touches cost nothing: most programs hand the name to cudaMemcpyToSymbol, and no more. */
static struct host_copy *new_copy(uintptr_t variable, size_t bytes) {
    struct host_copy *c = malloc(sizeof(*c));
    void *copy = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (!c || copy == MAP_FAILED) simt_die("out of memory for the host's copy of a device variable. Make it smaller");
    *c = (struct host_copy){variable, (uintptr_t)copy, bytes, copies};
    return copies = c;
}

void *simt_host_copy(const void *variable, size_t bytes) {
    pthread_mutex_lock(&mutex);
    struct host_copy *c = copies;
    while (c && c->variable != (uintptr_t)variable) c = c->next;
    Dl_info where;
    bool is_static = c || dladdr(variable, &where); // the rewriter goes by names, and may have taken a local one
    if (!c && is_static) c = new_copy((uintptr_t)variable, bytes);
    pthread_mutex_unlock(&mutex);
    return is_static ? (void *)c->copy : (void *)variable;
}

void *simt_symbol(const void *host_copy) {
    uintptr_t at = (uintptr_t)host_copy;
    pthread_mutex_lock(&mutex);
    struct host_copy *c = copies;
    while (c && (at < c->copy || at - c->copy >= c->bytes)) c = c->next;
    pthread_mutex_unlock(&mutex);
    return (void *)(c ? c->variable + (at - c->copy) : at);
}
