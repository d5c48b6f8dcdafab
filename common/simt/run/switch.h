/**
 * @file
 * @brief Switching fibers: saves where the caller is, goes on where `to` was.
 *
 * Inlined, since the CPU predicts where a `ret` goes by the calls that it saw: a switch that is called
 * returns into another fiber than called it, and costs a misprediction each time. Here the jump always
 * goes to the same place. The compiler saves what it needs, as every register is named as lost;
 * x86-64 code that inlines it is compiled with -mno-red-zone, as it pushes below the stack pointer.
 * swapcontext() makes two system calls for the signal mask, and takes 30 to 60 times as long.
 */
#ifndef SIMT_SWITCH_H
#define SIMT_SWITCH_H

#if defined(__x86_64__) && !defined(SIMT_UCONTEXT)

static inline __attribute__((always_inline)) void simt_switch(void **save_sp, void *to_sp) {
    __asm__ volatile("pushq %%rbp\n\t"
                     "pushq %%rbx\n\t"
                     "leaq 1f(%%rip), %%rax\n\t"
                     "pushq %%rax\n\t"
                     "movq %%rsp, (%%rdi)\n\t"
                     "movq %%rsi, %%rsp\n\t"
                     "popq %%rax\n\t"
                     "jmpq *%%rax\n"
                     "1:\n\t"
                     "popq %%rbx\n\t"
                     "popq %%rbp"
                     : "+D"(save_sp), "+S"(to_sp)
                     :
                     : "rax", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15",
                       "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9",
                       "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "memory", "cc");
}

#elif defined(__aarch64__) && !defined(SIMT_UCONTEXT)

static inline __attribute__((always_inline)) void simt_switch(void **save_sp, void *to_sp) {
    register void **save __asm__("x0") = save_sp;
    register void *to __asm__("x1") = to_sp;
    __asm__ volatile("adr x2, 1f\n\t"
                     "stp x29, x2, [sp, #-16]!\n\t"
                     "mov x3, sp\n\t"
                     "str x3, [x0]\n\t"
                     "mov sp, x1\n\t"
                     "ldp x29, x2, [sp], #16\n\t"
                     "br x2\n"
                     "1:"
                     : "+r"(save), "+r"(to)
                     :
                     : "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13",
                       "x14", "x15", "x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25",
                       "x26", "x27", "x28", "x30", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7",
                       "v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15", "v16", "v17", "v18",
                       "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29",
                       "v30", "v31", "memory", "cc");
}

#else

#include <ucontext.h>

/* A "stack pointer" is a context here; a waiting fiber's lies on its own stack. */
static inline void simt_switch(void **save_sp, void *to_sp) {
    ucontext_t here;
    *save_sp = &here;
    swapcontext(&here, (const ucontext_t *)to_sp);
}

#endif

/** What to switch to for `entry` to begin on a fresh stack that ends at `top`. */
void *simt_prepare_stack(char *top, void (*entry)(void));

#endif
