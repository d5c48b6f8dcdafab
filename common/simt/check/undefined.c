/**
 * @file
 * @brief memcheck: shifts by too much, and indices that an array's type does not have.
 *
 * The compiler calls these (-fsanitize=shift-exponent,bounds) in kernels and in host code, with what it knows of
 * the types. A local array has no guards of any other kind. Of other arrays an access beyond the end is found as
 * such, and then the report leaves the index out. They do not come back: a compiler that knows it reads memory as
 * often as it would without them, which the profile counts.
 */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HERE ((uintptr_t)__builtin_return_address(0) - 1)

struct ubsan_place {
    const char *file;
    uint32_t line, column;
};
struct ubsan_type {
    uint16_t kind,
        info;    /* of an integer: 0; twice the logarithm of its bits, and whether it has a sign */
    char name[]; /* as the compiler quotes it */
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* host threads run side by side */

/* Takes note, and ends the kernel or the program. */
static _Noreturn void tell(const char *kind, uintptr_t pc, const char *message, const char *where) {
    simt_in_runtime = 1;
    uint32_t at = check_position(pc);
    struct party a = {.at = at, .how = HOW_HOST | HOW_UNDEFINED};
    if (check_clock) a = check_party(check_now(check_clock), at, HOW_UNDEFINED);
    pthread_mutex_lock(&mutex);
    struct finding *f = check_tools & TOOL_MEMCHECK
                            ? check_finding(TOOL_MEMCHECK, kind, a, (struct party){0})
                            : NULL;
    if (f && f->count++ == 0) {
        snprintf(f->message, sizeof f->message, "%s", message);
        snprintf(f->where, sizeof f->where, "%s", where);
    }
    pthread_mutex_unlock(&mutex);
    if (simt_in_kernel())
        simt_fault(cudaErrorLaunchFailure, "ends by an %c%s", message[0] | 32, message + 1);
    if (!simt_check) simt_die("host code ends by an %c%s", message[0] | 32, message + 1);
    check_report_now();
    _exit(EXIT_FAILURE);
}

/* A number of that type, as a compiler hands it over: in a word, if it fits there. */
static long long number_of(const struct ubsan_type *type, uintptr_t word) {
    int bits = 1 << (type->info >> 1);
    if (bits > 64) return 0;
    bool is_signed = type->info & 1;
    return is_signed ? (long long)((int64_t)((uint64_t)word << (64 - bits)) >> (64 - bits))
                     : (long long)word;
}

struct ubsan_shift {
    struct ubsan_place place;
    const struct ubsan_type *value, *by;
};
_Noreturn void __ubsan_handle_shift_out_of_bounds_abort(const struct ubsan_shift *what,
                                                        uintptr_t value, uintptr_t by);
_Noreturn void __ubsan_handle_shift_out_of_bounds_abort(const struct ubsan_shift *what,
                                                        uintptr_t value, uintptr_t by) {
    char message[200];
    (void)value;
    snprintf(message, sizeof message, "Invalid shift by %lld of a value of %d bits",
             number_of(what->by, by), 1 << (what->value->info >> 1));
    tell("Invalid shift", HERE, message,
         check_clock ? "nothing says what comes of it: a GPU has another number than a CPU"
                     : "nothing says what comes of it");
}

struct ubsan_index {
    struct ubsan_place place;
    const struct ubsan_type *array, *index;
};
_Noreturn void __ubsan_handle_out_of_bounds_abort(const struct ubsan_index *what, uintptr_t index);
_Noreturn void __ubsan_handle_out_of_bounds_abort(const struct ubsan_index *what, uintptr_t index) {
    char message[200];
    long long i = number_of(what->index, index);
    int shown = (int)strcspn(what->array->name, "("); /* clang++ says what a typedef is of */
    while (shown && what->array->name[shown - 1] == ' ') shown--;
    snprintf(message, sizeof message, "Invalid index %lld of an array of type %.*s", i,
             shown < 120 ? shown : 120, what->array->name);
    tell("Invalid index", HERE, message,
         i < 0 ? "it is before the array's start" : "it is past the array's end");
}
