/**
 * @file
 * @brief The fast engine where all keys fit: they are read, sorted, checked and written, and nothing is spilled.
 *
 * A device takes longer to wake up than many files to read. So threads read IN and make OUT meanwhile, and
 * the sorted keys go straight into the file. Host memory: the keys as they came, and those that are sorted where OUT
 * is no file that can be mapped.
 */
#include <endian.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/check.h"
#include "common/sort/disk.h"
#include "common/sort/host/radix_sort.h"
#include "common/timer.h"
#include "grader/sort/device/device_parts.h"
#include "grader/sort/run.h"

enum { LEAST_RANGE = 1 << 18 }; /**< keys that are worth a thread */

/** A sort that is under way. */
struct sorting {
    const struct run_request *r;
    int threads, in, out_fd; /**< files, or -1 */
    size_t n;
    uint32_t *keys, *sorted;
    bool maps;    /**< `sorted` is OUT */
    uint64_t key; /**< of both multisets */
    double ready_ms, read_ms, sort_ms, check_ms;
    struct sort_engine engine; /**< the host's, unless a device was opened */
    bool opened;
    char error[640];
    _Atomic uint64_t came, left; /**< sums of multisets */
    atomic_int read_error;       /**< -1: the file ended early */
    _Atomic size_t there;        /**< sorted keys that will not change, from the first one on */
    _Atomic size_t disorder;     /**< a place whose key is less than the one before; 0: none */
};

/*
 * Keys come
 */

static void add_to(_Atomic uint64_t *sum, const struct sorting *s, const uint32_t *keys, size_t n) {
    struct check_multiset part = check_multiset_start(s->key);
    if (s->r->sort.unchecked) return;
    check_multiset_add(&part, keys, n);
    atomic_fetch_add(sum, part.sum);
}

static bool read_range(struct sorting *s, size_t first, size_t n) {
    size_t got, bytes = n * sizeof(*s->keys);
    int number = disk_read(s->in, s->keys + first, bytes, first * sizeof(*s->keys), &got);
    if (number != 0 || got < bytes) s->read_error = number != 0 ? number : -1;
    for (size_t i = first; i < first + n; i++) s->keys[i] = le32toh(s->keys[i]);
    return number == 0 && got == bytes;
}

/** Keys are made or read, unless they are there. */
static void bring_range(void *sorting, size_t first, size_t n) {
    struct sorting *s = sorting;
    if (s->r->makes)
        data_fill_part(s->keys + first, first, n, s->n, s->r->dist, s->r->seed);
    else if (s->in >= 0 && !read_range(s, first, n))
        return;
    add_to(&s->came, s, s->keys + first, n);
}

static uint32_t *new_keys(size_t n) {
    size_t bytes = (n + 1) * sizeof(uint32_t); // never 0
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        stop(EXIT_REQUEST, "no host memory to sort %zu keys. Give --host-memory, or sort fewer", n);
    madvise(memory, bytes, MADV_HUGEPAGE);
    return memory;
}

/** A binary file is read by all threads at once; -1 where IN is something else. */
static int open_file(const struct run_request *r, size_t *n) {
    struct data_error error;
    struct stat st;
    if (!r->in || format_for(r, r->in) != DATA_BINARY || stat(r->in, &st) || !S_ISREG(st.st_mode))
        return -1;
    struct data_reader *reader = data_reader_open(r->in, DATA_BINARY, r->sort.type, &error);
    int fd = reader ? open(r->in, O_RDONLY | O_CLOEXEC) : -1;
    if (!reader) stop(EXIT_REQUEST, "%s", error.text);
    *n = (size_t)data_reader_expect(reader);
    data_reader_close(reader);
    return fd;
}

/*
 * Where sorted keys go
 */

static void touch_range(void *output, size_t first, size_t n) {
    volatile uint32_t *words = output;
    enum { PAGE_WORDS = 1024 };
    for (size_t i = 0; i < n; i += PAGE_WORDS) words[first + i] = 0;
}

/** OUT itself, where it is a binary file on a disk that hands out space beforehand: no disk is full later then. */
static uint32_t *map_out(struct sorting *s) {
    size_t bytes = s->n * sizeof(*s->sorted);
    out_open(s->r);
    s->out_fd = out_file();
    if (s->out_fd < 0 || bytes == 0 || htole32(1) != 1) return NULL;
    void *memory = fallocate(s->out_fd, 0, 0, (off_t)bytes) == 0
                       ? mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, s->out_fd, 0)
                       : MAP_FAILED;
    if (memory != MAP_FAILED) return memory;
    if (ftruncate(s->out_fd, 0)) stop(EXIT_REQUEST, "'%s' cannot be made empty", s->r->out);
    return NULL;
}

static void make_output(struct sorting *s) {
    s->sorted = s->r->out ? map_out(s) : NULL;
    s->maps = s->sorted;
    if (!s->sorted) s->sorted = new_keys(s->n);
    parallel_for(s->threads, s->n, LEAST_RANGE, touch_range, s->sorted);
}

/*
 * The sort
 */

static bool open_engine(const struct run_request *r, enum key_type type, size_t most_keys,
                        struct sort_engine *engine, char error[640]) {
    const struct device_options options = {.type = type,
                                           .most_keys = most_keys > 0 ? most_keys : 1,
                                           .device_bytes = r->sort.device_bytes,
                                           .workers = r->sort.workers};
    return device_engine_open(&options, engine, error);
}

/** Where nobody asked for the device the host sorts, and says why. */
static void do_without(const struct run_request *r, const char *error) {
    if (r->engine == ENGINE_DEVICE || r->sort.device_bytes) stop(EXIT_REQUEST, "%s", error);
    if (!r->quiet) fprintf(stderr, "run: %s. The host sorts\n", error);
}

struct sort_engine device_engine(const struct run_request *r, size_t most_keys) {
    struct sort_engine engine;
    char error[640];
    if (open_engine(r, KEY_U32, most_keys, &engine, error)) return engine;
    do_without(r, error);
    return host_engine();
}

bool device_is_gpu(void) {
#ifdef __SIMT__
    return false;
#else
    // The driver takes a tenth of a second to say so; files of its own tell at once, under Linux and under WSL 2.
    return access("/dev/nvidiactl", F_OK) == 0 || access("/dev/dxg", F_OK) == 0;
#endif
}

static void *open_device(void *sorting) {
    struct sorting *s = sorting;
    struct sort_engine engine;
    double began = timer_now_ms();
    s->opened = open_engine(s->r, s->r->sort.type, s->n, &engine, s->error);
    if (s->opened) s->engine = engine;
    s->ready_ms = timer_now_ms() - began;
    return NULL;
}

static void sort_range(void *sorting, size_t first, size_t n) {
    struct sorting *s = sorting;
    uint32_t *keys = s->keys + first;
    for (size_t i = 0; i < n; i++) keys[i] = key_encode(keys[i], s->r->sort.type);
    fast_radix_sort(keys, s->sorted + first, n, KEY_U32);
}

/** Each thread sorts a range, and all of them merge. */
static bool sort_by_host(struct sorting *s) {
    size_t begin[MOST_WORKERS + 1], k = parallel_ranges(s->threads, s->n, 1);
    for (size_t i = 0; i <= k; i++) begin[i] = s->n * i / k;
    parallel_for(s->threads, s->n, 1, sort_range, s);
    const struct runs runs = {s->keys, begin, begin + 1, k};
    struct work_queue queue = {runs, s->sorted, s->r->sort.type, .high = s->n};
    work_queue_start(&queue, s->threads - 1);
    work_queue_work(&queue);
    bool ok = work_queue_end(&queue) == 0;
    if (!ok) strcpy(s->error, "no host memory to merge runs. Free some memory");
    return ok;
}

static void check_range(void *sorting, size_t first, size_t n) {
    struct sorting *s = sorting;
    enum key_type type = s->r->sort.type;
    for (size_t i = first > 0 ? first : 1; i < first + n; i++)
        if (key_encode(s->sorted[i - 1], type) > key_encode(s->sorted[i], type)) s->disorder = i;
    add_to(&s->left, s, s->sorted + first, n);
}

/** The keys ascend as their type says, and are those that came. */
static void check(struct sorting *s) {
    if (s->r->sort.unchecked) return;
    parallel_for(s->threads, s->n, LEAST_RANGE, check_range, s);
    if (s->disorder)
        stop(EXIT_BROKEN, "engine '%s' broke the sort: indices %zu and %zu are in the wrong order",
             s->engine.name, s->disorder - 1, s->disorder);
    if (s->came != s->left)
        stop(EXIT_BROKEN, "engine '%s' broke the sort: the keys are not those that came",
             s->engine.name);
}

/*
 * What is said
 */

static void print_device(FILE *to, const struct sort_engine *engine) {
    const struct device_report *report = device_engine_report(engine);
    const struct device_layout *plan = device_engine_plan(engine);
    fprintf(to, "%zu bytes of device memory taken in %.1f ms, %zu pinned in %.1f ms\n",
            plan->device_bytes, report->device_ms, report->pinned_bytes, report->pinned_ms);
    fprintf(to, "%zu run%s: the last key in after %.1f ms, the first slice out after %.1f ms\n",
            report->runs, report->runs == 1 ? "" : "s", report->last_in_ms, report->first_out_ms);
    fprintf(to, "%zu keys merged by the device, %zu by the host ('%s')\n", report->device_keys,
            report->host_keys, merge_strategy_name(plan->strategy));
}

static void print_sorting(const struct sorting *s, double write_ms, double all_ms) {
    FILE *to = report_stream(s->r);
    if (s->r->quiet) return;
    fprintf(to, "engine '%s', nothing spilled: keys there after %.1f ms", s->engine.name,
            s->read_ms);
    if (s->opened) fprintf(to, ", the device after %.1f", s->ready_ms);
    fprintf(to, ", written in %.1f ms, %.1f ms in all\n", write_ms, all_ms);
    if (s->opened) print_device(to, &s->engine);
    print_summary(s->r, s->n, s->sort_ms, s->check_ms);
}

/*
 * From end to end
 */

/** Reads, and makes the output, while the device is opened. */
static void begin(struct sorting *s, bool device) {
    pthread_t opening;
    bool own = device && !pthread_create(&opening, NULL, open_device, s);
    double began = timer_now_ms();
    if (!s->keys) s->keys = new_keys(s->n);
    parallel_for(s->threads, s->n, LEAST_RANGE, bring_range, s);
    if (s->in >= 0) close(s->in);
    s->read_ms = timer_now_ms() - began;
    if (!s->read_error) make_output(s);
    if (own) pthread_join(opening, NULL);
    if (device && !own) open_device(s);
    if (s->read_error > 0)
        stop(EXIT_REQUEST, "cannot read '%s': %s", s->r->in, strerror(s->read_error));
    if (s->read_error)
        stop(EXIT_REQUEST,
             "'%s' ended before its %zu keys were read. Something cut it meanwhile: try again when "
             "nothing does",
             s->r->in, s->n);
    if (device && !s->opened) do_without(s->r, s->error);
}

/** Hands OUT to the disk part by part, as soon as it is there: the disk is what the rest waits for. */
static void *hand_out(void *sorting) {
    struct sorting *s = sorting;
    enum { LEAST = 1 << 22, PAUSE_US = 500 };
    for (size_t done = 0; done < s->n;) {
        size_t landed = s->there;
        if (landed == 0 && s->opened) landed = device_engine_landed(&s->engine);
        if (landed < s->n && landed < done + LEAST) {
            usleep(PAUSE_US);
            continue;
        }
        sync_file_range(s->out_fd, (off_t)(done * sizeof(*s->sorted)),
                        (off_t)((landed - done) * sizeof(*s->sorted)), SYNC_FILE_RANGE_WRITE);
        done = landed;
    }
    return NULL;
}

static double save(struct sorting *s) {
    struct data_error error;
    double began = timer_now_ms();
    if (!s->r->out) return 0;
    if (s->maps)
        munmap(s->sorted, s->n * sizeof(*s->sorted));
    else if (!out_write(s->sorted, s->n, &error))
        stop(EXIT_REQUEST, "%s", error.text);
    out_commit();
    return timer_now_ms() - began;
}

int sort_in_one(const struct run_request *r, bool device) {
    struct sorting s = {.r = r,
                        .threads = worker_count(r->sort.workers),
                        .in = open_file(r, &s.n),
                        .key = check_secret(),
                        .engine = host_engine()};
    double began = timer_now_ms(), sorting;
    pthread_t handing;
    if (s.in < 0 && r->in) s.keys = load(r, &s.n);
    if (r->makes) s.n = (size_t)r->n;
    check_disks(r, s.n, 0);
    begin(&s, device);
    bool hands = s.maps && !pthread_create(&handing, NULL, hand_out, &s);
    sorting = timer_now_ms();
    if (!(s.opened ? device_engine_sort_to(&s.engine, s.keys, s.sorted, s.n, s.error)
                   : sort_by_host(&s)))
        stop(EXIT_REQUEST, "%s", s.error);
    s.sort_ms = timer_now_ms() - sorting;
    s.there = s.n;
    check(&s);
    s.check_ms = timer_now_ms() - sorting - s.sort_ms;
    if (hands) pthread_join(handing, NULL);
    double write_ms = save(&s);
    print_sorting(&s, write_ms, timer_now_ms() - began);
    if (s.opened) device_engine_close(&s.engine);
    return EXIT_SUCCESS;
}
