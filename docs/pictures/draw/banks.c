/* Which word lies in which bank of shared memory, and how many turns a warp's request takes there. */
#include "pictures.h"

enum { LANES = 32, BANKS = 32, MOST_WORDS = LANES * BANKS };
enum { ROWS = 2, PITCH = 43, WIDE = 39, TURN = 7 };

/* How many words a request wants from each bank, and so its turns. Lanes that want one word share it. */
static int turns_of(int stride, int wanted[BANKS]) {
    static char seen[MOST_WORDS];
    int most = 0;
    for (int w = 0; w < MOST_WORDS; w++) seen[w] = 0;
    for (int b = 0; b < BANKS; b++) wanted[b] = 0;
    for (int lane = 0; lane < LANES; lane++) {
        int word = lane * stride, bank = word % BANKS;
        if (seen[word]) continue;
        seen[word] = 1;
        if (++wanted[bank] > most) most = wanted[bank];
    }
    return most;
}

static void draw_words(struct svg *svg, int y) {
    svg_text(svg, 0, y, START, "strong", "Word w is in bank w mod %d. A column is a bank.", BANKS);
    svg_text(svg, BANKS * PITCH, y, END, "muted", "Below, a row is a turn.");
    for (int w = 0; w < ROWS * BANKS; w++) {
        int x = w % BANKS * PITCH, top = y + 20 + w / BANKS * 52;
        svg_box(svg, x, top, WIDE, 48, PLAIN);
        svg_text(svg, x + WIDE / 2, top + 35, MIDDLE, "", "%d", w);
    }
}

/* A column is a bank and a row is a turn: in which turns does the bank work? */
static void draw_request(struct svg *svg, int y, const char *words, int stride) {
    int wanted[BANKS], turns = turns_of(stride, wanted);
    svg_text(svg, 0, y, START, "strong", "Lane l reads word %s", words);
    svg_text(svg, BANKS * PITCH, y, END, turns > 1 ? "warm" : "blue",
             turns > 1 ? "%d turns" : "%d turn", turns);
    for (int b = 0; b < BANKS; b++) {
        svg_box(svg, b * PITCH, y + 18, WIDE, turns * TURN, THIRD);
        for (int turn = 0; turn < wanted[b]; turn++)
            svg_box(svg, b * PITCH, y + 18 + turn * TURN, WIDE, TURN, turn ? SECOND : DONE);
    }
}

PICTURE(banks) {
    struct svg svg;
    svg_begin(
        &svg, file, 612, "Banks of shared memory",
        "Words 0 to 31 are in banks 0 to 31, and words 32 to 63 again. Below are three "
        "requests of a warp. Lane l reads word l: each bank has one word, 1 turn. Word 2 l: every "
        "other bank has two words, 2 turns. Word 32 l: bank 0 has all 32 words, 32 turns, and the "
        "other banks are idle.");
    draw_words(&svg, 34);
    draw_request(&svg, 216, "l", 1);
    draw_request(&svg, 288, "2 l", 2);
    draw_request(&svg, 368, "32 l", 32);
    svg_end(&svg);
    return NULL;
}
