/**
 * @file
 * @brief Stacks of fibers: made when first needed, kept for the life of their worker.
 *
 * Stacks that lie a power of two apart share the same few sets of the caches and of the TLB, and a
 * switch costs twice as much. So a stack takes an odd number of pages, and its top is moved down by
 * 64 bytes for every stack before it. The lowest 64 KiB are a guard, the stride in which compilers
 * probe large frames: too deep a stack is a fault with a sentence of its own, not a neighbour's
 * variables overwritten. Only where a cooperative launch has very many threads the last ones have none.
 */
#include "internal.h"

#include <sys/mman.h>
#include <unistd.h>

enum {
    PAGE = 4096,
    COLOUR = 64,
    MOST_GUARDS = 24000, /* a guard makes two mappings of one, and Linux gives a process 65,530 */
};

static size_t stack_pages; /* an odd number, the guard included */

size_t simt_stack_bytes(void) {
    if (!stack_pages) simt_set_stack_bytes(simt_setting_bytes("SIMT_STACK", 64 << 10));
    return stack_pages * PAGE - STACK_GUARD - PAGE;
}

/* Takes effect for stacks that are made later: at least `bytes` of each can be used. */
void simt_set_stack_bytes(size_t bytes) {
    size_t pages = (bytes + STACK_GUARD + PAGE - 1) / PAGE + 1; /* one more for the colouring */
    stack_pages = pages | 1;
}

static char *make_stack(void) {
    simt_stack_bytes();
    char *low = mmap(NULL, stack_pages * PAGE, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (low == MAP_FAILED)
        simt_die("there is no memory for a thread's stack of %zu KiB. Use smaller blocks or a "
                 "smaller SIMT_STACK",
                 stack_pages * PAGE >> 10);
    static _Atomic int guards;
    if (guards < MOST_GUARDS && guards++ < MOST_GUARDS) mprotect(low, STACK_GUARD, PROT_NONE);
    return low;
}

int simt_take_stack(struct worker *w) {
    if (w->n_free == 0) {
        w->stacks[w->n_stacks] = make_stack();
        w->free_stacks[w->n_free++] = (uint16_t)w->n_stacks++;
    }
    return w->free_stacks[--w->n_free];
}

void simt_free_all_stacks(struct worker *w) {
    w->n_free = w->n_stacks;
    for (int i = 0; i < w->n_stacks; i++) w->free_stacks[i] = (uint16_t)(w->n_stacks - 1 - i);
}

bool simt_on_stack(const struct worker *w, uintptr_t address) {
    for (int i = 0; i < w->n_stacks; i++)
        if (address - (uintptr_t)w->stacks[i] < stack_pages * PAGE) return true;
    return false;
}

bool simt_near_stack(const struct worker *w, uintptr_t address) {
    const uintptr_t near = stack_pages * PAGE;
    for (int i = 0; i < w->n_stacks; i++)
        if (address - ((uintptr_t)w->stacks[i] - near) < 3 * near) return true;
    return false;
}

char *simt_stack_top(struct worker *w, int stack) {
    return w->stacks[stack] + stack_pages * PAGE - (size_t)stack * COLOUR % PAGE;
}
