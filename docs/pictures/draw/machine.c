/* The machine: what a GPU is made of, and why an SM has many warps. */
#include "pictures.h"

/* ---- from the chip to the SM and the memories ---- */

enum { SMS = 4, SM_W = 236, SM_H = 300, SM_GAP = 24, DEVICE_X = 320, LANES = 8 };

static int sm_x(int sm) {
    return DEVICE_X + 24 + sm * (SM_W + SM_GAP);
}

static void draw_chip(struct svg *svg) {
    svg_box(svg, DEVICE_X, 56, 1080, 566, PLAIN);
    svg_text(svg, DEVICE_X, 34, START, "big", "device: the GPU");
    svg_text(svg, 0, 34, START, "big", "host");
    svg_box(svg, 0, 56, 210, 220, FIRST);
    svg_text(svg, 105, 178, MIDDLE, "strong", "CPU");
    svg_box(svg, 0, 402, 210, 220, THIRD);
    svg_text(svg, 105, 504, MIDDLE, "strong", "host");
    svg_text(svg, 105, 544, MIDDLE, "strong", "memory");
    for (int s = 0; s < SMS; s++) {
        svg_box(svg, sm_x(s), 84, SM_W, SM_H, FIRST);
        svg_text(svg, sm_x(s) + SM_W / 2, 128, MIDDLE, "blue", s < SMS - 1 ? "SM %d" : "... SM 131",
                 s);
    }
}

/* In each SM: warps, which are rows of lanes, and what they share. */
static void draw_inside(struct svg *svg) {
    for (int s = 0; s < SMS; s++) {
        for (int warp = 0; warp < 4; warp++)
            for (int lane = 0; lane < LANES; lane++)
                svg_box(svg, sm_x(s) + 18 + lane * 25, 148 + warp * 32, 19, 22, DONE);
        svg_text(svg, sm_x(s) + SM_W / 2, 304, MIDDLE, "", "warps");
        svg_box(svg, sm_x(s) + 14, 318, SM_W - 28, 54, SECOND);
        svg_text(svg, sm_x(s) + SM_W / 2, 356, MIDDLE, "strong", "shared");
    }
}

static void draw_memories(struct svg *svg) {
    svg_box(svg, DEVICE_X + 24, 412, 1032, 72, THIRD);
    svg_text(svg, DEVICE_X + 540, 460, MIDDLE, "strong", "L2 cache, for all SMs");
    svg_box(svg, DEVICE_X + 24, 512, 1032, 86, THIRD);
    svg_text(svg, DEVICE_X + 540, 566, MIDDLE, "strong", "global memory, from cudaMalloc");
    for (int s = 0; s < SMS; s++) {
        svg_line(svg, sm_x(s) + SM_W / 2, 384, sm_x(s) + SM_W / 2, 412, "ink");
        svg_line(svg, sm_x(s) + SM_W / 2, 484, sm_x(s) + SM_W / 2, 512, "ink");
    }
}

PICTURE(gpu) {
    struct svg svg;
    svg_begin(
        &svg, file, 622, "What a GPU is made of",
        "On the left the host: a CPU and its memory. On the right the device: many SMs, each "
        "with warps of lanes and a shared memory of its own. Below the SMs lie an L2 cache and "
        "the global memory, which all SMs use. Copies go between the host's memory and it.");
    draw_chip(&svg);
    svg_step(&svg);
    draw_inside(&svg);
    svg_step(&svg);
    draw_memories(&svg);
    svg_arrow(&svg, 218, 540, DEVICE_X + 16, 540, "warm");
    svg_arrow(&svg, DEVICE_X + 16, 580, 218, 580, "warm");
    svg_text(&svg, 265, 516, MIDDLE, "warm", "copy");
    svg_end(&svg);
    return NULL;
}

/* ---- an SM that always has a warp to run ---- */

enum { TICKS = 24, TICK = 50, LATENCY = 5, BEGIN_X = 180, LANE = 66, BAR = 50 };

/* Runs `warps` warps from `top` on: an instruction takes a tick and its data come LATENCY ticks later. The SM takes the
 * first warp that is ready. Gives the ticks in which it had one. */
static int draw_warps(struct svg *svg, int top, int warps) {
    int ready[8] = {0}, busy = 0;
    for (int w = 0; w < warps; w++)
        svg_text(svg, 0, top + w * LANE + 38, START, "strong", "warp %d", w);
    for (int tick = 0; tick < TICKS; tick++)
        for (int w = 0, x = BEGIN_X + tick * TICK; w < warps; w++) {
            if (ready[w] > tick) continue;
            int wait = tick + 1 + LATENCY < TICKS ? LATENCY : TICKS - tick - 1;
            svg_box(svg, x, top + w * LANE, TICK - 4, BAR, DONE);
            if (wait > 0) svg_box(svg, x + TICK, top + w * LANE, wait * TICK - 4, BAR, FAINT);
            ready[w] = tick + 1 + LATENCY;
            busy++;
            break;
        }
    return busy;
}

PICTURE(latency) {
    struct svg svg;
    svg_begin(
        &svg, file, 622, "Many warps hide a wait",
        "Time runs to the right. One warp alone runs an instruction, then waits for its data, so "
        "the SM stands still most of the time. With six warps the SM always has one that is "
        "ready, and no time is lost.");
    svg_box(&svg, BEGIN_X, 586, 34, 34, DONE);
    svg_text(&svg, BEGIN_X + 50, 615, START, "muted", "runs an instruction");
    svg_box(&svg, BEGIN_X + 400, 586, 34, 34, FAINT);
    svg_text(&svg, BEGIN_X + 450, 615, START, "muted", "waits for data");
    svg_text(&svg, 0, 32, START, "strong", "one warp");
    int one = draw_warps(&svg, 50, 1);
    svg_text(&svg, PICTURE_WIDTH, 32, END, "warm", "busy in %d of %d steps", one, TICKS);
    svg_step(&svg);
    svg_text(&svg, 0, 166, START, "strong", "six warps");
    int six = draw_warps(&svg, 184, LATENCY + 1);
    svg_text(&svg, PICTURE_WIDTH, 166, END, "blue", "busy in %d of %d steps", six, TICKS);
    svg_end(&svg);
    return six == TICKS ? NULL : "six warps do not fill the time";
}

/* ---- where a thread stands in its launch ---- */

enum { ITEMS = 1000, THREADS = 256, WARP = 32, SHOWN = 700, RANK_X = 184, RANK_W = 1216 };

/* A row of `count` boxes, of which one is meant. */
static void draw_rank(struct svg *svg, int y, const char *name, const char *kind, int count,
                      int meant) {
    int width = RANK_W / count;
    svg_text(svg, 0, y + 52, START, "strong", "%s", name);
    for (int i = 0; i < count; i++) {
        svg_box(svg, RANK_X + i * width, y, width - 6, 80, i == meant ? DONE : FIRST);
        if (count < WARP || i == meant) // lanes are too narrow for words
            svg_text(svg, RANK_X + i * width + width / 2 - 3, y + (count < WARP ? 52 : 118), MIDDLE,
                     i != meant     ? ""
                     : count < WARP ? "strong on5"
                                    : "strong",
                     "%s %d", kind, i);
    }
}

/* The box that is meant, of `count` in the row above, is the whole row at y. */
static void draw_fan(struct svg *svg, int y, int count, int meant) {
    int x = RANK_X + meant * (RANK_W / count) + RANK_W / count / 2 - 3;
    svg_line(svg, x, y - 80, RANK_X, y, "ink");
    svg_line(svg, x, y - 80, RANK_X + RANK_W - 6, y, "ink");
}

PICTURE(launch) {
    int blocks = (ITEMS + THREADS - 1) / THREADS, block = SHOWN / THREADS;
    int thread = SHOWN % THREADS, warp = thread / WARP, lane = thread % WARP;
    struct svg svg;
    svg_begin(
        &svg, file, 622, "Grid, block, warp, thread",
        "A grid of four blocks of 256 threads for 1,000 items. Block 2 is eight warps, and warp "
        "5 of it is 32 lanes. Lane 28 is thread 188 of its block and has item 700.");
    draw_rank(&svg, 10, "grid", "block", blocks, block);
    svg_step(&svg);
    draw_fan(&svg, 170, blocks, block);
    draw_rank(&svg, 170, "block", "warp", THREADS / WARP, warp);
    svg_step(&svg);
    draw_fan(&svg, 330, THREADS / WARP, warp);
    draw_rank(&svg, 330, "warp", "lane", WARP, lane);
    svg_step(&svg);
    svg_text(&svg, RANK_X, 480, START, "", "threadIdx.x = %d * %d + %d = %d", warp, WARP, lane,
             thread);
    svg_text(&svg, RANK_X, 540, START, "", "item = blockIdx.x * blockDim.x + threadIdx.x");
    svg_text(&svg, RANK_X, 600, START, "blue", "item = %d * %d + %d = %d", block, THREADS, thread,
             block * THREADS + thread);
    svg_end(&svg);
    return NULL;
}
