/* Sorting networks: wires from left to right, a line where two keys are compared. */
#include <string.h>

#include "bitonic_merge.h"
#include "device.h"
#include "odd_even_sort.h"
#include "pictures.h"

enum { WIRES = 16 };

struct network {
    struct svg svg;
    int wires, pitch, slot,
        values; /* pitch of wires; widths of a comparator and of a column of keys */
    int x;      /* how far it is drawn */
    uint32_t keys[WIRES];
};

static int wire_y(const struct network *n, int wire) {
    return 70 + wire * n->pitch;
}

static void draw_values(struct network *n, const char *class) {
    for (int i = 0; i < n->wires; i++)
        svg_text(&n->svg, n->x + n->values / 2, wire_y(n, i) + 11, MIDDLE, class, "%u", n->keys[i]);
    n->x += n->values;
}

/* Of pairs that overlap each gets a column of its own. Returns the columns that a level takes. */
static int slots_of(const struct network *n, int mask, int *slot) {
    int columns = 0;
    for (int i = 0; i < n->wires; i++) {
        if ((i ^ mask) < i || (i ^ mask) >= n->wires) continue;
        int taken = 1;
        for (slot[i] = -1; taken;) {
            slot[i]++, taken = 0;
            for (int j = 0; j < i; j++)
                taken |= (j ^ mask) > j && (j ^ mask) < n->wires && (j ^ mask) >= i &&
                         slot[j] == slot[i];
        }
        if (slot[i] >= columns) columns = slot[i] + 1;
    }
    return columns;
}

static int level_width(const struct network *n, int mask, int *slot) {
    return n->slot * slots_of(n, mask, slot);
}

static int merge_width(const struct network *n, int size) {
    int slot[WIRES], width = level_width(n, 2 * size - 1, slot);
    for (int stride = size / 2; stride > 0; stride /= 2) width += level_width(n, stride, slot);
    return width;
}

/* A level: place i meets i ^ mask. The device does it; what came out says who was exchanged. */
static void draw_level(struct network *n, int mask) {
    uint32_t before[WIRES];
    int slot[WIRES], width = level_width(n, mask, slot);
    memcpy(before, n->keys, sizeof(before));
    uint32_t *d_keys = to_device(n->keys, n->wires);
    compare_partners(d_keys, n->wires, mask, 0);
    from_device(n->keys, d_keys, n->wires);
    for (int i = 0; i < n->wires; i++)
        svg_line(&n->svg, n->x, wire_y(n, i), n->x + width, wire_y(n, i), "");
    for (int i = 0; i < n->wires; i++) {
        int partner = i ^ mask, x = n->x + slot[i] * n->slot + n->slot / 2;
        if (partner < i || partner >= n->wires) continue;
        enum ink ink = before[i] != n->keys[i] ? SECOND : FIRST;
        svg_line(&n->svg, x, wire_y(n, i), x, wire_y(n, partner), ink == SECOND ? "warm" : "blue");
        svg_dot(&n->svg, x, wire_y(n, i), 7, ink);
        svg_dot(&n->svg, x, wire_y(n, partner), 7, ink);
    }
    n->x += width;
}

/* What a group of levels is for, above it. */
static void draw_title(struct network *n, int from, const char *text) {
    svg_text(&n->svg, (from + n->x) / 2, 34, MIDDLE, "muted", "%s", text);
}

/* How long the runs are that the keys stand in, above the next column of keys. */
static void draw_runs(struct network *n, int length) {
    const char *format = n->wires > 8 ? "%d" : length == 1 ? "keys" : "runs of %d";
    char text[40];
    snprintf(text, sizeof(text), format, length);
    svg_text(&n->svg, n->x + n->values / 2, 34, MIDDLE, "muted", "%s", text);
    draw_values(n, length == n->wires ? "strong" : "");
}

/* Two runs of `size` keys become one: the second one is met reversed, then half-cleaners. */
static void draw_merge(struct network *n, int size) {
    draw_level(n, 2 * size - 1);
    for (int stride = size / 2; stride > 0; stride /= 2) draw_level(n, stride);
    draw_runs(n, 2 * size);
}

static const char *draw_bitonic(FILE *file, struct network n, const uint32_t *keys,
                                const char *title, const char *description) {
    int width = n.values, wires = n.wires;
    for (int size = 1; size < wires; size *= 2) width += n.values + merge_width(&n, size);
    memcpy(n.keys, keys, wires * sizeof(*keys));
    svg_begin_wide(&n.svg, file, width, 70 + (wires - 1) * n.pitch + 26, title, description);
    draw_runs(&n, 1);
    for (int size = 1; size < wires; size *= 2) draw_merge(&n, size);
    svg_end(&n.svg);
    return NULL;
}

PICTURE(bitonic_8) {
    static const uint32_t keys[8] = {6, 3, 8, 1, 7, 2, 5, 4};
    return draw_bitonic(
        file, (struct network){.wires = 8, .pitch = 70, .slot = 60, .values = 144}, keys,
        "Bitonic sort of 8 keys",
        "A network of eight wires in three groups of levels. They make runs of two, of four and of "
        "eight keys: one, two and three levels, in each of which four pairs are compared.");
}

PICTURE(bitonic_16) {
    static const uint32_t keys[16] = {11, 3, 14, 6, 1, 16, 8, 9, 5, 12, 2, 15, 10, 4, 13, 7};
    return draw_bitonic(file, (struct network){.wires = 16, .pitch = 37, .slot = 28, .values = 76},
                        keys, "Bitonic sort of 16 keys",
                        "A network of sixteen wires in four groups of levels. They make runs of "
                        "two, four, eight and "
                        "sixteen keys: one, two, three and four levels, in each of which eight "
                        "pairs are compared.");
}

PICTURE(half_cleaner) {
    static const uint32_t keys[8] = {1, 4, 6, 8, 7, 5, 3, 2};
    static const char *const NAMES[] = {"stride 4", "stride 2", "stride 1"};
    struct network n = {.wires = 8, .pitch = 70, .slot = 60, .values = 100, .x = 40};
    memcpy(n.keys, keys, sizeof(keys));
    svg_begin_wide(&n.svg, file, 1090, 70 + 7 * 70 + 26,
                   "Half-cleaners make a run of a bitonic sequence",
                   "Eight keys that rise and then fall. At stride 4 each key meets the one four "
                   "places on: after it "
                   "no key of the upper half is greater than one of the lower half. Strides 2 and "
                   "1 do the same "
                   "within halves and quarters, and all keys ascend.");
    svg_text(&n.svg, 40 + n.values / 2, 34, MIDDLE, "muted", "up, down");
    draw_values(&n, "strong");
    n.x += 30;
    for (int stride = 4, i = 0; stride > 0; stride /= 2, i++) {
        int from = n.x;
        draw_level(&n, stride);
        n.x += 20;
        draw_values(&n, "strong");
        n.x += 60;
        draw_title(&n, from - 80, NAMES[i]);
    }
    svg_end(&n.svg);
    return NULL;
}

PICTURE(odd_even_phases) {
    enum { N = 8, STEP = 164 };
    uint32_t keys[N] = {7, 2, 8, 5, 1, 6, 4, 3}, before[N];
    struct svg svg;
    svg_begin(&svg, file, 606, "Odd-even transposition sort of eight keys",
              "Nine columns of eight keys: the input and what each of eight phases leaves. Even "
              "phases compare "
              "keys 0 and 1, 2 and 3, and so on; odd phases 1 and 2, 3 and 4. Pairs that were "
              "exchanged stand out.");
    for (int phase = 0; phase <= N; phase++) {
        int x = phase * STEP;
        if (phase < N) svg_text(&svg, x + 118, 30, MIDDLE, "muted", phase % 2 ? "odd" : "even");
        for (int i = 0; i < N; i++)
            svg_key(&svg, x, 46 + i * 70, 72, keys[i], phase == N ? DONE : PLAIN);
        if (phase == N) break;
        memcpy(before, keys, sizeof(keys));
        uint32_t *d_keys = to_device(keys, N);
        compare_neighbours(d_keys, N, phase, 0);
        from_device(keys, d_keys, N);
        for (int i = phase % 2; i + 1 < N; i += 2) {
            int swapped = before[i] != keys[i], top = 46 + 32 + i * 70, y[2] = {top, top + 70};
            for (int side = 0; side < 2; side++)
                svg_arrow(&svg, x + 80, y[side], x + STEP - 8, y[swapped ? !side : side],
                          swapped ? "warm" : "");
        }
    }
    svg_end(&svg);
    return NULL;
}
