/**
 * @file
 * @brief Host code that was built with the compiler's sanitizers: what they say of it, as a sentence.
 */
#ifndef SORTLAB_SANITIZER_H
#define SORTLAB_SANITIZER_H

#include "grader/grade/judge/result.h"

/** How they are to work, as they read it from the environment. */
#define SANITIZER_SETTINGS                                                                         \
    "ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:exitcode=86:print_legend=0"           \
    ":color=never:allow_addr2line=1:quarantine_size_mb=16",                                        \
        "UBSAN_OPTIONS=print_stacktrace=1:color=never",                                            \
        "TSAN_OPTIONS=report_thread_leaks=0:report_signal_unsafe=0:report_destroy_locked=0"        \
        ":allocator_may_return_null=1:exitcode=0:color=never:allow_addr2line=1"

/**
 * What they found first.
 * @param printed by the child
 * @param source the learner's file: what lies in other files alone is not the learner's
 * @return VERDICT_OK where there is nothing
 */
enum verdict sanitizer_read(const char *printed, const char *source, enum failure_kind *kind,
                            char *text, size_t size);

/** Why they could not work on this machine, in a few words; NULL: they could. */
const char *sanitizer_absent(const char *printed);

#endif
