/**
 * @file
 * @brief The parts of a check build as they see each other.
 *
 * A check build compiles a .cu with -fsanitize=thread, so each load and store calls a hook first. It links the hooks of
 * this folder instead of the compiler's own library. The objects here are in a program only when its code calls a hook:
 * a fast build has none of them.
 *
 * One block runs at a time (block_scheduler.c), so nothing in this folder takes a lock but that.
 */
#ifndef SIMT_CHECK_H
#define SIMT_CHECK_H

#include "../run/queue.h"

/** Of racecheck, where operations of streams and the host are in conflict. */
#define KIND_UNORDERED "Unordered operations"

/** What a thread does to memory; combined. No HOW_ at all is a plain read. */
enum how {
    HOW_WRITE = 1,
    HOW_VOLATILE = 2,
    HOW_ATOMIC = 4,
    HOW_NO_READ = 8,    /**< an atomic store */
    HOW_HOST = 16,      /**< by host code, or a call that it makes */
    HOW_PACKED = 32,    /**< at any address */
    HOW_LOOSE = 64,     /**< for the profiler: of a type whose alignment is less than its size */
    HOW_UNDEFINED = 128 /**< no access, but a shift or an index that the language leaves open */
};

/** The tools; those that run are combined. */
enum tool {
    TOOL_MEMCHECK = 1,
    TOOL_RACECHECK = 2,
    TOOL_INITCHECK = 4,
    TOOL_SYNCCHECK = 8,
    TOOL_PROFILE = 16,
    TOOL_TRACE = 32
};
extern int check_tools;
/** Whether all tools of this comma-separated list are known; sets *tools to them. */
bool check_tools_by_name(const char *list, int *tools);
/** The names of all tools of a set, with commas between them. */
const char *check_tool_names(int tools);

/*
 * clock.c: who comes before whom.
 *
 * A stamp says when something was done. It has the serial number of a block, one of its threads, and the time on the
 * block's clock. The clock ticks at each barrier and fence. 0 is never.
 */
typedef uint64_t stamp;
enum { STAMP_CLOCK_BITS = 26, STAMP_THREAD_BITS = 10, STAMP_SERIAL_BITS = 28 };

static inline uint64_t stamp_serial(stamp s) {
    return s >> (STAMP_CLOCK_BITS + STAMP_THREAD_BITS);
}
static inline uint32_t stamp_thread(stamp s) {
    return (uint32_t)(s >> STAMP_CLOCK_BITS) & (MAX_BLOCK_THREADS - 1);
}
static inline uint32_t stamp_clock(stamp s) {
    return (uint32_t)s & ((1u << STAMP_CLOCK_BITS) - 1);
}

/** How far some other threads' times are known: sorted by key. */
struct clocks {
    struct clock_entry {
        uint64_t key; /**< serial and thread + 1; thread 0: all threads of the block */
        uint32_t time;
    } * entry;
    uint32_t n;
};

/** The clock of the running block. */
struct block_clock {
    /* What each access asks for lies together. */
    uint64_t serial;
    uint32_t tick;                    /**< the last time that was given */
    uint32_t base;                    /**< what was done before is before all threads */
    bool alone;                       /**< no thread knows more than base of the others' times */
    uint64_t
        shared_from; /**< in shared memory, what has a smaller serial number is another block's, gone */
    bool lanes_used;                  /**< some warp has met since the block began */
    int first_own, last_own;          /**< threads that know something alone lie between */
    struct clocks known;              /**< what all threads know of other blocks */
    int threads;                      /**< of the block: the first so many of each array are used */
    uint32_t time[MAX_BLOCK_THREADS]; /**< of each thread, where it is later than base */
    struct clocks own[MAX_BLOCK_THREADS]; /**< what one alone knows since the last barrier */
    struct clocks
        fenced[MAX_BLOCK_THREADS]; /**< what a thread knew at its fence, since the barrier */
    struct clocks all_fenced;      /**< the same of all threads, before the barrier */
    int first_fenced, last_fenced; /**< and those with a fence since the barrier */
    /* Volatile words order nothing. unfenced: what a thread would know if the writer had made a fence. heard: what it
     * will know when it makes a fence itself. Then the flags that gave it, written and read. */
    struct clocks unfenced[MAX_BLOCK_THREADS], heard[MAX_BLOCK_THREADS];
    int first_heard, last_heard; /**< threads that have either */
    uint32_t flag_written[MAX_BLOCK_THREADS], flag_read[MAX_BLOCK_THREADS]; /**< positions */
    struct polls *polls[MAX_BLOCK_THREADS];                                 /**< flags.c */
    bool told[MAX_BLOCK_THREADS]; /**< the thread has written a volatile word */
    /* At the barrier of a cluster (cluster.c). split: its halves apart, by meetings; passed: the block has learned. */
    bool splits, split[2], passed[2], apart[MAX_BLOCK_THREADS];
    struct clocks at_cluster; /**< what has been known by those that have come */
    uint32_t lane[MAX_BLOCK_THREADS]
                 [WARP_THREADS]; /**< times of its warp's lanes that a thread knows */
};

/** The running block's; NULL on the host, and where no tool runs. */
extern __thread struct block_clock *check_clock;
/** Stamps of blocks with a smaller serial number are before everything that runs. */
extern uint64_t check_unordered_from;

static inline uint32_t check_time(const struct block_clock *c, uint32_t thread) {
    return c->time[thread] > c->base ? c->time[thread] : c->base;
}
static inline stamp check_now(const struct block_clock *c) {
    uint32_t t = simt_self.linear;
    return c->serial << (STAMP_CLOCK_BITS + STAMP_THREAD_BITS) | (stamp)t << STAMP_CLOCK_BITS |
           check_time(c, t);
}

/** What ordered() finds only after the cheap questions. */
bool check_ordered_by_more(const struct block_clock *c, stamp then);

/** Whether what was done then comes before what the running thread does now. */
static inline bool check_ordered(const struct block_clock *c, stamp then) {
    if (!then || stamp_serial(then) < check_unordered_from) return true;
    if (stamp_serial(then) == c->serial) {
        if (stamp_clock(then) < c->base || stamp_thread(then) == simt_self.linear) return true;
        if (!c->lanes_used && c->last_own < 0) return false;
    }
    return check_ordered_by_more(c, then);
}

/** Smaller serial numbers are of older kernels, or of before the last barrier of the grid. */
extern uint64_t check_launch_first, check_launch_since;

void check_clock_launch(const struct launch *launch);
void check_clock_block(struct worker *w, uint64_t block);
void check_clock_grid(void);                /**< all blocks have met: the running block goes on */
void check_clock_grid_met(void);            /**< the same, once for all of them */
void check_clock_barrier(struct worker *w); /**< all threads of the block have met */
void check_clock_warp(int base, uint32_t members);
void check_clock_meet(const uint32_t *threads, int n); /**< some threads of the block have met */
void check_fence(void);
void check_synchronise(uintptr_t address, int how, uint32_t at); /**< atomic or volatile */
void check_before_flag(void); /**< a volatile word is about to be written */
/** Which fence would order what was done then before what the running thread does now. */
enum fence { FENCE_NONE, FENCE_OF_WRITER, FENCE_OF_READER };
enum fence check_missing_fence(const struct block_clock *c, stamp then);
struct block_clock *check_clock_of(uint64_t serial); /**< NULL: the block has ended */
void check_clock_ends(void);                         /**< the running block does */
uint64_t check_next_serial(void);                    /**< of the next block that begins */
/** Adds what another one knows; NULL: forgets all. */
void check_join_clocks(struct clocks *to, const struct clocks *from);
void check_clock_launches(struct clocks *known); /**< what the running thread knows, which launches a grid */

void check_clock_knows(struct clocks *to, uint32_t thread); /**< adds all that it knows */
void check_clock_meets(struct worker *w,
                       struct clocks *to); /**< a barrier of the block; adds what all know then */
bool check_clock_any_knows(stamp then);    /**< some thread of the running block comes after it */
void check_clock_learns(int thread,
                        const struct clocks *what); /**< -1: all threads of the running block */
extern uint64_t check_grid_first; /**< serial number of the first block of the running grid */

/*
 * cluster.c: blocks that reach each other's shared memory.
 */
void check_cluster_arrive(struct worker *w, bool splits);
void check_cluster_met(struct worker *w, uint32_t phase, void **order);
void check_cluster_passed(struct worker *w, int thread, uint32_t phase, void *order);
void check_cluster_forget(void **order);
bool check_in_cluster(stamp then);
void check_cluster_block_ends(uintptr_t start,
                              size_t bytes); /**< so many bytes of its shared memory end with it */

/*
 * children.c: grids that kernels launch.
 */
struct check_hooks;
void check_stand_back(void); /**< block_scheduler.c: other blocks run; this worker has none */
void check_add_child_hooks(struct check_hooks *hooks);
void check_root_begins(const struct launch *launch);
void check_grid_begins(const struct launch *launch); /**< check.c: one of the host's or a child */
extern bool check_grids_end; /**< some grid may have ended before another of its launch began */
bool check_grid_is_before(uint64_t serial);          /**< its grid had ended before the running one began */
const struct clocks *check_known_at_launch(void);    /**< what each thread of the running grid knows; or NULL */
/** The shape and the name of the grid whose block has that number; a number that only this grid has. */
uint64_t check_grid_of(uint64_t serial, dim3 *grid, dim3 *block, const char **name);
uint64_t check_block_of(stamp s); /**< the linear index of its block in the grid */

/*
 * shadow.c: what is known of each byte of memory.
 */
struct cell {
    stamp write, atomic, read[2];
};

/** The same accesses' code positions (check_position); apart, since few accesses ask for them. */
struct cell_at {
    uint32_t write, atomic, read[2];
};

/** The operations (streams.h) that have touched a stretch, of those that are no kernels. */
struct touch {
    uint32_t write, read[2];
};

enum region { REGION_LOCAL, REGION_HOST, REGION_DEVICE, REGION_SHARED, REGION_PROGRAM };

enum { PAGE_BITS = 12, PAGE_BYTES = 1 << PAGE_BITS };

struct page {
    enum region region;
    int shift;                  /**< a cell stands for 1 << shift bytes: 4, or 1 once it has to */
    int parts_shift;            /**< and a part for so many */
    uint32_t ready, plain;      /**< kernels for which it, and all of its bytes alike, need few checks (quick.h) */
    struct cell *cells;         /**< NULL: nothing seen yet */
    struct cell_at *at;         /**< of each cell; in the memory of the cells */
    uint32_t touched, launched; /**< the last operation and the last kernel that were here */
    uint32_t asked,
        all_before;    /**< by the last kernel; all that touched it comes before that one */
    bool whole;        /**< all of it may be touched; else by `valid` */
    bool input;        /**< of some of it the contract says that it stays as it was */
    bool known;        /**< all of it was written, or counts so; else by `written` */
    uint64_t *written; /**< a bit a byte; NULL: none */
    bool has_index;    /**< threadIdx or blockIdx lie there */
    void *memory;      /**< where the cells are */
    struct touch all_of_it, *parts;
    struct touch *tried; /**< kernels whose trials passed (trial.c); NULL: none */
    int tried_shift;     /**< one for 1 << tried_shift bytes */
    uint32_t tried_last; /**< of these */
    uint64_t valid[PAGE_BYTES / 64];
};

struct page *check_find_page(uintptr_t address);
extern struct page **check_directory[1 << 18]; /**< by the upper 18 bits of a 48-bit address */

static inline struct page *check_seen_page(uintptr_t address) {
    struct page **part = check_directory[address >> 30 & 0x3ffff];
    return part ? part[address >> PAGE_BITS & 0x3ffff] : NULL;
}
static inline struct page *check_page(uintptr_t address) {
    struct page *page = check_seen_page(address);
    return page ? page : check_find_page(address);
}

/** Something else is true of the page, or of its bytes, than when an access asked last. */
static inline void check_page_changes(struct page *page) {
    page->ready = page->plain = 0;
}

/** Makes the cells of a page, of a width that `bytes` at `address` are a whole number of. */
void check_make_cells(struct page *page, uintptr_t address, size_t bytes);
void check_forget_cells(void);
/** trial.c: what it knows of kernels goes into the cells; with the streams' mutex held, or (alone) without. */
void check_fold_tried(struct page *page);
void check_fold_alone(struct page *page);
void check_forget_accesses(uintptr_t start, size_t bytes); /**< library.c: of memory that is given anew */
void check_allocated(const void *start, size_t bytes);
void check_freed(const void *start, size_t bytes);
void check_reused(const void *start, size_t bytes);
bool check_is_input(uintptr_t address);
void check_mark_shared(uintptr_t start, size_t bytes, bool valid);

/** hooks.c: a block begins; it is not interrupted soon. */
void check_new_turn(void);
int check_accesses_left(void); /**< of the turn: less with each access */
/** hooks.c: what a hook does, for a stretch of any length. */
void check_access(const volatile void *address, size_t bytes, int how, uintptr_t pc);
/** The same for an element of a texture or surface, which a profile of memory does not count. */
void check_texel(const void *start, size_t bytes, bool writes, uintptr_t pc);

/*
 * race.c, bounds.c, init.c: the tools. `at` is a code position.
 */
void check_race(struct page *page, uintptr_t address, size_t bytes, int how, uint32_t at);
void check_settle(void); /**< looks at what the last store has left */
extern bool check_unsettled;
void check_bounds(uintptr_t address, size_t bytes, int how, uint32_t at);
void check_alignment(uintptr_t address, size_t bytes, int how, uint32_t at);
void check_local_atomic(int how,
                        uint32_t at); /**< on a word that no other thread can reach: a warning */
void check_input(uintptr_t address, size_t bytes, int how, uint32_t at);
void check_init(struct page *page, uintptr_t address, size_t bytes, int how, uint32_t at);
void check_wrote(const void *start, size_t bytes); /**< not by a kernel */
size_t check_missing(const void *start, size_t bytes,
                     uintptr_t *first);                /**< how many sectors of 32 bytes */
void check_unwritten(const void *start, size_t bytes); /**< it holds nothing from now on */

/*
 * flags.c: volatile words, of which flags are made; and threads that are stopped beside them. A thread that
 * reads an old value and goes on by it has not waited for the new one.
 */
struct access; /* race.c */
struct hazard;
/** The running thread reads a word; what it sees is new where another thread has just told it. */
void check_polls(struct block_clock *c, uintptr_t address, bool is_new);
/** Another thread read the word, and the running one writes it now: told at once, or when it is sure. */
void check_overtaken(const struct access *x, const struct hazard *h);
void check_acts(struct block_clock *c, uint32_t thread); /**< it writes, or ends */
void check_forget_polls(struct block_clock *c);
void check_stop(uintptr_t address, int how); /**< perhaps: before a write */
extern bool check_stops;                     /**< threads are stopped at all */
void check_record_race(const struct access *x, const struct hazard *h, bool same_value);

/*
 * findings.c: what was found; report.c: how it is told.
 */
enum severity { SEVERITY_INFO, SEVERITY_WARNING, SEVERITY_ERROR };

/** Of synccheck: came here, and only afterwards touched memory. */
enum { HOW_AFTERWARDS = 8 };

/** Who did what, where: at a code position, or at a site that the runtime was told. */
struct party {
    uint32_t at;
    int how;
    uint3 block, thread;
    struct site site; /**< file NULL: none, `at` says where */
    const char *call; /**< of an operation: its name, */
    bool launch;      /**< which is a kernel's */
    uint64_t grid;    /**< of several that one launch of the host has led to, */
    const char *name; /**< and its kernel */
};

struct finding {
    enum tool tool;
    enum severity severity;
    const char *kind, *kernel;
    struct party a, b; /**< b.at is 0 where there is no other one */
    uint64_t count;
    uintptr_t address;
    enum fence fence;  /**< of a race: what is missing, */
    uint32_t flag_at;  /**< beside this access to a flag; or where its memory was allocated */
    char message[200]; /**< in compute-sanitizer's words; a race's is made when it is told */
    char array[64];    /**< of shared memory; "" where it has no name */
    int64_t index;     /**< in that array; -1: unknown */
    int argument; /**< of the kernel's pointers to device memory the one that leads there, from the last; -1 */
    int arguments;   /**< so many such pointers the kernel was given */
    int64_t byte;    /**< from that pointer to the address */
    char where[320]; /**< in words */
};

/** The finding of these two positions, made when it is new; NULL when there are too many. */
struct finding *check_finding(enum tool tool, const char *kind, struct party a, struct party b);
struct finding *check_findings(size_t *n);
/** How many bytes the address lies before or behind so many bytes; 0: among them. */
uintptr_t check_outside(uintptr_t address, uintptr_t start, size_t bytes);
/** Does nothing: a debugger stops here (common/simt/debug) at each new finding above INFO, when all of it is known. */
void check_tell_debugger(const struct finding *f);
struct party check_party(stamp s, uint32_t at, int how);
/** Whether the host has memory there. */
bool check_is_mapped(uintptr_t address);
void check_describe_shared_bounds(struct finding *f, uintptr_t address);
/** Is this address part of a __shared__ variable of the running block, or of its dynamic shared memory? */
bool check_is_shared(uintptr_t address);

/** An address that is the same in each run; 0: there is none. */
uintptr_t check_steady_address(uintptr_t address, const struct page *page);
/** The __shared__ variable at the address, or the nearest; "" is dynamic shared memory. */
const char *check_shared_name(uintptr_t address, uintptr_t *start, size_t *bytes, size_t *item);
void check_describe_place(struct finding *f, uintptr_t address, const struct page *page);
/** Which of the running kernel's arguments leads to a place in, or near, an allocation. */
void check_name_argument(struct finding *f, uintptr_t address,
                         const struct simt_block_of_memory *m);
void check_start_report(void);
void check_report_now(void); /**< the program is about to die */

/** 1,024: as compute-sanitizer writes numbers. */
struct check_number {
    char text[32];
} check_number(uint64_t number);

/*
 * streams.c, touch.c: streams, events and the host.
 */
void check_put(struct work *w);
void check_begins(const struct work *w);
void check_ends(const struct work *w);
void check_stream_ends(const struct simt_stream *s);
void check_waited(const struct simt_stream *s, int device);
void check_reached(const struct mark *m);
/** A kernel begins, whose first block gets this number. @return that of the oldest that may race with it */
uint64_t check_begin_launch(uint64_t serial);
extern uint32_t check_launch_number, check_launch_floor; /**< of the running kernel */
uint32_t check_call_position(uint32_t call); /**< of an operation's party, whose `at` is a call */
void check_fenced(void);                     /**< it makes a fence */
/** It touches bytes of a page that another operation has touched. */
void check_touched(struct page *page, uintptr_t address, size_t bytes, int how);
bool check_all_before(const struct page *page); /**< all that other operations did there comes before it */
uint64_t check_serial_of(uint32_t number);      /**< of the first block of a kernel */
/** Whether a stamp of an older kernel is of one that comes before it, and what to do if not. */
bool check_older_is_before(stamp then);
void check_apart(stamp then, int then_how, struct page *page, uintptr_t address, int how);
void check_host_touch(uintptr_t address, size_t bytes, int how, uintptr_t pc);
void check_call_touched(const void *start, size_t bytes, bool writes);
void check_host_publishes(void); /**< host code tells other threads of it what it did */

/** guards.c: host code reads or writes there. */
void check_host_access(uintptr_t address, size_t bytes, int how, uintptr_t pc);
/** Host code may not touch these bytes, until that is lifted of all guards that lie in a stretch. */
void simt_guard(uintptr_t start, size_t bytes);
void simt_unguard(uintptr_t start, size_t bytes);

/** host.c: what host code does wrong. */
void check_host_touched(uintptr_t address, const struct simt_place *place);
void check_sent(const struct simt_call *call, const void *from, size_t bytes);
void check_find_leaks(void); /**< at the end */
/** At the end of a kernel: when there is anything new, the report is written as it stands. */
void check_note_findings(void);
/** Tells what was noted last, once. @return the exit code of a process that would end with this one */
int check_last_words(int status);
void check_dying(void); /**< the same, of a process that ends by a signal */

/** report_seal.c: tells the judge of a report that is being written; n of its findings are more than INFO. */
void check_seal_start(void);
void check_seal_report(const char *report, size_t size, size_t n, bool last);

/** ending.c: has a process tell its findings that ends without exit(). */
void check_watch_ends(void);

/*
 * sync.c, paths.c: synccheck.
 */
void check_sync_barrier(struct worker *w);
void check_sync_end(struct worker *w, int thread);
void check_sync_stuck(struct worker *w);
void check_sync_shuffle(struct worker *w, int thread, int lane);
void check_sync_argument(struct site site, const char *what);
/** The finding of a barrier error at two sites; the second may be none. NULL: told before, or too many. */
struct finding *check_sync_finding(const char *kind, struct party a, struct party b,
                                   uint64_t count);
struct party check_sync_party(const struct worker *w, int thread);

void check_paths_block(struct worker *w);          /**< a block begins */
void check_paths_enter(uint32_t at, uintptr_t sp); /**< the thread comes to a basic block */
void check_paths_barrier(struct worker *w);        /**< before the threads go on */
void check_paths_end(struct worker *w, int thread);

/** Code positions are counted from the program's start, so that they take 4 bytes. */
extern uintptr_t check_program_start;
static inline uint32_t check_position(uintptr_t pc) {
    return (uint32_t)(pc - check_program_start) & 0x7fffffff; /* race.h has a use for the upper bit */
}
uintptr_t check_pc(uint32_t position); /**< back: in the program, or in a module (run/module.c) */

/*
 * block_scheduler.c: blocks of several workers run one at a time.
 */
int check_blocks_at_once(void);     /**< that are under way, where nothing else asks for more */
void check_first_turn(int workers); /**< of a launch: begins when so many are there */
void check_take_turn(uint64_t block);
void check_end_turns(void); /**< of this worker: it has no more blocks */
void check_offer_turn(
    struct worker *w);      /**< nothing has moved for a round: let another block run */
void check_pass_turn(void); /**< perhaps: the block is at a barrier */
void check_step_back(void); /**< other blocks go first, where some are under way */

#endif
