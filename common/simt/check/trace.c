/**
 * @file
 * @brief trace: notes each access of a small run, with the value that it read or left behind.
 *
 * A hook is called before its load or store. So the value of a store is looked up when the next thing
 * happens, and one thread runs at a time. What is read is held against what the trace has told so far:
 * where the host, or a function that no hook sees, has written in between, that is noted first. At a
 * barrier all words that were touched since the last one are held against memory, and a sum of what it
 * holds is noted. So who shows the trace can tell whether it shows what memory held.
 */
#include "page.h"
#include "trace.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct trace trace;

static bool wanted; /* SIMT_TRACE or SIMT_PAGE is set, and trace is one of the tools */
static bool launch_shown = true, shown = true; /* this launch is, and this block of it */
static uint32_t interval;               /* the first access since a barrier, or in a block, */
static uint32_t began;                  /* and the first event; */
static uint32_t n_intervals;            /* how many there were before */
static uint32_t unsettled = UINT32_MAX; /* from this event on, stores are not in memory yet */

bool trace_is_wanted(void) {
    return wanted;
}

/* Not from malloc: a program may ask how much of that it has. Costs nothing until it is used. */
static void *reserve(size_t bytes) {
    void *memory = mmap(NULL, bytes + 1, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) simt_die("there is no memory for a trace. Use a smaller input");
    return memory;
}

/*
 * Cells.
 */
uint64_t trace_cell(const struct trace_array *a, int32_t index) {
    uint64_t value = 0;
    memcpy(&value, (const void *)(a->start + (size_t)index * a->cell), a->cell);
    return value;
}

uint64_t trace_poison(size_t cell) {
    uint64_t value = 0;
    memset(&value, POISON, cell);
    return value;
}

static bool has_cell(const struct trace_array *a, int64_t index) {
    return index >= 0 && (size_t)index < a->bytes / a->cell;
}

/*
 * Events.
 */
static struct trace_event *add(struct trace_event e) {
    if (trace.n_events == TRACE_EVENTS) return NULL;
    if (!trace.event) trace.event = reserve(TRACE_EVENTS * sizeof(e));
    trace.event[trace.n_events] = e;
    return &trace.event[trace.n_events++];
}

/* The last store is done by now; a wide one, or a copy, has several cells. */
static void settle(void) {
    for (uint32_t i = unsettled; i < trace.n_events; i++) {
        struct trace_event *e = &trace.event[i];
        struct trace_array *a = &trace.array[e->array];
        if (e->what != TRACE_ACCESS || !(trace.site[e->site].how & HOW_WRITE)) continue;
        if (has_cell(a, e->index)) e->value = a->contents[e->index] = trace_cell(a, e->index);
    }
    unsettled = UINT32_MAX;
}

/* What the host or an unseen function has written since. */
static void catch_up(int array, int32_t index) {
    struct trace_array *a = &trace.array[array];
    uint64_t value = trace_cell(a, index);
    if (value == a->contents[index]) return;
    if (add((struct trace_event){
            .what = TRACE_SET, .array = (uint8_t)array, .index = index, .value = value}))
        a->contents[index] = value;
}

/* The page does the same sums with what it shows: common/web/trace/model.js. */
static uint32_t sum_of(const struct trace_event *e, uint64_t value) {
    uint32_t h = e->array * 0x9E3779B1u ^ (uint32_t)e->index * 0x85EBCA6Bu ^
                 (uint32_t)value * 0xC2B2AE35u ^ (uint32_t)(value >> 32) * 0x27D4EB2Fu;
    return h ^ h >> 15;
}

/* What memory holds where the interval's accesses went, as a sum of 16 bits. When host code has ended, its memory
 * may be gone in ways that nobody saw. So of that counts what it held when it was last looked at. */
static uint64_t held(void) {
    uint32_t end = trace.n_events, sum = 0;
    for (uint32_t i = began; i < end; i++) {
        const struct trace_event *e = &trace.event[i];
        const struct trace_array *a = &trace.array[e->array];
        if (e->what != TRACE_ACCESS || !has_cell(a, e->index)) continue;
        bool is_there = !a->gone && a->space != TRACE_HOST;
        if (is_there) catch_up(e->array, e->index);
        sum += sum_of(e, is_there ? trace_cell(a, e->index) : a->contents[e->index]);
    }
    return (sum ^ sum >> 16) & 0xffff;
}

/* What a block does between two barriers, or up to its end, is done. */
static void close_interval(enum trace_what what, int site) {
    settle();
    uint64_t sum = held();
    interval = trace.n_accesses;
    n_intervals++;
    add((struct trace_event){.what = (uint8_t)what, .site = (uint16_t)site, .value = sum});
    began = trace.n_events;
}

/*
 * Sites.
 */
static int find_site(uint32_t at, int how, size_t bytes, struct site wait) {
    static uint16_t slots[4 * TRACE_SITES]; /* 1 + index; 0: free */
    uint64_t mix = at ^ (uint64_t)how << 32 ^ bytes << 40 ^ (uintptr_t)wait.file ^ wait.line;
    size_t i = (mix * 0x9E3779B97F4A7C15u >> 40) % (4 * TRACE_SITES);
    for (; slots[i]; i = (i + 1) % (4 * TRACE_SITES)) {
        const struct trace_site *s = &trace.site[slots[i] - 1];
        if (s->at == at && s->how == how && s->bytes == bytes && s->wait.file == wait.file &&
            s->wait.line == wait.line)
            return slots[i] - 1;
    }
    if (trace.n_sites == TRACE_SITES) return TRACE_SITES - 1;
    trace.site[trace.n_sites] = (struct trace_site){at, how, bytes, wait};
    slots[i] = (uint16_t)++trace.n_sites;
    return trace.n_sites - 1;
}

/*
 * Arrays.
 */
enum { LEFT_OUT = -2 };

static int add_array(struct trace_array a) {
    if (trace.n_arrays == TRACE_ARRAYS) return -1;
    if (a.cell != 1 && a.cell != 2 && a.cell != 8) a.cell = 4;
    trace_find_part(a.start, a.bytes, &a.part, &a.part_bytes);
    size_t cells = a.bytes / a.cell;
    a.contents = reserve(cells * sizeof(*a.contents));
    for (size_t i = 0; i < cells; i++) a.contents[i] = trace_poison(a.cell);
    trace.array[trace.n_arrays] = a;
    return trace.n_arrays++;
}

/* What global memory holds when a trace first sees it. */
static void snapshot(int array) {
    struct trace_array *a = &trace.array[array];
    size_t cells = a->bytes / a->cell;
    if (!trace.snapshot) trace.snapshot = reserve(TRACE_CELLS * sizeof(*trace.snapshot));
    if (trace.n_snapshot + cells > TRACE_CELLS)
        simt_die("the arrays are too large for a trace. Use a smaller input");
    for (size_t i = 0; i < cells; i++)
        trace.snapshot[trace.n_snapshot++] = a->contents[i] = trace_cell(a, (int32_t)i);
    add((struct trace_event){.what = TRACE_SNAPSHOT, .array = (uint8_t)array});
}

static int known_array(uintptr_t address, enum trace_space from, enum trace_space to) {
    for (int i = trace.n_arrays - 1; i >= 0; i--) {
        const struct trace_array *a = &trace.array[i];
        if (!a->gone && a->space >= from && a->space <= to && address - a->start < a->bytes)
            return i;
    }
    return -1;
}

/* Beside the program's shared variables the runtime has some of its own; those are left out. */
static int shared_array(uintptr_t address, size_t bytes, const struct page *page) {
    struct trace_array a = {.space = TRACE_SHARED};
    int known = known_array(address, TRACE_SHARED, TRACE_DYNAMIC);
    if (known >= 0) return known;
    const char *name = check_shared_name(address, &a.start, &a.bytes, &a.cell);
    bool allowed = page->whole || page->valid[address % PAGE_BYTES / 64] >> address % 64 & 1;
    if (address - a.start >= a.bytes && allowed) return LEFT_OUT;
    snprintf(a.name, sizeof(a.name), "%s", name);
    if (!name[0]) a.space = TRACE_DYNAMIC, a.cell = bytes;
    known = known_array(a.start, TRACE_SHARED, TRACE_DYNAMIC); /* the access lies behind it */
    return known >= 0 ? known : add_array(a);
}

static int global_array(uintptr_t address, size_t bytes) {
    struct simt_block_of_memory m;
    int known = known_array(address, TRACE_GLOBAL, TRACE_GLOBAL);
    if (known >= 0) return known;
    if (!simt_nearest_memory(address, &m) || m.freed || address < m.start - PAGE_BYTES ||
        address > m.start + 2 * m.bytes + PAGE_BYTES)
        return -1;
    known = known_array(m.start, TRACE_GLOBAL, TRACE_GLOBAL); /* the access lies outside of it */
    if (known >= 0) return known;
    struct trace_array a = {
        .space = TRACE_GLOBAL, .start = m.start, .bytes = m.bytes, .cell = bytes};
    known = add_array(a);
    if (known >= 0) snapshot(known);
    return known;
}

/* A variable of the program's own: its page, since nobody tells where it begins. */
static int program_array(uintptr_t address) {
    int known = known_array(address, TRACE_PROGRAM, TRACE_PROGRAM);
    if (known >= 0) return known;
    struct trace_array a = {.space = TRACE_PROGRAM,
                            .start = address & ~(uintptr_t)63,
                            .bytes = 64,
                            .cell = 4,
                            .name = "__device__ variables"};
    known = add_array(a);
    if (known >= 0) snapshot(known);
    return known;
}

/* All that lies in no array at all; and what is the host's, where a kernel goes. */
static int elsewhere(bool of_host) {
    static int made[2] = {-1, -1};
    struct trace_array a = {.space = TRACE_ELSEWHERE, .cell = 4, .name = "memory of no array"};
    if (of_host) snprintf(a.name, sizeof(a.name), "memory of the host");
    if (made[of_host] < 0) made[of_host] = add_array(a);
    return made[of_host];
}

static int find_array(uintptr_t address, size_t bytes, const struct page *page) {
    static int last;
    if (last < trace.n_arrays && !trace.array[last].gone &&
        address - trace.array[last].start < trace.array[last].bytes)
        return last;
    int array = page->region == REGION_SHARED    ? shared_array(address, bytes, page)
                : page->region == REGION_PROGRAM ? program_array(address)
                                                 : global_array(address, bytes);
    if (array == LEFT_OUT) return array;
    return last = array >= 0 ? array : elsewhere(check_is_mapped(address));
}

/*
 * Accesses.
 */

/* An atomic that reads a word before it may replace it is one access, not two. */
static bool goes_on(const struct trace_event *e, const struct trace_event *before) {
    const int load_and_store = HOW_ATOMIC | HOW_WRITE;
    return before && before->what == TRACE_ACCESS && before->thread == e->thread &&
           before->array == e->array && before->index == e->index && before->site != e->site &&
           trace.site[e->site].how == load_and_store &&
           trace.site[before->site].how == load_and_store && before->value == e->value;
}

static void note_cell(int array, int64_t index, int how, int site) {
    struct trace_array *a = &trace.array[array];
    bool there = has_cell(a, index);
    if (there) catch_up(array, (int32_t)index);
    struct trace_event e = {.what = TRACE_ACCESS,
                            .array = (uint8_t)array,
                            .thread = (uint16_t)simt_self.linear,
                            .site = (uint16_t)site,
                            .index = (int32_t)index,
                            .value = there ? a->contents[index] : 0};
    static struct trace_event *atomic; /* the last event, if it can go on */
    struct trace_event *last = trace.n_events ? &trace.event[trace.n_events - 1] : NULL;
    trace.seen++;
    if (atomic == last && goes_on(&e, last)) {
        *last = e;
        trace.seen--;
        atomic = NULL;
    } else {
        last = add(e);
        trace.n_accesses += last != NULL;
        atomic = last;
    }
    if (last && how & HOW_WRITE && unsettled == UINT32_MAX) unsettled = trace.n_events - 1;
}

void trace_note(int array, uintptr_t address, size_t bytes, int how, uint32_t at) {
    struct trace_array *a = &trace.array[array];
    int site = find_site(at, how & (HOW_WRITE | HOW_ATOMIC), bytes, (struct site){NULL, 0});
    int64_t index = (int64_t)(address - a->start) / (int64_t)a->cell;
    if (address < a->start) index = -(int64_t)((a->start - address + a->cell - 1) / a->cell);
    if (index > INT32_MAX || index < INT32_MIN || a->space == TRACE_ELSEWHERE) index = 0;
    settle();
    for (size_t done = 0; done < bytes; done += a->cell) note_cell(array, index++, how, site);
}

void trace_access(uintptr_t address, size_t bytes, int how, uint32_t at, const struct page *page) {
    if (!wanted || !shown || (page->region == REGION_HOST && !(check_tools & TOOL_MEMCHECK)))
        return;
    settle();
    int array = find_array(address, bytes, page);
    if (array >= 0) trace_note(array, address, bytes, how, at);
}

int trace_host_array(uintptr_t start, size_t bytes, size_t cell, const char *name) {
    settle();
    int known = known_array(start, TRACE_HOST, TRACE_HOST);
    if (known >= 0) return known;
    struct trace_array a = {.space = TRACE_HOST, .start = start, .bytes = bytes, .cell = cell};
    snprintf(a.name, sizeof(a.name), "%s", name);
    known = add_array(a);
    if (known < 0) return elsewhere(true);
    snapshot(known);
    return known;
}

void trace_name_array(uintptr_t start, const char *name) {
    int known = known_array(start, TRACE_HOST, TRACE_HOST);
    if (known < 0 || trace.array[known].start != start || !name[0]) return;
    snprintf(trace.array[known].name, sizeof(trace.array[known].name), "%s", name);
}

/* Of one finding a few are shown in an interval, so that all intervals get some. */
static bool enough_flags(const struct trace_flag *flag) {
    enum { A_FEW = 8 };
    int alike = 0;
    for (int i = trace.n_flags - 1; i >= 0 && alike < A_FEW; i--) {
        const struct trace_flag *f = &trace.flag[i];
        if (f->access < interval) break;
        if (f->finding == flag->finding && f->access == flag->access) return true;
        alike += f->finding == flag->finding;
    }
    return alike == A_FEW;
}

void trace_flag(const struct finding *f) {
    size_t n;
    if (!wanted || !shown || !check_clock || trace.n_accesses == 0 ||
        trace.n_flags == TRACE_FLAGS || trace.n_events == TRACE_EVENTS)
        return;
    /* A barrier's belongs to what comes next, and the others' to the access that was told last. */
    uint32_t access = f->tool == TOOL_SYNCCHECK ? trace.n_accesses : trace.n_accesses - 1;
    struct trace_flag flag = {access, n_intervals, (uint16_t)(f - check_findings(&n))};
    if (enough_flags(&flag)) return;
    trace.flag[trace.n_flags++] = flag;
}

/*
 * What else happens.
 */
static void catch_up_all(const struct launch *launch) {
    for (int i = 0; i < trace.n_arrays; i++) {
        struct trace_array *a = &trace.array[i];
        if (a->space == TRACE_DYNAMIC) a->gone = a->bytes != launch->config->shared_bytes;
        if (a->gone || (a->space != TRACE_GLOBAL && a->space != TRACE_PROGRAM)) continue;
        for (size_t k = 0; k < a->bytes / a->cell; k++) catch_up(i, (int32_t)k);
    }
}

void trace_launch(const struct launch *launch) {
    if (!wanted) return;
    shown = launch_shown = check_page_wants_launch(launch->kernel->name);
    if (!shown) return;
    simt_open_regions(ALL_DEVICES);
    settle();
    catch_up_all(launch);
    simt_close_regions(ALL_DEVICES);
    int i = trace.n_launches < TRACE_LAUNCHES ? trace.n_launches++ : TRACE_LAUNCHES - 1;
    size_t bytes = launch->kernel->args_bytes;
    trace.launch[i].kernel = launch->kernel->name;
    trace.launch[i].grid = launch->config->grid;
    trace.launch[i].block = launch->config->block;
    trace.launch[i].shared_bytes = launch->config->shared_bytes;
    trace.launch[i].args_bytes = launch->kernel->sizes ? 0 : bytes;
    trace.launch[i].args = memcpy(reserve(bytes), launch->args, bytes);
    add((struct trace_event){.what = TRACE_LAUNCH, .value = (uint64_t)i});
}

/* A block's shared memory holds nothing yet. */
void trace_block(uint64_t block) {
    if (!wanted) return;
    shown = launch_shown && check_page_wants_block(block);
    if (!shown) return;
    settle();
    for (int i = 0; i < trace.n_arrays; i++) {
        struct trace_array *a = &trace.array[i];
        if (a->space != TRACE_SHARED && a->space != TRACE_DYNAMIC) continue;
        for (size_t k = 0; k < a->bytes / a->cell; k++) a->contents[k] = trace_poison(a->cell);
    }
    interval = trace.n_accesses;
    add((struct trace_event){.what = TRACE_BLOCK, .value = block});
    began = trace.n_events;
}

void trace_block_end(void) {
    if (wanted && shown) close_interval(TRACE_BLOCK_END, 0);
}

void trace_barrier(const struct worker *w) {
    if (wanted && shown) close_interval(TRACE_BARRIER, find_site(0, -1, 0, w->site[w->current]));
}

void trace_warp(int base, uint32_t members) {
    if (!wanted || !shown) return;
    settle();
    int site = find_site(0, -1, 0, simt_worker->site[base + __builtin_ctz(members)]);
    add((struct trace_event){
        .what = TRACE_WARP, .thread = (uint16_t)base, .site = (uint16_t)site, .value = members});
}

void trace_settle(void) {
    settle();
}

void trace_freed(const void *start, size_t bytes) {
    if (!wanted) return;
    trace_forget_parts((uintptr_t)start, bytes);
    for (int i = 0; i < trace.n_arrays; i++)
        if (trace.array[i].start == (uintptr_t)start) trace.array[i].gone = true;
}

void trace_finish(void) {
    if (!wanted) return;
    simt_open_regions(ALL_DEVICES);
    settle();
    if (trace_host) close_interval(TRACE_BLOCK_END, 0);
    simt_close_regions(ALL_DEVICES);
    trace_write();
    wanted = false;
}

static void at_exit(int status, void *unused) {
    (void)status, (void)unused;
    trace_finish();
}

/* One thread, in a launch that there is not. */
static void begin_host(void) {
    const dim3 one = {1, 1, 1};
    trace.launch[0].kernel = "host code";
    trace.launch[0].grid = trace.launch[0].block = one;
    trace.n_launches = 1;
    add((struct trace_event){.what = TRACE_LAUNCH});
    add((struct trace_event){.what = TRACE_BLOCK});
}

void trace_start(void) {
    const char *path = simt_setting("SIMT_TRACE");
    wanted = check_tools & TOOL_TRACE && ((path && *path) || check_page_path());
    if (!wanted) return;
    on_exit(at_exit, NULL);
    trace_host_start();
    if (trace_host) begin_host();
}
