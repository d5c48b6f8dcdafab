/**
 * @file
 * @brief The first frame of a fiber, and the jump that ends one.
 */
#include "internal.h"

#include <stdint.h>
#include <string.h>

__thread void *simt_sp, *simt_step_stack;
__thread volatile char simt_in_runtime;

#if defined(SIMT_SHARED) && !defined(SIMT_UCONTEXT)
void *simt_into_runtime(void *sp) {
    simt_in_runtime = 1;
    simt_sp = sp;
    return simt_step_stack;
}

void simt_out_of_runtime(void) {
    simt_in_runtime = 0;
}
#endif

#if defined(__x86_64__) && !defined(SIMT_UCONTEXT)

__asm__(".text\n.globl simt_jump\n.type simt_jump, @function\nsimt_jump:\n movq %rdi, "
        "%rsp\n" SIMT_RESTORE ".size simt_jump, . - simt_jump\n");

/* As a gate leaves a stack: registers, where to go on, and a return address of zero, where backtraces
 * end. */
void *simt_prepare_stack(char *top, void (*entry)(void)) {
    enum { SAVED = 6 };
    uintptr_t *sp = (uintptr_t *)((uintptr_t)top & ~(uintptr_t)15) - 2;
    sp[1] = 0;
    sp[0] = (uintptr_t)entry;
    return memset(sp - SAVED, 0, SAVED * sizeof(*sp));
}

#elif defined(__aarch64__) && !defined(SIMT_UCONTEXT)

__asm__(
    ".text\n.globl simt_jump\n.type simt_jump, %function\nsimt_jump:\n mov sp, x0\n" SIMT_RESTORE
    ".size simt_jump, . - simt_jump\n");

void *simt_prepare_stack(char *top, void (*entry)(void)) {
    enum { SAVED = 20, RETURN = 11 };
    uintptr_t *sp = (uintptr_t *)((uintptr_t)top & ~(uintptr_t)15) - SAVED;
    memset(sp, 0, SAVED * sizeof(*sp));
    sp[RETURN] = (uintptr_t)entry;
    return sp;
}

#else

void simt_jump(void *to_sp) {
    setcontext(to_sp);
    __builtin_unreachable();
}

void *simt_prepare_stack(char *top, void (*entry)(void)) {
    ucontext_t *context = (ucontext_t *)((uintptr_t)(top - sizeof(*context)) & ~(uintptr_t)63);
    size_t room = simt_stack_bytes() - sizeof(*context) - 128;
    getcontext(context);
    context->uc_stack.ss_sp = (char *)context - room;
    context->uc_stack.ss_size = room;
    context->uc_link = NULL;
    makecontext(context, entry, 0);
    return context;
}

#endif
