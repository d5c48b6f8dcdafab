/**
 * @file
 * @brief CUDA graphs: nodes, edges, and what a program asks about them.
 */
#include "graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool depends(const struct simt_graph_node *to, const struct simt_graph_node *from) {
    for (size_t i = 0; i < to->n; i++)
        if (to->dependencies[i] == from) return true;
    return false;
}

cudaError_t simt_add_dependency(struct simt_graph_node *from, struct simt_graph_node *to) {
    if (!from || !to || from == to || from->graph != to->graph || depends(to, from))
        return cudaErrorInvalidValue;
    if (to->n == to->room) {
        size_t room = to->room ? 2 * to->room : 4;
        void *grown = realloc(to->dependencies, room * sizeof(*to->dependencies));
        if (!grown) return cudaErrorMemoryAllocation;
        to->dependencies = grown;
        to->room = room;
    }
    to->dependencies[to->n++] = from;
    return cudaSuccess;
}

cudaError_t simt_add_node(cudaGraphNode_t *node, struct simt_graph *graph,
                          const cudaGraphNode_t *dependencies, size_t n,
                          enum cudaGraphNodeType type) {
    if (!node || !graph || (n && !dependencies)) return simt_fail(cudaErrorInvalidValue);
    struct simt_graph_node *made = calloc(1, sizeof(*made));
    if (!made) return simt_fail(cudaErrorMemoryAllocation);
    cudaError_t error = cudaSuccess;
    made->graph = graph;
    made->type = type;
    for (size_t i = 0; i < n && !error; i++) error = simt_add_dependency(dependencies[i], made);
    if (error) {
        free(made->dependencies);
        free(made);
        return simt_fail(error);
    }
    made->index = graph->n++;
    *(graph->last ? &graph->last->next : &graph->first) = made;
    *node = graph->last = made;
    return cudaSuccess;
}

void simt_free_arguments(struct simt_graph_node *node) {
    free(node->args);
    free(node->pointers);
    node->args = node->pointers = NULL;
}

static void free_node(struct simt_graph_node *node) {
    simt_free_arguments(node);
    if (node->child) simt_free_graph(node->child);
    simt_free_bodies(node);
    free(node->dependencies);
    free(node);
}

void simt_free_graph(struct simt_graph *graph) {
    for (struct simt_graph_node *node = graph->first, *next; node; node = next) {
        next = node->next;
        free_node(node);
    }
    simt_release_objects(graph);
    free(graph);
}

static void remove_dependency(struct simt_graph_node *to, size_t i) {
    memmove(to->dependencies + i, to->dependencies + i + 1,
            (--to->n - i) * sizeof(*to->dependencies));
}

void simt_remove_node(struct simt_graph_node *node) {
    struct simt_graph *graph = node->graph;
    struct simt_graph_node *before = NULL;
    for (struct simt_graph_node *other = graph->first; other; other = other->next) {
        for (size_t i = other->n; i-- > 0;)
            if (other->dependencies[i] == node) remove_dependency(other, i);
        if (other->next == node) before = other;
    }
    *(before ? &before->next : &graph->first) = node->next;
    if (graph->last == node) graph->last = before;
    free_node(node);
    graph->n = 0;
    for (node = graph->first; node; node = node->next) node->index = graph->n++;
}

/* The clone's node for each of the original's. */
static struct simt_graph_node *of_original(const struct simt_graph *clone,
                                           const struct simt_graph_node *original) {
    struct simt_graph_node *node = clone->first;
    while (node && node->original != original) node = node->next;
    return node;
}

struct simt_graph *simt_clone_graph(const struct simt_graph *graph) {
    struct simt_graph *clone = calloc(1, sizeof(*clone));
    bool good = clone != NULL;
    for (struct simt_graph_node *from = graph->first; from && good; from = from->next) {
        struct simt_graph_node *to;
        good = simt_add_node(&to, clone, NULL, 0, from->type) == cudaSuccess;
        if (!good) break;
        to->original = from;
        good = simt_copy_action(to, from) == cudaSuccess;
    }
    for (struct simt_graph_node *to = good ? clone->first : NULL; to && good; to = to->next)
        for (size_t i = 0; i < to->original->n && good; i++)
            good = simt_add_dependency(of_original(clone, to->original->dependencies[i]), to) ==
                   cudaSuccess;
    good = good && simt_hold_objects(clone, graph);
    if (good) {
        clone->original = (struct simt_graph *)graph;
        clone->has_memory = graph->has_memory;
        return clone;
    }
    if (clone) simt_free_graph(clone);
    return NULL;
}

/*
 * What programs call.
 */
cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags) {
    if (!graph || flags) return simt_fail(cudaErrorInvalidValue);
    *graph = calloc(1, sizeof(**graph));
    return *graph ? simt_enter(false) : simt_fail(cudaErrorMemoryAllocation);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    if (!graph) return simt_fail(cudaErrorInvalidValue);
    simt_forget_conditions(graph);
    simt_free_graph(graph);
    return simt_enter(false);
}

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph) {
    if (!clone || !graph) return simt_fail(cudaErrorInvalidValue);
    if (graph->has_memory) return simt_fail(cudaErrorNotSupported);
    *clone = simt_clone_graph(graph);
    return *clone ? simt_enter(false) : simt_fail(cudaErrorMemoryAllocation);
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *node, cudaGraphNode_t original,
                                     cudaGraph_t clone) {
    if (!node || !original || !clone) return simt_fail(cudaErrorInvalidValue);
    *node = of_original(clone, original);
    return *node ? cudaSuccess : simt_fail(cudaErrorInvalidValue);
}

/* Lists: with no place for them only their number is told. Where the program has too little room, it gets as many. */
struct list {
    cudaGraphNode_t *a, *b;
    size_t n, room;
};

static void put(struct list *list, cudaGraphNode_t a, cudaGraphNode_t b) {
    if (list->n < list->room && list->a) list->a[list->n] = a;
    if (list->n < list->room && list->b) list->b[list->n] = b;
    list->n++;
}

static cudaError_t told(const struct list *list, cudaGraphEdgeData *edges, size_t *n) {
    size_t written = list->n < list->room ? list->n : list->room;
    for (size_t i = written; list->a && i < list->room; i++) list->a[i] = NULL;
    for (size_t i = written; list->b && i < list->room; i++) list->b[i] = NULL;
    for (size_t i = 0; edges && i < written; i++) edges[i] = (cudaGraphEdgeData){.type = 0};
    *n = list->a || list->b ? written : list->n;
    return simt_enter(false);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n) {
    if (!graph || !n) return simt_fail(cudaErrorInvalidValue);
    struct list list = {.a = nodes, .room = *n};
    for (struct simt_graph_node *node = graph->first; node; node = node->next)
        put(&list, node, NULL);
    return told(&list, NULL, n);
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n) {
    if (!graph || !n) return simt_fail(cudaErrorInvalidValue);
    struct list list = {.a = nodes, .room = *n};
    for (struct simt_graph_node *node = graph->first; node; node = node->next)
        if (!node->n) put(&list, node, NULL);
    return told(&list, NULL, n);
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                              cudaGraphEdgeData *edges, size_t *n) {
    if (!graph || !n || !from != !to) return simt_fail(cudaErrorInvalidValue);
    struct list list = {.a = from, .b = to, .room = *n};
    for (struct simt_graph_node *node = graph->first; node; node = node->next)
        for (size_t i = 0; i < node->n; i++) put(&list, node->dependencies[i], node);
    return told(&list, edges, n);
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *dependencies,
                                         cudaGraphEdgeData *edges, size_t *n) {
    if (!node || !n) return simt_fail(cudaErrorInvalidValue);
    struct list list = {.a = dependencies, .room = *n};
    for (size_t i = 0; i < node->n; i++) put(&list, node->dependencies[i], NULL);
    return told(&list, edges, n);
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *dependents,
                                           cudaGraphEdgeData *edges, size_t *n) {
    if (!node || !n) return simt_fail(cudaErrorInvalidValue);
    struct list list = {.a = dependents, .room = *n};
    for (struct simt_graph_node *other = node->graph->first; other; other = other->next)
        if (depends(other, node)) put(&list, other, NULL);
    return told(&list, edges, n);
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type) {
    if (!node || !type) return simt_fail(cudaErrorInvalidValue);
    *type = node->type;
    return simt_enter(false);
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                     const cudaGraphNode_t *to, const cudaGraphEdgeData *edges,
                                     size_t n) {
    cudaError_t error = !graph || (n && (!from || !to)) ? cudaErrorInvalidValue : simt_enter(false);
    for (size_t i = 0; i < n && !error; i++)
        error =
            edges && edges[i].type ? cudaErrorNotSupported : simt_add_dependency(from[i], to[i]);
    return simt_fail(error);
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                        const cudaGraphNode_t *to, const cudaGraphEdgeData *edges,
                                        size_t n) {
    (void)edges;
    if (!graph || (n && (!from || !to))) return simt_fail(cudaErrorInvalidValue);
    for (size_t k = 0; k < n; k++) {
        if (!to[k] || !depends(to[k], from[k])) return simt_fail(cudaErrorInvalidValue);
        for (size_t i = to[k]->n; i-- > 0;)
            if (to[k]->dependencies[i] == from[k]) remove_dependency(to[k], i);
    }
    return simt_enter(false);
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
    if (!node || node->graph->has_memory) return simt_fail(cudaErrorInvalidValue);
    simt_remove_node(node);
    return simt_enter(false);
}

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned int flags) {
    static const char *const names[] = {"KERNEL", "MEMCPY", "MEMSET",     "HOST",
                                        "GRAPH",  "EMPTY",  "EVENT_WAIT", "EVENT_RECORD",
                                        "",       "",       "MEM_ALLOC",  "MEM_FREE",
                                        "",       "CONDITIONAL"};
    (void)flags;
    FILE *file = graph && path ? fopen(path, "w") : NULL;
    if (!file) return simt_fail(cudaErrorInvalidValue);
    fputs("digraph dot {\n", file);
    for (struct simt_graph_node *node = graph->first; node; node = node->next) {
        fprintf(file, "\"%zu\" [label=\"%s %s\"];\n", node->index, names[node->type],
                node->type == cudaGraphNodeTypeKernel ? node->kernel.name : "");
        for (size_t i = 0; i < node->n; i++)
            fprintf(file, "\"%zu\" -> \"%zu\";\n", node->dependencies[i]->index, node->index);
    }
    fputs("}\n", file);
    return fclose(file) ? simt_fail(cudaErrorOperatingSystem) : simt_enter(false);
}
