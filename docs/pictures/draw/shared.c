/* Threads that share words: a lost update, the atomic that prevents it, and a barrier on time lines. */
#include <string.h>

#include "pictures.h"

/* ---- two threads, one word ---- */

enum { ROW = 104, TOP = 70, WIDE = 340, MEMORY_X = 530, LAST_X = 1060 };

enum what { LOAD, STORE, ATOMIC };
struct event {
    int thread;
    enum what what;
};

/* What a thread does and how the arrow goes between it and the word. */
static void draw_event(struct svg *svg, int y, struct event e, const char *text, int number) {
    int x = e.thread ? LAST_X : 0, near = e.thread ? LAST_X - 12 : WIDE + 12;
    int far = e.thread ? MEMORY_X + WIDE + 12 : MEMORY_X - 12;
    svg_box(svg, x, y, WIDE, CELL - 8, e.thread ? SECOND : FIRST);
    svg_text(svg, x + WIDE / 2, y + CELL / 2 + 7, MIDDLE, "strong", text, number);
    const char *class = e.thread ? "warm" : "blue";
    if (e.what == LOAD)
        svg_arrow(svg, far, y + 32, near, y + 32, class);
    else
        svg_arrow(svg, near, y + 32, far, y + 32, class);
}

/* Runs the events on one word, which begins with `word`, a step of the picture each; the word at the end. */
static int draw_events(struct svg *svg, int word, const struct event *events, int count) {
    static const char *const does[] = {"loads %d", "adds 1, stores %d", "atomicAdd: %d"};
    int own[2] = {0};
    svg_text(svg, WIDE / 2, 34, MIDDLE, "big", "thread 0");
    svg_text(svg, MEMORY_X + WIDE / 2, 34, MIDDLE, "big", "count of e");
    svg_text(svg, LAST_X + WIDE / 2, 34, MIDDLE, "big", "thread 1");
    svg_key(svg, MEMORY_X, TOP, WIDE, (uint32_t)word, PLAIN);
    for (int i = 0; i < count; i++) {
        struct event e = events[i];
        int y = TOP + (i + 1) * ROW;
        svg_step(svg);
        if (e.what != STORE) own[e.thread] = word;
        if (e.what != LOAD) word = own[e.thread] + 1;
        draw_event(svg, y, e, does[e.what], word);
        svg_key(svg, MEMORY_X, y, WIDE, (uint32_t)word, e.what == LOAD ? FAINT : PLAIN);
    }
    return word;
}

PICTURE(race) {
    static const struct event events[] = {{0, LOAD}, {1, LOAD}, {0, STORE}, {1, STORE}};
    struct svg svg;
    svg_begin(
        &svg, file, 622, "A lost update",
        "Two threads add 1 to a word that is 7, without an atomic. Thread 0 loads 7 and thread "
        "1 loads 7. Thread 0 stores 8, and thread 1 stores 8 over it. One addition is lost.");
    int word = draw_events(&svg, 7, events, 4);
    svg_text(&svg, MEMORY_X + WIDE / 2, 612, MIDDLE, "warm", "%d: one addition is lost", word);
    svg_end(&svg);
    return word == 8 ? NULL : "no addition is lost in this order";
}

PICTURE(race_atomic) {
    static const struct event events[] = {{0, ATOMIC}, {1, ATOMIC}};
    struct svg svg;
    svg_begin(&svg, file, 412, "Two atomic additions",
              "Two threads add 1 to a word that is 7, by atomicAdd. Each addition loads, adds and "
              "stores in one piece, so the word is 8 and then 9.");
    int word = draw_events(&svg, 7, events, 2);
    svg_text(&svg, MEMORY_X + WIDE / 2, 402, MIDDLE, "blue", "%d: none is lost, in either order",
             word);
    svg_end(&svg);
    return word == 9 ? NULL : "an addition is lost in spite of the atomic";
}

/* ---- a barrier ---- */

enum { THREADS = 4, UNIT = 80, BEGIN_X = 170, LANE = 124, BAR = 76 };

static const char *const WORDS[THREADS] = {"threads", "wait", "for", "others"};

static int lane_y(int thread) {
    return 76 + thread * LANE;
}

/* Each thread counts the letters of its word, a unit of time for each; when the last one is done. */
static int draw_work(struct svg *svg, int *lengths) {
    int last = 0;
    svg_text(svg, BEGIN_X, 36, START, "muted", "time: a letter is a step");
    for (int t = 0; t < THREADS; t++) {
        lengths[t] = (int)strlen(WORDS[t]);
        if (lengths[t] > last) last = lengths[t];
        svg_text(svg, 0, lane_y(t) + 50, START, "strong", "thread %d", t);
        for (int i = 0; i < lengths[t]; i++) {
            svg_box(svg, BEGIN_X + i * UNIT, lane_y(t), UNIT - 6, BAR, FIRST);
            svg_text(svg, BEGIN_X + i * UNIT + 36, lane_y(t) + 50, MIDDLE, "strong", "%c",
                     WORDS[t][i]);
        }
    }
    return last;
}

static void draw_waits(struct svg *svg, const int *lengths, int last) {
    for (int t = 0; t < THREADS; t++) {
        int x = BEGIN_X + lengths[t] * UNIT, width = (last - lengths[t]) * UNIT;
        if (width == 0) continue;
        svg_box(svg, x, lane_y(t), width - 6, BAR, FAINT);
        svg_text(svg, x + width / 2 - 3, lane_y(t) + 50, MIDDLE, "muted",
                 width > UNIT ? "waits %d" : "%d", last - lengths[t]);
    }
}

/* Behind the barrier a thread may read what the others have written. */
static void draw_starts(struct svg *svg, const int *lengths, int x) {
    for (int t = 0, start = 0; t < THREADS; start += lengths[t++]) {
        svg_box(svg, x, lane_y(t), PICTURE_WIDTH - x, BAR, SECOND);
        svg_text(svg, x + 24, lane_y(t) + 50, START, "strong", "its word starts at %d", start);
    }
}

PICTURE(barrier) {
    int lengths[THREADS];
    struct svg svg;
    svg_begin(
        &svg, file, 622, "A barrier on time lines",
        "Four threads count the letters of their words and write the counts. Those that are done "
        "first wait at the barrier for the last one. Only then does each thread add the counts of "
        "the threads before it, which is where its word starts.");
    int last = draw_work(&svg, lengths), x = BEGIN_X + last * UNIT + 8;
    svg_step(&svg);
    draw_waits(&svg, lengths, last);
    svg_step(&svg);
    svg_line(&svg, x, 56, x, lane_y(THREADS) - 24, "ink");
    svg_text(&svg, x, 606, MIDDLE, "strong", "__syncthreads(): all four counts are written");
    svg_step(&svg);
    draw_starts(&svg, lengths, x + 24);
    svg_end(&svg);
    return NULL;
}
