/* How a block finds the next key of its run: by two atomics, and by a tree. */
#include <string.h>

#include "atomic_merge.h"
#include "device.h"
#include "pictures.h"
#include "reduce_merge.h"

enum { DONE_KEYS = 7, LEAVES = 8 };

/* Four sorted lists; key r of list t stands at [r * BLOCK_THREADS + t]. */
static const uint32_t TILE[TILE_ITEMS] = {2, 3, 0, 3, 9, 4, 1, 4, 12, 8, 1, 6, 15, 13, 2, 10};

static void draw_lists(struct svg *svg, const uint32_t *heads, const uint32_t *choice) {
    for (uint32_t t = 0; t < BLOCK_THREADS; t++) {
        int x = 190 + (int)t * 190;
        svg_text(svg, x + 50, 34, MIDDLE, "muted", "list %u", t);
        for (uint32_t i = t; i < TILE_ITEMS; i += BLOCK_THREADS) {
            int y = 50 + (int)(i / BLOCK_THREADS) * 70;
            enum ink ink = i < heads[t]    ? FAINT
                           : i == heads[t] ? t == choice[1] ? DONE : FIRST
                                           : PLAIN;
            svg_key(svg, x, y, 100, TILE[i], ink);
        }
    }
}

/* A row of what the threads do, and the word of shared memory in which it ends. */
static void draw_word(struct svg *svg, int y, const char *name, const char *word, uint32_t value) {
    svg_text(svg, 0, y + 44, START, "strong", "%s", name);
    svg_text(svg, 1010, y + 44, START, "muted", "%s", word);
    svg_key(svg, 1220, y, 100, value, SECOND);
}

static void draw_bids(struct svg *svg, const uint32_t *heads, const uint32_t *choice) {
    draw_word(svg, 360, "bid", "s_lowest", choice[0]);
    draw_word(svg, 446, "claim", "s_winner", choice[1]);
    for (uint32_t t = 0; t < BLOCK_THREADS; t++) {
        int x = 190 + (int)t * 190, has_key = heads[t] < TILE_ITEMS;
        int claims = has_key && TILE[heads[t]] == choice[0];
        svg_text(svg, x + 50, 404, MIDDLE, claims ? "warm" : "", has_key ? "%u" : "none",
                 has_key ? TILE[heads[t]] : 0);
        if (claims)
            svg_text(svg, x + 50, 490, MIDDLE, t == choice[1] ? "warm" : "", "%u", t);
        else
            svg_text(svg, x + 50, 490, MIDDLE, "muted", "–");
    }
    svg_arrow(svg, 880, 392, 990, 392, "warm");
    svg_arrow(svg, 880, 478, 990, 478, "warm");
}

PICTURE(atomic_merge_round) {
    uint32_t heads[BLOCK_THREADS] = {0, 1, 2, 3}, run[TILE_ITEMS] = {0}, choice[2] = {0};
    uint32_t *d_tile = to_device(TILE, TILE_ITEMS), *d_heads = to_device(heads, BLOCK_THREADS);
    uint32_t *d_run = to_device(run, TILE_ITEMS), *d_choice = to_device(choice, 2);
    struct svg svg;
    merge_rounds(d_tile, TILE_ITEMS, d_heads, d_run, DONE_KEYS, 0);
    choose_head(d_tile, TILE_ITEMS, d_heads, d_choice, 0);
    from_device(heads, d_heads, BLOCK_THREADS);
    from_device(run, d_run, TILE_ITEMS);
    from_device(choice, d_choice, 2);
    cudaFree(d_tile);
    svg_begin(&svg, file, 622, "A round of the merge by atomicMin",
              "Four sorted lists, some of whose keys are merged already; one list is exhausted. "
              "The others "
              "bid with their heads, and the least key stays in s_lowest. The lists that have it "
              "claim, and "
              "the first of them stays in s_winner. It writes the key to the run and steps down.");
    draw_lists(&svg, heads, choice);
    draw_bids(&svg, heads, choice);
    svg_text(&svg, 0, 590, START, "strong", "run");
    for (int i = 0; i < DONE_KEYS; i++) svg_key(&svg, 190 + i * 86, 546, 80, run[i], FAINT);
    svg_key(&svg, 190 + DONE_KEYS * 86, 546, 80, choice[0], DONE);
    svg_text(&svg, 190 + DONE_KEYS * 86 + 100, 590, START, "muted",
             "from list %u, which steps down", choice[1]);
    svg_end(&svg);
    return NULL;
}

/* Folds halves as the solution does and draws it, level by level; the word that is left. */
static uint64_t draw_levels(struct svg *svg, uint64_t *words) {
    for (int left = LEAVES, level = 0;; left = (left + 1) / 2, level++) {
        int y = 40 + level * 172, front = (left + 1) / 2;
        for (int i = 0; i < left; i++) {
            int x = 190 + i * 152,
                loses = left > 1 && (i < front ? i + front < left && words[i + front] < words[i]
                                               : words[i] > words[i - front]);
            svg_box(svg, x, y, 130, 64, left == 1 ? DONE : i < front ? FIRST : SECOND);
            svg_text(svg, x + 65, y + 44, MIDDLE,
                     left == 1 ? "strong on5"
                     : loses   ? "muted"
                               : "strong",
                     "%u : %u", (uint32_t)(words[i] >> 32), (uint32_t)words[i]);
        }
        svg_text(svg, 0, y + 44, START, "strong",
                 left == LEAVES ? "%d heads"
                 : left == 1    ? "least"
                                : "%d left",
                 left);
        if (left == 1) return words[0];
        for (int i = 0; i + front < left; i++) {
            int x = 190 + 65 + i * 152;
            svg_curve(svg, x, y + 68, x, y + 168, "blue");
            svg_curve(svg, x + front * 152, y + 68, x + 12, y + 168, "warm");
            if (words[i + front] < words[i]) words[i] = words[i + front];
        }
    }
}

PICTURE(reduction_tree) {
    static const uint32_t keys[LEAVES] = {9, 4, 7, 12, 6, 5, 8, 4};
    uint32_t heads[LEAVES], choice[2] = {0};
    uint64_t words[LEAVES];
    struct svg svg;
    for (uint32_t i = 0; i < LEAVES; i++) heads[i] = i, words[i] = (uint64_t)keys[i] << 32 | i;
    uint32_t *d_tile = to_device(keys, LEAVES), *d_heads = to_device(heads, LEAVES),
             *d_choice = to_device(choice, 2);
    least_head_halves(d_tile, LEAVES, d_heads, LEAVES, d_choice, 0);
    from_device(choice, d_choice, 2);
    cudaFree(d_tile);
    cudaFree(d_heads);
    svg_begin(&svg, file, 622, "A tree of minima over eight heads",
              "Eight words, each a key and the list it heads. In three levels the rear half is "
              "folded onto the "
              "front half and the lesser word stays: eight words, four, two, one. Equal keys go by "
              "their list.");
    uint64_t least = draw_levels(&svg, words);
    svg_text(&svg, 400, 600, START, "muted", "key : list. Equal keys: the lower list is less.");
    svg_end(&svg);
    return least == ((uint64_t)choice[0] << 32 | choice[1])
               ? NULL
               : "least_head_halves finds another head";
}
