/**
 * @file
 * @brief Starts the tools, and tells them what happens in the core.
 *
 * The core knows no tool. It has one pointer, simt_check, to a table of functions (check_hooks in
 * run/internal.h); this file sets it before main() and is the only one that fills the table. In a fast build
 * the pointer is NULL, the archive's members of this folder are not even linked, and each event costs one test
 * of it. So a new checker is a file of its own, a bit in known_tools, and calls from the functions below, from
 * hooks.c, or from both. The page of common/simt shows the way.
 */
#include "check.h"

#include "../run/loaded.h"
#include "profile.h"
#include "quick.h"
#include "trace.h"
#include "trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** By simtcc --tool: the tool that runs when SIMT_TOOL does not name another. */
extern char simt_tool[] __attribute__((weak));

int check_tools;
uintptr_t check_program_start;

uintptr_t check_pc(uint32_t position) {
    for (const struct simt_loaded *m = simt_loaded_first; m; m = m->next) {
        uint32_t offset = (position - check_position(m->start)) & 0x7fffffff;
        if (offset < m->end - m->start) return m->start + offset;
    }
    return check_program_start + position;
}

/*
 * Names of shared memory.
 */
struct shared_name {
    uintptr_t start;
    size_t bytes, item_bytes;
    const char *name;
};

enum { MOST_NAMES = 128 };
struct names {
    struct shared_name of[MOST_NAMES];
    int n;
};
static __thread struct names own_names;

static void add_name(struct names *names, void *variable, size_t bytes, size_t item_bytes,
                     const char *name) {
    if (names->n < MOST_NAMES)
        names->of[names->n++] = (struct shared_name){(uintptr_t)variable, bytes, item_bytes, name};
    check_unwritten(variable, bytes);
}

/* The zone is marked here where another block of the cluster enters the variable first. */
static void name_shared(struct worker *owner, const struct shared_variable *v) {
    if (check_trial.runs) {
        check_trial_shared(v->start, v->bytes);
        return;
    }
    add_name(owner->names, v->start, v->bytes, v->item_bytes, v->name);
    if (v->zone && check_tools & TOOL_MEMCHECK)
        check_mark_shared((uintptr_t)v->zone, v->zone_bytes, false);
}

/* The shared memory at an address: whose it is, the names there, and where the dynamic part begins. */
struct shared_of {
    const struct names *names;
    uintptr_t dynamic;
    struct owner other; /* worker NULL: the running block's */
};

static struct shared_of shared_of(uintptr_t address) {
    struct shared_of s = {&own_names, (uintptr_t)simt_dynamic_shared(), {NULL, 0, false}};
    if (!simt_other_owner(address, &s.other)) return s;
    s.names = s.other.worker->names;
    s.dynamic = s.other.dynamic;
    return s;
}

/* Those outside of functions; they are as new in each block. */
static struct simt_shared_variable *global_shared;

void simt_register_shared(struct simt_shared_variable *variable) {
    variable->next = global_shared;
    global_shared = variable;
}

static void renew_global_shared(void) {
    for (const struct simt_shared_variable *v = global_shared; v; v = v->next) {
        void *start = v->where();
        memset(start, POISON, v->bytes);
        add_name(&own_names, start, v->bytes, v->item_bytes, v->name);
        if (check_tools & TOOL_MEMCHECK)
            check_mark_shared((uintptr_t)v->zone(), v->zone_bytes, false);
    }
}

static const struct shared_name *shared_at(const struct shared_of *s, uintptr_t address) {
    for (int i = 0; i < s->names->n; i++)
        if (address - s->names->of[i].start < s->names->of[i].bytes) return &s->names->of[i];
    return NULL;
}

bool check_is_shared(uintptr_t address) {
    struct shared_of s = shared_of(address);
    return shared_at(&s, address) || address - s.dynamic < SHARED_BYTES_OPTIN;
}

/* Adds whose shared memory it is, where that is not the running block's. */
static void name_owner(struct finding *f, const struct shared_of *s) {
    char what[200];
    const struct worker *w = s->other.worker;
    if (!w) return;
    dim3 g = w->launch->config->grid;
    unsigned x = (unsigned)(w->block % g.x), y = (unsigned)(w->block / g.x % g.y);
    unsigned z = (unsigned)(w->block / g.x / g.y);
    snprintf(what, sizeof(what), "%.199s", f->where);
    if (s->other.ended)
        snprintf(f->where, sizeof(f->where), "%s, of block (%u,%u,%u), which has ended", what, x, y,
                 z);
    else
        snprintf(f->where, sizeof(f->where), "%s, of block (%u,%u,%u)", what, x, y, z);
}

static void describe_own_shared(struct finding *f, uintptr_t address, const struct shared_of *of) {
    const struct shared_name *s = shared_at(of, address);
    uintptr_t dynamic = address - of->dynamic;
    if (!s && dynamic < SHARED_BYTES_OPTIN) {
        snprintf(f->where, sizeof(f->where), "byte %lu of dynamic shared memory",
                 (unsigned long)dynamic);
        f->index = (int64_t)dynamic;
        return;
    }
    if (!s) {
        snprintf(f->where, sizeof(f->where), "shared memory without a name");
        return;
    }
    snprintf(f->array, sizeof(f->array), "%s", s->name);
    f->index = (int64_t)((address - s->start) / s->item_bytes);
    f->address -= (address - s->start) % s->item_bytes; // of a word some bytes may not change
    if (s->bytes > s->item_bytes)
        snprintf(f->where, sizeof(f->where), "%s[%ld] in shared memory", s->name, (long)f->index);
    else
        snprintf(f->where, sizeof(f->where), "%s in shared memory", s->name);
}

static void describe_shared(struct finding *f, uintptr_t address) {
    struct shared_of s = shared_of(address);
    describe_own_shared(f, address, &s);
    name_owner(f, &s);
}

uintptr_t check_outside(uintptr_t address, uintptr_t start, size_t bytes) {
    if (address < start) return start - address;
    return address - start < bytes ? 0 : address - start - bytes + 1;
}

static struct shared_name nearest_shared(const struct shared_of *s, uintptr_t address) {
    struct shared_name best = {s->dynamic, simt_worker->launch->config->shared_bytes, 1, ""};
    for (int i = 0; i < s->names->n; i++) {
        const struct shared_name *of = &s->names->of[i];
        if (check_outside(address, of->start, of->bytes) <
            check_outside(address, best.start, best.bytes))
            best = *of;
    }
    return best;
}

const char *check_shared_name(uintptr_t address, uintptr_t *start, size_t *bytes, size_t *item) {
    struct shared_of s = shared_of(address);
    struct shared_name best = nearest_shared(&s, address);
    *start = best.start;
    *bytes = best.bytes;
    *item = best.item_bytes;
    return best.name;
}

void check_describe_shared_bounds(struct finding *f, uintptr_t address) {
    struct shared_of s = shared_of(address);
    struct shared_name best = nearest_shared(&s, address);
    uintptr_t far = check_outside(address, best.start, best.bytes);
    snprintf(f->array, sizeof(f->array), "%s", best.name);
    f->index = (int64_t)(address - best.start) / (int64_t)best.item_bytes;
    f->address = address - best.start;
    if (far)
        snprintf(f->where, sizeof(f->where), "Address is %lu bytes %s %s of size %zu bytes",
                 (unsigned long)far, address < best.start ? "before" : "after",
                 best.name[0] ? best.name : "the dynamic shared memory", best.bytes);
    else
        describe_own_shared(f, address, &s);
    name_owner(f, &s);
}

/* Of shared memory, the offset in its array; of the program's variables, in the program. */
uintptr_t check_steady_address(uintptr_t address, const struct page *page) {
    if (simt_in_regions(address)) return address;
    if (page->region == REGION_PROGRAM) return address - check_program_start;
    if (page->region != REGION_SHARED) return 0;
    struct shared_of of = shared_of(address);
    const struct shared_name *s = shared_at(&of, address);
    return address - (s ? s->start : of.dynamic);
}

/* A std::tuple lies in memory with its last item first. */
void check_name_argument(struct finding *f, uintptr_t address,
                         const struct simt_block_of_memory *m) {
    const struct launch *launch = check_clock ? simt_worker->launch : NULL;
    f->argument = -1;
    f->arguments = 0;
    for (size_t k = 0; launch && !launch->kernel->sizes && k + 8 <= launch->kernel->args_bytes;
         k += 8) {
        struct simt_block_of_memory of = {0};
        uintptr_t pointer;
        memcpy(&pointer, (const char *)launch->args + k, sizeof(pointer));
        if (!simt_in_regions(pointer) || !simt_nearest_memory(pointer, &of)) continue;
        if (of.start == m->start && f->argument < 0) {
            f->argument = f->arguments;
            f->byte = (int64_t)(address - pointer);
        }
        f->arguments++;
    }
}

/* Names that the compiler has mangled, as of a class's member, are nobody's. */
static void describe_variable(struct finding *f, uintptr_t address) {
    struct simt_variable v;
    if (!simt_find_variable(address, &v) || strncmp(v.name, "_Z", 2) == 0)
        snprintf(f->where, sizeof(f->where), "a variable in global memory");
    else if (v.bytes <= sizeof(double))
        snprintf(f->where, sizeof(f->where), "%s in global memory", v.name);
    else
        snprintf(f->where, sizeof(f->where), "byte %zu of %s in global memory", v.byte, v.name);
}

void check_describe_place(struct finding *f, uintptr_t address, const struct page *page) {
    struct simt_block_of_memory m;
    f->address = check_steady_address(address, page);
    f->array[0] = 0;
    f->index = -1;
    if (page->region == REGION_SHARED)
        describe_shared(f, address);
    else if (page->region == REGION_DEVICE && simt_nearest_memory(address, &m) &&
             address - m.start < m.bytes) {
        check_name_argument(f, address, &m);
        snprintf(f->where, sizeof(f->where),
                 "byte %lu of the allocation of %zu bytes in global memory",
                 (unsigned long)(address - m.start), m.bytes);
    } else if (page->region == REGION_DEVICE && !simt_in_regions(address))
        snprintf(f->where, sizeof(f->where), "memory of the kernels' own heap");
    else if (page->region == REGION_PROGRAM)
        describe_variable(f, address);
    else
        snprintf(f->where, sizeof(f->where), "global memory");
}

/*
 * What the core tells.
 */
void simt_shared_enter_watched(void *variable, size_t bytes, size_t item_bytes, const char *name,
                               uint64_t *entered, void *zone, size_t zone_bytes) {
    simt_in_runtime = 1;
    bool enters = *entered != simt_block_serial;
    if (enters && check_clock && check_tools & TOOL_MEMCHECK)
        check_mark_shared((uintptr_t)zone, zone_bytes, false);
    int n = simt_worker->n_shared;
    simt_shared_enter(variable, bytes, item_bytes, name, entered);
    if (!enters || simt_worker->n_shared == n) return;
    simt_in_runtime = 1;
    simt_worker->shared[n].zone = zone;
    simt_worker->shared[n].zone_bytes = zone_bytes;
    simt_in_runtime = 0;
}

void simt_shared_low_watched(void *zone, size_t bytes, uint64_t *entered) {
    simt_in_runtime = 1;
    if (*entered != simt_block_serial && check_clock && check_tools & TOOL_MEMCHECK)
        check_mark_shared((uintptr_t)zone, bytes, false);
    *entered = simt_block_serial;
    simt_in_runtime = 0;
}

void simt_maybe_yield_watched(void) {
    if (--simt_yield_in < 0) simt_yield();
}

/* Of the array that all dynamic shared memory is in, a launch may have so much. */
static void limit_dynamic_shared(size_t bytes) {
    static __thread size_t limit = SHARED_BYTES_OPTIN;
    uintptr_t start = (uintptr_t)simt_dynamic_shared();
    if (bytes == limit) return;
    check_mark_shared(start, bytes, true);
    check_mark_shared(start + bytes, SHARED_BYTES_OPTIN - bytes, false);
    limit = bytes;
}

/* Workers that begin together. A kernel that asks for clusters makes its launch begin again. */
static void workers_begin(const struct launch *launch) {
    uint64_t n = (uint64_t)check_blocks_at_once();
    if (n < launch->cluster_blocks) n = launch->cluster_blocks;
    check_first_turn((int)(launch->config->cooperative || launch->blocks < n ? launch->blocks : n));
    check_grid_first = check_next_serial();
}

void check_grid_begins(const struct launch *launch) {
    trace_launch(launch);
    workers_begin(launch);
    if (check_tools & TOOL_PROFILE) profile_launch(launch);
}

static void launch_begins(const struct launch *launch) {
    check_clock_launch(launch);
    check_root_begins(launch);
    check_grid_begins(launch);
}

static void block_begins(struct worker *w, uint64_t block) {
    if (check_trial.runs) { /* the first block has begun for all */
        check_trial_block();
        return;
    }
    check_take_turn(block);
    own_names.n = 0;
    w->names = &own_names;
    renew_global_shared(); /* while no hook looks */
    check_clock_block(w, block);
    trace_block(block);
    check_new_turn();
    if (check_tools & TOOL_MEMCHECK) limit_dynamic_shared(w->launch->config->shared_bytes);
    check_unwritten(simt_dynamic_shared(), w->launch->config->shared_bytes);
    if (check_tools & TOOL_SYNCCHECK) check_paths_block(w);
    if (check_tools & TOOL_PROFILE) profile_block_begins(w);
}

/* Of a block in a cluster: whether others may touch its shared memory. */
static void mark_own_shared(bool valid) {
    size_t bytes = simt_worker->launch->config->shared_bytes;
    if (!(check_tools & TOOL_MEMCHECK)) return;
    for (int i = 0; i < own_names.n; i++)
        check_mark_shared(own_names.of[i].start, own_names.of[i].bytes, valid);
    if (bytes) check_mark_shared((uintptr_t)simt_dynamic_shared(), bytes, valid);
}

static void end_in_cluster(void) {
    bool follows =
        check_tools & TOOL_MEMCHECK && check_tools & TOOL_RACECHECK; /* who knows of whom */
    for (int i = 0; follows && i < own_names.n; i++)
        check_cluster_block_ends(own_names.of[i].start, own_names.of[i].bytes);
    if (follows)
        check_cluster_block_ends((uintptr_t)simt_dynamic_shared(),
                                 simt_worker->launch->config->shared_bytes);
    mark_own_shared(false);
}

static void cluster_ended(void) {
    mark_own_shared(true);
}

static void block_ends(void) {
    if (check_unsettled) check_settle();
    if (simt_worker->cluster) end_in_cluster();
    if (check_tools & TOOL_PROFILE) profile_block_ends(simt_worker);
    trace_block_end();
    check_clock_ends();
    check_clock = NULL;
}

static bool may_try(const struct launch *launch) {
    return !global_shared && check_may_try(launch);
}

static bool trial_ends(const struct launch *launch, bool passed) {
    passed = check_trial_over(launch, passed);
    block_ends();
    return passed;
}

static void barrier(struct worker *w) {
    if (check_trial.runs) {
        check_trial_barrier(w);
        return;
    }
    if (check_unsettled) check_settle();
    check_clock_barrier(w);
    if (check_tools & TOOL_SYNCCHECK) check_sync_barrier(w);
    if (check_tools & TOOL_PROFILE) profile_barrier(w);
    trace_barrier(w);
    check_pass_turn();
}

static void warp_sync(int base, uint32_t members) {
    check_clock_warp(base, members);
    trace_warp(base, members);
}

static void warp_met(int base, uint32_t members) {
    if (check_tools & TOOL_PROFILE) profile_warp_met(base, members);
}

/* The threads wait for each other in another way than all at one barrier. */
static void no_progress(struct worker *w) {
    if (check_trial.runs) check_doubt();
    check_offer_turn(w);
}

static void thread_ends(struct worker *w, int thread) {
    if (check_trial.runs) return;
    check_acts(check_clock, (uint32_t)thread);
    check_sync_end(w, thread);
}

static void allocated(const void *start, size_t bytes) {
    check_allocated(start, bytes);
    if (check_clock) check_forget_accesses((uintptr_t)start, bytes);
}

static void freed(const void *start, size_t bytes) {
    check_freed(start, bytes);
    trace_freed(start, bytes);
}

static struct check_hooks hooks = {
    .launch_begins = launch_begins,
    .launch_ends = check_note_findings,
    .may_try = may_try,
    .begin_trial = check_begin_trial,
    .trial_ends = trial_ends,
    .dying = check_dying,
    .block_begins = block_begins,
    .block_ends = block_ends,
    .worker_ends = check_end_turns,
    .blocks_at_once = check_blocks_at_once,
    .barrier = barrier,
    .warp_sync = warp_sync,
    .warp_met = warp_met,
    .grid_met = check_clock_grid_met,
    .grid_passed = check_clock_grid,
    .no_progress = no_progress,
    .thread_ends = thread_ends,
    .stuck = check_sync_stuck,
    .cluster_arrive = check_cluster_arrive,
    .cluster_met = check_cluster_met,
    .cluster_passed = check_cluster_passed,
    .cluster_forget = check_cluster_forget,
    .cluster_ended = cluster_ended,
    .stand_back = check_stand_back,
    .grid_again = workers_begin,
    .shuffle_outside = check_sync_shuffle,
    .bad_argument = check_sync_argument,
    .shared = name_shared,
    .allocated = allocated,
    .freed = freed,
    .reused = check_reused,
    .host_touched = check_host_touched,
    .wrote = check_wrote,
    .texel = check_texel,
    .sent = check_sent,
    .put = check_put,
    .begins = check_begins,
    .ends = check_ends,
    .touched = check_call_touched,
    .stream_ends = check_stream_ends,
    .waited = check_waited,
    .reached = check_reached,
};

void simt_tile_met(const uint32_t *threads, int n) {
    simt_in_runtime = 1;
    if (check_clock) check_clock_meet(threads, n);
    simt_in_runtime = 0;
}

static const struct {
    const char *name;
    int tools;
} known_tools[] = {
    {"memcheck", TOOL_MEMCHECK},
    {"racecheck", TOOL_RACECHECK},
    {"initcheck", TOOL_INITCHECK},
    {"synccheck", TOOL_SYNCCHECK},
    {"profile", TOOL_PROFILE},
    {"all", TOOL_MEMCHECK | TOOL_RACECHECK | TOOL_INITCHECK | TOOL_SYNCCHECK | TOOL_PROFILE},
    {"trace", TOOL_TRACE},
    {"none", 0},
};
enum { KNOWN_TOOLS = sizeof(known_tools) / sizeof(*known_tools) };

static bool add_tool(const char *name, size_t length, int *tools) {
    for (int i = 0; i < KNOWN_TOOLS; i++)
        if (strlen(known_tools[i].name) == length &&
            strncmp(known_tools[i].name, name, length) == 0) {
            *tools |= known_tools[i].tools;
            return true;
        }
    return false;
}

bool check_tools_by_name(const char *list, int *tools) {
    *tools = 0;
    for (;; list++) {
        size_t length = strcspn(list, ",");
        if (!add_tool(list, length, tools)) return false;
        list += length;
        if (!*list) return true;
    }
}

const char *check_tool_names(int tools) {
    static char names[80];
    names[0] = 0;
    for (int i = 0; i < KNOWN_TOOLS; i++) {
        if (known_tools[i].tools == tools) return known_tools[i].name;
        if (!known_tools[i].tools || known_tools[i].tools & ~tools) continue;
        if (names[0]) strcat(names, ",");
        strcat(names, known_tools[i].name);
    }
    return names;
}

/* The tools that --tool built in, or those of them that SIMT_TOOL names. */
static void choose_tools(void) {
    const char *name = simt_setting("SIMT_TOOL");
    int built = 0;
    if (!check_tools_by_name(simt_tool ? simt_tool : "all", &built))
        simt_die("the program was built with --tool=%s. Build it again", simt_tool);
    check_tools = built;
    if (!name || !*name) return;
    if (!check_tools_by_name(name, &check_tools))
        simt_die("SIMT_TOOL is '%s'. It can be memcheck, racecheck, initcheck, synccheck, profile, "
                 "trace, all or none, or some of these with commas between them",
                 name);
}

/* Called before anything else of each checked file. */
void __tsan_init(void);
void __tsan_init(void) {
    static bool begun;
    if (begun) return;
    begun = true;
    check_program_start = simt_program()->start;
    choose_tools();
    if (!check_tools) return;
    simt_gpu(); /* a name that is none stops the program here */
    check_stops = check_tools & TOOL_RACECHECK && !(check_tools & (TOOL_PROFILE | TOOL_TRACE));
    check_add_child_hooks(&hooks);
    check_quick = check_tools & TOOL_RACECHECK && !(check_tools & TOOL_TRACE);
    simt_check = &hooks;
    check_seal_start();
    check_start_report();
    check_watch_ends();
    trace_start();
}
