/* A radix sort by bits: every pass, and one split with its two lists. */
#include <string.h>

#include "pictures.h"
#include "serial_radix.h"

enum { PASSES = 4, PASS_KEYS = 6, SPLIT_KEYS = 8 };

/* A key with its lowest bits, of which one stands out. */
static void draw_bits(struct svg *svg, int x, int y, uint32_t key, int bits, int shown) {
    for (int b = bits - 1; b >= 0; b--)
        svg_text(svg, x + (bits - 1 - b) * 20, y, START,
                 b != shown         ? "muted"
                 : key >> shown & 1 ? "warm"
                                    : "blue",
                 "%u", key >> b & 1);
}

static void draw_pass_row(struct svg *svg, int row, const uint32_t *keys) {
    int y = 6 + row * 132, bit = row - 1;
    if (row == 0)
        svg_text(svg, 0, y + 44, START, "strong", "keys");
    else
        svg_text(svg, 0, y + 44, START, "strong", "by bit %d", bit);
    for (int i = 0; i < PASS_KEYS; i++) {
        int x = 190 + i * 204;
        svg_box(svg, x, y, 184, 64, row == 0 ? PLAIN : keys[i] >> bit & 1 ? SECOND : FIRST);
        svg_text(svg, x + 50, y + 44, MIDDLE, "strong", "%u", keys[i]);
        draw_bits(svg, x + 88, y + 44, keys[i], PASSES, bit);
    }
}

/* From each key's place in one row to its place in the next. */
static void draw_moves(struct svg *svg, const uint32_t *from, const uint32_t *to, int n, int left,
                       int step, int y, int to_y, int bit) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (from[i] == to[j])
                svg_curve(svg, left + i * step, y, left + j * step, to_y,
                          from[i] >> bit & 1 ? "warm" : "blue");
}

PICTURE(radix_passes) {
    uint32_t keys[PASSES + 1][PASS_KEYS] = {{9, 7, 11, 4, 12, 15}};
    struct svg svg;
    svg_begin(
        &svg, file, 608, "Radix sort, a split for each bit",
        "Six keys of four bits in five rows. Each row is the one above it split by one bit, the "
        "lowest first: keys whose bit is 0 come first, then those whose bit is 1, each in the "
        "order "
        "they had. After the highest bit the keys are in order.");
    draw_pass_row(&svg, 0, keys[0]);
    for (int bit = 0; bit < PASSES; bit++) {
        split_by_bit(keys[bit], keys[bit + 1], PASS_KEYS, bit);
        draw_moves(&svg, keys[bit], keys[bit + 1], PASS_KEYS, 190 + 92, 204, 72 + bit * 132,
                   136 + bit * 132, bit);
        draw_pass_row(&svg, bit + 1, keys[bit + 1]);
    }
    svg_end(&svg);
    return NULL;
}

PICTURE(radix_split) {
    static const uint32_t in[SPLIT_KEYS] = {5, 2, 7, 4, 1, 6, 3, 0};
    uint32_t out[SPLIT_KEYS], zeros = 0;
    struct svg svg;
    split_by_bit(in, out, SPLIT_KEYS, 0);
    svg_begin(&svg, file, 470, "A stable split by bit 0",
              "Eight keys above, the same eight below. Even keys, whose bit 0 is 0, go to the "
              "front in the "
              "order they had; odd keys go behind them, in the order they had.");
    for (int i = 0; i < SPLIT_KEYS; i++) zeros += !(in[i] & 1);
    svg_text(&svg, 0, 50, START, "strong", "in");
    svg_text(&svg, 0, 370, START, "strong", "out");
    for (int i = 0; i < SPLIT_KEYS; i++) {
        int x = 110 + i * 162;
        svg_box(&svg, x, 6, 142, 64, in[i] & 1 ? SECOND : FIRST);
        svg_text(&svg, x + 40, 50, MIDDLE, "strong", "%u", in[i]);
        draw_bits(&svg, x + 70, 50, in[i], 3, 0);
        svg_box(&svg, x, 326, 142, 64, out[i] & 1 ? SECOND : FIRST);
        svg_text(&svg, x + 40, 370, MIDDLE, "strong", "%u", out[i]);
        draw_bits(&svg, x + 70, 370, out[i], 3, 0);
    }
    draw_moves(&svg, in, out, SPLIT_KEYS, 110 + 71, 162, 72, 322, 0);
    svg_text(&svg, 110, 440, START, "blue", "0-list, from place 0");
    svg_text(&svg, 110 + (int)zeros * 162, 440, START, "warm",
             "1-list, from place %u: behind %u zeros", zeros, zeros);
    svg_end(&svg);
    return NULL;
}
