/**
 * @file
 * @brief The driver API: streams that wait for values in memory, and that write some.
 *
 * Words have 4 or 8 bytes and lie in memory that the device reaches, at multiples of their size. Any thread, process,
 * kernel or stream may write a word that a stream waits for. A wait costs a look at the word, a write a store.
 * Errors: CUDA_ERROR_INVALID_VALUE for an address or flags that are none; else those of cuMemsetD32Async.
 */
#ifndef SIMT_DRIVER_VALUES_H
#define SIMT_DRIVER_VALUES_H

#include "driver_graphs.h"

#define cuStreamWaitValue32_v2  cuStreamWaitValue32
#define cuStreamWaitValue64_v2  cuStreamWaitValue64
#define cuStreamWriteValue32_v2 cuStreamWriteValue32
#define cuStreamWriteValue64_v2 cuStreamWriteValue64
#define cuStreamBatchMemOp_v2   cuStreamBatchMemOp

#ifdef __cplusplus
extern "C" {
#endif

/** What the word has to be: at least the value (word - value >= 0 as a signed number), the value, with one of its bits,
 *  or without one of its bits and of the bits that neither has: ~(word | value) != 0. */
typedef enum CUstreamWaitValue_flags_enum {
    CU_STREAM_WAIT_VALUE_GEQ = 0,
    CU_STREAM_WAIT_VALUE_EQ = 1,
    CU_STREAM_WAIT_VALUE_AND = 2,
    CU_STREAM_WAIT_VALUE_NOR = 3,
    CU_STREAM_WAIT_VALUE_FLUSH = 1 << 30 /**< without effect: nothing is written from afar */
} CUstreamWaitValue_flags;

/** Writes are never ordered less than by default. */
typedef enum CUstreamWriteValue_flags_enum {
    CU_STREAM_WRITE_VALUE_DEFAULT = 0,
    CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER = 1
} CUstreamWriteValue_flags;

typedef enum CUstreamMemoryBarrier_flags_enum {
    CU_STREAM_MEMORY_BARRIER_TYPE_SYS = 0,
    CU_STREAM_MEMORY_BARRIER_TYPE_GPU = 1
} CUstreamMemoryBarrier_flags;

/** The last two do nothing here: a stream's work is in order without them. */
typedef enum CUstreamBatchMemOpType_enum {
    CU_STREAM_MEM_OP_WAIT_VALUE_32 = 1,
    CU_STREAM_MEM_OP_WRITE_VALUE_32 = 2,
    CU_STREAM_MEM_OP_WAIT_VALUE_64 = 4,
    CU_STREAM_MEM_OP_WRITE_VALUE_64 = 5,
    CU_STREAM_MEM_OP_BARRIER = 6,
    CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES = 3
} CUstreamBatchMemOpType;

/** A wait and a write are described alike. */
#define SIMT_VALUE_OPERATION(name)                                                                 \
    struct name {                                                                                  \
        CUstreamBatchMemOpType operation;                                                          \
        CUdeviceptr address;                                                                       \
        union {                                                                                    \
            cuuint32_t value;                                                                      \
            cuuint64_t value64;                                                                    \
        };                                                                                         \
        unsigned int flags;                                                                        \
        CUdeviceptr alias; /* not read */                                                          \
    }
typedef union CUstreamBatchMemOpParams_union {
    CUstreamBatchMemOpType operation;
    SIMT_VALUE_OPERATION(CUstreamMemOpWaitValueParams_st) waitValue;
    SIMT_VALUE_OPERATION(CUstreamMemOpWriteValueParams_st) writeValue;
    struct CUstreamMemOpFlushRemoteWritesParams_st {
        CUstreamBatchMemOpType operation;
        unsigned int flags;
    } flushRemoteWrites;
    struct CUstreamMemOpMemoryBarrierParams_st {
        CUstreamBatchMemOpType operation;
        unsigned int flags;
    } memoryBarrier;
    cuuint64_t pad[6];
} CUstreamBatchMemOpParams;
typedef CUstreamBatchMemOpParams CUstreamBatchMemOpParams_v1;

CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr address, cuuint32_t value,
                             unsigned int flags);
CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr address, cuuint64_t value,
                             unsigned int flags);
CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr address, cuuint32_t value,
                              unsigned int flags);
CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr address, cuuint64_t value,
                              unsigned int flags);
/** At most 256 operations, one behind the other. None is put into the stream if one of them is wrong. */
CUresult cuStreamBatchMemOp(CUstream stream, unsigned int n, CUstreamBatchMemOpParams *operations,
                            unsigned int flags);

/** The same as a node of a graph, which keeps a copy of the operations. */
typedef struct CUDA_BATCH_MEM_OP_NODE_PARAMS_v2_st {
    CUcontext ctx;
    unsigned int count;
    CUstreamBatchMemOpParams *paramArray;
    unsigned int flags;
} CUDA_BATCH_MEM_OP_NODE_PARAMS;
typedef CUDA_BATCH_MEM_OP_NODE_PARAMS CUDA_BATCH_MEM_OP_NODE_PARAMS_v2;
CUresult cuGraphAddBatchMemOpNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                                  size_t n, const CUDA_BATCH_MEM_OP_NODE_PARAMS *params);
CUresult cuGraphBatchMemOpNodeGetParams(CUgraphNode node, CUDA_BATCH_MEM_OP_NODE_PARAMS *params);
CUresult cuGraphBatchMemOpNodeSetParams(CUgraphNode node,
                                        const CUDA_BATCH_MEM_OP_NODE_PARAMS *params);
CUresult cuGraphExecBatchMemOpNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                            const CUDA_BATCH_MEM_OP_NODE_PARAMS *params);

#ifdef __cplusplus
}
#endif
#endif
