/**
 * @file
 * @brief trace: what happened, access by access, for a page that shows it (trace.c, trace_write.c).
 */
#ifndef SIMT_TRACE_H
#define SIMT_TRACE_H

#include "check.h"

#include <stdio.h>

/* trace.c: what the rest of the check build tells. Each asks itself whether a trace is wanted. */
void trace_start(void);
void trace_finish(void); /**< at the end, or when the program is about to die */
void trace_launch(const struct launch *launch);
void trace_block(uint64_t block);
void trace_block_end(void);
void trace_barrier(const struct worker *w);
void trace_warp(int base, uint32_t members);
void trace_freed(const void *start, size_t bytes);
void trace_settle(void); /**< looks at what the last store has left */
/** An access, before it is done. */
void trace_access(uintptr_t address, size_t bytes, int how, uint32_t at, const struct page *page);
/** The same, to an array that is known. */
void trace_note(int array, uintptr_t address, size_t bytes, int how, uint32_t at);

/* trace_host.c: host code that was compiled with the hooks. */
extern bool trace_host; /* there is some, and it is wanted */
void trace_host_start(void);
void trace_host_access(uintptr_t address, size_t bytes, int how, uintptr_t pc);
int trace_host_array(uintptr_t start, size_t bytes, size_t cell, const char *name);
void trace_host_memory(const void *start, size_t bytes, const char *name, uintptr_t made_by);
void trace_name_array(uintptr_t start, const char *name);
/** For programs: memory that host code may touch, by a name that stays; and no more. */
void simt_trace_memory(const void *start, size_t bytes, const char *name);
void simt_trace_gone(const void *start);

/* trace_part.c: guard words lie in one block of memory with the array that they guard, and are none of its places. */
/** For programs: of the memory around, of host or device, these bytes are the array that a page shows. */
void simt_trace_array(const void *start, size_t bytes);
/** What was told last of an array that lies in this memory; all of it where nothing was. */
void trace_find_part(uintptr_t memory, size_t bytes, uintptr_t *start, size_t *of);
void trace_forget_parts(uintptr_t memory, size_t bytes);
bool trace_is_wanted(void);

/** The access that was told last is part of this finding. */
void trace_flag(const struct finding *f);

enum {
    TRACE_EVENTS = 1000000, /* more than a page can hold anyway */
    TRACE_ARRAYS = 64,
    TRACE_CELLS = 1 << 24, /* in all snapshots */
    TRACE_SITES = 2048,
    TRACE_FLAGS = 4096,
    TRACE_LAUNCHES = 4096,
};

enum trace_space {
    TRACE_GLOBAL,
    TRACE_SHARED,
    TRACE_DYNAMIC,
    TRACE_PROGRAM,
    TRACE_ELSEWHERE,
    TRACE_HOST
};

/** Memory as the page shows it: cells of one size, counted from 0. */
struct trace_array {
    enum trace_space space;
    uintptr_t start;
    size_t bytes, cell;
    char name[64];      /* "": none */
    uint64_t *contents; /* as far as the trace tells, cell by cell */
    bool gone;          /* freed; its addresses may be another array's */
    uintptr_t part;     /* where the program's array begins in it, */
    size_t part_bytes;  /* and its bytes; the others are guard words */
    uint32_t made_at;   /* of the host: the code position of its malloc; 0: none */
};

/** A place in the code that does one thing to so many bytes; or where threads wait (how: -1). */
struct trace_site {
    uint32_t at;
    int how;
    size_t bytes;
    struct site wait;
};

enum trace_what {
    TRACE_ACCESS,
    TRACE_LAUNCH,    /* value: which */
    TRACE_BLOCK,     /* value: its linear index */
    TRACE_BARRIER,   /* site; value: what memory held, trace_held */
    TRACE_WARP,      /* site; thread: the warp's first; value: the lanes that met */
    TRACE_BLOCK_END, /* value: as of a barrier */
    TRACE_SET,       /* array, index, value: changed by what a trace does not see */
    TRACE_SNAPSHOT,  /* array; its contents follow in the snapshots */
};

struct trace_event {
    uint8_t what, array;
    uint16_t thread, site;
    int32_t index;
    uint64_t value; /* of an access: read, or left behind */
};

struct trace_flag {
    uint32_t access;   /* which, counted from 0 */
    uint32_t interval; /* how many barriers and ends of blocks were before it */
    uint16_t finding;  /* index in check_findings */
};

/** All that was recorded. */
struct trace {
    struct trace_event *event;
    uint32_t n_events, n_accesses;
    uint64_t seen; /* accesses, those beyond TRACE_EVENTS included */
    struct trace_array array[TRACE_ARRAYS];
    struct trace_site site[TRACE_SITES];
    struct trace_flag flag[TRACE_FLAGS];
    struct {
        const char *kernel;
        dim3 grid, block;
        size_t shared_bytes, args_bytes;
        unsigned char *args;
    } launch[TRACE_LAUNCHES];
    int n_arrays, n_sites, n_flags, n_launches;
    uint64_t *snapshot; /* the cells of all snapshots, one after the other */
    size_t n_snapshot;
};
extern struct trace trace;

/** The cell of an array in memory, as a number. */
uint64_t trace_cell(const struct trace_array *a, int32_t index);
/** What memory holds that nobody wrote, in a cell of so many bytes. */
uint64_t trace_poison(size_t cell);

/** trace_write.c: writes SIMT_TRACE. */
void trace_write(void);

/** A growing array of bytes. */
struct trace_bytes {
    unsigned char *byte;
    size_t n, room;
};
void trace_put(struct trace_bytes *to, unsigned byte);
void trace_put_number(struct trace_bytes *to,
                      uint64_t number); /* 7 bits a byte, the low ones first */
void trace_put_signed(struct trace_bytes *to, int64_t number); /* the sign in the lowest bit */

/** trace_pack.c: what repeats is said once; then letters of base64. */
void trace_pack(struct trace_bytes *to, const struct trace_bytes *from);
void trace_print_base64(FILE *out, const struct trace_bytes *bytes);

#endif
