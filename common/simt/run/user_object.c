/**
 * @file
 * @brief Objects of the program with a count of users. Graphs are users, and the last one ends the object.
 */
#include "graph.h"

#include <stdlib.h>

struct simt_user_object {
    void *pointer;
    cudaHostFn_t destroy;
    unsigned int n;
};
struct simt_held { /* by a graph */
    struct simt_user_object *object;
    unsigned int n;
    struct simt_held *next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static bool retain(struct simt_user_object *object, unsigned int n) {
    pthread_mutex_lock(&mutex);
    bool fits = n && object->n && object->n + n > object->n;
    if (fits) object->n += n;
    pthread_mutex_unlock(&mutex);
    return fits;
}

static bool release(struct simt_user_object *object, unsigned int n) {
    pthread_mutex_lock(&mutex);
    bool fits = n && n <= object->n, last = fits && n == object->n;
    if (fits) object->n -= n;
    pthread_mutex_unlock(&mutex);
    if (last) {
        const bool before = simt_in_host_function;
        simt_in_host_function = true; /* the destructor may not call CUDA */
        object->destroy(object->pointer);
        simt_in_host_function = before;
        free(object);
    }
    return fits;
}

cudaError_t cudaUserObjectCreate(cudaUserObject_t *object, void *pointer, cudaHostFn_t destroy, unsigned int n,
                                 unsigned int flags) {
    if (!object || !destroy || !n || flags != cudaUserObjectNoDestructorSync) return simt_fail(cudaErrorInvalidValue);
    *object = malloc(sizeof(**object));
    if (!*object) return simt_fail(cudaErrorMemoryAllocation);
    **object = (struct simt_user_object){pointer, destroy, n};
    return simt_enter(false);
}

cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int n) {
    return object && retain(object, n) ? simt_enter(false) : simt_fail(cudaErrorInvalidValue);
}

cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int n) {
    return object && release(object, n) ? simt_enter(false) : simt_fail(cudaErrorInvalidValue);
}

static struct simt_held **find(struct simt_graph *graph, const struct simt_user_object *object) {
    struct simt_held **h = &graph->held;
    while (*h && (*h)->object != object) h = &(*h)->next;
    return h;
}

/* The graph's references more; false: there is no memory. */
static bool hold(struct simt_graph *graph, struct simt_user_object *object, unsigned int n) {
    struct simt_held **h = find(graph, object);
    if (!*h && (*h = calloc(1, sizeof(**h)))) (*h)->object = object;
    if (*h) (*h)->n += n;
    return *h != NULL;
}

cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned int n, unsigned int flags) {
    if (!graph || !object || !n || flags & ~(unsigned)cudaGraphUserObjectMove) return simt_fail(cudaErrorInvalidValue);
    bool moves = flags & cudaGraphUserObjectMove;
    if (!moves && !retain(object, n)) return simt_fail(cudaErrorInvalidValue);
    if (hold(graph, object, n)) return simt_enter(false);
    if (!moves) release(object, n);
    return simt_fail(cudaErrorMemoryAllocation);
}

cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned int n) {
    struct simt_held **h = graph && object ? find(graph, object) : NULL, *held = h ? *h : NULL;
    if (!held || !n || n > held->n) return simt_fail(cudaErrorInvalidValue);
    held->n -= n;
    if (!held->n) {
        *h = held->next;
        free(held);
    }
    release(object, n);
    return simt_enter(false);
}

bool simt_hold_objects(struct simt_graph *clone, const struct simt_graph *graph) {
    for (const struct simt_held *h = graph->held; h; h = h->next)
        if (!retain(h->object, h->n) || !hold(clone, h->object, h->n)) return false;
    return true;
}

void simt_release_objects(struct simt_graph *graph) {
    for (struct simt_held *h = graph->held, *next; h; h = next) {
        next = h->next;
        release(h->object, h->n);
        free(h);
    }
    graph->held = NULL;
}
