/**
 * @file
 * @brief What ends a kernel before its threads end: faults, assertions, deadlocks; and the sentence.
 *
 * A fault leaves the block at once by a switch to the worker's own stack, from wherever it was, a
 * signal handler included. The sentence is printed there, and the launch ends with CUDA's error code.
 */
#include "queue.h"

#include <execinfo.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

void simt_fault(int error, const char *format, ...) {
    struct worker *w = simt_worker;
    simt_in_runtime = 1;
    w->fault = (struct fault){.error = error};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(w->fault.text, sizeof(w->fault.text), format, arguments);
    va_end(arguments);
    simt_leave_block(w);
}

void simt_fault_at(int error, uintptr_t pc, const char *remedy, const char *format, ...) {
    struct worker *w = simt_worker;
    simt_in_runtime = 1;
    w->fault = (struct fault){.error = error, .pc = pc, .remedy = remedy};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(w->fault.text, sizeof(w->fault.text), format, arguments);
    va_end(arguments);
    simt_leave_block(w);
}

void simt_bad_argument(SIMT_SITE_PARAMETERS, const char *format, ...) {
    char text[200];
    simt_in_runtime = 1;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    if (simt_check) simt_check->bad_argument((struct site){SIMT_SITE}, text);
    simt_fault(cudaErrorLaunchFailure, "%s:%d: %s", SIMT_SITE, text);
}

static void print_of_thread(const struct worker *w, const char *text) {
    uint3 b = simt_block_idx, t = w->views[w->current].thread_idx;
    simt_print("simt: kernel %s, block (%u,%u,%u), thread (%u,%u,%u): %s\n", w->launch->kernel->name, b.x, b.y, b.z,
               t.x, t.y, t.z, text);
}

/* On a GPU each thread that fails says so. The first one lets the others run, until they fail, wait or end. Two rounds
 * give each of them a turn in any order. In a check build the others would be seen at work without what it left out. */
static _Noreturn void fail_assertion(const char *text) {
    struct worker *w = simt_worker;
    if (simt_check) simt_fault(cudaErrorAssert, "%s", text);
    bool is_first = !w->asserted;
    simt_in_runtime = 1;
    w->asserted = true;
    if (!w->launch->fault) print_of_thread(w, text);
    for (int i = 0; i < 2 || !is_first; i++) simt_yield();
    simt_fault(cudaErrorAssert, "%s", text);
}

/*
 * assert() in a kernel: CUDA's words and code. On the host, what libc does.
 */
void __assert_fail(const char *condition, const char *file, unsigned line, const char *function) {
    fflush(stdout);
    if (simt_in_kernel()) {
        char text[sizeof(simt_worker->fault.text)];
        snprintf(text, sizeof(text), "%s:%u: %s: Assertion `%s` failed", file, line, function, condition);
        fail_assertion(text);
    }
    simt_print("%s:%u: %s: Assertion `%s' failed.\n", file, line, function, condition);
    simt_tell_bad_end();
    abort();
}

/*
 * Signals.
 */
/* What the interrupted code had in two registers. */
struct registers {
    uintptr_t pc, sp;
};

static struct registers registers_of(const void *context) {
#if defined(__x86_64__)
    const greg_t *r = ((const ucontext_t *)context)->uc_mcontext.gregs;
    return (struct registers){(uintptr_t)r[REG_RIP], (uintptr_t)r[REG_RSP]};
#elif defined(__aarch64__)
    const mcontext_t *r = &((const ucontext_t *)context)->uc_mcontext;
    return (struct registers){r->pc, r->sp};
#else
    (void)context;
    return (struct registers){0, 0};
#endif
}

uintptr_t simt_interrupted_pc(const void *context) {
    return registers_of(context).pc;
}

void simt_note_callers(struct fault *f) {
    enum { MOST = sizeof(f->callers) / sizeof(*f->callers), DEEPEST = MOST + 8 };
    void *frames[DEEPEST];
    int n = backtrace(frames, DEEPEST), i = 0, k = 0;
    while (i < n && (uintptr_t)frames[i] != f->pc) i++;
    while (++i < n && k < MOST) f->callers[k++] = (uintptr_t)frames[i] - 1;
}

static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
enum { N_FAULTS = sizeof(faults) / sizeof(*faults) };

static bool is_of_runtime(const struct simt_place *place) {
    return strstr(place->file, "common/simt/run/") || strstr(place->file, "common/simt/check/") ||
           strstr(place->file, "common/simt/lib/");
}

static bool is_of_program(const struct simt_place *place) {
    return place->line && !place->is_header && !is_of_runtime(place);
}

/* The first place in the program from where the signal came; it may have come from a library, or from us. A header's is
 * better than none. */
static struct simt_place place_of_signal(const void *context) {
    enum { DEEPEST = 32 };
    void *frames[DEEPEST];
    int n = backtrace(frames, DEEPEST), i = 0;
    uintptr_t pc = simt_interrupted_pc(context);
    struct simt_place place = {.line = 0}, header = {.line = 0};
    while (i < n && (uintptr_t)frames[i] != pc) i++;
    for (simt_find_places(&pc, 1, &place); !is_of_program(&place) && ++i < n;) {
        if (place.is_header && !header.line) header = place;
        uintptr_t call = (uintptr_t)frames[i] - 1;
        simt_find_places(&call, 1, &place);
    }
    return is_of_program(&place) ? place : header;
}

/* Host code touches memory of a device, and ends by it as it would beside a GPU. */
static void tell_host_touch(uintptr_t address, const void *context) {
    struct simt_place place = place_of_signal(context);
    struct simt_block_of_memory m = {0};
    simt_nearest_memory(address, &m);
    fflush(stdout);
    simt_print("simt: host code at %s:%d touches device memory (byte %ld of an allocation of %zu "
               "bytes). Only kernels can. Copy it with cudaMemcpy\n",
               place.line ? place.file : "an unknown place", place.line, (long)(address - m.start),
               m.bytes);
    if (simt_check) simt_check->host_touched(address, &place);
}

static bool is_misaligned(const siginfo_t *info) {
    return !info->si_addr && info->si_code == SI_KERNEL;
}

/* The processor gives no address then. */
#define MISALIGNED "makes a misaligned access of several words, or one to no address at all"

static const char *words_for(int number, uintptr_t address, bool misaligned, const void *context) {
    enum { FIRST_PAGE = 4096, NEAR = 64 << 10 };
    const uintptr_t sp = registers_of(context).sp;
    if (number == SIGFPE && simt_overflowing_division(context)) return "divides the smallest integer by -1";
    if (number == SIGFPE) return "divides an integer by zero";
    if (number == SIGILL)
        return "runs an illegal instruction. Compilers put one where they find a division by zero, a null pointer or a "
               "missing return";
    if (misaligned) return MISALIGNED;
    if (address < FIRST_PAGE) return "reads or writes through a null pointer";
    if (address + NEAR > sp && address < sp + NEAR)
        return "uses up the stack: a function calls itself without an end, or a local array is too "
               "large for it";
    return "reads or writes memory that is not the program's";
}

/* Host code ends by a signal, and nobody else says where. */
static void tell_host_fault(int number, const siginfo_t *info, const void *context) {
    struct simt_place place = place_of_signal(context);
    const char *words = words_for(number, (uintptr_t)info->si_addr, is_misaligned(info), context);
    fflush(stdout);
    if (place.line)
        simt_print("simt: host code at %s:%d %s\n", place.file, place.line, words);
    else
        simt_print("simt: host code %s (a build with -g names the line)\n", words);
}

/* In a kernel, the end of its block; elsewhere, what the signal does without us. */
static void on_fault(int number, siginfo_t *info, void *context) {
    struct worker *w = simt_worker;
    if (!simt_in_kernel()) {
        uintptr_t address = (uintptr_t)info->si_addr;
        for (size_t i = 0; i < N_FAULTS; i++) signal(faults[i], SIG_DFL); /* this may fail, too */
        if (simt_region_device(address) >= 0)
            tell_host_touch(address, context);
        else
            tell_host_fault(number, info, context);
        if (simt_check) simt_check->dying();
        return; /* the instruction is tried again, and the process ends */
    }
    if (number == SIGFPE && simt_go_on_behind_division(context)) return;
    simt_in_runtime = 1;
    w->fault =
        (struct fault){.error = number == SIGFPE || number == SIGILL ? cudaErrorLaunchFailure
                                                                     : cudaErrorIllegalAddress,
                       .signal = number,
                       .misaligned = number == SIGSEGV && is_misaligned(info),
                       .address = (uintptr_t)info->si_addr,
                       .pc = simt_interrupted_pc(context)};
    simt_leave_block(w);
}

/* Handlers run on a stack of their own, since a fiber's may be what is full. SA_NODEFER: a handler
 * that leaves by a switch never returns, and the signal must not stay blocked. */
__attribute__((constructor)) void simt_catch_faults(void) {
    enum { HANDLER_STACK = 64 << 10 };
    stack_t stack = {.ss_size = HANDLER_STACK};
    stack.ss_sp =
        mmap(NULL, HANDLER_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack.ss_sp == MAP_FAILED || sigaltstack(&stack, NULL)) return;
    struct sigaction action = {.sa_sigaction = on_fault,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    for (size_t i = 0; i < N_FAULTS; i++) {
        struct sigaction old;
        sigaction(faults[i], NULL, &old);
        if (old.sa_handler == SIG_DFL)
            sigaction(faults[i], &action, NULL); /* a program's own wins */
    }
}

/*
 * The sentence.
 */
/* " at file.cu:12" for a code address; "" where that is not known. */
static void place_of(uintptr_t pc, char *text, size_t size) {
    struct simt_place place;
    simt_find_places(&pc, 1, &place);
    text[0] = 0;
    if (place.line) snprintf(text, size, " at %s:%d", place.file, place.line);
}

/* The same for a fault, which may have been met in the code of a checker. */
static void place_of_fault(const struct fault *f, char *text, size_t size) {
    enum { MOST = sizeof(f->callers) / sizeof(*f->callers) };
    struct simt_place place;
    simt_find_places(&f->pc, 1, &place);
    for (int i = 0; i < MOST && f->callers[i] && (!place.line || is_of_runtime(&place)); i++)
        simt_find_places(&f->callers[i], 1, &place);
    text[0] = 0;
    if (place.line && !is_of_runtime(&place))
        snprintf(text, size, " at %s:%d", place.file, place.line);
}

static bool in_guard(const struct worker *w, uintptr_t address) {
    const char *low = w->stacks[w->stack_of[w->current]];
    return address >= (uintptr_t)low && address < (uintptr_t)low + STACK_GUARD + 4096;
}

/* Memory of a device that the kernel's own may not touch. */
static bool of_other_device(const struct worker *w, uintptr_t address, int *owner) {
    *owner = simt_region_device(address);
    return *owner >= 0 && !(simt_reach(w->launch->device) >> *owner & 1);
}

static void describe_other_device(const struct worker *w, int owner, const char *place, char *text,
                                  size_t size) {
    struct simt_block_of_memory m = {0};
    simt_nearest_memory(w->fault.address, &m);
    snprintf(text, size,
             "touches byte %ld of an allocation of %zu bytes%s. It is memory of device %d, and "
             "the kernel runs on device %d. Copy it with cudaMemcpyPeer, or let device %d call "
             "cudaDeviceEnablePeerAccess(%d, 0) first",
             (long)(w->fault.address - m.start), m.bytes, place, owner, w->launch->device,
             w->launch->device, owner);
}

/* What else may end the wait of a kernel, on a GPU. */
static const char *other_hope(const struct launch *launch) {
    if (simt_check && launch->talks > 0)
        return ". If the host writes what it waits for: a check build runs host and kernel one after the other. "
               "Build without --tool";
    if (simt_setting("SIMT_REPORT")) return "";
    if (launch->talks > 0 && simt_lazy())
        return ". While it runs, the host can only write to pinned or managed memory: copies and other kernels come "
               "later, since streams do not overlap";
    if (simt_device_count() > 1)
        return ". Kernels of two devices do not overlap here, so it cannot wait for a kernel of another device";
    return simt_lazy() ? "" : ". If the host does that behind the launch, set SIMT_STREAMS=lazy";
}

/* The watchdog ended it. Where all threads wait, blocks that have not begun are what they may wait for. */
static void describe_late(const struct worker *w, const char *place, char *text, size_t size) {
    uint64_t begun = w->launch->ticket, blocks = w->launch->blocks;
    int used = snprintf(text, size, "runs%s, and has come no further for a long time. ", place);
    if (w->waits_in == w->epoch && begun < blocks)
        snprintf(text + used, size - (size_t)used,
                 "%lu of %lu blocks have begun, and all of these wait. The next one begins when "
                 "one of them ends. A block may only wait for blocks that have begun before it. "
                 "Let each block take its number from a counter in global memory (SIMT_RESIDENT=N "
                 "sets how many may run at once)",
                 (unsigned long)begun, (unsigned long)blocks);
    else
        snprintf(text + used, size - (size_t)used, "Its loop does not end, or waits for what never comes%s%s",
                 other_hope(w->launch),
                 simt_setting("SIMT_REPORT")
                     ? ""
                     : " (SIMT_WATCHDOG=SECONDS of processor time sets how long is long, 0 for ever)");
}

static void describe_signal(const struct worker *w, char *text, size_t size) {
    const struct fault *f = &w->fault;
    char place[1100];
    int owner;
    place_of_fault(f, place, sizeof(place));
    if (f->late) /* where a loop is met differs from run to run */
        describe_late(w, simt_setting_number("SIMT_STEADY", 0, 0, 1) ? "" : place, text, size);
    else if (f->signal == SIGFPE)
        snprintf(text, size, "divides an integer by zero%s (a GPU would give an arbitrary value)",
                 place);
    else if (f->signal == SIGILL)
        snprintf(text, size,
                 "runs an illegal instruction%s. Compilers put one where they find a division by zero, a null pointer "
                 "or a missing return",
                 place);
    else if (of_other_device(w, f->address, &owner))
        describe_other_device(w, owner, place, text, size);
    else if (f->misaligned)
        snprintf(text, size, MISALIGNED "%s", place);
    else if (in_guard(w, f->address))
        snprintf(text, size,
                 "needs more than its stack of %zu KiB%s. Use smaller local arrays, or set "
                 "SIMT_STACK=1M",
                 simt_stack_bytes() >> 10, place);
    else
        snprintf(text, size, "makes an invalid access to address 0x%lx%s",
                 (unsigned long)f->address, place);
}

/* Prints what ended the block, naming kernel, block and thread, and ends the launch. */
void simt_report_fault(struct worker *w) {
    struct fault *f = &w->fault;
    char text[1800];
    if (w->asserted) { /* whatever befell another thread since then */
        simt_end_launch(w->launch, cudaErrorAssert);
        return;
    }
    if (f->signal || f->late)
        describe_signal(w, text, sizeof(text));
    else
        snprintf(text, sizeof(text), "%s", f->text);
    if (f->remedy) {
        char place[1100];
        place_of(f->pc, place, sizeof(place));
        snprintf(text, sizeof(text), "%s%s. %s", f->text, place, f->remedy);
    }
    bool steady = f->late && simt_setting_number("SIMT_STEADY", 0, 0, 1);
    if (!w->launch->fault && steady)
        simt_print("simt: kernel %s: %s\n", w->launch->kernel->name, text);
    else if (!w->launch->fault) {
        print_of_thread(w, text);
        if (f->signal && !f->late) simt_tell_failed_call();
    }
    simt_end_launch(w->launch, f->error);
}

/* -fsanitize=return: where the function begins that has no return on this way through it. */
struct ubsan_place {
    const char *file;
    uint32_t line, column;
};
_Noreturn void __ubsan_handle_missing_return(const struct ubsan_place *of);
_Noreturn void __ubsan_handle_missing_return(const struct ubsan_place *of) {
    static const char words[] =
        "comes to the end of the function at %s:%u, which has to return a value";
    const char *file = strncmp(of->file, "./", 2) != 0 ? of->file : of->file + 2;
    if (simt_in_kernel()) simt_fault(cudaErrorLaunchFailure, words, file, of->line);
    char text[1200];
    snprintf(text, sizeof(text), words, file, of->line);
    simt_print("simt: host code %s\n", text);
    _exit(EXIT_FAILURE);
}

/*
 * Deadlocks: nothing can run, and not all have ended.
 */
static bool same_place(const struct worker *w, int a, int b) {
    const struct site *p = &w->site[a], *q = &w->site[b];
    return w->state[a] == w->state[b] && p->line == q->line && p->file == q->file &&
           (w->state[a] != THREAD_AT_WARP ||
            (w->lanes[a].mask == w->lanes[b].mask &&
             (w->lanes[a].op != SIMT_WARP_MULTIPLY || w->lanes[a].argument == w->lanes[b].argument)));
}

static bool seen_before(const struct worker *w, int t) {
    for (int u = 0; u < t; u++)
        if (w->state[u] != THREAD_EXITED && same_place(w, u, t)) return true;
    return false;
}

/* "thread (3,0,0) and 12 more wait at __syncthreads() in file.cu:41" */
static int describe_waiting(const struct worker *w, int t, char *text, size_t size) {
    const struct simt_lane *f = &w->lanes[t];
    uint3 x = w->views[t].thread_idx;
    int more = 0;
    for (int u = t + 1; u < w->n; u++) more += same_place(w, t, u);
    char others[32] = " waits", mask[40] = "";
    if (more) snprintf(others, sizeof(others), " and %d more wait", more);
    if (w->state[t] == THREAD_AT_WARP) snprintf(mask, sizeof(mask), " with mask 0x%08x", f->mask);
    return snprintf(text, size, "thread (%u,%u,%u)%s at %s%s in %s:%d", x.x, x.y, x.z, others,
                    w->state[t] == THREAD_AT_WARP      ? simt_warp_op_name(f->op)
                    : w->state[t] == THREAD_AT_CLUSTER ? "the barrier of its cluster"
                                                       : "__syncthreads()",
                    mask, w->site[t].file, w->site[t].line);
}

void simt_note_deadlock(struct worker *w) {
    enum { PLACES = 3 };
    struct fault *f = &w->fault;
    *f = (struct fault){.error = cudaErrorLaunchTimeout};
    size_t used = (size_t)snprintf(f->text, sizeof(f->text), "nothing can move: ");
    int places = 0;
    for (int t = 0; t < w->n && places < PLACES; t++) {
        if (w->state[t] == THREAD_EXITED || seen_before(w, t)) continue;
        if (places++ == 0)
            w->current = t;
        else
            used += (size_t)snprintf(f->text + used, sizeof(f->text) - used, "; ");
        used += (size_t)describe_waiting(w, t, f->text + used, sizeof(f->text) - used);
        if (used >= sizeof(f->text)) return;
    }
}
