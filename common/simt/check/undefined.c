/**
 * @file
 * @brief memcheck: shifts by too much, and indices that an array's type does not have.
 *
 * The compiler calls these (-fsanitize=shift-exponent,bounds) in kernels and in host code, with what it knows of
 * the types. A local array has no guards of any other kind. Of other arrays an access beyond the end is found as
 * such, and then the report leaves the index out.
 *
 * A shift does not come back. A compiler that knows it reads memory as often as it would without the check, which
 * the profile counts.
 */
#include "trial.h"

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

static void note(const char *kind, uintptr_t pc, const char *message, const char *where) {
    if (check_trial.runs && !check_in_handler()) check_doubt();
    if (!simt_check || simt_in_runtime || !(check_tools & TOOL_MEMCHECK)) return;
    simt_in_runtime = 1;
    uint32_t at = check_position(pc);
    struct party a = {.at = at, .how = HOW_HOST | HOW_UNDEFINED};
    if (check_clock) a = check_party(check_now(check_clock), at, HOW_UNDEFINED);
    pthread_mutex_lock(&mutex);
    struct finding *f = check_finding(TOOL_MEMCHECK, kind, a, (struct party){0});
    if (f && f->count++ == 0) {
        snprintf(f->message, sizeof(f->message), "%s", message);
        snprintf(f->where, sizeof(f->where), "%s", where);
        check_tell_debugger(f);
    }
    pthread_mutex_unlock(&mutex);
    simt_in_runtime = 0;
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
    char message[100];
    (void)value;
    snprintf(message, sizeof(message), "Invalid shift by %lld of a value of %d bits",
             number_of(what->by, by), 1 << (what->value->info >> 1));
    note("Invalid shift", HERE, message,
         check_clock ? "nothing says what comes of it: a GPU has another number than a CPU"
                     : "nothing says what comes of it");
    if (simt_in_kernel()) simt_fault(cudaErrorLaunchFailure, "ends by an i%s", message + 1);
    if (!simt_check) simt_die("host code ends by an i%s", message + 1);
    check_report_now();
    _exit(EXIT_FAILURE);
}

struct ubsan_index {
    struct ubsan_place place;
    const struct ubsan_type *array, *index;
};
void __ubsan_handle_out_of_bounds(const struct ubsan_index *what, uintptr_t index);
void __ubsan_handle_out_of_bounds(const struct ubsan_index *what, uintptr_t index) {
    char message[200];
    const char *type = what->array->name;
    long long i = number_of(what->index, index);
    int shown = (int)strcspn(type, "("); /* clang++ says what a typedef is of */
    while (shown && type[shown - 1] == ' ') shown--;
    snprintf(message, sizeof(message), "Invalid index %lld of an array of type %.*s", i,
             shown < 120 ? shown : 120, type);
    note("Invalid index", HERE, message,
         i < 0 ? "it is before the array's start" : "it is past the array's end");
}
