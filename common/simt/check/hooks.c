/**
 * @file
 * @brief The functions that -fsanitize=thread has the compiler call before each load and store.
 *
 * The compiler's own instrumentation is used, and not one of ours, since it knows types, inlined calls and
 * atomics; only its library is replaced, because ThreadSanitizer's own knows OS threads and no fibers, barriers
 * or blocks. A hook is called before its access is done: tools that need the value after it wait for the next
 * event (check_settle in race.c, trace_settle). Each hook of a plain access inlines the short way (quick.h), since
 * a kernel's time in a check build is spent there. The code position is where the hook returns to, less one:
 * inside the instruction that called it.
 */
#include "check.h"
#include "profile.h"
#include "quick.h"
#include "trace.h"
#include "trial.h"

#include "simt/wide.h"

/* After so many accesses a thread lets others run; it may be waiting for them. */
enum { ACCESSES_A_TURN = 1 << 20 };
static __thread int left_in_turn;

void check_new_turn(void) {
    left_in_turn = ACCESSES_A_TURN;
}

int check_accesses_left(void) {
    return left_in_turn;
}

#define HERE ((uintptr_t)__builtin_return_address(0) - 1)

/* Asks for most accesses at once; false where bounds.c has to see each byte. */
static inline bool surely_valid(const struct page *page, uintptr_t address, size_t bytes) {
    if (page->whole) return true;
    if (bytes > 16 || (address & 63) + bytes > 64) return false;
    uint64_t wanted = (((uint64_t)1 << bytes) - 1) << (address & 63);
    return (page->valid[(address & (PAGE_BYTES - 1)) >> 6] & wanted) == wanted;
}

/* One access that lies within a page, to every tool that is on. */
static inline void inspect_in_page(struct page *page, uintptr_t address, size_t bytes, int how,
                                   uint32_t at) {
    if (page->region == REGION_LOCAL) {
        if (__builtin_expect(how & HOW_ATOMIC, 0)) check_local_atomic(how, at);
        return;
    }
    if (__builtin_expect(check_tools & TOOL_TRACE, 0)) trace_access(address, bytes, how, at, page);
    if (page->touched > check_launch_floor && page->all_before != check_launch_number)
        check_touched(page, address, bytes, how);
    if (check_tools & TOOL_MEMCHECK && !surely_valid(page, address, bytes))
        check_bounds(address, bytes, how, at);
    if (page->input && how & HOW_WRITE) check_input(address, bytes, how, at);
    if (!page->known) check_init(page, address, bytes, how, at);
    if (check_tools & TOOL_RACECHECK && page->region != REGION_HOST)
        check_race(page, address, bytes, how, at);
}

/* One that does not: by the parts that lie in a page each. */
static __attribute__((noinline)) void inspect_page_by_page(uintptr_t address, size_t bytes, int how,
                                                           uint32_t at) {
    while (bytes) {
        size_t part = PAGE_BYTES - (address & (PAGE_BYTES - 1));
        if (part > bytes) part = bytes;
        inspect_in_page(check_page(address), address, part, how, at);
        address += part;
        bytes -= part;
    }
}

/* One access of a kernel's thread: what goes before, the tools, and what other threads learn by it. */
static inline __attribute__((always_inline)) void inspect_access(uintptr_t address, size_t bytes,
                                                                 int how, uintptr_t pc) {
    uint32_t at = check_position(pc);
    simt_in_runtime = 1;
    if (__builtin_expect(check_unsettled, 0)) check_settle();
    if ((how & (HOW_VOLATILE | HOW_WRITE)) == (HOW_VOLATILE | HOW_WRITE)) check_before_flag();
    if (address & (bytes - 1) && !(how & HOW_PACKED)) check_alignment(address, bytes, how, at);
    if (__builtin_expect((address & (PAGE_BYTES - 1)) + bytes <= PAGE_BYTES, 1))
        inspect_in_page(check_page(address), address, bytes, how, at);
    else
        inspect_page_by_page(address, bytes, how, at);
    if (how & (HOW_VOLATILE | HOW_ATOMIC)) check_synchronise(address, how, at);
    simt_in_runtime = 0;
}

/* What the short way leaves. It is no part of the hooks, since they would save registers for it. */
static __attribute__((noinline)) void saw_more(const volatile void *address, size_t bytes, int how,
                                               uintptr_t pc) {
    if (check_trial.runs) {
        check_try_access((uintptr_t)address, bytes, how);
        return;
    }
    if (!check_clock) {
        if (trace_host) trace_host_access((uintptr_t)address, bytes, how, pc);
        if (check_tools & TOOL_PROFILE) profile_host_access((uintptr_t)address, bytes, how);
        if (simt_check) check_host_access((uintptr_t)address, bytes, how, pc);
        if (check_tools & TOOL_RACECHECK) check_host_touch((uintptr_t)address, bytes, how, pc);
        return;
    }
    if (how == 0 && quick_is_index((uintptr_t)address)) {
        simt_in_runtime = 0; /* the short way has set it */
        return;
    }
    if (how & HOW_VOLATILE && !(how & HOW_WRITE)) simt_maybe_yield();
    if (--left_in_turn < 0) {
        check_new_turn();
        simt_yield();
    }
    if (check_stops && how & HOW_WRITE && !(how & HOW_ATOMIC)) check_stop((uintptr_t)address, how);
    inspect_access((uintptr_t)address, bytes, how & ~HOW_LOOSE, pc);
    if (check_tools & TOOL_PROFILE)
        profile_access((uintptr_t)address, bytes, how, check_position(pc));
}

bool check_quick;
uint32_t check_quick_launch = UINT32_MAX;

/* The short way has told the tools all but this. */
static inline void seen(const volatile void *address, size_t bytes, int how, uintptr_t pc) {
    left_in_turn--;
    simt_in_runtime = 0;
    if (check_tools & TOOL_PROFILE)
        profile_access((uintptr_t)address, bytes, how, check_position(pc));
}

/* The two short ways of each hook, for pages that are plain and for others, where bytes and how are known. They are
 * no part of the hook itself, which so need not save registers. */
#define SHORT_WAY(name, bytes, how, quick)                                                         \
    static __attribute__((noinline)) void name(const volatile void *address, struct page *page,    \
                                               uintptr_t pc) {                                     \
        if (quick(check_clock, page, (uintptr_t)address, bytes, (how)&HOW_WRITE, pc))              \
            seen(address, bytes, how, pc);                                                         \
        else                                                                                       \
            saw_more(address, bytes, how, pc);                                                     \
    }
typedef void short_way(const volatile void *address, struct page *page, uintptr_t pc);

static inline __attribute__((always_inline)) void saw(const volatile void *address, size_t bytes,
                                                      int how, uintptr_t pc, short_way *plain,
                                                      short_way *elsewhere) {
    uintptr_t a = (uintptr_t)address;
    if (!(how & ~HOW_WRITE) && !(a & (bytes - 1)) && trial_saw(a, bytes, how & HOW_WRITE)) return;
    bool quick = !(how & ~HOW_WRITE) && check_quick && !(a & (bytes - 1)) && !(a >> 48);
    if (!quick || !check_clock || left_in_turn <= 0) {
        saw_more(address, bytes, how, pc);
        return;
    }
    simt_in_runtime = 1;
    struct page *page = check_seen_page(a);
    if (!page || check_unsettled)
        saw_more(address, bytes, how, pc);
    else if (bytes >= 4 && page->plain == check_quick_launch)
        plain(address, page, pc);
    else
        elsewhere(address, page, pc);
}

void check_access(const volatile void *address, size_t bytes, int how, uintptr_t pc) {
    if (bytes) saw_more(address, bytes, how | HOW_PACKED, pc);
}

void check_texel(const void *start, size_t bytes, bool writes, uintptr_t pc) {
    if (!check_clock) return;
    if (check_trial.runs) check_doubt();
    if (--left_in_turn < 0) {
        check_new_turn();
        simt_yield();
    }
    inspect_access((uintptr_t)start, bytes, HOW_PACKED | (writes ? HOW_WRITE : 0), pc);
}

#define HOOK(name, bytes, how)                                                                     \
    SHORT_WAY(name##_plain, bytes, how, quick_plain)                                               \
    SHORT_WAY(name##_elsewhere, bytes, how, quick_elsewhere)                                       \
    void __tsan_##name(void *address);                                                             \
    void __tsan_##name(void *address) {                                                            \
        saw(address, bytes, how, HERE, name##_plain, name##_elsewhere);                            \
    }
#define HOOKS(prefix, how, bytes)                                                                  \
    HOOK(prefix##read##bytes, bytes, how)                                                          \
    HOOK(prefix##write##bytes, bytes, (how) | HOW_WRITE)
#define HOOKS_OF_ALL_SIZES(prefix, how)                                                            \
    HOOKS(prefix, how, 1)                                                                          \
    HOOKS(prefix, how, 2)                                                                          \
    HOOKS(prefix, how, 4)                                                                          \
    HOOKS(prefix, how, 8)                                                                          \
    HOOKS(prefix, how, 16)
HOOKS_OF_ALL_SIZES(, 0)
HOOKS_OF_ALL_SIZES(unaligned_, HOW_PACKED | HOW_LOOSE)
HOOKS_OF_ALL_SIZES(volatile_, HOW_VOLATILE)
HOOKS_OF_ALL_SIZES(unaligned_volatile_, HOW_VOLATILE | HOW_PACKED | HOW_LOOSE)

/* clang's for a load and a store of one word, and for the table of virtual functions. */
#define HOOK_BOTH(bytes)                                                                           \
    void __tsan_read_write##bytes(void *address);                                                  \
    void __tsan_read_write##bytes(void *address) {                                                 \
        saw_more(address, bytes, 0, HERE);                                                         \
        saw_more(address, bytes, HOW_WRITE, HERE);                                                 \
    }
HOOK_BOTH(1)
HOOK_BOTH(2)
HOOK_BOTH(4)
HOOK_BOTH(8)
HOOK_BOTH(16)
HOOK(vptr_read, sizeof(void *), 0)
void __tsan_vptr_update(void **address, void *value);
void __tsan_vptr_update(void **address, void *value) {
    (void)value;
    saw_more(address, sizeof(*address), HOW_WRITE, HERE);
}

void __tsan_read_range(void *address, size_t bytes);
void __tsan_read_range(void *address, size_t bytes) {
    saw_more(address, bytes, HOW_PACKED | HOW_LOOSE, HERE);
}
void __tsan_write_range(void *address, size_t bytes);
void __tsan_write_range(void *address, size_t bytes) {
    saw_more(address, bytes, HOW_WRITE | HOW_PACKED | HOW_LOOSE, HERE);
}
void __tsan_func_entry(void *caller);
void __tsan_func_entry(void *caller) {
    if (check_clock && check_tools & TOOL_PROFILE)
        profile_call(check_position((uintptr_t)caller - 1), check_position(HERE));
}
void __tsan_func_exit(void);
void __tsan_func_exit(void) {
    if (check_clock && check_tools & TOOL_PROFILE) profile_return();
}

/*
 * Atomics: seen, then done. Those of CUDA are relaxed, whatever the order that is asked for.
 */
#define SEE_ATOMIC(type, p)                                                                        \
    saw_more((const volatile void *)(p), sizeof(type), HOW_WRITE | HOW_ATOMIC, HERE)
#define ATOMIC(type, name, parameters, expression)                                                 \
    type name parameters;                                                                          \
    type name parameters {                                                                         \
        SEE_ATOMIC(type, p);                                                                       \
        (void)order;                                                                               \
        return expression;                                                                         \
    }
#define FETCH(bits, type, op)                                                                      \
    ATOMIC(type, __tsan_atomic##bits##_fetch_##op, (volatile type * p, type v, int order),         \
           __atomic_fetch_##op(p, v, __ATOMIC_RELAXED))
#define COMPARE(bits, type, strength)                                                              \
    int __tsan_atomic##bits##_compare_exchange_##strength(volatile type *p, type *want, type v,    \
                                                          int order, int failure_order);           \
    int __tsan_atomic##bits##_compare_exchange_##strength(volatile type *p, type *want, type v,    \
                                                          int order, int failure_order) {          \
        SEE_ATOMIC(type, p);                                                                       \
        (void)order, (void)failure_order;                                                          \
        return __atomic_compare_exchange_n(p, want, v, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);     \
    }
#define ATOMICS(bits, type)                                                                        \
    FETCH(bits, type, add)                                                                         \
    FETCH(bits, type, sub)                                                                         \
    FETCH(bits, type, and)                                                                         \
    FETCH(bits, type, or)                                                                          \
    FETCH(bits, type, xor)                                                                         \
    FETCH(bits, type, nand)                                                                        \
    ATOMIC(type, __tsan_atomic##bits##_exchange, (volatile type * p, type v, int order),           \
           __atomic_exchange_n(p, v, __ATOMIC_RELAXED))                                            \
    ATOMIC(type, __tsan_atomic##bits##_load, (const volatile type *p, int order),                  \
           __atomic_load_n(p, __ATOMIC_RELAXED))                                                   \
    COMPARE(bits, type, strong)                                                                    \
    COMPARE(bits, type, weak)                                                                      \
    void __tsan_atomic##bits##_store(volatile type *p, type v, int order);                         \
    void __tsan_atomic##bits##_store(volatile type *p, type v, int order) {                        \
        saw_more((const volatile void *)p, sizeof(type), HOW_WRITE | HOW_ATOMIC | HOW_NO_READ,     \
                 HERE);                                                                            \
        (void)order;                                                                               \
        __atomic_store_n(p, v, __ATOMIC_RELAXED);                                                  \
    }                                                                                              \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type *p, type want, type v,           \
                                                    int order, int failure_order);                 \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type *p, type want, type v,           \
                                                    int order, int failure_order) {                \
        SEE_ATOMIC(type, p);                                                                       \
        (void)order, (void)failure_order;                                                          \
        __atomic_compare_exchange_n(p, &want, v, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);           \
        return want;                                                                               \
    }
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

/* Of 16 bytes there is only this one, of which all others are made (simt/wide.h). */
int simt_swap_wide_watched(simt_word16 *p, simt_word16 *expected, simt_word16 value);
int simt_swap_wide_watched(simt_word16 *p, simt_word16 *expected, simt_word16 value) {
    SEE_ATOMIC(simt_word16, p);
    return simt_swap_wide(p, expected, value);
}

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order) {
    (void)order;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (!check_clock) return;
    simt_in_runtime = 1;
    if (check_trial.runs && !check_in_handler()) check_doubt();
    check_fence();
    simt_in_runtime = 0;
}
void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_signal_fence(int order) {
    (void)order;
}

/*
 * -fsanitize=alignment: called before an access whose type wants its address to be a multiple of more than
 * it is. The hooks above see the parts alone when a compiler takes a vector to pieces.
 */
enum { UBSAN_LOAD, UBSAN_STORE, UBSAN_REFERENCE, UBSAN_MEMBER };
struct ubsan_mismatch {
    struct {
        const char *file;
        uint32_t line, column;
    } place;
    const void *type;
    unsigned char log_alignment, kind;
};
void __ubsan_handle_type_mismatch_v1(const struct ubsan_mismatch *what, uintptr_t address);
void __ubsan_handle_type_mismatch_v1(const struct ubsan_mismatch *what, uintptr_t address) {
    if (!check_clock || what->kind > UBSAN_MEMBER || what->kind == UBSAN_REFERENCE) return;
    simt_in_runtime = 1;
    if (check_trial.runs && !check_in_handler()) check_doubt();
    check_alignment(address, (size_t)1 << what->log_alignment,
                    what->kind == UBSAN_STORE ? HOW_WRITE : 0, check_position(HERE));
    simt_in_runtime = 0;
}
