/**
 * @file
 * @brief The smallest integer divided by -1.
 *
 * A GPU gives the smallest integer again, and nothing is left over. x86 sends the signal of a division by zero, and no
 * other processor does.
 */
#include "internal.h"

#if defined(__x86_64__)
#include <string.h>
#include <ucontext.h>

/* Where the instruction has its operand: in a register, or in memory. */
struct operand {
    const void *at;
    size_t bytes; /* that say so */
};

static const int numbers[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                              REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                              REG_R12, REG_R13, REG_R14, REG_R15};

/* `p` is at the byte ModRM. Bits of REX extend the numbers of registers. */
static struct operand read_operand(const greg_t *r, unsigned rex, const unsigned char *p) {
    unsigned mode = *p >> 6, low = *p & 7, more = (rex & 1) << 3;
    const unsigned char *from = p++;
    if (mode == 3) return (struct operand){&r[numbers[low | more]], 1};
    bool bare = mode == 0 && low == 5; /* relative to the next instruction */
    uint64_t address = bare || low == 4 ? 0 : (uint64_t)r[numbers[low | more]];
    if (low == 4) {
        unsigned index = (*p >> 3 & 7) | (rex & 2) << 2, base = *p & 7;
        if (index != 4) address += (uint64_t)r[numbers[index]] << (*p >> 6);
        if (base != 5 || mode) address += (uint64_t)r[numbers[base | more]];
        if (base == 5 && !mode) mode = 2;
        p++;
    }
    int32_t far = 0;
    if (mode == 1) far = (int8_t)*p++;
    if (mode == 2 || bare) memcpy(&far, p, sizeof(far)), p += sizeof(far);
    if (bare) address += (uint64_t)(uintptr_t)p;
    return (struct operand){(const void *)(uintptr_t)(address + (uint64_t)(int64_t)far),
                            (size_t)(p - from)};
}

size_t simt_overflowing_division(const void *context) {
    enum { REX = 0x40, WIDE = 8, DIVISION = 0xf7, SIGNED = 7 };
    const greg_t *r = ((const ucontext_t *)context)->uc_mcontext.gregs;
    const unsigned char *code = (const unsigned char *)r[REG_RIP], *p = code;
    unsigned rex = (*p & 0xf0) == REX ? *p++ : 0;
    if (*p++ != DIVISION || (*p >> 3 & 7) != SIGNED) return 0;
    struct operand operand = read_operand(r, rex, p);
    int64_t wide = 0;
    int32_t narrow = 0;
    memcpy(rex & WIDE ? (void *)&wide : (void *)&narrow, operand.at,
           rex & WIDE ? sizeof(wide) : sizeof(narrow));
    return wide == -1 || narrow == -1 ? (size_t)(p - code) + operand.bytes : 0;
}

bool simt_go_on_behind_division(void *context) {
    enum { REX_WIDE = 0x48 };
    size_t bytes = simt_overflowing_division(context);
    greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
    if (!bytes) return false;
    if ((*(const unsigned char *)r[REG_RIP] & 0xf8) != REX_WIDE) r[REG_RAX] = (uint32_t)r[REG_RAX];
    r[REG_RDX] = 0; /* nothing is left over, and RAX holds what was divided */
    r[REG_RIP] += (greg_t)bytes;
    return true;
}
#else
size_t simt_overflowing_division(const void *context) {
    (void)context;
    return 0;
}
bool simt_go_on_behind_division(void *context) {
    (void)context;
    return false;
}
#endif
