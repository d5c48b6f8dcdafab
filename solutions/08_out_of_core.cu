/**
 * @file
 * @brief Lab 08: chunks that fit the device, several on their way at once, and runs on disk.
 */
#include "out_of_core.h"

#include <errno.h>
#include <string.h>

#include "common/cu.h"
#include "common/size_min.h"

size_t plan_chunk(size_t n, size_t device_bytes, size_t slots) {
    //> TODO 1: how many tiles fit, when each slot needs room for its keys and for scratch? And how
    //> many are of any use?
    size_t fit = device_bytes / slots / (2 * TILE_ITEMS * sizeof(uint32_t));
    return size_min(fit, tile_count(n)) * TILE_ITEMS;
    //| return device_bytes / slots < n ? 1 : n;
    //<
}

/** Puts a chunk on its way: in, sort, out, and waits for nothing. */
static void send(struct cu_slot *s, const uint32_t *keys, const struct chunk_road *road) {
    //> TODO 2: keys[s->start ...], s->n of them, go through the slot's pinned buffer to the device,
    //> are sorted, and come back to it.
    size_t bytes = s->n * sizeof(*keys);
    memcpy(s->keys, keys + s->start, bytes);
    CU(cudaMemcpyAsync(s->d_keys, s->keys, bytes, cudaMemcpyHostToDevice, s->stream));
    road->sort(road->sorter, s->d_keys, s->d_scratch, s->n, s->stream);
    CU(cudaMemcpyAsync(s->keys, s->d_keys, bytes, cudaMemcpyDeviceToHost, s->stream));
    //<
}

/** Waits for the chunk and has it placed. */
static int receive(struct cu_slot *s, uint32_t *keys, const struct chunk_road *road) {
    //> TODO 2, continued: when has it come back? Then call road->place.
    CU(cudaStreamSynchronize(s->stream));
    return road->place(road->placer, s->keys, keys + s->start, s->n);
    //| return EINVAL;
    //<
}

int sort_chunks(uint32_t *keys, size_t n, const struct chunk_road *road) {
    struct cu_slot slots[MOST_SLOTS];
    size_t chunk = size_min(road->chunk, n), start = 0, placed = 0;
    int error = 0;
    if (n == 0) return 0;
    for (int i = 0; i < road->slots; i++) slots[i] = cu_slot_open(chunk);
    //> TODO 3: this loop has one chunk on its way. Let all slots have one: they take turns, and a
    //> slot whose turn comes is received, if it holds anything, before the next chunk is sent in it.
    for (int i = 0; placed < n && !error; i = (i + 1) % road->slots) {
        struct cu_slot *s = &slots[i];
        placed += s->n;
        if (s->n > 0) error = receive(s, keys, road);
        s->start = start;
        s->n = error ? 0 : size_min(chunk, n - start);
        start += s->n;
        if (s->n > 0) send(s, keys, road);
    }
    //| for (struct cu_slot *s = slots; placed < n && !error; placed += chunk) {
    //|     s->start = placed;
    //|     s->n = size_min(chunk, n - placed);
    //|     send(s, keys, road);
    //|     error = receive(s, keys, road);
    //| }
    //<
    for (int i = 0; i < road->slots; i++) cu_slot_close(&slots[i]);
    return error;
}

/** The runs that the chunks so far were merged to; run r lies between offsets r and r + 1. */
struct pile {
    uint32_t *keys, *scratch;
    size_t offsets[8 * FAN_IN], k, chunks; /**< FAN_IN^7 chunks at least */
    const struct chunk_road *road;
};

/** Makes one run of the last `count` runs. */
static int merge_last(struct pile *p, size_t count) {
    const size_t *begin = p->offsets + p->k - count;
    const struct runs runs = {p->keys, begin, begin + 1, count};
    //> TODO 4: merge them to the same places of the scratch, and take them back from there. They
    //> are one run on the pile now.
    int error = p->road->merge(&runs, p->scratch + begin[0], NULL);
    if (error) return error;
    memcpy(p->keys + begin[0], p->scratch + begin[0], (begin[count] - begin[0]) * sizeof(*p->keys));
    p->offsets[p->k - count + 1] = begin[count];
    p->k -= count - 1;
    return 0;
    //| return runs.k > 0 ? 0 : EINVAL;
    //<
}

/** A chunk has come back: it is placed, and lies on the pile. */
static int place_on_pile(void *pile, const uint32_t *chunk, uint32_t *run, size_t n) {
    struct pile *p = (struct pile *)pile;
    int error = p->road->place(p->road->placer, chunk, run, n);
    //> TODO 4, continued: put it on the pile as a run. Behind every FAN_IN-th chunk merge the last
    //> FAN_IN runs, behind every FAN_IN * FAN_IN-th once more, and so on.
    p->offsets[++p->k] = (size_t)(run - p->keys) + n;
    for (size_t i = ++p->chunks; i % FAN_IN == 0 && !error; i /= FAN_IN)
        error = merge_last(p, FAN_IN);
    //<
    return error;
}

int sort_array(uint32_t *keys, uint32_t *scratch, size_t n, const struct chunk_road *road) {
    struct pile pile = {keys, scratch, {0}, 0, 0, road};
    const struct chunk_road piling = {road->chunk, road->slots,   road->sorter, road->sort,
                                      &pile,       place_on_pile, road->merge};
    int error = sort_chunks(keys, n, &piling);
    return error || pile.k < 2 ? error : merge_last(&pile, pile.k);
}

int spill_runs(const struct key_files *files, uint32_t *room, size_t words,
               const struct chunk_road *road, size_t *n) {
    size_t half = words / 2, got = 0;
    int error = 0;
    *n = 0;
    //> TODO 5: fill half of the room, sort it, spill it; until the input is at its end.
    do {
        error = files->read(files->context, room, half, &got);
        if (!error) error = sort_array(room, room + half, got, road);
        if (!error && got > 0) error = files->spill(files->context, room, got);
        *n += got;
    } while (!error && got == half);
    //<
    return error;
}

/** A merge of k spilled runs; run r has keys[begin[r]] to keys[end[r] - 1] at hand. */
struct streams {
    uint32_t *keys;
    size_t n, length, share, k; /**< share: so many keys of a run can be at hand */
    size_t *begin, *end, *cut, *taken, *bound;
};

/** Brings the next keys of every run that has none at hand. */
static int refill(struct streams *s, const struct key_files *files) {
    int error = 0;
    for (size_t r = 0; r < s->k && !error; r++) {
        size_t left = size_min(s->length, s->n - r * s->length) - s->taken[r];
        //> TODO 5, continued: taken[r] keys of run r have been read, so many are left on disk. Does
        //> it need any now? Read them to the run's share of keys; and let bound[r] be a key that
        //> none on disk is below: the last at hand, or UINT32_MAX where none is left there.
        if (s->begin[r] < s->end[r] || left == 0) continue;
        s->begin[r] = r * s->share;
        s->end[r] = s->begin[r] + size_min(s->share, left);
        error = files->unspill(files->context, r * s->length + s->taken[r], s->keys + s->begin[r],
                               s->end[r] - s->begin[r]);
        s->taken[r] += s->end[r] - s->begin[r];
        s->bound[r] = left > s->share ? s->keys[s->end[r] - 1] : UINT32_MAX;
        //|     if (left > 0) return EINVAL;
        //<
    }
    return error;
}

/** Cuts every run behind its keys that can be written now; how many they are. */
static size_t cut_safe(struct streams *s) {
    size_t bound = UINT32_MAX, n = 0;
    //> TODO 5, continued: no key that is still to come from disk may be below one that is written.
    for (size_t r = 0; r < s->k; r++) bound = size_min(bound, s->bound[r]);
    for (size_t r = 0; r < s->k; n += s->cut[r] - s->begin[r], r++)
        for (s->cut[r] = s->begin[r]; s->cut[r] < s->end[r] && s->keys[s->cut[r]] <= bound;)
            s->cut[r]++;
    //<
    return n;
}

int merge_spilled(const struct key_files *files, uint32_t *room, size_t words, size_t n,
                  size_t length, merge_runs *merge) {
    size_t k = (n + length - 1) / length, share = k > 0 ? words / 2 / k : 1;
    size_t *p = (size_t *)calloc(5 * k + 1, sizeof(*p));
    struct streams s = {room, n, length, share, k, p, p + k, p + 2 * k, p + 3 * k, p + 4 * k};
    int error = p && share > 0 ? 0 : ENOMEM;
    while (!error && (error = refill(&s, files)) == 0 && (n = cut_safe(&s)) > 0) {
        const struct runs safe = {room, s.begin, s.cut, k};
        //> TODO 5, continued: merge what is safe into the other half of the room, and write it; it
        //> is not at hand any more.
        error = merge(&safe, room + words / 2, NULL);
        if (!error) error = files->write(files->context, room + words / 2, n);
        memcpy(s.begin, s.cut, k * sizeof(*s.begin));
        //| error = EINVAL;
        //<
    }
    free(p);
    return error;
}
