/**
 * @file
 * @brief Switching fibers.
 *
 * A function that waits is a gate. It saves the caller's registers on its stack and calls a step. The step returns the
 * stack to go on with. The gate leaves by a jump to the point at which that stack's fiber called its own gate. It does
 * not leave by `ret`, because the CPU predicts a `ret` from the calls that it saw, and a gate is left in another fiber
 * than it was entered. A fiber from barrier A would be predicted to come from barrier B, at which the fiber before it
 * has just arrived. The CPU predicts an indirect jump by its last target. The last target is right for all fibers but
 * the first and the last of a round, and that halves the cost of a barrier.
 * gdb reads what a gate saves, too: if you change that, change common/simt/debug/simt.py.
 * (swapcontext() also makes two system calls for the signal mask, and takes 30 to 60 times as long.)
 */
#ifndef SIMT_SWITCH_H
#define SIMT_SWITCH_H

/** The caller's stack, set by a gate for its step. */
extern __thread void *simt_sp;

/** Where steps run: the end of a stack of the worker's own, aligned to 16 bytes. On the fibers' stacks
 *  a step's frame would cost each of them a cache line or two. */
extern __thread void *simt_step_stack;

/** Set while a gate or another part of the runtime must not be interrupted; a gate sets it before all
 *  else, and clears it last. */
extern __thread volatile char simt_in_runtime;

/** Goes on with that stack; what is on the present one is never come back to. */
_Noreturn void simt_jump(void *to_sp);

/** What to go on with for `entry` to begin on a fresh stack that ends at `top`. */
void *simt_prepare_stack(char *top, void (*entry)(void));

/* In a shared library an address of a thread-local variable is a call away. */
#if defined(SIMT_SHARED) && !defined(__x86_64__)
#define SIMT_UCONTEXT
#endif

#if defined(SIMT_SHARED) && !defined(SIMT_UCONTEXT)

/** Both parts of what a gate does to those variables. @return simt_step_stack */
void *simt_into_runtime(void *sp);
void simt_out_of_runtime(void);

#define SIMT_RESTORE                                                                               \
    "movq %rsp, %rbx\n andq $-16, %rsp\n call simt_out_of_runtime\n movq %rbx, %rsp\n"             \
    "popq %r15\n popq %r14\n popq %r13\n popq %r12\n popq %rbx\n popq %rbp\n"                      \
    "popq %rcx\n jmpq *%rcx\n"
#define SIMT_GATE(type, name, step, parameters, arguments)                                         \
    __asm__(".text\n.p2align 5\n.globl " #name "\n.type " #name ", @function\n" #name ":\n"        \
            "pushq %rbp\n pushq %rbx\n pushq %r12\n pushq %r13\n pushq %r14\n pushq %r15\n"        \
            "movq %rsp, %rbx\n pushq %rdi\n pushq %rsi\n pushq %rdx\n pushq %rcx\n pushq %r8\n"    \
            "pushq %r9\n subq $8, %rsp\n movq %rbx, %rdi\n call simt_into_runtime\n"               \
            "movq %rax, %rbp\n addq $8, %rsp\n popq %r9\n popq %r8\n popq %rcx\n popq %rdx\n"      \
            "popq %rsi\n popq %rdi\n movq %rbp, %rsp\n call " #step "\n movq %rax, %rsp\n"         \
            SIMT_RESTORE ".size " #name ", . - " #name "\n")

#elif defined(__x86_64__) && !defined(SIMT_UCONTEXT)

#define SIMT_RESTORE                                                                               \
    "popq %r15\n popq %r14\n popq %r13\n popq %r12\n popq %rbx\n popq %rbp\n"                      \
    "movb $0, %fs:simt_in_runtime@tpoff\n popq %rcx\n jmpq *%rcx\n"
#define SIMT_GATE(type, name, step, parameters, arguments)                                         \
    __asm__(".text\n.p2align 5\n.globl " #name "\n.type " #name ", @function\n" #name ":\n"        \
            "movb $1, %fs:simt_in_runtime@tpoff\n"                                                 \
            "pushq %rbp\n pushq %rbx\n pushq %r12\n pushq %r13\n pushq %r14\n pushq %r15\n"        \
            "movq %rsp, %fs:simt_sp@tpoff\n movq %fs:simt_step_stack@tpoff, %rsp\n"                \
            "call " #step "\n movq %rax, %rsp\n" SIMT_RESTORE ".size " #name ", . - " #name "\n")

#elif defined(__aarch64__) && !defined(SIMT_UCONTEXT)

#define SIMT_RESTORE                                                                               \
    "ldp x19, x20, [sp]\n ldp x21, x22, [sp, #16]\n ldp x23, x24, [sp, #32]\n"                     \
    "ldp x25, x26, [sp, #48]\n ldp x27, x28, [sp, #64]\n ldp x29, x30, [sp, #80]\n"                \
    "ldp d8, d9, [sp, #96]\n ldp d10, d11, [sp, #112]\n ldp d12, d13, [sp, #128]\n"                \
    "ldp d14, d15, [sp, #144]\n add sp, sp, #160\n"                                                \
    "mrs x9, tpidr_el0\n add x9, x9, #:tprel_hi12:simt_in_runtime\n"                               \
    "add x9, x9, #:tprel_lo12_nc:simt_in_runtime\n strb wzr, [x9]\n mov x9, x30\n br x9\n"
#define SIMT_GATE(type, name, step, parameters, arguments)                                         \
    __asm__(".text\n.p2align 5\n.globl " #name "\n.type " #name ", %function\n" #name ":\n"        \
            "mrs x9, tpidr_el0\n add x9, x9, #:tprel_hi12:simt_in_runtime\n"                       \
            "add x9, x9, #:tprel_lo12_nc:simt_in_runtime\n mov w10, #1\n strb w10, [x9]\n"         \
            "sub sp, sp, #160\n stp x19, x20, [sp]\n stp x21, x22, [sp, #16]\n"                    \
            "stp x23, x24, [sp, #32]\n stp x25, x26, [sp, #48]\n stp x27, x28, [sp, #64]\n"        \
            "stp x29, x30, [sp, #80]\n stp d8, d9, [sp, #96]\n stp d10, d11, [sp, #112]\n"         \
            "stp d12, d13, [sp, #128]\n stp d14, d15, [sp, #144]\n"                                \
            "mrs x9, tpidr_el0\n add x9, x9, #:tprel_hi12:simt_sp\n"                               \
            "add x9, x9, #:tprel_lo12_nc:simt_sp\n mov x10, sp\n str x10, [x9]\n"                  \
            "mrs x9, tpidr_el0\n add x9, x9, #:tprel_hi12:simt_step_stack\n"                       \
            "add x9, x9, #:tprel_lo12_nc:simt_step_stack\n ldr x10, [x9]\n mov sp, x10\n"          \
            "bl " #step "\n mov sp, x0\n" SIMT_RESTORE ".size " #name ", . - " #name "\n")

#else

#include <ucontext.h>

/* A "stack" is a context here; a waiting fiber's lies on its own. */
#define SIMT_GATE(type, name, step, parameters, arguments)                                         \
    type name parameters {                                                                         \
        ucontext_t here;                                                                           \
        simt_in_runtime = 1;                                                                       \
        simt_sp = &here;                                                                           \
        void *to = step arguments;                                                                 \
        if (to != &here) swapcontext(&here, (const ucontext_t *)to);                               \
        simt_in_runtime = 0;                                                                       \
    }                                                                                              \
    extern int simt_gate_ends_here

#endif
#endif
