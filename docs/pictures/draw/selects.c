/* Radix select: each round counts a digit of the keys that are left, and keeps those of one bin. */
#include "device.h"
#include "pictures.h"
#include "radix_select.h"

enum { KEYS = 12, DIGITS = 3, VALUES = 4, KEY_X = 132, KEY_STEP = 78, BIN_X = 1100, ROW = 172 };

/** The digit of a round: the highest one first, of two bits. */
static uint32_t digit_of(uint32_t key, int round) {
    return key >> 2 * (DIGITS - 1 - round) & (VALUES - 1);
}

/** Whether a key agrees in the digits of the rounds before with what has been found. */
static int left_of(uint32_t key, uint32_t found, int round) {
    int shift = 2 * (DIGITS - round);
    return key >> shift == found >> shift;
}

static void draw_digits(struct svg *svg, int x, int y, uint32_t key, enum ink ink) {
    svg_box(svg, x, y, 70, 64, ink);
    svg_text(svg, x + 35, y + 44, MIDDLE,
             ink == FAINT  ? "muted"
             : ink == DONE ? "strong on5"
                           : "strong",
             "%u%u%u", digit_of(key, 0), digit_of(key, 1), digit_of(key, 2));
}

/* A round: its candidates, how many have each digit, and the bin of the k-th. Leaves the new k. */
static uint32_t draw_round(struct svg *svg, int round, const uint32_t *keys, uint32_t k,
                           uint32_t *found) {
    int y = 64 + round * ROW, shift = 2 * (DIGITS - 1 - round);
    uint32_t bins[VALUES] = {0}, before = 0, digit = 0;
    for (int i = 0; i < KEYS; i++)
        if (left_of(keys[i], *found, round)) bins[digit_of(keys[i], round)]++;
    while (k > before + bins[digit]) before += bins[digit++];
    svg_text(svg, 0, y + 44, START, "strong", "k = %u", k);
    for (int i = 0; i < KEYS; i++)
        draw_digits(svg, KEY_X + i * KEY_STEP, y, keys[i],
                    !left_of(keys[i], *found, round)    ? FAINT
                    : digit_of(keys[i], round) != digit ? PLAIN
                    : round == DIGITS - 1               ? DONE
                                                        : FIRST);
    for (uint32_t d = 0; d < VALUES; d++) {
        svg_text(svg, BIN_X + (int)d * 75 + 35, y - 14, MIDDLE, "muted", "%u", d);
        svg_key(svg, BIN_X + (int)d * 75, y, 70, bins[d], d == digit ? FIRST : PLAIN);
    }
    *found |= digit << shift;
    svg_text(svg, KEY_X, y + 110, START, "muted",
             "%u below digit %u: number %u of the %u that have it", before, digit, k - before,
             bins[digit]);
    return k - before;
}

PICTURE(radix_select) {
    static const uint32_t keys[KEYS] = {27, 6, 53, 25, 24, 40, 11, 26, 19, 60, 30, 35};
    enum { K = 6 };
    uint32_t selected = 0, found = 0, k = K;
    struct svg svg;
    void *d_temp;
    if (cudaMalloc(&d_temp, select_bytes(KEYS)) != cudaSuccess) return "there is no memory";
    uint32_t *d_in = to_device(keys, KEYS), *d_key = to_device(&selected, 1);
    select_kth(d_in, KEYS, K, KEY_U32, d_key, d_temp, select_bytes(KEYS), 0);
    from_device(&selected, d_key, 1);
    cudaFree(d_in);
    cudaFree(d_temp);
    svg_begin(
        &svg, file, 64 + 2 * ROW + 124, "Radix select: the 6th smallest of twelve keys",
        "Twelve keys of three digits, in three rows, and beside each row how many of the keys "
        "that are left have each digit. The bin that holds the k-th key says the digit; the "
        "keys of the other bins drop out, and k is counted from that bin on. After the last "
        "digit one key is left.");
    svg_text(&svg, KEY_X, 40, START, "muted", "keys, three digits each");
    for (int round = 0; round < DIGITS; round++) k = draw_round(&svg, round, keys, k, &found);
    svg_end(&svg);
    return found == selected ? NULL : "select_kth finds another key";
}
