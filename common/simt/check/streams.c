/**
 * @file
 * @brief Happens-before over streams, events and the host: a vector clock for each.
 *
 * What orders two operations is known when they are asked for, whenever they are done: the host's calls come
 * one behind another, so does the work of a stream, and events, the legacy stream and calls that wait join
 * what two of them know. So it makes no difference whether streams are eager or lazy. All threads of the host
 * are one timeline, in the order in which they run, since how they wait for each other is not seen.
 */
#include "streams.h"

#include <execinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOST, MOST_OPERATIONS = 1 << 20, DEEPEST = 12, RECENT = 64 };
enum kind { KIND_HOST, KIND_LEGACY, KIND_BLOCKING, KIND_APART };

/** Operations that come one behind another: a stream's, or the host's. A new stream goes on with that of one
 * that is gone and whose work the host has waited for. */
static struct timeline {
    enum kind kind;
    int device;
    bool gone;
    struct times *known;
    uint32_t *numbers, n, room; /* of its operations */
} * lines;
static uint32_t n_lines;

static struct operation {
    uint32_t line, time, call; /* the time-th of this timeline, by this call */
    const char *name;
    bool launch, fenced;
    uint64_t serial; /* of a kernel that has begun: that of its first block */
} * operations;
static uint32_t n_operations; /* without 0 */

/** Kernels in the order in which they began. */
static struct begun {
    uint64_t serial;
    uint32_t number;
} * begun;
static size_t n_begun, room_begun;

/** Where operations were asked for. */
static struct call_site {
    void *pc[DEEPEST];
    int n;
    uint32_t at; /* the first that is not the runtime's, once it was asked for */
} * calls;
static uint32_t n_calls, room_calls;

pthread_mutex_t check_streams_mutex = PTHREAD_MUTEX_INITIALIZER;
__thread struct doing *check_doing;
struct doing *check_launch;
uint32_t check_launch_number, check_launch_floor = UINT32_MAX;

static bool wanted(void) {
    return check_tools & TOOL_RACECHECK;
}

static void *grow(void *memory, size_t bytes) {
    memory = realloc(memory, bytes);
    if (!memory) simt_die("the checks are out of memory. Use a smaller input");
    return memory;
}

/*
 * Clocks.
 */
static uint32_t time_of(const struct times *t, uint32_t line) {
    return t && line < t->n ? t->at[line] : 0;
}

static void reach(struct times **t, uint32_t line, uint32_t time) {
    uint32_t n = *t ? (*t)->n : 0;
    if (line >= n) {
        *t = grow(*t, sizeof(**t) + (line + 1) * sizeof(*t)->at[0]);
        memset((*t)->at + n, 0, (line + 1 - n) * sizeof(*t)->at[0]);
        (*t)->n = line + 1;
    }
    if ((*t)->at[line] < time) (*t)->at[line] = time;
}

static void join(struct times **to, const struct times *from) {
    for (uint32_t i = from ? from->n : 0; i-- > 0;)
        if (from->at[i] > time_of(*to, i)) reach(to, i, from->at[i]);
}

static struct times *copy_of(const struct times *from) {
    struct times *copy = NULL;
    join(&copy, from);
    return copy;
}

/*
 * Timelines.
 */
static uint32_t add_line(enum kind kind, int device) {
    uint32_t i = 0;
    if (n_lines == 0 && kind != KIND_HOST) add_line(KIND_HOST, -1);
    while (i < n_lines && !(lines[i].gone && lines[i].n == time_of(lines[HOST].known, i))) i++;
    if (i == n_lines) {
        lines = grow(lines, ++n_lines * sizeof(*lines));
        lines[i] = (struct timeline){.known = NULL};
    }
    lines[i].kind = kind;
    lines[i].device = device;
    lines[i].gone = false;
    return i;
}

static uint32_t line_of(struct simt_stream *s) {
    enum kind kind = simt_is_legacy(s)                  ? KIND_LEGACY
                     : s->flags & cudaStreamNonBlocking ? KIND_APART
                                                        : KIND_BLOCKING;
    if (!s->line) s->line = add_line(kind, s->device);
    return s->line;
}

static uint32_t add_operation(uint32_t line, uint32_t call, const char *name) {
    struct timeline *l = &lines[line];
    if (n_operations + 1 >= MOST_OPERATIONS) return 0;
    if (!operations) operations = grow(NULL, MOST_OPERATIONS * sizeof(*operations));
    if (l->n == l->room) {
        l->room = l->room ? 2 * l->room : 16;
        l->numbers = grow(l->numbers, l->room * sizeof(*l->numbers));
    }
    uint32_t number = ++n_operations;
    l->numbers[l->n++] = number;
    operations[number] = (struct operation){.line = line, .time = l->n, .call = call, .name = name};
    reach(&l->known, line, l->n);
    return number;
}

bool check_before(uint32_t number, const struct doing *now) {
    const struct operation *o = &operations[number];
    return number <= now->floor || o->time <= time_of(now->known, o->line);
}

/* The first operation of another timeline that does not come before this. */
static void set_floor(struct doing *now) {
    uint32_t own = operations[now->number].line;
    now->floor = UINT32_MAX;
    for (uint32_t i = 0; i < n_lines; i++) {
        uint32_t known = time_of(now->known, i);
        if (i != own && known < lines[i].n && lines[i].numbers[known] - 1 < now->floor)
            now->floor = lines[i].numbers[known] - 1;
    }
}

/*
 * Calls.
 */
static uint32_t remember_call(const struct call_site *c) {
    uint32_t i = 0;
    size_t bytes = (size_t)c->n * sizeof(*c->pc);
    while (i < n_calls && (calls[i].n != c->n || memcmp(calls[i].pc, c->pc, bytes) != 0)) i++;
    if (i < n_calls) return i;
    if (n_calls == room_calls) {
        room_calls = room_calls ? 2 * room_calls : 64;
        calls = grow(calls, room_calls * sizeof(*calls));
    }
    calls[n_calls++] = *c;
    return i;
}

/* Where the call that is under way was made. Of launches, and of calls in files that are not checked, the
 * functions that are under way tell it. */
static uint32_t this_call(bool launches) {
    struct call_site c = {.n = 1};
    if (simt_call.pc && !launches)
        c.pc[0] = (void *)(simt_call.pc + 1);
    else
        c.n = backtrace(c.pc, DEEPEST);
    return remember_call(&c);
}

/* In the runtime itself, which lies beside this file. */
static bool is_runtime(const struct simt_place *place, const struct simt_place *own) {
    const char *slash = strrchr(own->file, '/');
    size_t check = slash ? (size_t)(slash - own->file) : 0, length = check;
    while (length && own->file[length - 1] != '/') length--;
    const char *rest = place->file + length;
    return place->is_header || (strncmp(place->file, own->file, length) == 0 &&
                                (strncmp(rest, "check/", 6) == 0 || strncmp(rest, "run/", 4) == 0 ||
                                 strncmp(rest, "lib/", 4) == 0));
}

/* Asked for when findings are told, since a kernel's thread has too small a stack for that. */
uint32_t check_call_position(uint32_t call) {
    struct call_site *c = &calls[call];
    struct simt_place places[DEEPEST + 1];
    uintptr_t pcs[DEEPEST + 1];
    int i = 0;
    if (c->at) return c->at;
    for (int k = 0; k < c->n; k++) pcs[k] = (uintptr_t)c->pc[k] - 1;
    pcs[c->n] = (uintptr_t)check_call_position;
    if (c->n > 1) simt_find_places(pcs, (size_t)c->n + 1, places);
    while (i < c->n - 1 && (!places[i].line || is_runtime(&places[i], &places[c->n]))) i++;
    for (int k = i; k < c->n; k++) { /* what a function of the kit does was asked for there */
        size_t length = strlen(places[k].file);
        if (length < 3 || strcmp(places[k].file + length - 3, ".cu") != 0) continue;
        i = k;
        break;
    }
    return c->at = check_position(pcs[i]);
}

static bool host_begins_anew = true; /* the host's next access is another operation */

/*
 * What the core tells.
 */
static void put(struct work *w) {
    uint32_t line = line_of(w->stream);
    struct timeline *l = &lines[line];
    join(&l->known, lines[HOST].known);
    for (uint32_t i = 0; i < n_lines && l->kind != KIND_APART; i++)
        if (lines[i].device == l->device && (l->kind == KIND_LEGACY ? lines[i].kind == KIND_BLOCKING
                                                                    : lines[i].kind == KIND_LEGACY))
            join(&l->known, lines[i].known);
    if (w->awaits) join(&l->known, w->awaits->known);
    struct doing *d = grow(NULL, sizeof(*d));
    *d = (struct doing){.number = 0};
    if (!w->awaits && !w->records && !w->ready) {
        bool named = simt_call.name && !w->launches && !w->calls;
        d->number = add_operation(line, this_call(w->launches), named ? simt_call.name : w->name);
        d->known = copy_of(l->known);
        operations[d->number].launch = w->launches;
    }
    if (w->records) w->records->known = copy_of(l->known);
    w->order = d;
    host_begins_anew = true;
}

void check_put(struct work *w) {
    if (!wanted()) return;
    pthread_mutex_lock(&check_streams_mutex);
    put(w);
    pthread_mutex_unlock(&check_streams_mutex);
}

/* The stream has found the value that it waits for. Who wrote it is not seen, so all that was asked for so far comes
 * before what the stream does next. */
static void learn(const struct work *wait) {
    struct times *all = NULL;
    for (uint32_t i = 0; i < n_lines; i++) reach(&all, i, lines[i].n);
    join(&lines[line_of(wait->stream)].known, all);
    for (struct work *w = wait->next; w && w->order; w = w->next) {
        struct doing *d = w->order;
        struct times **known = w->records ? (struct times **)&w->records->known : &d->known;
        if (w->records || d->number) join(known, all);
    }
    free(all);
}

void check_begins(const struct work *w) {
    struct doing *d = w->order;
    if (!d) return;
    d->around = check_doing;
    check_doing = d;
    pthread_mutex_lock(&check_streams_mutex);
    if (w->ready) learn(w);
    if (d->number) set_floor(d);
    pthread_mutex_unlock(&check_streams_mutex);
}

/* How a host function tells the host's threads what it has done is seen only where its file is checked. */
void check_ends(const struct work *w) {
    struct doing *d = w->order;
    if (!d) return;
    pthread_mutex_lock(&check_streams_mutex);
    if (w->calls && (d->publishes || !d->looked_at)) join(&lines[HOST].known, d->known);
    host_begins_anew = true;
    pthread_mutex_unlock(&check_streams_mutex);
    check_doing = d->around;
    free(d->known);
    free(d);
}

void check_stream_ends(const struct simt_stream *s) {
    pthread_mutex_lock(&check_streams_mutex);
    if (s->line) lines[s->line].gone = true;
    pthread_mutex_unlock(&check_streams_mutex);
}

void check_waited(const struct simt_stream *s, int device) {
    if (!wanted()) return;
    pthread_mutex_lock(&check_streams_mutex);
    bool legacy = s && simt_is_legacy(s);
    if (!n_lines) add_line(KIND_HOST, -1);
    for (uint32_t i = 1; i < n_lines; i++)
        if (s && !legacy ? i == s->line
                         : (device < 0 || lines[i].device == device) &&
                               !(legacy && lines[i].kind == KIND_APART))
            join(&lines[HOST].known, lines[i].known);
    host_begins_anew = true;
    pthread_mutex_unlock(&check_streams_mutex);
}

void check_reached(const struct mark *m) {
    if (!wanted()) return;
    pthread_mutex_lock(&check_streams_mutex);
    join(&lines[HOST].known, m->known);
    host_begins_anew = true;
    pthread_mutex_unlock(&check_streams_mutex);
}

/* Between two calls each line of host code is one operation. */
struct doing *check_host_doing(uintptr_t pc) {
    static struct doing host;
    static struct {
        uintptr_t pc;
        uint32_t number;
    } recent[RECENT];
    if (!n_lines) add_line(KIND_HOST, -1);
    if (host_begins_anew) memset(recent, 0, sizeof(recent));
    size_t i = pc % RECENT;
    if (!recent[i].number || recent[i].pc != pc) {
        const struct call_site c = {.pc = {(void *)(pc + 1)}, .n = 1};
        recent[i].pc = pc;
        recent[i].number = add_operation(HOST, remember_call(&c), "host code");
    }
    host.number = recent[i].number;
    host.known = lines[HOST].known;
    if (host_begins_anew && host.number) set_floor(&host);
    host_begins_anew = false;
    return &host;
}

/*
 * Kernels.
 */
/* One more than the place of the kernel that a block belongs to; 0: none is known. */
static size_t begun_at(uint64_t serial) {
    return simt_up_to(&begun->serial, n_begun, sizeof(*begun), serial);
}

uint64_t check_serial_of(uint32_t number) {
    return operations[number].serial;
}

uint32_t check_launch_of(uint64_t serial) {
    size_t i = begun_at(serial);
    return i ? begun[i - 1].number : 0;
}

/* Asked for each access where any kernel does not come before the running one. Kernels' threads take turns. */
bool check_older_is_before(stamp then) {
    static struct {
        uint32_t now;
        uint64_t first, end;
        bool before;
    } last;
    uint64_t serial = stamp_serial(then);
    if (last.now == check_launch_number && serial - last.first < last.end - last.first)
        return last.before;
    pthread_mutex_lock(&check_streams_mutex);
    size_t i = begun_at(serial);
    last.now = check_launch_number;
    last.first = i ? begun[i - 1].serial : 0;
    last.end = i < n_begun ? begun[i].serial : UINT64_MAX;
    last.before = !i || check_before(begun[i - 1].number, check_launch);
    pthread_mutex_unlock(&check_streams_mutex);
    return last.before;
}

uint64_t check_first_apart(const struct doing *now) {
    uint64_t first = UINT64_MAX;
    for (uint32_t i = 0; i < n_lines && now->number; i++) {
        if (i == operations[now->number].line) continue;
        for (uint32_t k = time_of(now->known, i); k < lines[i].n; k++) {
            uint64_t serial = operations[lines[i].numbers[k]].serial;
            if (serial && serial < first) first = serial;
            if (serial) break;
        }
    }
    return first;
}

/* Serial numbers begin anew. */
static void forget_begun(void) {
    for (size_t i = 0; i < n_begun; i++) operations[begun[i].number].serial = 0;
    n_begun = 0;
}

uint64_t check_begin_launch(uint64_t serial) {
    static struct doing none = {.floor = UINT32_MAX};
    check_launch = check_doing ? check_doing : &none;
    check_launch_number = check_launch->number;
    check_launch_floor = check_launch_number ? check_launch->floor : UINT32_MAX;
    if (!check_launch_number) return serial;
    pthread_mutex_lock(&check_streams_mutex);
    if (n_begun && serial <= begun[n_begun - 1].serial) forget_begun();
    if (n_begun == room_begun) {
        room_begun = room_begun ? 2 * room_begun : 64;
        begun = grow(begun, room_begun * sizeof(*begun));
    }
    uint64_t first = check_first_apart(check_launch);
    operations[check_launch_number].serial = serial;
    begun[n_begun++] = (struct begun){serial, check_launch_number};
    pthread_mutex_unlock(&check_streams_mutex);
    return first < serial ? first : serial;
}

void check_new_floor(void) {
    if (!check_launch_number) return;
    set_floor(check_launch);
    check_launch_floor = check_launch->floor;
}

void check_publish(struct doing *now, uint32_t number) {
    join(&now->known, lines[operations[number].line].known);
    if (now->number) set_floor(now);
    if (now == check_launch) check_launch_floor = now->floor;
    if (now->number && check_by_host(now->number)) lines[HOST].known = now->known;
}

void check_fenced(void) {
    if (check_launch_number) operations[check_launch_number].fenced = true;
}

bool check_has_fence(uint32_t number) {
    return operations[number].fenced;
}

bool check_by_host(uint32_t number) {
    return operations[number].line == HOST;
}

/*
 * What is found.
 */
static struct party party_of(uint32_t number, int how) {
    const struct operation *o = &operations[number];
    return (struct party){.at = o->call,
                          .how = HOW_HOST | (how & (HOW_WRITE | HOW_ATOMIC)),
                          .call = o->name,
                          .launch = o->launch};
}

static void describe(struct finding *f, uintptr_t address, const struct page *page) {
    struct simt_block_of_memory m;
    struct simt_variable variable;
    check_describe_place(f, address, page);
    if (page->region == REGION_PROGRAM && simt_find_variable(address, &variable))
        snprintf(f->where, sizeof(f->where), "the variable %s", variable.name);
    if (simt_nearest_memory(address, &m) && address - m.start < m.bytes && m.pc)
        f->flag_at = check_position(m.pc);
}

void check_record_apart(uint32_t a, int a_how, uint32_t b, int b_how, uintptr_t address,
                        const struct page *page, size_t bytes) {
    struct party first = party_of(a, a_how), second = party_of(b, b_how);
    struct finding *f = check_finding(TOOL_RACECHECK, KIND_UNORDERED, a < b ? first : second,
                                      a < b ? second : first);
    if (!f || (f->count += bytes) > bytes) return;
    describe(f, address, page);
    snprintf(f->message, sizeof(f->message),
             check_by_host(a) || check_by_host(b)
                 ? "Wait for the stream before host code goes on, as by cudaStreamSynchronize()"
                 : "Order them with an event, or put them into one stream");
    check_tell_debugger(f);
}
