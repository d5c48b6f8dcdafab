/**
 * @file
 * @brief CUDA graphs as their parts see each other: nodes, what they do, and captures.
 *
 * A node keeps the arguments of a call. A launch of the graph makes these calls again, each behind those that it
 * depends on.
 */
#ifndef SIMT_GRAPH_H
#define SIMT_GRAPH_H

#include "capture.h"

struct simt_graph_node {
    struct simt_graph *graph;
    struct simt_graph_node *next;     /* of its graph, in the order in which they were added */
    struct simt_graph_node *original; /* of a clone: the node that it was cloned from */
    size_t n, room, index;            /* of dependencies; and where it stands in its graph */
    struct simt_graph_node **dependencies;
    enum cudaGraphNodeType type;
    bool is_symbol, disabled, cooperative;
    struct simt_kernel kernel; /* and its arguments, in memory of the node's own */
    struct simt_config config;
    void *args;
    void **pointers; /* to each argument, where they were given so */
    simt_put_call put; /* of a library's call, which is a kernel's node, or of writes and waits; args are the call */
    size_t call_bytes;
    struct cudaMemcpy3DParms copy;
    struct { /* of a copy from or to a variable */
        void *symbol, *other;
        size_t symbol_bytes, bytes, offset;
    } symbol;
    struct cudaMemsetParams fill;
    struct cudaHostNodeParams host;
    struct simt_graph *child;
    struct cudaConditionalNodeParams condition;
    struct simt_graph **bodies; /* of a condition */
    cudaEvent_t event;
    struct cudaMemAllocNodeParams alloc; /* dptr: of an alloc node or a free node */
    /* While the graph runs: */
    bool done;
    int lane;            /* the stream that it goes into */
    cudaEvent_t reached; /* behind it */
};

struct simt_graph {
    struct simt_graph_node *first, *last;
    size_t n;
    struct simt_graph *original; /* of a clone */
    bool has_memory;             /* made by its nodes */
    struct simt_held *held;      /* objects of the program (user_object.c) */
};

/* graph.c */
cudaError_t simt_add_node(cudaGraphNode_t *node, struct simt_graph *graph,
                          const cudaGraphNode_t *dependencies, size_t n,
                          enum cudaGraphNodeType type);
cudaError_t simt_add_dependency(struct simt_graph_node *from, struct simt_graph_node *to);
void simt_free_graph(struct simt_graph *graph);
struct simt_graph *simt_clone_graph(const struct simt_graph *graph);
void simt_free_arguments(struct simt_graph_node *node);
void simt_remove_node(struct simt_graph_node *node);

/* graph_nodes.c */
cudaError_t simt_set_kernel(struct simt_graph_node *node, const struct simt_kernel *kernel,
                            const struct simt_config *config, void *args);
cudaError_t simt_set_call(struct simt_graph_node *node, simt_put_call put, const void *call,
                          size_t bytes);
cudaError_t simt_copy_action(struct simt_graph_node *to, const struct simt_graph_node *from);
struct cudaMemcpy3DParms simt_line_copy(void *to, const void *from, size_t bytes,
                                        enum cudaMemcpyKind kind);

/* graph_exec.c: the node that was made from a program's; NULL: none was. */
struct simt_graph_node *simt_node_of(cudaGraphExec_t exec, cudaGraphNode_t node);

/* graph_conditions.c */
cudaError_t simt_add_conditional(cudaGraphNode_t *node, struct simt_graph *graph,
                                 const cudaGraphNode_t *dependencies, size_t n,
                                 struct cudaConditionalNodeParams *p);
void simt_free_bodies(struct simt_graph_node *node);
bool simt_copy_bodies(struct simt_graph_node *to, const struct simt_graph_node *from);
void simt_forget_conditions(const struct simt_graph *graph); /* which is no more */
/* Of the graph and of those that run in it; else it cannot be instantiated. */
bool simt_conditions_have_nodes(const struct simt_graph *graph);
void simt_reset_conditions(const struct simt_graph *graph);  /* for a launch */
struct simt_graph *simt_chosen_body(const struct simt_graph_node *node); /* NULL: none */

/* user_object.c: a clone uses what its graph uses (false: there is no memory), and a graph that ends uses nothing. */
bool simt_hold_objects(struct simt_graph *clone, const struct simt_graph *graph);
void simt_release_objects(struct simt_graph *graph);

/* memory.c: memory that nodes of graphs give and take back. It stays where it is. */
cudaError_t simt_graph_memory(void **d_pointer, size_t bytes);
bool simt_is_graph_memory(const void *pointer);
uint64_t simt_graph_bytes(int device);
cudaError_t simt_renew_memory(void *d_pointer, bool given, cudaStream_t stream);

#endif
