/* Runs become one on the host: heads that step along, and a tournament that remembers its losers. */
#include "block_merge.h"
#include "pictures.h"

enum { RUNS = 4, RUN_KEYS = 6, MERGED = 9, PLAYERS = 8 };

static const uint32_t KEYS[RUNS * RUN_KEYS] = {2, 5, 9,  11, 20, 23, 1, 3,  8,  14, 15, 22,
                                               6, 7, 10, 17, 18, 24, 4, 12, 13, 16, 19, 21};

PICTURE(block_merge_heads) {
    size_t offsets[RUNS + 1], heads[RUNS];
    uint32_t out[RUNS * RUN_KEYS], from[RUNS * RUN_KEYS];
    struct svg svg;
    for (size_t r = 0; r <= RUNS; r++) offsets[r] = r * RUN_KEYS;
    for (size_t r = 0; r < RUNS; r++) heads[r] = offsets[r];
    const struct runs runs = {KEYS, offsets, offsets + 1, RUNS};
    if (merge_runs_scan(&runs, out, from)) return "there is no memory to merge in";
    for (int i = 0; i < MERGED; i++) heads[from[i] / RUN_KEYS]++;
    svg_begin(
        &svg, file, 530, "Four runs and their heads",
        "Four sorted runs, one a row. Keys that are merged already are faint; behind them stands "
        "each "
        "run's head. The output has the merged keys in order, and its next one is the least head.");
    for (size_t r = 0; r < RUNS; r++) {
        svg_text(&svg, 0, 50 + (int)r * 90, START, "strong", "run %zu", r);
        for (size_t i = offsets[r]; i < offsets[r + 1]; i++) {
            enum ink ink = i < heads[r]        ? FAINT
                           : i == from[MERGED] ? DONE
                           : i == heads[r]     ? FIRST
                                               : PLAIN;
            svg_key(&svg, 190 + (int)(i - offsets[r]) * 110, 6 + (int)r * 90, 100, KEYS[i], ink);
        }
    }
    svg_box(&svg, 960, 12, 52, 52, FIRST);
    svg_text(&svg, 1030, 50, START, "", "head of a run");
    svg_box(&svg, 960, 102, 52, 52, DONE);
    svg_text(&svg, 1030, 140, START, "", "the least: the next key");
    svg_box(&svg, 960, 192, 52, 52, FAINT);
    svg_text(&svg, 1030, 230, START, "", "merged");
    svg_text(&svg, 0, 480, START, "strong", "output");
    for (int i = 0; i <= MERGED; i++)
        svg_key(&svg, 190 + i * 110, 436, 100, out[i], i == MERGED ? DONE : FAINT);
    svg_end(&svg);
    return NULL;
}

/* Seats 1 .. PLAYERS - 1 hold losers; run r enters at seat (PLAYERS + r) / 2. Below all bids is 0. */
static uint64_t play(uint64_t *seats, uint32_t r, uint64_t bid) {
    for (uint32_t i = (PLAYERS + r) / 2; i > 0; i /= 2)
        if (seats[i] < bid) {
            uint64_t loser = bid;
            bid = seats[i];
            seats[i] = loser;
        }
    return bid;
}

static int seat_x(int seat) { /* seats of a level are spread evenly */
    int first = 1;
    while (2 * first <= seat) first *= 2;
    return 190 + 1190 / (2 * first) * (2 * (seat - first) + 1);
}

static int seat_y(int seat) {
    int level = 0;
    for (; seat > 1; seat /= 2) level++;
    return 124 + level * 146;
}

static void draw_seat(struct svg *svg, int seat, uint64_t word, enum ink ink) {
    svg_box(svg, seat_x(seat) - 65, seat_y(seat), 130, 64, ink);
    svg_text(svg, seat_x(seat), seat_y(seat) + 44, MIDDLE, ink == DONE ? "strong on5" : "strong",
             "%u : %u", (uint32_t)(word >> 32), (uint32_t)word - 1);
}

PICTURE(loser_tree) {
    static const uint32_t heads[PLAYERS] = {9, 4, 7, 12, 6, 5, 8, 11};
    uint64_t seats[2 * PLAYERS] = {0}, winner = 0;
    size_t offsets[PLAYERS + 1];
    uint32_t out[PLAYERS], from[PLAYERS];
    struct svg svg;
    for (size_t r = 0; r <= PLAYERS; r++) offsets[r] = r;
    const struct runs runs = {heads, offsets, offsets + 1, PLAYERS};
    if (merge_runs_losertree(&runs, out, from)) return "there is no memory to merge in";
    for (uint32_t r = 0; r < PLAYERS; r++)
        winner = play(seats, r, seats[PLAYERS + r] = (uint64_t)heads[r] << 32 | (r + 1));
    uint32_t best = (uint32_t)winner - 1;
    svg_begin(&svg, file, 640, "A tree of losers",
              "A tournament of eight heads. In each match the lesser wins and goes on, and the "
              "loser keeps the "
              "seat. The winner of the final is the least head. The next key of its run has to "
              "meet only the "
              "losers on its way up, one a level.");
    for (int i = 2 * PLAYERS - 1; i > 1; i--) {
        int on_way = (int)(PLAYERS + best) == i || (int)(PLAYERS + best) / 2 == i ||
                     (int)(PLAYERS + best) / 4 == i;
        svg_line(&svg, seat_x(i), seat_y(i), seat_x(i / 2), seat_y(i / 2) + 64,
                 on_way ? "warm" : "");
    }
    svg_arrow(&svg, seat_x(1), seat_y(1), seat_x(1), 76, "warm");
    svg_box(&svg, seat_x(1) - 65, 6, 130, 64, DONE);
    svg_text(&svg, seat_x(1), 50, MIDDLE, "strong on5", "%u : %u", (uint32_t)(winner >> 32), best);
    svg_text(&svg, seat_x(1) + 90, 50, START, "muted", "key : run; the next key is that of run %u",
             best);
    for (int i = 1; i < PLAYERS; i++) draw_seat(&svg, i, seats[i], FIRST);
    for (int i = PLAYERS; i < 2 * PLAYERS; i++)
        draw_seat(&svg, i, seats[i], i == (int)(PLAYERS + best) ? SECOND : PLAIN);
    svg_text(&svg, 0, 50, START, "strong", "winner");
    svg_text(&svg, 0, 314, START, "strong", "losers");
    svg_text(&svg, 0, 606, START, "strong", "heads");
    svg_end(&svg);
    return from[0] == best ? NULL : "merge_runs_losertree begins with another run";
}
