/**
 * @file
 * @brief The parts of the runtime's core as they see each other.
 *
 * A launch is worked off by workers, one OS thread each, the caller's own among them. A worker takes
 * block after block and runs it to its end; a block never moves to another worker, so a __shared__
 * variable can be thread-local storage. The CUDA threads of a block are fibers of its worker.
 */
#ifndef SIMT_INTERNAL_H
#define SIMT_INTERNAL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "simt/api.h"
#include "simt/core.h"

#include "switch.h"

enum {
    WARP_THREADS = 32,
    MAX_BLOCK_THREADS = 1024,
    MAX_WARPS = MAX_BLOCK_THREADS / WARP_THREADS,
    MAX_WORKERS = 5120, /* a cooperative launch of all blocks that a B200 holds has 4,736 */
    USUAL_WORKERS = 256,
    MAX_DEVICES = 16,
    ALL_DEVICES = (1 << MAX_DEVICES) - 1, /* a bit each */
    SHARED_BYTES = 48 << 10,              /* a block's shared memory without asking */
    SHARED_BYTES_OPTIN = 227 << 10, /* after cudaFuncSetAttribute, on the GPUs that have most */
    MAX_SHARED = 64,
    STACK_GUARD = 64 << 10, /* bytes below each stack that nobody may touch */
    STEP_STACK = 64 << 10,
    POISON = 0xCD, /* what memory that nobody wrote holds */
};

/* What a thread does. The first two can be run. */
enum thread_state {
    THREAD_NEW,
    THREAD_READY,
    THREAD_AT_BARRIER,
    THREAD_AT_WARP,
    THREAD_AT_ACTIVE,
    THREAD_AT_CLUSTER,
    THREAD_EXITED
};

/* States in which a thread was seen in the worker's present epoch (spin.c): at the beginning of a round, where a
 * signal interrupted it, and where loops look at volatile words: those that stand in no other such loop, and others. */
enum { SEEN_STATES = 32 };
enum spin_at { SPIN_AT_ROUND, SPIN_BETWEEN, SPIN_AT_LOOK, SPIN_AT_INNER_LOOK, SPIN_PLACES };
struct spin {
    uint64_t epoch;
    bool interrupted; /* it waits in a signal's handler, whose frame never comes again */
    struct seen_states {
        uint64_t states[SEEN_STATES];
        uint32_t n, again; /* how many were seen; how many in a row had been there before */
    } at[SPIN_PLACES];
};

/* Where a thread waits. */
struct site {
    const char *file;
    int line;
};

struct warp {
    uint32_t exited;  /* lanes that ended, or never were */
    uint32_t waiting; /* lanes in state THREAD_AT_WARP */
    uint32_t mask;    /* what the first of them called, */
    uint8_t op;       /* and whether all others called the same */
    bool mixed;
    uint32_t shape;  /* of the matrices that the first of them multiplies */
    uint32_t active; /* lanes in state THREAD_AT_ACTIVE */
    uint32_t rounds; /* that the active ones have waited */
    uint32_t stepping, step; /* lanes that wait in simt_step, and how often they have gone on together */
    uint32_t looking; /* lanes that spin, and gave their turn away where they look at a volatile word */
    uint32_t storing, in_step; /* of these, lanes that are about to store; and all that have stored beside others */
};

struct launch {
    const struct simt_kernel *kernel;
    const struct simt_config *config;
    void *args;
    int device;
    uint32_t threads; /* a block */
    uint64_t blocks;
    size_t shared_limit;     /* static and dynamic together */
    uint64_t stride, offset; /* block of ticket k: (k * stride + offset) mod blocks */
    _Atomic uint64_t ticket;
    _Atomic int fault;   /* the first fault's cudaError_t; ends the launch */
    _Atomic int workers; /* that are at it now */
    _Atomic int told;    /* blocks that SIMT_LOOPS=show has seen */
    bool holds_up_host;  /* until it ends, and it may be put off instead */
    _Atomic int talks;   /* 1: it may wait for words that the host writes. -1: not so; 0: nobody asked */
    bool asked, trial;   /* a check build: whether it may be tried; it is */
    bool rows, left_rows; /* and its blocks may run as loops; one could not, so its threads are to be tried */
    int depth;                 /* grids above it: it was launched by a kernel, if there are any */
    struct children *children; /* what its blocks have launched; NULL: nothing */
    dim3 cluster;              /* its shape in blocks: what the launch said, or the kernel */
    uint32_t cluster_blocks;
    struct cluster *clusters; /* under way */
    struct { /* the barrier over all blocks of a cooperative launch; what clusters wait for, too */
        pthread_mutex_t mutex;
        pthread_cond_t turn;
        uint64_t arrived, left, epoch;
    } grid;
};

/* What ended a block before its threads did. The sentence is made where it can be printed. */
struct fault {
    int error;       /* a cudaError_t; 0: none */
    bool misaligned; /* of SIGSEGV: or no address at all */
    int signal;      /* SIGSEGV and the like, with the two addresses below; 0: text says it all */
    uintptr_t address, pc;
    bool late; /* the watchdog ended it, at pc */
    uintptr_t callers[8]; /* of pc, where that may be in a checker; 0: no more */
    char text[480];
    const char *remedy; /* NULL: text says all; else it is said behind text and the place of pc */
};

/* A __shared__ variable that the block has entered. Behind it lies a zone that no kernel may touch, in check builds. */
struct shared_variable {
    void *start, *zone;
    size_t bytes, item_bytes, zone_bytes;
    const char *name;
    uint64_t *entered;
};

struct worker {
    /* The hot part of the scheduler. What belongs to a thread stands in arrays of its own kind, since
     * a barrier touches a little of every thread and must not touch a cache line for each. */
    int n, pos, current; /* threads of the block; place in the round; who runs */
    int turns_in_round;  /* that warps have had beyond their own (warp.c) */
    int alive, arrived;  /* not exited; at the block barrier */
    int predicates, barrier_result, barrier_members;
    volatile bool in_kernel; /* a fiber runs */
    bool at_grid_barrier;    /* one of the block's threads has waited for the other blocks */
    volatile bool at_cluster; /* the whole block waits for others of its cluster */
    bool splits_cluster; /* some thread has come to the cluster's barrier since the block began */
    volatile uint64_t marks; /* barriers and warp operations completed, threads ended */
    void *main_sp;           /* the worker's own stack while a fiber runs */
    uint64_t rng;
    int ordered; /* for how many threads `order` was made */
    uint8_t state[MAX_BLOCK_THREADS];
    uint16_t order[MAX_BLOCK_THREADS + 4]; /* a round's; the last few are only prefetched */
    void *sp[MAX_BLOCK_THREADS];           /* of threads that have started and wait */
    struct site site[MAX_BLOCK_THREADS];
    struct simt_thread views[MAX_BLOCK_THREADS]; /* what the kernels see */
    struct simt_lane lanes[MAX_BLOCK_THREADS];
    struct warp warps[MAX_WARPS];
    dim3 views_of; /* the block's shape that the views were made for */
    /* Stacks: made when first needed, handed out last in, first out. */
    uint16_t stack_of[MAX_BLOCK_THREADS];
    uint16_t free_stacks[MAX_BLOCK_THREADS];
    char *stacks[MAX_BLOCK_THREADS];
    int n_free, n_stacks;
    char step_stack[STEP_STACK] __attribute__((aligned(64))); /* switch.h */
    size_t static_bytes; /* __shared__ variables that the block has entered */
    struct shared_variable shared[MAX_SHARED]; /* the first of them */
    int n_shared;
    struct launch *launch;
    pthread_t thread;
    clockid_t clock;           /* of the processor time that its OS thread has had */
    struct fault fault;        /* why the block was left */
    bool asserted;             /* an assertion of the block has failed, and was printed */
    _Atomic uint64_t epoch;    /* raised when a block begins, and to have all states seen anew */
    _Atomic uint64_t waits_in; /* the epoch in which all threads of the block wait; 0: some work */
    volatile bool asked;       /* its threads are to be looked at when a round begins */
    volatile uint64_t spun;    /* times that a thread was found to spin */
    volatile bool overdue;     /* the thread yields when it is interrupted next, spinning or not */
    uint64_t seen_place, switched_ms, progress_ms, looked_ns, looked_launch; /* the monitor's own notes */
    bool loops;       /* the block runs as loops */
    bool took_block;  /* a block of the launch has run as loops */
    uint64_t block;   /* that it runs or ran last */
    uint64_t ticket, last_ticket; /* of the blocks that it has taken and not begun */
    int untouched; /* the threads of the last block, if it ran as loops: their states are as they were made */
    struct cluster *cluster; /* that the block is part of; NULL: it is alone in its own */
    uint32_t rank;           /* there */
    uint32_t
        cluster_phase;   /* so many times all threads of the block came to the cluster's barrier, */
    int cluster_arrived; /* and so many of them have come once more */
    uint32_t cluster_arrivals[MAX_BLOCK_THREADS]; /* how often each has come */
    void *cluster_order[2];                       /* of a block that is alone: see struct cluster */
    void *names;                                  /* a check build's own: of its shared memory */
    char *lanes_room; /* what these keep for each thread; NULL: not asked for yet */
    unsigned looked;  /* spinning threads that gave their turn away there */
    int look_pace[2]; /* rounds of loops between two looks at the state of a thread: simt_look_in */
    struct spin spins[MAX_BLOCK_THREADS];
};

extern __thread struct worker *simt_worker; /* the calling OS thread's; NULL: it never launched */

static inline bool simt_in_kernel(void) {
    return simt_worker && simt_worker->in_kernel;
}

/* divide.c: the length of the interrupted instruction, if it divides the smallest integer by -1; otherwise 0. */
size_t simt_overflowing_division(const void *context);
/* And goes on behind it, with what a GPU gives. */
bool simt_go_on_behind_division(void *context);

/* source_lines.c */
struct simt_place {
    char file[1024];
    int line;        /* 0: unknown */
    bool in_runtime; /* its code was inlined from the runtime's headers */
    bool is_header;  /* the file itself is one of them, or one of C++'s own library */
};
const char *simt_shown_file(const char *file); /* as places name it */
void simt_find_places(const uintptr_t *pcs, size_t n, struct simt_place *places);
/** The program's variable that holds the address, by its name. False: none does. */
struct simt_variable {
    char name[160];
    size_t bytes, byte; /* how large it is, and which of its bytes the address is */
};
bool simt_find_variable(uintptr_t address, struct simt_variable *variable);
/* The symbol that the address is in, with its name as it stands in the file, and the same two numbers. */
bool simt_find_symbol(uintptr_t address, char *name, size_t room, size_t *bytes_of, size_t *byte);

/* The function of CUDA's that the program has called, and from where: set in check builds. */
struct simt_call {
    const char *name;
    uintptr_t pc;
};
extern __thread struct simt_call simt_call;

struct work;
struct mark;
struct simt_stream;

/* What happens in the core, for the tools of a check build (check/). NULL in any other. */
struct check_hooks {
    void (*launch_begins)(const struct launch *launch);
    void (*launch_ends)(void);
    /* A trial of a launch (check/trial.c): may it be tried; its first thread begins, and may blocks run as loops; all
     * blocks are done, or all that they have done is taken back, and then the result is false. */
    bool (*may_try)(const struct launch *launch);
    bool (*begin_trial)(void);
    bool (*trial_ends)(const struct launch *launch, bool passed);
    void (*dying)(void); /* by a signal that is about to end the process */
    void (*block_begins)(struct worker *w, uint64_t block);
    void (*block_ends)(void);
    void (*worker_ends)(void);         /* it has no more blocks of the launch */
    int (*blocks_at_once)(void);       /* workers of a launch that is not cooperative */
    void (*barrier)(struct worker *w); /* all live threads of the block have met */
    void (*warp_sync)(int base, uint32_t members);
    void (*warp_met)(int base, uint32_t members); /* in any operation of a warp */
    void (*grid_met)(void);                       /* all blocks have met, */
    void (*grid_passed)(void);                    /* and the running one goes on */
    /* A thread comes to the cluster's barrier; all of the block have come; a thread goes on. What the blocks knew is
     * kept in *order until nobody asks any more. */
    void (*cluster_arrive)(struct worker *w, bool splits);
    void (*cluster_met)(struct worker *w, uint32_t phase, void **order);
    void (*cluster_passed)(struct worker *w, int thread, uint32_t phase, void *order);
    void (*cluster_forget)(void **order);
    void (*cluster_ended)(void); /* all its blocks: its memory is used anew */
    void (*stand_back)(void); /* lets other blocks run, without one of its own */
    void (*grid_again)(
        const struct launch *launch);             /* a launch whose kernel has asked for clusters */
    void (*no_progress)(struct worker *w);        /* for a whole round */
    void (*thread_ends)(struct worker *w, int thread);
    void (*stuck)(struct worker *w);                                 /* nothing can move */
    void (*shuffle_outside)(struct worker *w, int thread, int lane); /* asks one that has no part */
    void (*bad_argument)(struct site site, const char *what);        /* of a warp operation */
    void (*shared)(struct worker *owner, const struct shared_variable *variable);
    void (*allocated)(const void *start, size_t bytes);
    void (*freed)(const void *start, size_t bytes);
    void (*reused)(const void *start, size_t bytes); /* the address may be anything from now on */
    void (*host_touched)(uintptr_t address, const struct simt_place *place); /* and dies of it */
    void (*sent)(const struct simt_call *call, const void *from, size_t bytes);
    void (*wrote)(const void *start, size_t bytes); /* not a kernel, or what is no kernel's alone */
    void (*texel)(const void *start, size_t bytes, bool writes, uintptr_t pc); /* by a kernel */
    /* Streams: work is put into a stream, begins, ends and touches memory. The program destroys a stream. The host has
     * waited for a stream, for all streams of a device (stream NULL; device -1: all devices), or for a mark. */
    void (*put)(struct work *work);
    void (*begins)(const struct work *work);
    void (*ends)(const struct work *work);
    void (*touched)(const void *start, size_t bytes, bool writes);
    void (*stream_ends)(const struct simt_stream *stream);
    void (*waited)(const struct simt_stream *stream, int device);
    void (*reached)(const struct mark *mark);
    /* Grids that kernels launch. An order is all that comes before a grid, or what has been done in a stream; NULL is
     * nothing. order_now: what the running thread knows. order_begins: a point in time; order_since: adds all that was
     * done since then. */
    void *(*order_now)(void);
    void (*order_join)(void **order, const void *more);
    uint64_t (*order_begins)(void);
    void (*order_since)(void **order, uint64_t begin);
    void (*order_free)(void *order);
    void (*accessed)(const void *start, size_t bytes, bool writes, uintptr_t pc); /* by the running thread */
    void (*child_begins)(const struct launch *launch, const void *order);
};
extern const struct check_hooks *simt_check;

/* stack.c */
bool simt_on_stack(const struct worker *w, uintptr_t address);
/** Or no farther from one than it is large: an index of a local array led there, most likely. */
bool simt_near_stack(const struct worker *w, uintptr_t address);
int simt_take_stack(struct worker *w);
void simt_free_all_stacks(struct worker *w);
char *simt_stack_top(struct worker *w, int stack);
size_t simt_stack_bytes(void);
void simt_set_stack_bytes(size_t bytes);

/* block.c */
void simt_run_block(struct worker *w, uint64_t block);
_Noreturn void simt_leave_block(struct worker *w);
void simt_end_this_thread(void);
void *simt_exit_step(void);

/* loops.c: may the next block's first thread take it as a whole? */
bool simt_offer_block(const struct launch *launch);
/* All blocks of a trial have ended, or one has not come to its end. False: the launch is to begin again. */
bool simt_end_trial(struct launch *launch);

/* warp.c */
void simt_warp_exit(struct worker *w, int thread);
void simt_release_active(struct worker *w);
const char *simt_warp_op_name(int op);

/* thread_order.c */
enum order_kind { ORDER_FORWARD, ORDER_REVERSE, ORDER_RANDOM };
struct order {
    enum order_kind kind;
    uint64_t seed;
};
const struct order *simt_order(void);
void simt_first_round(struct worker *w, uint64_t block);
void simt_next_round(struct worker *w);
void simt_order_blocks(struct launch *launch);
uint64_t simt_nth_block(const struct launch *launch, uint64_t ticket);
int simt_order_yield(struct worker *w);
uint64_t simt_random(uint64_t *state);

/* launch.c */
struct worker *simt_this_worker(void);
bool simt_grow_pool(struct launch *launch, int waiting); /* so many workers' blocks; 0: who knows */
int simt_max_blocks(size_t shared_bytes, uint32_t threads);

/* grid.c */
void simt_grid_leave(struct launch *launch);
void simt_end_launch(struct launch *launch, int error); /* no block starts or waits any more */

/* Holds up the OS thread until something changes in other blocks; called with the mutex held. */
void simt_wait_for_others(struct launch *launch);

/* cluster.c */
enum {
    PORTABLE_CLUSTER = 8,
    MOST_CLUSTER = 16,
    ASKS_FOR_CLUSTER = -1, /* a launch's fault: it is to begin again; */
    ASKS_FOR_LAZY = -2,    /* or later, as the host has to go on; */
    ASKS_FOR_HOST = -3,    /* or at once, while the host goes on; */
    ASKS_FOR_TOOLS = -4, /* or under the eyes of the tools, as a trial of it has failed */
};
cudaError_t simt_cluster_error(const struct simt_config *config, dim3 cluster,
                               const void *function);
dim3 simt_known_cluster(const void *function); /* the same for an address, once it was launched */
dim3 simt_own_cluster(
    const struct simt_kernel *kernel); /* of its __cluster_dims__, as far as known; x = 0: none */
bool simt_set_cluster(struct launch *launch,
                      dim3 cluster); /* false: it does not fit, and the launch's fault says why */
void simt_take_wanted_cluster(struct launch *launch);
uint64_t simt_block_in_cluster(const struct launch *launch, uint64_t cluster, uint64_t turn);
void simt_enter_cluster(struct worker *w, uint64_t ticket);
void simt_begin_in_cluster(struct worker *w);
void simt_leave_cluster(struct worker *w);
void simt_wake_in_cluster(struct worker *w);
bool simt_wait_in_cluster(struct worker *w); /* false: none of the block's threads can go on */
int simt_waiting_in_cluster(const struct worker *w); /* threads at the barrier */
void simt_end_in_cluster(struct worker *w, int thread);
void simt_lock_cluster(const struct worker *w); /* its blocks may enter a variable for each other */
void simt_unlock_cluster(const struct worker *w);
/* Whose shared memory an address is, where that is another block of the cluster. */
struct owner {
    struct worker *worker;
    uintptr_t dynamic; /* where its dynamic shared memory begins */
    bool ended;
};
bool simt_other_owner(uintptr_t address, struct owner *owner);

/* fault.c */
void simt_note_deadlock(struct worker *w);
void simt_catch_faults(void); /* for the calling OS thread */
void simt_report_fault(struct worker *w);
/* simt_fault, of the line of pc. */
_Noreturn void simt_fault_at(int error, uintptr_t pc, const char *remedy, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
uintptr_t simt_interrupted_pc(const void *context); /* from what a signal handler is given */
/* Notes who has called the code at f->pc, which a signal has interrupted. */
void simt_note_callers(struct fault *f);

/* spin.c */
bool simt_spins(struct worker *w,
                const void *context);      /* its running thread, as a signal found it */
void simt_look_at_round(struct worker *w); /* all its threads have just run, or could not */
void simt_look_soon(struct worker *w);     /* a block begins */

/* monitor.c */
void simt_watch(struct launch *launch); /* NULL: nothing to watch */
void simt_watch_worker(struct worker *w);

/* device.c: errors and settings of the process */
cudaError_t simt_fail(cudaError_t error);  /* remembers it for cudaGetLastError; returns it */
cudaError_t simt_enter(bool synchronises); /* the device's sticky error, if there is one */
cudaError_t simt_enter_on(int device, bool synchronises);
/* What a call returned, if nobody has asked for the last error since; then cudaSuccess. */
cudaError_t simt_take_failed_call(void);
/* A kernel's fault, seen at the next synchronising call. */
void simt_set_pending(int device, cudaError_t error);
/** Takes the catalogue of the reader's language, once; false: it is English. */
bool simt_open_words(void);
/** Prints once that a message was in English for want of a translation, where one was. */
void simt_print_missed(void);
/** A message for people, on stderr and in their language. */
void simt_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void simt_die(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A program may hold its settings itself, where other code of it does not see them. */
extern const char *simt_setting_kept(const char *name) __attribute__((weak));

/** bad_end.c: a kernel was launched, a call asked for too much memory, and a program without checks ends badly. */
void simt_note_launch(void);
void simt_note_full(size_t device_bytes);
void simt_tell_failed_call(void); /* a kernel's access is invalid: its memory may be what was refused */
void simt_tell_bad_end(void);

/** A GPU: its limits, and what it says of itself. `sm_`: of a multiprocessor. */
struct simt_gpu {
    const char *name, *title;
    int capability, sm_count, sm_threads, sm_blocks;
    size_t sm_shared, block_shared,
        reserved; /**< bytes; the last ones of each block are the system's */
    int l2_bytes;
    uint64_t bytes;
};
/** gpu.c: the one that SIMT_GPU names; another name stops the program. */
const struct simt_gpu *simt_gpu(void);

const char *simt_setting(const char *name); /**< NULL: not set */
int simt_unwritten(void); /**< the byte that memory holds until it is written */
uint64_t simt_setting_number(const char *name, uint64_t otherwise, uint64_t least, uint64_t most);
uint64_t simt_watchdog_seconds(void); /* after which what waits in vain is ended; 0: never */
uint64_t simt_setting_bytes(const char *name, uint64_t otherwise);

cudaError_t simt_device_error(int device); /* a kernel's fault, whether it has been seen or not */
/* A launch's error that showed when its turn came. */
void simt_set_refused(int device, cudaError_t error);
void simt_forget_errors(int device);

/* devices.c: several devices, by SIMT_DEVICES */
extern __thread int simt_device; /* the calling OS thread's */
/* The driver API asks: has the thread called the runtime API, and cudaSetDevice since the driver looked last? */
extern __thread bool simt_uses_runtime, simt_device_chosen;
int simt_device_count(void);
bool simt_is_device(int number);
void simt_allow(int device, int peer); /* its kernels may touch the peer's memory */
uint32_t simt_reach(int device); /* whose memory its kernels may touch, itself too: a bit each */
static inline bool simt_several(void) {
    return simt_device_count() > 1;
}

/* memory.c */
struct simt_block_of_memory {
    uintptr_t start;
    size_t bytes; /* that were asked for */
    bool freed;
    int device;
    uintptr_t pc; /* of the call that gave it; 0: unknown */
};
bool simt_nth_memory(size_t i, struct simt_block_of_memory *memory); /* freed: not ours to free */
/* The allocation in which or beside which an address lies; one that was freed, where it lay inside; or not that. */
bool simt_nearest_memory(uintptr_t address, struct simt_block_of_memory *memory);
const char *
simt_why(void); /* a call of this thread was refused; "": not by what is known of memory */
bool simt_was_odd(void); /* a copy was done since this was asked, though its direction does not fit: see simt_why */
void simt_forget_why(void);
bool simt_nearest_live_memory(uintptr_t address, struct simt_block_of_memory *memory);
void simt_free_memory_of(int device);
int simt_memory_device(const void *pointer); /* whose device memory it is, or -1 */
void simt_forget_hints(uintptr_t start, size_t bytes); /* hints.c: the memory is new */
bool simt_host_may_touch(const void *pointer); /* pinned or managed memory */
enum cudaMemoryType simt_memory_type(const void *pointer);
cudaError_t simt_check_copy(const void *to, const void *from, size_t bytes,
                            enum cudaMemcpyKind kind);
cudaError_t simt_check_fill(const void *d_pointer, size_t bytes);

/* Memory for the addresses that driver_map.c has: whether the device has so many bytes more, and what is seen where. */
bool simt_count_memory(int device, size_t bytes);
void simt_uncount_memory(int device, size_t bytes);
bool simt_show_memory(uintptr_t start, size_t bytes, int device);
void simt_hide_memory(uintptr_t start, size_t bytes);

/* region.c: where device memory lies in check builds and beside other devices, and when it may be
 * touched. */
void *simt_take_region(size_t bytes, int device); /* -1: the host may touch it; NULL: no room */
void simt_drop_region(uintptr_t start);
void *simt_take_chunk(size_t bytes); /* in a build without regions; NULL: no room */
/**
 * Fills memory that simt_take_chunk has just given with `byte`: 0, or simt_unwritten(). Memory of many megabytes
 * costs time and room only where the program touches it. It is called under simt_memory_mutex.
 */
void simt_fill_chunk(void *memory, size_t bytes, int byte);
void simt_drop_chunk(void *memory, size_t bytes);
bool simt_region_of(int device, uintptr_t *start, uintptr_t *top); /* where all its memory lies; false: it has none */
int simt_region_device(uintptr_t address); /* whose alone it is, or -1 */
bool simt_in_regions(uintptr_t address);   /* or what the host may touch too */
bool simt_in_data_guard(uintptr_t address); /* data_guard.c: behind the program's variables */
void simt_open_regions(uint32_t devices);  /* a bit each */
void simt_close_regions(uint32_t devices);
static inline bool simt_has_regions(void) {
    return simt_check || simt_several();
}
static inline void simt_open_memory(uint32_t devices) {
    if (simt_has_regions()) simt_open_regions(devices);
}
static inline void simt_close_memory(uint32_t devices) {
    if (simt_has_regions()) simt_close_regions(devices);
}

/* event.c */
unsigned int simt_event_flags(cudaEvent_t event);

/* launch.c: the bits of a kernel's arguments, as a launch keeps them; `to` may be NULL. Returns the bytes. */
size_t simt_keep_args(const struct simt_kernel *kernel, void *args, char *to);

/* function.c */
bool simt_find_kernel(const void *function, struct simt_kernel *kernel);
/** What a call says that needs a kernel and gets something else. */
cudaError_t simt_not_a_kernel(const void *function);
const void *simt_find_kernel_named(const char *name, uintptr_t start, uintptr_t end);
size_t simt_kernels_between(uintptr_t start, uintptr_t end, const void **found, size_t most);
/* The driver API's: the address behind a handle, or what is no handle as it is; NULL: there are no handles. */
extern const void *(*_Atomic simt_of_handle)(const void *function);
int simt_largest_cluster(const void *function);  /* blocks that a cluster may have */
size_t simt_dynamic_limit(const void *function); /* bytes that cudaFuncSetAttribute allowed */
size_t simt_shared_limit(const void *function, size_t dynamic_bytes); /* for these, with static bytes together */

/** How many of n sorted entries hold at most `value`: `words` is such a word in the first entry. */
static inline size_t simt_up_to(const uint64_t *words, size_t n, size_t entry_bytes,
                                uint64_t value) {
    size_t low = 0;
    while (low < n) {
        size_t middle = (low + n) / 2;
        if (*(const uint64_t *)((const char *)words + middle * entry_bytes) <= value)
            low = middle + 1;
        else
            n = middle;
    }
    return low;
}

#endif
