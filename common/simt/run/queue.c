/**
 * @file
 * @brief SIMT_STREAMS=lazy: what is put into a stream is done when something waits for it.
 *
 * A GPU does it at any time between the two. When it is done at once, as otherwise here, a wait that is
 * missing never shows. Which call waits for what was read on an H200.
 */
#include "queue.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_WAITING = 1022, /* an H200 holds up the launch after so many */
    POLLS_A_STEP = 4,    /* of so many questions whether something is done, one gets on with it */
};

__thread bool simt_in_host_function;

static struct simt_stream legacy[MAX_DEVICES]; /* where work goes that names no stream */

static struct {
    pthread_mutex_t mutex;
    pthread_cond_t turn;
    struct work *oldest, *newest; /* of all streams */
    int n;
    uint64_t numbers; /* given so far */
    bool busy;        /* an OS thread does a piece of work */
    int polls;
    uint64_t idle_ms; /* since when all work waits for words in memory */
    uint64_t rng;
} queue = {.mutex = PTHREAD_MUTEX_INITIALIZER, .turn = PTHREAD_COND_INITIALIZER};

/*
 * The setting.
 */
_Atomic int simt_streams = -1;

static void read_streams(void) {
    const char *text = simt_setting("SIMT_STREAMS");
    bool lazy = text && strcmp(text, "lazy") == 0;
    if (text && *text && !lazy && strcmp(text, "eager") != 0)
        simt_die("SIMT_STREAMS is '%s'. It can be eager or lazy", text);
    queue.rng = simt_order()->seed;
    simt_streams = lazy;
}

bool simt_may_be_lazy(void) {
    const char *text = simt_setting("SIMT_STREAMS");
    return !text || !*text;
}

bool simt_read_streams(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_streams);
    return simt_streams;
}

/*
 * Streams.
 */
static bool is_blocking(const struct simt_stream *s) {
    return !(s->flags & cudaStreamNonBlocking);
}

void simt_free_stream(void *stream) {
    struct simt_stream *s = stream;
    pthread_mutex_lock(&queue.mutex);
    if (simt_check) simt_check->stream_ends(s);
    s->destroyed = true;
    bool empty = !s->first;
    pthread_mutex_unlock(&queue.mutex);
    if (empty) free(s->tail.nodes), free(s);
}

static pthread_key_t own_key;

static void free_own_streams(void *streams) {
    struct simt_stream **own = streams;
    for (int i = 0; i < MAX_DEVICES; i++)
        if (own[i]) simt_free_stream(own[i]);
    free(own);
}

static void make_own_key(void) {
    pthread_key_create(&own_key, free_own_streams);
}

/* cudaStreamPerThread of the calling OS thread, on its device. */
static struct simt_stream *own_stream(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_own_key);
    struct simt_stream **own = pthread_getspecific(own_key);
    if (!own) pthread_setspecific(own_key, own = calloc(MAX_DEVICES, sizeof(*own)));
    struct simt_stream *s = own ? own[simt_device] : NULL;
    if (s) return s;
    s = calloc(1, sizeof(*s));
    if (!own || !s) simt_die("there is no memory for another stream");
    s->device = simt_device;
    return own[simt_device] = s;
}

struct simt_stream *simt_stream_of(cudaStream_t stream) {
    if (stream == cudaStreamPerThread) return own_stream();
    if (stream && stream != cudaStreamLegacy) return stream;
    legacy[simt_device].device = simt_device;
    return &legacy[simt_device];
}

bool simt_is_legacy(const struct simt_stream *s) {
    return s >= legacy && s < legacy + MAX_DEVICES;
}

/*
 * What has to be done before what. All of it is older, so the oldest work of all can always be done, unless it waits
 * for a word in memory.
 */
static bool waits_for_word(const struct work *w) {
    return w->ready && !simt_device_error(w->stream->device) && !w->ready(w);
}

/* Waiting for a legacy stream is waiting for all streams of its device that do not refuse to be blocked
 * by it. */
static bool is_before(const struct work *w, struct point p) {
    if (w->number > p.number) return false;
    if (w->stream == p.stream || p.device < 0) return true;
    return w->stream->device == p.device &&
           (!p.stream || (simt_is_legacy(p.stream) && is_blocking(w->stream)));
}

/* Of the devices, a bit each, those whose legacy stream or whose blocking streams have work. */
struct ahead {
    uint32_t legacy, blocking;
};

static bool is_held_up(const struct simt_stream *s, const struct ahead *ahead) {
    uint32_t devices = simt_is_legacy(s) ? ahead->blocking : is_blocking(s) ? ahead->legacy : 0;
    return devices >> s->device & 1;
}

static void note(const struct simt_stream *s, struct ahead *ahead) {
    if (simt_is_legacy(s)) ahead->legacy |= 1u << s->device;
    if (is_blocking(s)) ahead->blocking |= 1u << s->device;
}

static bool is_pending(struct point p) {
    const struct work *w = queue.oldest;
    while (w && !is_before(w, p)) w = w->newer;
    return w != NULL;
}

static void raise_needed(struct simt_stream *s, uint64_t number) {
    if (s->needed < number) s->needed = number;
}

/* Notes in every stream how far it has to get for the point to be reached. */
static void need(struct point p) {
    struct ahead waiting = {0, 0}; /* for what is older */
    for (const struct work *w = queue.newest; w; w = w->older) {
        struct simt_stream *s = w->stream;
        if (is_held_up(s, &waiting) || is_before(w, p)) raise_needed(s, w->number);
        if (w->number > s->needed) continue;
        note(s, &waiting);
        if (w->awaits && !w->awaits->reached)
            raise_needed(w->awaits->point.stream, w->awaits->point.number);
    }
}

/* Of what can be done now, what the order of turns says, or NULL: forward the oldest and reverse the newest
 * that is needed, with what the host takes for done behind all else; a random order takes anything, as a
 * GPU may. */
static struct work *choose(void) {
    enum order_kind order = simt_order()->kind;
    struct ahead before = {0, 0};
    struct work *chosen = NULL;
    uint64_t seen = 0;
    for (struct work *w = queue.oldest; w; w = w->newer) {
        const struct simt_stream *s = w->stream;
        bool held_up = is_held_up(s, &before);
        held_up |= s->first != w || (w->awaits && !w->awaits->reached);
        held_up = held_up || waits_for_word(w);
        note(s, &before);
        if (held_up || (order != ORDER_RANDOM && w->number > s->needed)) continue;
        bool later = order == ORDER_REVERSE && chosen && w->late && !chosen->late;
        bool drawn = order != ORDER_RANDOM || simt_random(&queue.rng) % ++seen == 0;
        if (drawn && !later) chosen = w;
        if (order == ORDER_FORWARD) break;
    }
    return chosen;
}

/*
 * Work. The mutex is held where nothing else is said.
 */
static void drop_mark(struct mark *mark) {
    if (!mark || --mark->users > 0) return;
    free(mark->known);
    free(mark);
}

static void put_in(struct work *w, struct simt_stream *s) {
    w->stream = s;
    w->number = ++queue.numbers;
    w->older = queue.newest;
    *(queue.newest ? &queue.newest->newer : &queue.oldest) = w;
    *(s->first ? &s->last->next : &s->first) = w;
    s->last = queue.newest = w;
    if (w->records) w->records->point = (struct point){s, w->number, s->device, true};
    if (simt_check) simt_check->put(w);
    queue.n++;
}

static void take_out(struct work *w) {
    struct simt_stream *s = w->stream;
    *(w->older ? &w->older->newer : &queue.oldest) = w->newer;
    *(w->newer ? &w->newer->older : &queue.newest) = w->older;
    s->first = w->next;
    queue.n--;
    if (w->records) w->records->reached = true;
    drop_mark(w->records);
    drop_mark(w->awaits);
    free(w);
    if (s->destroyed && !s->first) free(s->tail.nodes), free(s);
}

static void run(struct work *w) {
    struct simt_call call = simt_call;
    if (simt_check) simt_check->begins(w);
    w->run(w, simt_device_error(w->stream->device));
    if (simt_check) simt_check->ends(w);
    simt_call = call;
}

/* Does a piece of work, or waits for the OS thread that does one. The work itself is done without the
 * mutex, so that others can go on to put work into streams. */
static void get_on_with(struct work *w) {
    if (queue.busy) {
        pthread_cond_wait(&queue.turn, &queue.mutex);
        return;
    }
    queue.busy = true;
    pthread_mutex_unlock(&queue.mutex);
    run(w);
    pthread_mutex_lock(&queue.mutex);
    queue.busy = false;
    queue.idle_ms = 0;
    take_out(w);
    pthread_cond_broadcast(&queue.turn);
}

/* For another thread or process, which may write the word that all work waits for. */
static void wait_for_word(bool for_ever) {
    struct timespec until;
    uint64_t limit = 1000 * simt_watchdog_seconds();
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 1000000;
    if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
    if (pthread_cond_timedwait(&queue.turn, &queue.mutex, &until) != ETIMEDOUT) return;
    if (++queue.idle_ms > limit && limit && !for_ever)
        simt_die("a stream waits for a value in memory that nobody writes (cuStreamWaitValue). %s. "
                 "SIMT_WATCHDOG=SECONDS says how long is long, 0 for ever",
                 simt_lazy() ? "On a GPU it waits for ever"
                             : "If another stream writes it later, set SIMT_STREAMS=lazy");
}

/* Where all that is needed waits for words, other work may write them. */
static void get_on(bool for_ever) {
    struct work *w = choose();
    if (!w) need((struct point){NULL, queue.numbers, -1, false});
    if (!w) w = choose();
    if (w || queue.busy)
        get_on_with(w);
    else
        wait_for_word(for_ever);
}

static void work_off(struct point p) {
    pthread_mutex_lock(&queue.mutex);
    need(p);
    while (is_pending(p)) get_on(false);
    pthread_mutex_unlock(&queue.mutex);
}

/* At the end of a program a GPU does what is left. It may be a host function that ends the program. */
static void on_exit_of_program(void) {
    pthread_mutex_lock(&queue.mutex);
    struct point end = {NULL, queue.busy ? 0 : queue.numbers, -1, false};
    pthread_mutex_unlock(&queue.mutex);
    work_off(end);
}

static void *serve(void *unused) {
    (void)unused;
    pthread_mutex_lock(&queue.mutex);
    for (;;) {
        need((struct point){NULL, queue.numbers, -1, false});
        if (queue.oldest)
            get_on(true);
        else
            pthread_cond_wait(&queue.turn, &queue.mutex);
    }
    return NULL;
}

static void start_serving(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, serve, NULL))
        simt_die("the system gave no thread for a kernel that waits for the host");
    pthread_detach(thread);
}

void simt_serve_streams(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start_serving);
}

static void ask_for_exit(void) {
    atexit(on_exit_of_program);
}

void *simt_new_work(size_t bytes, const char *name,
                    void (*run)(struct work *work, cudaError_t error)) {
    enum { ALIGNMENT = 64 };
    struct work *w = aligned_alloc(ALIGNMENT, (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
    if (w) *w = (struct work){.run = run, .name = name};
    return w;
}

/* When streams are not lazy. */
void simt_do_now(struct work *w, cudaStream_t stream) {
    w->stream = simt_stream_of(stream);
    if (simt_check) simt_check->put(w);
    run(w);
}

static cudaError_t put_and_do(struct work *w, cudaStream_t stream, bool waits) {
    pthread_mutex_lock(&queue.mutex);
    for (w->stream = simt_stream_of(stream); waits_for_word(w);) wait_for_word(false);
    pthread_mutex_unlock(&queue.mutex);
    simt_do_now(w, stream);
    struct point here = {w->stream, 0, w->stream->device, false};
    pthread_mutex_lock(&queue.mutex);
    if (w->records) w->records->reached = true;
    drop_mark(w->records);
    drop_mark(w->awaits);
    pthread_mutex_unlock(&queue.mutex);
    free(w);
    return waits ? simt_wait(here) : cudaSuccess;
}

cudaError_t simt_put(cudaStream_t stream, struct work *w, bool waits) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    w->stream = simt_stream_of(stream);
    if (!simt_lazy() && simt_may_be_lazy() && waits_for_word(w)) simt_streams = 1; /* the host may write the word */
    if (!simt_lazy()) return put_and_do(w, stream, waits);
    pthread_once(&once, ask_for_exit);
    struct simt_stream *s = simt_stream_of(stream);
    pthread_mutex_lock(&queue.mutex);
    put_in(w, s);
    struct point here = {s, w->number, s->device, false};
    pthread_cond_broadcast(&queue.turn); /* for who serves streams */
    while (queue.n > MOST_WAITING) get_on(false);
    pthread_mutex_unlock(&queue.mutex);
    return waits ? simt_wait(here) : cudaSuccess;
}

/*
 * Waiting.
 */
struct point simt_end_of(cudaStream_t stream) {
    struct point end = {NULL, 0, simt_device_of(stream), false};
    if (!simt_queues()) return end;
    end.stream = simt_stream_of(stream);
    pthread_mutex_lock(&queue.mutex);
    end.number = queue.numbers;
    pthread_mutex_unlock(&queue.mutex);
    return end;
}

static bool can_wait(void) {
    return simt_lazy() && !simt_in_kernel() && !simt_in_host_function;
}

/* The host knows now what is done; of an event event.c tells it. */
static void waited(struct point p) {
    if (simt_check && !p.of_mark && !simt_in_kernel() && !simt_in_host_function)
        simt_check->waited(p.stream, p.device);
}

cudaError_t simt_wait(struct point p) {
    if (can_wait()) work_off(p);
    waited(p);
    return simt_enter_on(p.device < 0 ? simt_device : p.device, true);
}

cudaError_t simt_wait_for(int device) {
    struct point end = simt_end_of(NULL);
    end.stream = NULL;
    end.device = device;
    return simt_wait(end);
}

/* cudaErrorNotReady is an answer and no error: nothing remembers it. */
cudaError_t simt_query(struct point p) {
    pthread_mutex_lock(&queue.mutex);
    bool pending = can_wait() && is_pending(p);
    if (pending && ++queue.polls % POLLS_A_STEP == 0 && !queue.busy) {
        need(p);
        get_on(true);
        pending = is_pending(p);
    }
    pthread_mutex_unlock(&queue.mutex);
    if (pending && !simt_device_error(p.device)) return cudaErrorNotReady;
    waited(p);
    return simt_enter_on(p.device, true);
}

/*
 * Marks: any thread may record the event that another one waits for.
 */
struct mark *simt_use_mark(struct mark *const *place) {
    pthread_mutex_lock(&queue.mutex);
    struct mark *mark = *place;
    if (mark) mark->users++;
    pthread_mutex_unlock(&queue.mutex);
    return mark;
}

struct mark simt_look_at_mark(struct mark *const *place) {
    pthread_mutex_lock(&queue.mutex);
    struct mark seen = *place ? **place : (struct mark){0};
    pthread_mutex_unlock(&queue.mutex);
    return seen;
}

void simt_set_mark(struct mark **place, struct mark *mark) {
    pthread_mutex_lock(&queue.mutex);
    drop_mark(*place);
    *place = mark;
    pthread_mutex_unlock(&queue.mutex);
}
