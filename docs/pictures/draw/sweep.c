/* What a tile finds when it looks back: counts of the tiles before it, and the sum that ends the way. */
#include "device.h"
#include "onesweep.h"
#include "pictures.h"

/* The last tile asks; tiles up to DONE_TILE have published their sum. */
enum { TILES = 6, DONE_TILE = 2, DIGIT = 7, ELSE = 9, STEP = 200, LEFT = 190 };

static const uint32_t COUNTS[TILES] = {4, 3, 2, 5, 3, 1};

/* How many keys of DIGIT stand before each tile: the solution counts them in an array of such tiles. */
static int keys_before(uint64_t *before) {
    const size_t n = (size_t)TILES * SWEEP_TILE, bins = (size_t)TILES * RADIX;
    uint32_t *keys = malloc(n * sizeof(*keys)), *words = calloc(2 * bins, sizeof(*words));
    if (!keys || !words) return 0;
    for (size_t i = 0; i < n; i++) keys[i] = i % SWEEP_TILE < COUNTS[i / SWEEP_TILE] ? DIGIT : ELSE;
    uint32_t *d_keys = to_device(keys, n), *d_table = to_device(words, 2 * bins);
    uint32_t *d_sums = to_device(words, 2 * RADIX);
    start_tiles(d_keys, n, 0, (bin *)d_table, (bin *)d_sums, 0);
    from_device(words, d_table, 2 * bins);
    for (size_t t = 0; t < TILES; t++) before[t] = words[2 * (t * RADIX + DIGIT)];
    cudaFree(d_keys);
    cudaFree(d_sums);
    free(keys);
    free(words);
    return 1;
}

static int tile_x(int tile) {
    return LEFT + tile * STEP;
}

static void draw_counts(struct svg *svg) {
    svg_text(svg, 0, 124, START, "strong", "count");
    for (int t = 0; t < TILES; t++) {
        svg_text(svg, tile_x(t) + 70, 50, MIDDLE, "muted", "tile %d", t);
        svg_key(svg, tile_x(t), 80, 140, COUNTS[t], t > DONE_TILE && t < TILES - 1 ? FIRST : FAINT);
    }
}

static void draw_sums(struct svg *svg, const uint64_t *before) {
    svg_text(svg, 0, 224, START, "strong", "sum");
    for (int t = 0; t < TILES; t++)
        if (t <= DONE_TILE)
            svg_key(svg, tile_x(t), 180, 140, (uint32_t)before[t] + COUNTS[t],
                    t == DONE_TILE ? DONE : FAINT);
        else
            svg_text(svg, tile_x(t) + 70, 224, MIDDLE, "muted", "not yet");
}

/* One tile is asked: its sum ends the way, else its count is added. Gives what it adds. */
static uint32_t draw_question(struct svg *svg, int asked, const uint64_t *before) {
    int x = tile_x(asked + 1) + 50;
    uint32_t added = COUNTS[asked] + (asked == DONE_TILE ? (uint32_t)before[DONE_TILE] : 0);
    svg_arrow(svg, x, 300, x - STEP + 40, 300, "warm");
    svg_text(svg, x - STEP / 2 + 20, 350, MIDDLE, "warm", "+ %u", added);
    return added;
}

PICTURE(look_back) {
    uint64_t before[TILES], found = 0;
    struct svg svg;
    if (!keys_before(before)) return "there is no memory for keys";
    svg_begin(
        &svg, file, 500, "A tile looks back",
        "Six tiles with their counts of one digit. The first three have published the sum up to "
        "themselves. The last tile adds the counts of the two before it, and then the sum of "
        "the third one, where it may stop: so many keys of the digit stand before it.");
    draw_counts(&svg);
    svg_step(&svg);
    draw_sums(&svg, before);
    for (int t = TILES - 2; t >= DONE_TILE; t--) {
        svg_step(&svg);
        if (t == TILES - 2) svg_text(&svg, 0, 312, START, "strong", "asks");
        found += draw_question(&svg, t, before);
    }
    svg_step(&svg);
    svg_text(&svg, 0, 454, START, "strong", "before");
    svg_key(&svg, tile_x(TILES - 1), 410, 140, (uint32_t)found, SECOND);
    svg_text(&svg, tile_x(TILES - 1) - 20, 454, END, "muted",
             "the counts on the way, and the sum that ends it");
    svg_end(&svg);
    return found == before[TILES - 1] ? NULL : "looking back finds another sum than the table";
}
