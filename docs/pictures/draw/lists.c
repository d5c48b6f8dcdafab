/* Which words a thread's list is made of, and what a warp's first request for them touches. */
#include "pictures.h"
#include "strided_buckets.h"

enum { LANES = 32, LIST = 16, SECTOR_WORDS = 8, SECTORS = 64 }; /* of the real tile */

/* The tile of the small geometry: whose is each word? */
static void draw_owners(struct svg *svg, const uint32_t *owners) {
    static const enum ink INK_OF[] = {PLAIN, FIRST, SECOND, THIRD};
    svg_text(svg, 0, 34, START, "strong", "A small tile: %d threads, lists of %d", BLOCK_THREADS,
             ITEMS_PER_THREAD);
    for (int i = 0; i < TILE_ITEMS; i++) {
        svg_box(svg, i * 87, 56, 81, 64, INK_OF[owners[i]]);
        svg_text(svg, i * 87 + 40, 99, MIDDLE, "strong", "t%u", owners[i]);
    }
}

/* The words that 32 lanes read at once, among the first 64 sectors; how many sectors they touch. */
static int draw_request(struct svg *svg, const int *words) {
    int touched = 0;
    for (int s = 0; s < SECTORS; s++) {
        int x = s % 16 * 87, y = 262 + s / 16 * 86, mine = 0;
        for (int l = 0; l < LANES; l++) mine += words[l] / SECTOR_WORDS == s;
        svg_box(svg, x, y, 81, 56, mine ? FIRST : THIRD);
        for (int l = 0; l < LANES; l++)
            if (words[l] / SECTOR_WORDS == s)
                svg_box(svg, x + 2 + words[l] % SECTOR_WORDS * 10, y + 4, 7, 48, DONE);
        touched += mine > 0;
    }
    return touched;
}

static const char *draw_lists(FILE *file, const char *title, const char *description,
                              const uint32_t *owners, int between, const char *kind) {
    struct svg svg;
    int words[LANES];
    for (int l = 0; l < LANES; l++) words[l] = l * between;
    svg_begin(&svg, file, 612, title, description);
    draw_owners(&svg, owners);
    int touched = draw_request(&svg, words);
    svg_text(&svg, 0, 206, START, "strong", "%d lanes read the first key of %s lists of %d:", LANES,
             kind, LIST);
    svg_text(&svg, PICTURE_WIDTH - 8, 206, END, touched > LANES / SECTOR_WORDS ? "warm" : "blue",
             "%d sectors of 32 bytes", touched);
    svg_end(&svg);
    return NULL;
}

PICTURE(strided_lists) {
    uint32_t owners[TILE_ITEMS] = {0}, zeros[TILE_ITEMS] = {0};
    add_owners(zeros, owners, TILE_ITEMS); // the lab's own kernel says who owns what
    return draw_lists(
        file, "Strided lists",
        "Above, a tile of 16 words that belong to threads 0, 1, 2, 3 in turn. Below, memory as "
        "sectors of eight words: the first words of 32 strided lists are neighbours, and fill "
        "few sectors whole.",
        owners, 1, "strided");
}

PICTURE(blocked_lists) {
    uint32_t owners[TILE_ITEMS];
    for (uint32_t i = 0; i < TILE_ITEMS; i++) owners[i] = i / ITEMS_PER_THREAD;
    return draw_lists(
        file, "Blocked lists",
        "Above, a tile of 16 words: the first four belong to thread 0, the next four to thread 1, "
        "and so on. Below, memory as sectors of eight words: the first words of 32 blocked lists "
        "lie far apart, each in a sector of its own.",
        owners, LIST, "blocked");
}
