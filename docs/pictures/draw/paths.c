/* Merge path: two runs as a grid, the way through it that is their merge, and where it is cut. */
#include <string.h>

#include "device.h"
#include "merge_path.h"
#include "pictures.h"

enum { RUN = 8, SHARE = 4, SHARES = 2 * RUN / SHARE, SIDE = 62, LEFT = 96, ABOVE = 84 };
enum { TEXT_X = 760, SHARE_Y = 140, SHARE_STEP = 118 };

static int grid_x(int taken_of_a) {
    return LEFT + taken_of_a * SIDE;
}

static int grid_y(int taken_of_b) {
    return ABOVE + taken_of_b * SIDE;
}

/* The runs at the edges, a across and b downwards, and lines between their keys. */
static void draw_grid(struct svg *svg, const uint32_t *a, const uint32_t *b) {
    svg_text(svg, LEFT - 20, ABOVE - 58, END, "warm", "b");
    svg_text(svg, LEFT + RUN * SIDE + 14, ABOVE - 24, START, "blue", "a");
    for (int i = 0; i <= RUN; i++) {
        svg_line(svg, grid_x(0), grid_y(i), grid_x(RUN), grid_y(i), "");
        svg_line(svg, grid_x(i), grid_y(0), grid_x(i), grid_y(RUN), "");
        if (i == RUN) continue;
        svg_text(svg, LEFT - 20, grid_y(i) + 43, END, "warm", "%u", b[i]);
        svg_text(svg, grid_x(i) + SIDE / 2, ABOVE - 24, MIDDLE, "blue", "%u", a[i]);
    }
}

/* A step of the path, a broad line: right where a key of a is taken, down where one of b is. */
static void draw_step(struct svg *svg, int of_a, int of_b, int right) {
    int x = grid_x(of_a), y = grid_y(of_b), to_x = grid_x(of_a + right),
        to_y = grid_y(of_b + !right);
    for (int off = -4; off <= 4; off += 2)
        svg_line(svg, x + (right ? -4 : off), y + (right ? off : -4), to_x + (right ? 4 : off),
                 to_y + (right ? off : 4), right ? "blue" : "warm");
}

/* The diagonal on which so many keys are taken, and where the path crosses it. */
static void draw_diagonal(struct svg *svg, int diagonal, int of_a) {
    int from = diagonal < RUN ? diagonal : RUN, to = diagonal - from;
    svg_line(svg, grid_x(to), grid_y(from), grid_x(from), grid_y(to), "dash ink");
    svg_dot(svg, grid_x(of_a), grid_y(diagonal - of_a), 13, DONE);
}

/* A share: its keys, from a or from b, and what its diagonal cuts off. */
static void draw_share(struct svg *svg, int share, const uint32_t *keys, const int *from_a,
                       int of_a) {
    int y = SHARE_Y + share * SHARE_STEP;
    svg_text(svg, TEXT_X, y + 44, START, "strong", "share %d", share);
    for (int i = 0; i < SHARE; i++)
        svg_key(svg, TEXT_X + 150 + i * 80, y, 72, keys[i], from_a[i] ? FIRST : SECOND);
    svg_text(svg, TEXT_X + 490, y + 44, START, "muted", "%d of a", of_a);
}

PICTURE(merge_path) {
    static const uint32_t keys[2 * RUN] = {1, 2, 3, 8, 9, 12, 12, 15, 4, 6, 7, 10, 11, 12, 13, 16};
    const uint32_t *a = keys, *b = keys + RUN;
    uint32_t merged[2 * RUN], path[2 * RUN];
    int from_a[2 * RUN];
    struct svg svg;
    uint32_t *d_in = to_device(keys, 2 * RUN), *d_out = to_device(keys, 2 * RUN);
    merge_by_ranks(d_in, d_out, 2 * RUN, RUN, 0);
    from_device(merged, d_out, 2 * RUN);
    cudaFree(d_in);
    svg_begin(
        &svg, file, grid_y(RUN) + 24, "Merge path: two runs of eight keys, cut into four shares",
        "A grid with the first run across and the other downwards. The merge is a path from corner "
        "to corner: right where a key of the first run is taken, down where one of the second "
        "is. Three diagonals cut it into shares of four keys, whatever the keys are. Beside "
        "it stand the four shares.");
    draw_grid(&svg, a, b);
    svg_text(&svg, TEXT_X, SHARE_Y - 50, START, "muted", "right takes of a, down of b");
    for (int s = 0, i = 0; s < SHARES; s++) {
        int before = i;
        svg_step(&svg);
        for (int k = s * SHARE; k < (s + 1) * SHARE; k++) {
            int j = k - i, right = from_a[k] = j == RUN || (i < RUN && a[i] <= b[j]);
            path[k] = right ? a[i] : b[j];
            draw_step(&svg, i, j, right);
            i += right;
        }
        if (s + 1 < SHARES) draw_diagonal(&svg, (s + 1) * SHARE, i);
        draw_share(&svg, s, path + s * SHARE, from_a + s * SHARE, i - before);
    }
    svg_end(&svg);
    return memcmp(path, merged, sizeof(path)) == 0 ? NULL : "merge_by_ranks merges otherwise";
}
