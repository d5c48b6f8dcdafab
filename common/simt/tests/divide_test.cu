/**
 * @file
 * @brief Where x86's idiv has its operand: in each form of the instruction a -1 is found, and nothing else.
 */
#include <stdint.h>
#include <string.h>
#include <ucontext.h>

#include "promise.h"

#if defined(__SIMT__) && defined(__x86_64__)
extern "C" size_t simt_overflowing_division(const void *context);
extern "C" bool simt_go_on_behind_division(void *context);

enum { FAR = 0x150 };
static unsigned char code[16];
static char memory[2 * FAR];

/* An instruction, and the register that leads to its operand: it holds the operand, or its address less `off`. */
struct form {
    const char *what;
    unsigned char bytes[8];
    int length, by;
    int off;      /* of the operand from the address in the register; an index is 2 */
    bool is_wide; /* 8 bytes */
};
static const struct form forms[] = {
    {"ecx", {0xf7, 0xf9}, 2, REG_RCX, 0, false},
    {"r9d", {0x41, 0xf7, 0xf9}, 3, REG_R9, 0, false},
    {"r9", {0x49, 0xf7, 0xf9}, 3, REG_R9, 0, true},
    {"rsi", {0x48, 0xf7, 0xfe}, 3, REG_RSI, 0, true},
    {"[rbx]", {0xf7, 0x3b}, 2, REG_RBX, 0, false},
    {"[rdi + 8]", {0xf7, 0x7f, 8}, 3, REG_RDI, 8, false},
    {"[rbx - 8], wide", {0x48, 0xf7, 0x7b, 0xf8}, 4, REG_RBX, -8, true},
    {"[rax + 0x150]", {0xf7, 0xb8, 0x50, 1, 0, 0}, 6, REG_RAX, FAR, false},
    {"[rsp]", {0xf7, 0x3c, 0x24}, 3, REG_RSP, 0, false},
    {"[rsp + 4]", {0xf7, 0x7c, 0x24, 4}, 4, REG_RSP, 4, false},
    {"[rbp + rcx * 4]", {0xf7, 0x7c, 0x8d, 0}, 4, REG_RBP, 2 * 4, false},
    {"[rbx + rcx * 8 + 4], wide", {0x48, 0xf7, 0x7c, 0xcb, 4}, 5, REG_RBX, 2 * 8 + 4, true},
    {"[r12]", {0x41, 0xf7, 0x3c, 0x24}, 4, REG_R12, 0, false},
    {"[r13 + 0]", {0x41, 0xf7, 0x7d, 0}, 4, REG_R13, 0, false},
    {"[rdx + r10 * 2]", {0x42, 0xf7, 0x3c, 0x52}, 4, REG_RDX, 2 * 2, false},
    {"[r14 + r15 * 1 + 0x150]",
     {0x43, 0xf7, 0xbc, 0x3e, 0x50, 1, 0, 0},
     8,
     REG_R14,
     FAR + 2,
     false},
};

/* The signal's context at such an instruction, with `operand` where it says. */
static ucontext_t at(const struct form *f, int64_t operand) {
    ucontext_t context;
    greg_t *r = context.uc_mcontext.gregs;
    bool in_register = f->length < 4 && (f->bytes[f->length - 1] & 0xc0) == 0xc0;
    memset(&context, 0, sizeof context);
    memset(memory, 1, sizeof memory);
    memset(code, 0x90, sizeof code);
    memcpy(code, f->bytes, f->length);
    memcpy(memory + FAR, &operand, f->is_wide ? 8 : 4);
    r[REG_RCX] = r[REG_R10] = r[REG_R15] = 2;
    r[f->by] = in_register ? operand : (greg_t)(uintptr_t)(memory + FAR) - f->off;
    r[REG_RIP] = (greg_t)(uintptr_t)code;
    return context;
}

static void test_forms() {
    for (const struct form &f : forms) {
        ucontext_t minus = at(&f, -1);
        bool found = simt_overflowing_division(&minus) == (size_t)f.length;
        ucontext_t zero = at(&f, 0);
        bool other = simt_overflowing_division(&zero) == 0;
        promise(f.what, found && other);
    }
}

/** An operand behind the instruction, as the compiler places constants. */
static void test_next_to_code() {
    static const unsigned char bytes[] = {0xf7, 0x3d, 4,    0,    0,    0,    0x90, 0x90,
                                          0x90, 0x90, 0xff, 0xff, 0xff, 0xff, 0,    0};
    ucontext_t context = at(&forms[0], 0);
    memcpy(code, bytes, sizeof bytes);
    context.uc_mcontext.gregs[REG_RBP] = FAR; // the same bits of the form name rbp elsewhere
    promise("[rip + 4]", simt_overflowing_division(&context) == 6);
    code[2] = 5;
    promise("and not the bytes beside it", simt_overflowing_division(&context) == 0);
}

/** An index alone: [rcx * 4 + far] has no base. */
static void test_index() {
    ucontext_t context = at(&forms[0], -1);
    uint64_t address = (uint64_t)(uintptr_t)(memory + FAR);
    int32_t far = (int32_t)(address & 3) - 4;
    static const unsigned char bytes[] = {0xf7, 0x3c, 0x8d};
    memcpy(code, bytes, sizeof bytes);
    memcpy(code + 3, &far, sizeof far);
    context.uc_mcontext.gregs[REG_RCX] = (greg_t)((address - (uint64_t)(int64_t)far) / 4);
    promise("[rcx * 4 + far]", simt_overflowing_division(&context) == 7);
}

static void test_others() {
    ucontext_t unsigned_one = at(&forms[0], -1);
    code[1] = 0xf1;
    promise("an unsigned division does not overflow",
            simt_overflowing_division(&unsigned_one) == 0);
    ucontext_t multiplied = at(&forms[0], -1);
    code[0] = 0xf6;
    promise("nor does another instruction", simt_overflowing_division(&multiplied) == 0);
    ucontext_t half = at(&forms[2], 0xffffffff);
    promise("32 bits of ones are no -1 of 64", simt_overflowing_division(&half) == 0);
    ucontext_t lower = at(&forms[0], 0x00000001ffffffff);
    promise("of a register only the lower half counts", simt_overflowing_division(&lower) == 2);
}

static void test_results() {
    for (int wide = 0; wide < 2; wide++) {
        const struct form *f = &forms[wide ? 2 : 1];
        ucontext_t context = at(f, -1);
        greg_t *r = context.uc_mcontext.gregs;
        r[REG_RAX] = INT64_MIN | 0x80000000;
        r[REG_RDX] = -1;
        bool goes_on = simt_go_on_behind_division(&context);
        promise(wide ? "of 64 bits the quotient is the dividend"
                     : "of 32 bits the quotient is the dividend's half",
                goes_on && r[REG_RAX] == (wide ? (INT64_MIN | 0x80000000) : 0x80000000));
        promise("nothing is left over, and the next instruction follows",
                r[REG_RDX] == 0 && r[REG_RIP] == (greg_t)(uintptr_t)(code + f->length));
    }
    ucontext_t zero = at(&forms[0], 0);
    promise("a division by zero stays one",
            !simt_go_on_behind_division(&zero) &&
                zero.uc_mcontext.gregs[REG_RIP] == (greg_t)(uintptr_t)code);
}

int main() {
    test_forms();
    test_next_to_code();
    test_index();
    test_others();
    test_results();
    return promises_broken != 0;
}
#else
int main() {
    promise("only x86 has the instruction", true);
    return promises_broken != 0;
}
#endif
