/**
 * @file
 * @brief What the CUDA headers ask of the runtime's core: threads, barriers, warps, launches.
 *
 * Everything here is C. The C++ above it (launch.h, device.h, atomic.h) is a thin layer of templates
 * that packs arguments and converts types; the work is done in common/simt/run.
 */
#ifndef SIMT_CORE_H
#define SIMT_CORE_H

#include <stddef.h>
#include <stdint.h>

#include "trial.h"
#include "vector.h"

/** Set in check builds, where the compiler has every load and store call a hook (simtcc --tool). */
#if defined(__SANITIZE_THREAD__)
#define SIMT_CHECKED 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SIMT_CHECKED 1
#endif
#endif

/** For functions of the runtime that touch its own variables: no hooks. */
#ifdef SIMT_CHECKED
#define SIMT_UNSEEN __attribute__((no_sanitize("thread")))
#define SIMT_INLINE inline __attribute__((always_inline)) /* so that the caller's line is found */
enum { simt_is_checked = 1 };
#else
#define SIMT_UNSEEN
#define SIMT_INLINE inline
enum { simt_is_checked = 0 };
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** A place in the learner's source, for messages. */
#define SIMT_SITE_PARAMETERS const char *simt_file, int simt_line
#ifdef __cplusplus
/** Default arguments that take the caller's place. */
#define SIMT_SITE_HERE const char *simt_file = __builtin_FILE(), int simt_line = __builtin_LINE()
#endif
#define SIMT_SITE simt_file, simt_line

/** The running CUDA thread. Its first member is what a kernel calls threadIdx. */
struct simt_thread {
    uint3 thread_idx;
    uint32_t linear; /**< linear thread id in its block */
};
extern __thread struct simt_thread simt_self;

/** Its lane: the linear id mod 32. */
static inline uint32_t simt_lane(void) {
    return simt_self.linear % 32;
}

/** The running block. Where none runs, simt_block_dim.x is 0. */
extern __thread uint3 simt_block_idx;
extern __thread dim3 simt_block_dim, simt_grid_dim;

/** Its cluster: the shape in blocks, and its rank there. A block of a launch without clusters is alone in its own. */
extern __thread dim3 simt_cluster_dim;
extern __thread uint32_t simt_cluster_rank;

/** Differs for any two blocks; where SIMT_SHARED finds that a variable is new to its block. */
extern __thread uint64_t simt_block_serial;

/*
 * Block barriers. Exited threads are not waited for.
 */
enum simt_barrier_op { SIMT_BARRIER_COUNT, SIMT_BARRIER_AND, SIMT_BARRIER_OR };

/** Waits until every live thread of the block waits here too. */
void simt_barrier(int predicate, SIMT_SITE_PARAMETERS);

/** After simt_barrier: the predicates of all that waited, reduced. */
int simt_barrier_result(enum simt_barrier_op op);

/** A barrier over the whole grid, for cooperative launches. */
void simt_grid_barrier(SIMT_SITE_PARAMETERS);

/*
 * Clusters: blocks that run at the same time and reach each other's shared memory (run/cluster.c).
 */
/** The barrier over all live threads of a cluster, in two halves. `splits`: the thread does something between them. */
void simt_cluster_arrive(int splits, SIMT_SITE_PARAMETERS);
void simt_cluster_wait(SIMT_SITE_PARAMETERS);

/** Where the block of that rank has what the address is to its owner in the cluster. Waits until that block has begun.
 *  A rank that the cluster has not, or an address that is not shared memory, ends the kernel. */
void *simt_cluster_map(const void *address, uint32_t rank, SIMT_SITE_PARAMETERS);

/** The rank of the block whose shared memory the address is in; UINT32_MAX: it is in none of the cluster's. */
uint32_t simt_cluster_owner(const void *address);

/** The first thing that a kernel with __cluster_dims__ does, where its launch has clusters of another shape. */
void simt_other_cluster(uint32_t x, uint32_t y, uint32_t z);

/** The first thing that a kernel does which waits for what its own threads never set. A launch that holds up the host
 *  ends, and begins again with lazy streams: only the host can set it, or another stream. */
void simt_wait_for_host(void);

/** The first thing that a kernel does which has a loop that waits for a word, and which may write the word as well. If
 *  an argument leads to memory that the host may touch, kernel and host run at the same time from now on. */
void simt_may_wait_for_host(void);

/*
 * Warp operations: each waits until all live lanes of `mask` have called the same operation with the
 * same mask, then gives every lane its result.
 */
enum simt_warp_op {
    SIMT_WARP_SYNC,
    SIMT_WARP_BALLOT, /**< value: predicate; result: bits of the lanes of mask where it holds */
    SIMT_WARP_ANY,
    SIMT_WARP_ALL,
    SIMT_WARP_UNI,       /**< 1 when the predicate is the same in all lanes */
    SIMT_WARP_MATCH_ANY, /**< value: 64 bits; result: lanes of mask with the same value */
    SIMT_WARP_MATCH_ALL, /**< result: mask when all values are the same, else 0 */
    SIMT_WARP_SHFL,      /**< argument: source lane 0..31; result: its value, or 0 */
    SIMT_WARP_ADD,       /**< reductions over 32-bit values */
    SIMT_WARP_MIN_U,
    SIMT_WARP_MAX_U,
    SIMT_WARP_MIN_S,
    SIMT_WARP_MAX_S,
    SIMT_WARP_AND,
    SIMT_WARP_OR,
    SIMT_WARP_XOR,
    SIMT_WARP_MULTIPLY, /**< value: a struct simt_warp_answer; argument: the shape, which all lanes share */
};
void simt_warp_wait(enum simt_warp_op op, uint32_t mask, uint64_t value, uint32_t argument,
                    SIMT_SITE_PARAMETERS);

/** Waits for the lanes of this warp that are on their way to this very place; then all have a mask. */
void simt_active_wait(SIMT_SITE_PARAMETERS);

/** What a thread has put into its warp operation, and what it got. */
struct simt_lane {
    uint64_t value, result;
    uint32_t mask, argument;
    uint8_t op;
};

/** What answers an operation whose arithmetic only some programs link. It gets the warp's lanes, and who takes part. */
struct simt_warp_answer {
    void (*give)(const struct simt_lane *lanes, uint32_t members);
};

/** The lanes of the running block, by linear thread id. */
extern __thread struct simt_lane *simt_lanes;

SIMT_UNSEEN static inline uint64_t simt_warp(enum simt_warp_op op, uint32_t mask, uint64_t value,
                                             uint32_t argument, SIMT_SITE_PARAMETERS) {
    simt_warp_wait(op, mask, value, argument, SIMT_SITE);
    return simt_lanes[simt_self.linear].result;
}

/** The lanes of this warp that stand at this place together. */
SIMT_UNSEEN static inline uint32_t simt_active_mask(SIMT_SITE_PARAMETERS) {
    simt_active_wait(SIMT_SITE);
    return (uint32_t)simt_lanes[simt_self.linear].result;
}

/** Does a kernel run here? Functions of both sides that look at __CUDA_ARCH__ ask it. */
int simt_on_device(void);

/*
 * What inline PTX asks for (run/ptx.c).
 */
/** Ends the calling thread, as a return from its kernel does. */
__attribute__((noreturn)) void simt_exit_thread(void);
/** The multiprocessor of the running block, and how many there are. */
uint32_t simt_multiprocessor(void);
uint32_t simt_multiprocessors(void);
/** Bytes of dynamic shared memory of the running launch. */
uint32_t simt_dynamic_shared_bytes(void);
/** Does an address lie in the shared memory of the running block? */
int simt_is_shared(const void *address);
/** Does it lie among the variables of the running thread? */
int simt_is_local(const void *address);

/** In check builds: some threads of the block have met, by their linear ids. */
void simt_tile_met(const uint32_t *threads, int n);

/** What the profiler is told of an atomic function. */
enum simt_atomic {
    SIMT_ATOMIC_SUM = 1,      /**< lanes of a warp can be added up first; so with min, and, ... */
    SIMT_ATOMIC_EXCHANGE = 2, /**< they cannot */
    SIMT_ATOMIC_SWAP = 3,     /**< compare and swap */
};

/** In check builds: an atomic function begins, however many accesses are made of it here; the result of
 *  the last one is not used, and it may add just 1; simt_maybe_yield, without a branch in the kernel. */
void simt_atomic_begins(enum simt_atomic kind);
void simt_result_unused(int adds_one);
void simt_maybe_yield_watched(void);

/** Lets other threads run; called by atomics and fences now and then, so that spinning ends. */
void simt_yield(void);

/** Atomics and fences count down to their next yield; the runtime refills it by SIMT_ORDER. */
extern __thread int simt_yield_in;
SIMT_UNSEEN static inline void simt_maybe_yield(void) {
#ifdef SIMT_CHECKED
    simt_maybe_yield_watched();
#else
    if (--simt_yield_in < 0) simt_yield();
#endif
}
SIMT_UNSEEN static inline void simt_begin_atomic(enum simt_atomic kind) {
    simt_maybe_yield();
#ifdef SIMT_CHECKED
    simt_atomic_begins(kind);
#else
    (void)kind;
#endif
}

/** The host has called a kernel like a function, at `call`. The call fails, as on a GPU. The place is the kernel's. */
void simt_not_launched(const char *kernel, const void *call, SIMT_SITE_PARAMETERS);

/** Refuses a launch of more threads a block than the kernel's __launch_bounds__ allow. */
void simt_too_many_threads(unsigned most);

/*
 * Shared memory.
 */
void *simt_dynamic_shared(void);
/** First entry of a block into the scope of a __shared__ variable, unless *entered is the block's serial
 *  number: poisons it, counts its bytes, and sets *entered. */
void simt_shared_enter(void *variable, size_t bytes, size_t item_bytes, const char *name,
                       uint64_t *entered);

/** In check builds: a __shared__ variable outside of functions, and the zone behind it, as the calling OS
 *  thread has them. Every block finds it unwritten. */
struct simt_shared_variable {
    void *(*where)(void);
    void *(*zone)(void);
    size_t bytes, item_bytes, zone_bytes;
    const char *name;
    struct simt_shared_variable *next;
};
void simt_register_shared(struct simt_shared_variable *variable);

/** In check builds: the same, and no kernel may touch the zone. No branch of it is in the kernel. */
void simt_shared_enter_watched(void *variable, size_t bytes, size_t item_bytes, const char *name,
                               uint64_t *entered, void *zone, size_t zone_bytes);

/** In check builds: a zone before a __shared__ variable. */
void simt_shared_low_watched(void *zone, size_t bytes, uint64_t *entered);

/*
 * Kernels as loops over the threads of their block (loops.h, run/loops.c).
 */
/** 1: the running thread is the first of its block, and its kernel may run the whole block. */
extern __thread int simt_offered;
/** It does. Returns what to count up for each thread that runs a loop of its own: the watchdog looks at it. */
volatile uint64_t *simt_take_block(void);
/** Room for what it keeps of each thread. */
enum { SIMT_LANE_ROOM = 1 << 20 };
char *simt_lane_room(void);

/** Threads of a block: rows of one length. The ends are not part of them. */
typedef struct simt_threads {
    unsigned x0, x1, y0, y1, z0, z1;
} simt_threads;
enum simt_found { SIMT_NO_THREADS, SIMT_BOX, SIMT_OTHER_THREADS };
/** Finds the threads in a box for which `holds`. They may have to be the whole box. */
enum simt_found simt_find_box(const unsigned char *holds, const simt_threads *in, simt_threads *found, int whole);

/** In check builds: the running thread's kernel could run as loops, so its launch may be tried (check/trial.c). */
void simt_may_be_tried(void);
/** And: is it the first of its block, and may the block run as loops in the trial? */
int simt_offers_rows(void);
/** All threads of a box come to a barrier. */
void simt_row_barrier(const simt_threads *box);
/** What `threads` neighbours from `thread` on, by their numbers in the block, are about to touch: elements side by side
 *  of so many bytes each, or members of such elements (`step`: from one to the next), or anywhere, and those of so many
 *  rows of threads the same ones; or one element that is the same for all threads. It does not come back if that may
 *  not be right. */
void simt_touch_row(uintptr_t first, size_t step, size_t bytes, unsigned thread, unsigned threads,
                    unsigned rows, int writes);
void simt_touch_each(const uintptr_t *places, size_t bytes, unsigned thread, unsigned threads,
                     unsigned rows, int writes);
void simt_touch_same(uintptr_t place, size_t bytes, unsigned thread, unsigned threads, int writes);
/** The same of a word or less, or of several words, by one thread, which looks at others in place. */
void simt_touch_one(uintptr_t place, size_t bytes, unsigned thread, int writes);
struct simt_tried_view simt_view_trial(void);
/** The threads that go on are no box, so the trial ends. */
__attribute__((noreturn)) void simt_leave_rows(void);

/*
 * Ends of a thread that no C++ could express.
 */
/** Ends the launch; every later CUDA call gives `error` (a cudaError_t). Prints the sentence first. */
__attribute__((noreturn, format(printf, 2, 3))) void simt_fault(int error, const char *format, ...);

/** The same for a warp operation that is called in a way that can have no meaning. */
__attribute__((noreturn, format(printf, 3, 4))) void simt_bad_argument(SIMT_SITE_PARAMETERS,
                                                                       const char *format, ...);

/** What `new` in device code gets; NULL: the kernels' heap is full. On the host, malloc. */
void *simt_heap_new(size_t bytes);

/*
 * Launches.
 */
struct simt_stream;

struct simt_config {
    dim3 grid;
    dim3 block;
    size_t shared_bytes;
    struct simt_stream *stream;
    int cooperative;
    dim3 cluster; /**< its shape in blocks; x = 0: the kernel's own, or none */
};

struct simt_kernel {
    const char *name;         /**< as written at the launch */
    const void *function;     /**< its address; NULL when only a call expression is known */
    void (*call)(void *args); /**< calls the kernel once, for the running thread */
    size_t args_bytes;        /**< of what args points to */
    const size_t *sizes;      /**< or, where args are pointers to arguments, of each, a 0, and their alignments */
};

/** Runs a kernel; errors are left for cudaGetLastError, as a launch does. Returns the error too. */
int simt_launch(const struct simt_kernel *kernel, const struct simt_config *config, void *args);

/** Is this a function that has __global__? */
int simt_is_kernel(const void *function);
/** Does a launch of `name` lead to no kernel? Then nvcc's program calls the function, and a message says so. */
int simt_launches_host_function(const void *function, const char *name);

/** A launch in a kernel has a pointer as an argument: ends the launch where it leads to a block's own memory. */
void simt_pointer_argument(const void *pointer);

/** For launches by address (cudaLaunchKernel): how to call a function with CUDA's array of pointers. */
void simt_register_kernel(const void *function, const char *name,
                          void (*call_by_pointers)(void *args), const size_t *sizes);

/** A variable of device memory that no cudaMalloc gave: its address becomes a device pointer. */
void simt_register_symbol(const void *address, size_t bytes);

/** A variable that host and device share. */
void simt_register_managed(const void *address, size_t bytes);

/** The host's copy of a device variable, with zeros at first: the same one for each call. What is no static variable is
 *  its own copy. Ends the program where there is no memory for it. */
void *simt_host_copy(const void *variable, size_t bytes);

/** The device variable whose host's copy this is, or leads into; anything else as it is. */
void *simt_symbol(const void *host_copy);

#ifdef __cplusplus
}
#endif
#endif
