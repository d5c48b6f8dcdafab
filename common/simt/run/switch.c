/**
 * @file
 * @brief The first frame of a fiber.
 */
#include "internal.h"

#include <stdint.h>

#if defined(__x86_64__) && !defined(SIMT_UCONTEXT)

/* The address to go to, and below the top a return address of zero, where backtraces end. */
void *simt_prepare_stack(char *top, void (*entry)(void)) {
    uintptr_t *sp = (uintptr_t *)((uintptr_t)top & ~(uintptr_t)15) - 1;
    *sp = 0;
    *--sp = (uintptr_t)entry;
    return sp;
}

#elif defined(__aarch64__) && !defined(SIMT_UCONTEXT)

void *simt_prepare_stack(char *top, void (*entry)(void)) {
    uintptr_t *sp = (uintptr_t *)((uintptr_t)top & ~(uintptr_t)15) - 2;
    sp[0] = 0; /* the frame pointer */
    sp[1] = (uintptr_t)entry;
    return sp;
}

#else

void *simt_prepare_stack(char *top, void (*entry)(void)) {
    ucontext_t *context = (ucontext_t *)((uintptr_t)(top - sizeof *context) & ~(uintptr_t)63);
    size_t room = simt_stack_bytes() - sizeof *context - 128;
    getcontext(context);
    context->uc_stack.ss_sp = (char *)context - room;
    context->uc_stack.ss_size = room;
    context->uc_link = NULL;
    makecontext(context, entry, 0);
    return context;
}

#endif
