/* Blelloch's scan of eight words: sums go up a tree, and what stands before comes down. */
#include <string.h>

#include "device.h"
#include "pictures.h"
#include "primitives.h"

enum { ITEMS = 8, ITEM = 82, ROW = 156, DOWN_X = 744, TOP = 56 };

static int item_x(int left, int i) {
    return left + i * ITEM;
}

static int row_y(int row) {
    return TOP + row * ROW;
}

/* A row of words; those that the level before wrote stand out. */
static void draw_row(struct svg *svg, int left, int row, const uint32_t *words,
                     const enum ink *inks) {
    for (int i = 0; i < ITEMS; i++)
        svg_key(svg, item_x(left, i), row_y(row), 72, words[i], inks[i]);
}

static void link_items(struct svg *svg, int left, int row, int from, int to, const char *class) {
    svg_curve(svg, item_x(left, from) + 36, row_y(row) + 68, item_x(left, to) + 36,
              row_y(row + 1) - 4, class);
}

/* The way up: each right child becomes the sum of both. */
static void draw_up(struct svg *svg, uint32_t *words) {
    enum ink inks[ITEMS] = {PLAIN};
    svg_text(svg, 0, 34, START, "strong", "up: sums");
    draw_row(svg, 0, 0, words, inks);
    for (int stride = 1, row = 0; stride < ITEMS; stride *= 2, row++) {
        memset(inks, 0, sizeof(inks));
        for (int right = 2 * stride - 1; right < ITEMS; right += 2 * stride) {
            words[right] += words[right - stride];
            inks[right] = 2 * stride == ITEMS ? DONE : FIRST;
            link_items(svg, 0, row, right - stride, right, "blue");
            link_items(svg, 0, row, right, right, "blue");
        }
        draw_row(svg, 0, row + 1, words, inks);
    }
}

/* The way down: the left child gets its parent's value, the right child that value plus the left sum. */
static void draw_down(struct svg *svg, uint32_t *words) {
    enum ink inks[ITEMS] = {PLAIN};
    svg_text(svg, DOWN_X, 34, START, "strong", "down: what stands before");
    words[ITEMS - 1] = 0;
    inks[ITEMS - 1] = DONE;
    draw_row(svg, DOWN_X, 0, words, inks);
    for (int stride = ITEMS / 2, row = 0; stride > 0; stride /= 2, row++) {
        memset(inks, 0, sizeof(inks));
        for (int right = 2 * stride - 1; right < ITEMS; right += 2 * stride) {
            int left = right - stride;
            uint32_t sum = words[left];
            words[left] = words[right];
            words[right] += sum;
            inks[left] = inks[right] = stride == 1 ? DONE : SECOND;
            link_items(svg, DOWN_X, row, right, left, "warm");
            link_items(svg, DOWN_X, row, right, right, "warm");
            link_items(svg, DOWN_X, row, left, right, "blue");
        }
        draw_row(svg, DOWN_X, row + 1, words, inks);
    }
}

PICTURE(blelloch_scan) {
    uint32_t words[ITEMS] = {3, 1, 7, 0, 4, 1, 6, 3}, scanned[ITEMS];
    struct svg svg;
    uint32_t *d_in = to_device(words, ITEMS), *d_out = to_device(words, ITEMS);
    scan_tiles(d_in, NULL, d_out, ITEMS, 0);
    from_device(scanned, d_out, ITEMS);
    cudaFree(d_in);
    svg_begin(
        &svg, file, row_y(3) + 84, "Blelloch's scan of eight words",
        "On the left four rows: the words, and three levels of sums on the way up, in which "
        "each right child becomes the sum of its two, until the last place has the sum of all. "
        "On the right four rows: that place is set to 0, and on the way down each parent hands "
        "its own value to its left child, and its value plus the left child's sum to its right "
        "child.");
    draw_up(&svg, words);
    draw_down(&svg, words);
    svg_end(&svg);
    return memcmp(words, scanned, sizeof(words)) == 0 ? NULL : "scan_tiles finds other sums";
}
