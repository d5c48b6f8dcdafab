/**
 * @file
 * @brief Lanes in step, for stores to volatile arrays.
 *
 * Code from before CUDA 9 has warps reduce and scan arrays with no barrier between the loads of one line and the stores
 * of the next. A GPU runs such code in step as a rule, though CUDA does not promise it. Here a lane waits before such a
 * store, and after it, until each other lane of its warp waits as well, has ended, or spins. It does not wait for long:
 * lanes that have parted may never come.
 */
#include "internal.h"

/* Turns of a lane that waits. In a check build the hooks give turns away too. */
enum { PATIENCE = 4, PATIENCE_CHECKED = 64 };

static bool all_others_wait(const struct worker *w, const struct warp *warp, int lane) {
    int first = w->current - lane;
    uint32_t others = ~(warp->exited | warp->stepping | warp->looking);
    for (int t; others; others &= others - 1) {
        t = first + __builtin_ctz(others);
        bool spins = w->spins[t].epoch == w->epoch && w->spins[t].interrupted;
        if (w->state[t] <= THREAD_READY && !spins) return false;
    }
    return true;
}

void simt_step(int stores) {
    if (!simt_in_kernel()) return;
    struct worker *w = simt_worker;
    int lane = w->current % WARP_THREADS, turns = simt_check ? PATIENCE_CHECKED : PATIENCE;
    struct warp *warp = &w->warps[w->current / WARP_THREADS];
    uint32_t step = warp->step;
    warp->stepping |= 1u << lane;
    warp->looking &= ~warp->stepping;
    warp->storing |= (uint32_t)stores << lane;
    while (warp->step == step) {
        if (all_others_wait(w, warp, lane) || turns-- == 0) {
            warp->step++;
            if (warp->storing & (warp->storing - 1)) warp->in_step |= warp->storing;
            warp->stepping = warp->storing = 0;
            w->marks++;
        } else {
            simt_yield();
        }
    }
}
