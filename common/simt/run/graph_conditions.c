/**
 * @file
 * @brief Conditions of graphs: numbers that kernels set, by which a node runs a graph of its own, or not.
 */
#include "graph.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_CONDITIONS = 4096 };

static struct {
    struct simt_graph *graph; /* of the program, NULL: nobody uses this one */
    bool has_node, resets, gone; /* gone: the graph is no more, but what was made of it may run on */
    unsigned int at_launch;
    _Atomic unsigned int value;
} conditions[MOST_CONDITIONS];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* A handle is a place in the table, from 1. */
static bool is_condition(cudaGraphConditionalHandle handle) {
    return handle > 0 && handle < MOST_CONDITIONS && conditions[handle].graph;
}

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *handle, cudaGraph_t graph,
                                             unsigned int at_launch, unsigned int flags) {
    if (!handle || !graph || flags & ~(unsigned)cudaGraphCondAssignDefault)
        return simt_fail(cudaErrorInvalidValue);
    pthread_mutex_lock(&mutex);
    unsigned i = 1;
    while (i < MOST_CONDITIONS && conditions[i].graph) i++;
    for (unsigned k = 1; i == MOST_CONDITIONS && k < MOST_CONDITIONS; k++)
        if (conditions[k].gone) i = k;
    if (i < MOST_CONDITIONS) {
        conditions[i].graph = graph;
        conditions[i].has_node = conditions[i].gone = false;
        conditions[i].resets = flags;
        conditions[i].at_launch = at_launch;
        conditions[i].value = 0;
    }
    pthread_mutex_unlock(&mutex);
    *handle = i;
    return i < MOST_CONDITIONS ? simt_enter(false) : simt_fail(cudaErrorMemoryAllocation);
}

bool simt_conditions_have_nodes(const struct simt_graph *graph) {
    bool all = true;
    pthread_mutex_lock(&mutex);
    for (unsigned i = 1; i < MOST_CONDITIONS; i++)
        if (conditions[i].graph == graph && !conditions[i].gone) all &= conditions[i].has_node;
    pthread_mutex_unlock(&mutex);
    for (const struct simt_graph_node *node = graph->first; node; node = node->next)
        for (unsigned i = 0; node->bodies && i < node->condition.size; i++)
            all &= simt_conditions_have_nodes(node->bodies[i]);
    return all;
}

void simt_forget_conditions(const struct simt_graph *graph) {
    pthread_mutex_lock(&mutex);
    for (unsigned i = 1; i < MOST_CONDITIONS; i++)
        if (conditions[i].graph == graph) conditions[i].gone = true;
    pthread_mutex_unlock(&mutex);
}

void simt_set_conditional(cudaGraphConditionalHandle handle, unsigned int value) {
    if (is_condition(handle))
        conditions[handle].value = value;
    else
        simt_fault(cudaErrorInvalidValue, "cudaGraphSetConditional: this is no handle of a graph");
}

cudaError_t simt_add_conditional(cudaGraphNode_t *node, struct simt_graph *graph,
                                 const cudaGraphNode_t *dependencies, size_t n,
                                 struct cudaConditionalNodeParams *p) {
    size_t most = p->type == cudaGraphCondTypeIf ? 2 : p->type == cudaGraphCondTypeWhile ? 1 : 1024;
    if (!is_condition(p->handle) || conditions[p->handle].has_node ||
        (unsigned)p->type > cudaGraphCondTypeSwitch || p->size < 1 || p->size > most)
        return simt_fail(cudaErrorInvalidValue);
    cudaError_t error = simt_add_node(node, graph, dependencies, n, cudaGraphNodeTypeConditional);
    if (error) return error;
    (*node)->condition = *p;
    (*node)->bodies = calloc(p->size, sizeof(*(*node)->bodies));
    for (unsigned i = 0; (*node)->bodies && i < p->size; i++) {
        (*node)->bodies[i] = calloc(1, sizeof(struct simt_graph));
        if (!(*node)->bodies[i]) simt_die("no memory for a graph");
    }
    if (!(*node)->bodies) simt_die("no memory for a graph");
    conditions[p->handle].has_node = true;
    p->phGraph_out = (*node)->bodies;
    return cudaSuccess;
}

void simt_free_bodies(struct simt_graph_node *node) {
    for (unsigned i = 0; node->bodies && i < node->condition.size; i++)
        simt_free_graph(node->bodies[i]);
    free(node->bodies);
    node->bodies = NULL;
}

bool simt_copy_bodies(struct simt_graph_node *to, const struct simt_graph_node *from) {
    if (!from->bodies) return true;
    simt_free_bodies(to);
    to->condition = from->condition;
    to->bodies = calloc(from->condition.size, sizeof(*to->bodies));
    for (unsigned i = 0; to->bodies && i < from->condition.size; i++)
        if (!(to->bodies[i] = simt_clone_graph(from->bodies[i]))) simt_die("no memory for a graph");
    return to->bodies != NULL;
}

void simt_reset_conditions(const struct simt_graph *graph) {
    for (const struct simt_graph_node *node = graph->first; node; node = node->next) {
        if (node->child) simt_reset_conditions(node->child);
        if (!node->bodies) continue;
        unsigned i = (unsigned)node->condition.handle;
        if (conditions[i].resets) conditions[i].value = conditions[i].at_launch;
        for (unsigned k = 0; k < node->condition.size; k++) simt_reset_conditions(node->bodies[k]);
    }
}

struct simt_graph *simt_chosen_body(const struct simt_graph_node *node) {
    unsigned value = conditions[node->condition.handle].value;
    if (node->condition.type == cudaGraphCondTypeSwitch)
        return value < node->condition.size ? node->bodies[value] : NULL;
    if (value) return node->bodies[0];
    return node->condition.size > 1 ? node->bodies[1] : NULL;
}
