/**
 * @file
 * @brief Room for what a trial keeps of memory (trial.h). The system gives pages of it once they are touched.
 */
#include "trial_area.h"

#include "../run/loaded.h"

#include <sys/mman.h>

enum {
    MOST_TIMES = 1 << 20,     /* of marks, */
    TIMES_A_LAUNCH = 1 << 19, /* and left when a launch begins */
};

struct trial_area check_trial_area;

static void *reserve(size_t bytes) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

static void drop(void *memory, size_t bytes) {
    if (memory) munmap(memory, bytes);
}

static size_t words_bytes(size_t bytes) {
    return bytes / WORD * sizeof(struct simt_tried);
}

static size_t of_bytes_bytes(size_t bytes) {
    return bytes * sizeof(struct simt_tried);
}

static size_t lines_bytes(size_t bytes) {
    return bytes / LINE_BYTES * sizeof(struct trial_line);
}

static size_t places_bytes(size_t bytes) {
    return bytes / PAGE_BYTES * sizeof(uint32_t);
}

static bool make_words(struct trial_stretch *s, uintptr_t start, size_t bytes) {
    drop(s->words, words_bytes(s->bytes));
    drop(s->of_bytes, of_bytes_bytes(s->bytes));
    void *words = reserve(words_bytes(bytes)), *of_bytes = reserve(of_bytes_bytes(bytes));
    bool made = words && of_bytes;
    *s = (struct trial_stretch){.start = start, .bytes = made ? bytes : 0, .words = words, .of_bytes = of_bytes};
    return made;
}

/* For twice as much as is in use, so that they are made anew seldom. */
static bool make_global_words(struct trial_stretch *s, uintptr_t start, uintptr_t top) {
    size_t bytes = 2 * (top - start) & -(size_t)PAGE_BYTES;
    drop(s->before, s->bytes);
    drop(s->place_of, places_bytes(s->bytes));
    drop(s->lines, lines_bytes(s->bytes));
    char *before = reserve(bytes);
    struct trial_line *lines = reserve(lines_bytes(bytes));
    uint32_t *place_of = reserve(places_bytes(bytes));
    bool made = make_words(s, start, bytes) && before && lines && place_of;
    s->before = before;
    s->lines = lines;
    s->place_of = place_of;
    return made;
}

/* Memory that nobody has asked for yet needs no words. */
static bool has_global_words(int which, uintptr_t start, uintptr_t top) {
    struct trial_stretch *s = &check_trial_area.of[which];
    if (top - start > s->bytes && !make_global_words(s, start, top)) return false;
    s->top = top;
    return true;
}

static bool has_shared_words(void) {
    struct trial_stretch *s = &check_trial_area.of[TRIAL_SHARED];
    uintptr_t start = (uintptr_t)simt_dynamic_shared(), end;
    if (start - s->start < s->bytes) return true;
    if (!simt_thread_locals(&start, &end)) return false;
    return make_words(s, start & -(uintptr_t)PAGE_BYTES, (end - start) + 2 * PAGE_BYTES);
}

static void forget_words(const struct trial_stretch *s) {
    if (!s->bytes) return;
    madvise(s->words, words_bytes(s->bytes), MADV_DONTNEED);
    madvise(s->of_bytes, of_bytes_bytes(s->bytes), MADV_DONTNEED);
    if (s->lines) madvise(s->lines, lines_bytes(s->bytes), MADV_DONTNEED);
}

bool check_trial_has_room(int device) {
    struct trial_area *area = &check_trial_area;
    const struct simt_loaded *program = simt_program();
    uintptr_t start = 0, top = 0, of_host = 0, host_top = 0, known = area->of[TRIAL_DEVICE].start;
    simt_region_of(device, &start, &top);
    simt_region_of(-1, &of_host, &host_top);
    if (known && known != start) return false; /* of another device */
    if (!has_global_words(TRIAL_DEVICE, start, top) || !has_global_words(TRIAL_HOST, of_host, host_top) ||
        !has_global_words(TRIAL_PROGRAM, program->start, program->end) || !has_shared_words())
        return false;
    if (area->time < MOST_TIMES - TIMES_A_LAUNCH) return true;
    for (int i = 0; i < TRIAL_STRETCHES; i++) forget_words(&area->of[i]);
    area->time = 0;
    return true;
}

bool check_trial_has_times(uint64_t more) {
    return check_trial_area.time + more < MOST_TIMES;
}
