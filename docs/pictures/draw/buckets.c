/* How the fast sort works: two partitions that need not be stable, and a finish of small buckets. */
#include <stdlib.h>
#include <string.h>

#include "bitonic_merge.h"
#include "device.h"
#include "pictures.h"

enum { COUNT = 16, TILES = 2, BOX = 66, STEP = 74, BUCKET_GAP = 12, LINE = 150 };

/** A key of three digits of two bits, and the tile that it comes from. */
struct placed {
    uint32_t key, tile;
};

static int by_key(const void *a, const void *b) {
    uint32_t x = ((const struct placed *)a)->key, y = ((const struct placed *)b)->key;
    return (x > y) - (x < y);
}

/* Keys by their highest bits: in a bucket those of the last tile first, which has reserved its places first. */
static void partition(struct placed *keys, int shift) {
    struct placed in[COUNT];
    int next = 0;
    memcpy(in, keys, sizeof(in));
    for (uint32_t digit = 0; digit < 64u >> shift; digit++)
        for (uint32_t tile = TILES; tile-- > 0;)
            for (int i = 0; i < COUNT; i++)
                if (in[i].key >> shift == digit && in[i].tile == tile) keys[next++] = in[i];
}

/* A row of keys, with a gap wherever another bucket begins: one of equal bits from `shift` on. */
static void draw_buckets(struct svg *svg, int row, const char *title, const struct placed *keys,
                         int shift, int done) {
    int y = 46 + row * LINE, x = 0;
    svg_text(svg, 0, y - 14, START, "muted", "%s", title);
    for (int i = 0; i < COUNT; i++, x += STEP) {
        if (i > 0 && keys[i].key >> shift != keys[i - 1].key >> shift) x += BUCKET_GAP;
        svg_box(svg, x, y, BOX, 64, done ? DONE : keys[i].tile ? SECOND : FIRST);
        svg_text(svg, x + BOX / 2, y + 44, MIDDLE, done ? "strong on5" : "strong", "%u%u%u",
                 keys[i].key >> 4, keys[i].key >> 2 & 3, keys[i].key & 3);
    }
}

PICTURE(fast_sort) {
    static const uint32_t in[COUNT] = {27, 6, 53, 25, 24, 40, 11, 36, 19, 60, 30, 35, 5, 47, 9, 58};
    struct placed keys[COUNT];
    uint32_t sorted[COUNT], *d_keys = to_device(in, COUNT);
    struct svg svg;
    sort_bitonic(d_keys, COUNT, 0);
    from_device(sorted, d_keys, COUNT);
    for (uint32_t i = 0; i < COUNT; i++) keys[i] = (struct placed){in[i], i * TILES / COUNT};
    svg_begin(
        &svg, file, 46 + 3 * LINE + 74, "Two partitions and a finish",
        "Sixteen keys of three digits in four rows. The first partition brings keys with the "
        "same first digit together, the second one those with the same first two; in a bucket "
        "keys stand in any order, here those of the second tile first. The finish sorts each "
        "bucket, and all keys are in order.");
    draw_buckets(&svg, 0, "keys: tile 0, tile 1", keys, 6, 0);
    partition(keys, 4);
    draw_buckets(&svg, 1, "partition by the first digit", keys, 4, 0);
    partition(keys, 2);
    draw_buckets(&svg, 2, "partition by the second digit, inside each bucket", keys, 2, 0);
    qsort(keys, COUNT, sizeof(*keys), by_key);
    draw_buckets(&svg, 3, "finish: each bucket sorted in shared memory", keys, 2, 1);
    svg_end(&svg);
    for (int i = 0; i < COUNT; i++)
        if (sorted[i] != keys[i].key) return "lab 06 sorts otherwise";
    return NULL;
}
