/**
 * @file
 * @brief Kernels that run as loops over the threads of their block, by SIMT_LOOPS.
 *
 * The first thread of a block is offered the whole block. A kernel that can run as loops takes it and returns when all
 * threads are done. Any other kernel does not look at the offer. In a check build simple kernels may be tried, and run
 * as loops only then.
 */
#include "internal.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

__thread int simt_offered;

enum { LOOPS_OFF, LOOPS_ON, LOOPS_SHOWN };

static int read_setting(void) {
    const char *text = simt_setting("SIMT_LOOPS");
    if (!text || !*text || strcmp(text, "1") == 0) return LOOPS_ON;
    if (strcmp(text, "0") == 0) return LOOPS_OFF;
    if (strcmp(text, "show") == 0) return LOOPS_SHOWN;
    simt_die("SIMT_LOOPS is '%s'. It can be 0, 1 or show", text);
}

static int setting(void) {
    static int known = -1;
    if (known < 0) known = read_setting();
    return known;
}

bool simt_offer_block(const struct launch *launch) {
    if (simt_check) return launch->trial && launch->rows;
    return simt_order()->kind == ORDER_FORWARD && setting() != LOOPS_OFF;
}

/* Called by each thread of a simple kernel in a check build. The first one's answer is that of the launch. */
void simt_may_be_tried(void) {
    struct launch *launch = simt_worker->launch;
    if (launch->asked) return;
    simt_in_runtime = 1;
    launch->asked = true;
    bool may = simt_check && simt_order()->kind == ORDER_FORWARD && setting() != LOOPS_OFF;
    launch->trial = may && simt_check->may_try(launch);
    launch->rows = launch->trial && simt_check->begin_trial();
    simt_offered = launch->rows;
    simt_in_runtime = 0;
}

int simt_offers_rows(void) {
    if (!simt_offered) return 0;
    simt_offered = 0;
    return simt_check && simt_worker->launch->trial;
}

void simt_leave_rows(void) {
    simt_in_runtime = 1;
    simt_worker->launch->left_rows = true;
    simt_leave_block(simt_worker);
}

bool simt_end_trial(struct launch *launch) {
    bool passed = simt_check->trial_ends(launch, !launch->fault);
    launch->trial = false;
    if (passed && setting() == LOOPS_SHOWN)
        fprintf(stderr, "simt: kernel %s passes its trial%s\n", launch->kernel->name, launch->told ? " as loops" : "");
    if (passed) return true;
    launch->fault = 0;
    launch->ticket = 0;
    launch->told = 0;
    launch->asked = !launch->left_rows;
    launch->left_rows = false;
    return false;
}

/* From here on the block has one thread as far as the monitor sees, so no signal lets another one run. */
volatile uint64_t *simt_take_block(void) {
    struct worker *w = simt_worker;
    simt_offered = 0;
    w->loops = w->took_block = true;
    w->alive = 1;
    if (setting() == LOOPS_SHOWN && !w->launch->told++ && !simt_check)
        fprintf(stderr, "simt: kernel %s runs as loops\n", w->launch->kernel->name);
    return &w->marks;
}

/* One room for each worker, at the same place for as long as it lives: a kernel asks once for each variable. */
char *simt_lane_room(void) {
    struct worker *w = simt_worker;
    if (w->lanes_room) return w->lanes_room;
    w->lanes_room =
        mmap(NULL, SIMT_LANE_ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (w->lanes_room == MAP_FAILED)
        simt_die("there is no memory for another worker. Use a smaller SIMT_THREADS");
    return w->lanes_room;
}

/* Widens the box that has been found to a row's threads for which it holds. Returns how many they are. */
static unsigned look_at_row(const unsigned char *row, const simt_threads *in, unsigned y,
                            unsigned z, simt_threads *found) {
    unsigned n = 0, x = in->x0;
    for (uint64_t eight; x + 8 <= in->x1; x += 8) { /* each is 0 or 1, so the highest byte gets their sum */
        memcpy(&eight, row + x, 8);
        n += (unsigned)(eight * 0x0101010101010101u >> 56);
    }
    for (; x < in->x1; x++) n += row[x];
    if (!n) return 0;
    unsigned x0 = in->x0, x1 = in->x1;
    while (!row[x0]) x0++;
    while (!row[x1 - 1]) x1--;
    if (x0 < found->x0) found->x0 = x0;
    if (x1 > found->x1) found->x1 = x1;
    if (y < found->y0) found->y0 = y;
    if (y >= found->y1) found->y1 = y + 1;
    if (z < found->z0) found->z0 = z;
    if (z >= found->z1) found->z1 = z + 1;
    return n;
}

enum simt_found simt_find_box(const unsigned char *holds, const simt_threads *in,
                              simt_threads *found, int whole) {
    *found = (simt_threads){in->x1, in->x0, in->y1, in->y0, in->z1, in->z0};
    unsigned n = 0, all = (in->x1 - in->x0) * (in->y1 - in->y0) * (in->z1 - in->z0);
    for (unsigned z = in->z0; z < in->z1; z++)
        for (unsigned y = in->y0; y < in->y1; y++)
            n +=
                look_at_row(holds + (z * simt_block_dim.y + y) * simt_block_dim.x, in, y, z, found);
    if (n == 0) return SIMT_NO_THREADS;
    bool full = n == (found->x1 - found->x0) * (found->y1 - found->y0) * (found->z1 - found->z0);
    return full && (n == all || !whole) ? SIMT_BOX : SIMT_OTHER_THREADS;
}
