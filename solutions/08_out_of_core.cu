/**
 * @file
 * @brief Lab 08: chunks that fit the device, several on their way at once, and runs on disk.
 */
#include "out_of_core.h"

#include <errno.h>
#include <string.h>

#include "common/cu.h"
#include "common/size_min.h"
#include "merge_state.h"

size_t plan_chunk(size_t n, size_t device_bytes, size_t slots) {
    //> TODO 1: each slot needs space for its keys and for as much scratch. How many tiles fit? And how
    //> many tiles do n keys need?
    size_t fit = device_bytes / slots / (2 * TILE_ITEMS * sizeof(uint32_t));
    return size_min(fit, tile_count(n)) * TILE_ITEMS;
    //| return device_bytes / slots < n ? 1 : n;
    //<
}

/** Sends a chunk on its way: copy in, sort, copy out. Waits for nothing. */
static void send(struct cu_slot *s, const uint32_t *keys, const struct chunk_ops *ops) {
    //> TODO 2: take s->n keys from keys[s->start] on. Copy them through the slot's pinned buffer to the
    //> device, sort them there, and copy them back to the pinned buffer.
    size_t bytes = s->n * sizeof(*keys);
    memcpy(s->keys, keys + s->start, bytes);
    CU(cudaMemcpyAsync(s->d_keys, s->keys, bytes, cudaMemcpyHostToDevice, s->stream));
    ops->sort(ops->context, s->d_keys, s->d_scratch, s->n, s->stream);
    CU(cudaMemcpyAsync(s->keys, s->d_keys, bytes, cudaMemcpyDeviceToHost, s->stream));
    //<
}

static int place_on_pile(struct pile *p, size_t end); // step 4

/** Waits for the chunk, places it, and puts its run on the stack, if there is a stack. */
static int receive(struct cu_slot *s, uint32_t *keys, const struct chunk_ops *ops, struct pile *p) {
    //> TODO 2, continued: wait until the chunk has come back. Then call ops->place.
    CU(cudaStreamSynchronize(s->stream));
    int error = ops->place(ops->context, s->keys, keys + s->start, s->n);
    //| int error = EINVAL;
    //<
    return error || !p ? error : place_on_pile(p, s->start + s->n);
}

/** Makes a run of every chunk, and puts each run on the stack, if there is a stack. */
static int pass_chunks(uint32_t *keys, size_t n, const struct chunk_ops *ops, struct pile *p) {
    struct cu_slot slots[MOST_SLOTS];
    size_t chunk = size_min(ops->chunk, n), start = 0, placed = 0;
    int error = 0;
    if (n == 0) return 0;
    for (int i = 0; i < ops->slots; i++) slots[i] = cu_slot_open(chunk);
    //> TODO 3: this loop has one chunk on its way. Let every slot have a chunk. The slots take turns: if
    //> the slot of this turn holds a chunk, receive it. Then send the next chunk in this slot.
    for (int i = 0; placed < n && !error; i = (i + 1) % ops->slots) {
        struct cu_slot *s = &slots[i];
        placed += s->n;
        if (s->n > 0) error = receive(s, keys, ops, p);
        s->start = start;
        s->n = error ? 0 : size_min(chunk, n - start);
        start += s->n;
        if (s->n > 0) send(s, keys, ops);
    }
    //| for (struct cu_slot *s = slots; placed < n && !error; placed += chunk) {
    //|     s->start = placed;
    //|     s->n = size_min(chunk, n - placed);
    //|     send(s, keys, ops);
    //|     error = receive(s, keys, ops, p);
    //| }
    //<
    for (int i = 0; i < ops->slots; i++) cu_slot_close(&slots[i]);
    return error;
}

int sort_chunks(uint32_t *keys, size_t n, const struct chunk_ops *ops) {
    return pass_chunks(keys, n, ops, NULL);
}

/** Makes one run of the last `count` runs. */
static int merge_last(struct pile *p, size_t count) {
    const size_t *begin = p->offsets + p->k - count;
    const struct runs runs = {p->keys, begin, begin + 1, count};
    //> TODO 4: merge the runs into the scratch, at the same indexes, and copy the result back. Then they
    //> are one run on the stack.
    int error = p->ops->merge(p->ops->context, &runs, p->scratch + begin[0]);
    if (error) return error;
    memcpy(p->keys + begin[0], p->scratch + begin[0], (begin[count] - begin[0]) * sizeof(*p->keys));
    p->offsets[p->k - count + 1] = begin[count];
    p->k -= count - 1;
    return 0;
    //| return runs.k > 0 ? 0 : EINVAL;
    //<
}

/** A chunk was placed. Its run ends at this offset of the array. */
static int place_on_pile(struct pile *p, size_t end) {
    int error = 0;
    //> TODO 4, continued: put the run on the stack. After every FAN_IN chunks, merge the last FAN_IN
    //> runs. After every FAN_IN * FAN_IN chunks, merge once more, and so on.
    p->offsets[++p->k] = end;
    for (size_t i = ++p->chunks; i % FAN_IN == 0 && !error; i /= FAN_IN)
        error = merge_last(p, FAN_IN);
    //<
    return error;
}

int sort_array(uint32_t *keys, uint32_t *scratch, size_t n, const struct chunk_ops *ops) {
    struct pile pile = {keys, scratch, {0}, 0, 0, ops};
    int error = pass_chunks(keys, n, ops, &pile);
    return error || pile.k < 2 ? error : merge_last(&pile, pile.k);
}

int spill_runs(const struct key_files *files, uint32_t *room, size_t words,
               const struct chunk_ops *ops, size_t *n) {
    size_t half = words / 2, got = 0;
    int error = 0;
    *n = 0;
    //> TODO 5: fill half of the buffer, sort these keys, spill them. Repeat until the input ends.
    do {
        error = files->read(files->context, room, half, &got);
        if (!error) error = sort_array(room, room + half, got, ops);
        if (!error && got > 0) error = files->spill(files->context, room, got);
        *n += got;
    } while (!error && got == half);
    //<
    return error;
}

/** Reads the next keys of every run that has none in memory. */
static int refill(struct streams *s, const struct key_files *files) {
    int error = 0;
    for (size_t r = 0; r < s->k && !error; r++) {
        size_t left = size_min(s->length, s->n - r * s->length) - s->taken[r];
        //> TODO 6: taken[r] keys of run r have been read, and `left` keys are on disk. Does the run need keys
        //> now? Then read them to the run's share of `keys`. Set bound[r] to its last key in memory, or
        //> to UINT32_MAX if no key is left on disk.
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

/** Cuts every run after its keys that can be written now. Returns how many keys these are. */
static size_t cut_safe(struct streams *s) {
    size_t bound = UINT32_MAX, n = 0;
    //> TODO 6, continued: no key that is still on disk may be smaller than a key that is written.
    for (size_t r = 0; r < s->k; r++) bound = size_min(bound, s->bound[r]);
    for (size_t r = 0; r < s->k; r++) {
        s->cut[r] = s->begin[r];
        while (s->cut[r] < s->end[r] && s->keys[s->cut[r]] <= bound) s->cut[r]++;
        n += s->cut[r] - s->begin[r];
    }
    //<
    return n;
}

int merge_spilled(const struct key_files *files, uint32_t *room, size_t words, size_t n,
                  size_t length, const struct chunk_ops *ops) {
    size_t k = (n + length - 1) / length, share = k > 0 ? words / 2 / k : 1;
    size_t *p = (size_t *)calloc(5 * k + 1, sizeof(*p));
    struct streams s = {room, n, length, share, k, p, p + k, p + 2 * k, p + 3 * k, p + 4 * k};
    int error = p && share > 0 ? 0 : ENOMEM;
    while (!error) {
        error = refill(&s, files);
        size_t ready = error ? 0 : cut_safe(&s);
        if (ready == 0) break;
        const struct runs safe = {room, s.begin, s.cut, k};
        //> TODO 6, continued: merge the safe keys into the other half of the buffer and write them. After
        //> that they are no longer in memory.
        error = ops->merge(ops->context, &safe, room + words / 2);
        if (!error) error = files->write(files->context, room + words / 2, ready);
        memcpy(s.begin, s.cut, k * sizeof(*s.begin));
        //| error = EINVAL;
        //<
    }
    free(p);
    return error;
}
