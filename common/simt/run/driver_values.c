/**
 * @file
 * @brief The driver API: streams that wait for values in memory, and that write some.
 */
#include "driver.h"
#include "graph.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_OPERATIONS = 256, MODE = 3, BATCH = CU_GRAPH_NODE_TYPE_BATCH_MEM_OP };

typedef CUstreamBatchMemOpParams operation;
struct batch {
    unsigned int n;
    operation operations[];
};
struct value_work {
    struct work work;
    operation o;
    uint32_t devices; /* whose memory the word is in, a bit each */
};

static bool is_wait(const operation *o) {
    return o->operation == CU_STREAM_MEM_OP_WAIT_VALUE_32 ||
           o->operation == CU_STREAM_MEM_OP_WAIT_VALUE_64;
}
static bool is_write(const operation *o) {
    return o->operation == CU_STREAM_MEM_OP_WRITE_VALUE_32 ||
           o->operation == CU_STREAM_MEM_OP_WRITE_VALUE_64;
}
static bool is_wide(const operation *o) {
    return o->operation == CU_STREAM_MEM_OP_WAIT_VALUE_64 ||
           o->operation == CU_STREAM_MEM_OP_WRITE_VALUE_64;
}
static void *word_of(const operation *o) {
    return (void *)(uintptr_t)o->waitValue.address;
}

static uint64_t load(const struct value_work *w) {
    void *word = word_of(&w->o);
    simt_open_memory(w->devices);
    uint64_t value = is_wide(&w->o) ? atomic_load((_Atomic uint64_t *)word)
                                    : atomic_load((_Atomic uint32_t *)word);
    simt_close_memory(w->devices);
    return value;
}

static bool has_come(const struct work *work) {
    const operation *o = &((const struct value_work *)work)->o;
    uint64_t word = load((const struct value_work *)work);
    uint64_t value = is_wide(o) ? o->waitValue.value64 : o->waitValue.value;
    uint64_t difference = word - value, neither = ~(word | value);
    switch (o->waitValue.flags & MODE) {
    case CU_STREAM_WAIT_VALUE_GEQ:
        return (is_wide(o) ? (int64_t)difference : (int32_t)difference) >= 0;
    case CU_STREAM_WAIT_VALUE_EQ:
        return word == value;
    case CU_STREAM_WAIT_VALUE_AND:
        return (word & value) != 0;
    default:
        return (is_wide(o) ? neither : (uint32_t)neither) != 0;
    }
}

static void go_on(struct work *work, cudaError_t error) {
    (void)work;
    (void)error;
}

/* Who reads the word may do so at any time, so no checker takes the store for one side of a race. */
static void store(struct work *work, cudaError_t error) {
    const struct value_work *w = (const struct value_work *)work;
    const operation *o = &w->o;
    if (error) return;
    simt_open_memory(w->devices);
    if (is_wide(o))
        atomic_store((_Atomic uint64_t *)word_of(o), o->writeValue.value64);
    else
        atomic_store((_Atomic uint32_t *)word_of(o), o->writeValue.value);
    simt_close_memory(w->devices);
    if (simt_check) simt_check->wrote(word_of(o), is_wide(o) ? 8 : 4);
}

static cudaError_t put_one(const operation *o, cudaStream_t stream) {
    struct cudaPointerAttributes memory;
    if (!is_wait(o) && !is_write(o)) return cudaSuccess;
    struct value_work *w =
        simt_new_work(sizeof(*w), is_wait(o) ? "a wait for a value" : "a write of a value",
                      is_wait(o) ? go_on : store);
    if (!w) return simt_fail(cudaErrorMemoryAllocation);
    cudaPointerGetAttributes(&memory, word_of(o));
    w->devices = memory.type == cudaMemoryTypeDevice ? 1u << memory.device : 0;
    w->o = *o;
    if (is_wait(o)) w->work.ready = has_come;
    return simt_put(stream, &w->work, false);
}

static cudaError_t put_all(const void *call, size_t bytes, cudaStream_t stream) {
    const struct batch *b = call;
    cudaError_t error = cudaSuccess;
    (void)bytes;
    for (unsigned int i = 0; i < b->n && !error; i++) error = put_one(&b->operations[i], stream);
    return error;
}

static bool is_right(const operation *o) {
    unsigned int allowed =
        is_wait(o) ? MODE | CU_STREAM_WAIT_VALUE_FLUSH : CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER;
    struct cudaPointerAttributes memory;
    if (!is_wait(o) && !is_write(o))
        return o->operation == CU_STREAM_MEM_OP_BARRIER ||
               o->operation == CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES;
    if (o->waitValue.flags & ~allowed || o->waitValue.address % (is_wide(o) ? 8 : 4)) return false;
    return cudaPointerGetAttributes(&memory, word_of(o)) == cudaSuccess &&
           memory.type != cudaMemoryTypeUnregistered;
}

/* A copy of the operations, which the caller frees; NULL where one of them is wrong. */
static struct batch *batch_of(unsigned int n, const operation *operations, size_t *bytes) {
    bool right = n > 0 && n <= MOST_OPERATIONS && operations;
    for (unsigned int i = 0; right && i < n; i++) right = is_right(&operations[i]);
    *bytes = sizeof(struct batch) + (right ? n : 0) * sizeof(*operations);
    struct batch *b = right ? malloc(*bytes) : NULL;
    if (!b) return NULL;
    b->n = n;
    memcpy(b->operations, operations, n * sizeof(*operations));
    return b;
}

static cudaError_t put(cudaStream_t stream, unsigned int n, const operation *operations,
                       unsigned int flags) {
    size_t bytes;
    struct simt_stream *captured;
    struct batch *b = flags ? NULL : batch_of(n, operations, &bytes);
    if (!b) return simt_fail(cudaErrorInvalidValue);
    cudaError_t error = simt_enter_on(simt_device_of(stream), false);
    if (!error) error = simt_begin_work(stream, &captured);
    if (!error)
        error = captured
                    ? simt_capture_call(captured, (enum cudaGraphNodeType)BATCH, put_all, b, bytes)
                    : put_all(b, bytes, stream);
    free(b);
    return error;
}

/* The low half of a wide value is the other one. */
static operation one(CUstreamBatchMemOpType what, CUdeviceptr address, cuuint64_t value,
                     unsigned int flags) {
    return (operation){.waitValue = {what, address, {.value64 = value}, flags, 0}};
}
#define ONE(name, bits, what)                                                                      \
    CUresult name(CUstream stream, CUdeviceptr address, cuuint##bits##_t value,                    \
                  unsigned int flags) {                                                            \
        const operation o = one(CU_STREAM_MEM_OP_##what##_VALUE_##bits, address, value, flags);    \
        return cuStreamBatchMemOp(stream, 1, (operation *)&o, 0);                                  \
    }
DRIVER_CALL(cuStreamBatchMemOp,
            (CUstream stream, unsigned int n, operation *operations, unsigned int flags),
            put(stream, n, operations, flags))
ONE(cuStreamWaitValue32, 32, WAIT)
ONE(cuStreamWaitValue64, 64, WAIT)
ONE(cuStreamWriteValue32, 32, WRITE)
ONE(cuStreamWriteValue64, 64, WRITE)

/*
 * Nodes of graphs.
 */
static bool is_batch(const struct simt_graph_node *node) {
    return node && node->type == (enum cudaGraphNodeType)BATCH;
}

static cudaError_t set(struct simt_graph_node *node, const CUDA_BATCH_MEM_OP_NODE_PARAMS *p) {
    size_t bytes;
    struct batch *b =
        is_batch(node) && p && !p->flags ? batch_of(p->count, p->paramArray, &bytes) : NULL;
    cudaError_t error =
        b ? simt_set_call(node, put_all, b, bytes) : simt_fail(cudaErrorInvalidValue);
    free(b);
    return error;
}

static cudaError_t add(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t n,
                       const CUDA_BATCH_MEM_OP_NODE_PARAMS *p) {
    cudaError_t error = simt_add_node(node, graph, dependencies, n, (enum cudaGraphNodeType)BATCH);
    if (!error && (error = set(*node, p)) != cudaSuccess) simt_remove_node(*node);
    return error;
}

static cudaError_t get(const struct simt_graph_node *node, CUDA_BATCH_MEM_OP_NODE_PARAMS *p) {
    if (!is_batch(node) || !p) return simt_fail(cudaErrorInvalidValue);
    struct batch *b = node->args;
    *p = (CUDA_BATCH_MEM_OP_NODE_PARAMS){simt_current_context(), b->n, b->operations, 0};
    return cudaSuccess;
}

DRIVER_CALL(cuGraphAddBatchMemOpNode,
            (CUgraphNode * node, CUgraph graph, const CUgraphNode *dependencies, size_t n,
             const CUDA_BATCH_MEM_OP_NODE_PARAMS *params),
            add(node, graph, dependencies, n, params))
DRIVER_CALL(cuGraphBatchMemOpNodeGetParams,
            (CUgraphNode node, CUDA_BATCH_MEM_OP_NODE_PARAMS *params), get(node, params))
DRIVER_CALL(cuGraphBatchMemOpNodeSetParams,
            (CUgraphNode node, const CUDA_BATCH_MEM_OP_NODE_PARAMS *params), set(node, params))
DRIVER_CALL(cuGraphExecBatchMemOpNodeSetParams,
            (CUgraphExec exec, CUgraphNode node, const CUDA_BATCH_MEM_OP_NODE_PARAMS *params),
            set(simt_node_of(exec, node), params))
