/**
 * @file
 * @brief The program around the pipeline: reads keys or makes them, sorts, writes, says what it did.
 */
#include <stdarg.h>
#include <stdlib.h>

#include "grader/sort/run.h"

/** For the CPU runtime: a stage that fails is named here. */
const char simt_tells_itself = 1;

/** Ends the program with one sentence. */
void stop(int status, const char *format, ...) {
    va_list args;
    fflush(stdout);
    fputs("run: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    exit(status);
}

/** The CPU runtime is as small a device as the budget says; a GPU has the size that it has. */
static void limit_device(const struct run_request *r) {
    char bytes[24];
    if (r->sort.device_bytes == 0) return;
    snprintf(bytes, sizeof(bytes), "%zu", r->sort.device_bytes);
    setenv("SIMT_DEVICE_MEMORY", bytes, 1);
}

int main(int argc, char **argv) {
    struct run_request r;
    catch_signals();
    parse(&r, argc, argv);
    check_files(&r);
    limit_device(&r);
    if (r.compares) return compare_combinations(&r);
    if (r.engine != ENGINE_LABS) return sort_fast(&r);
    return fits_memory(&r) ? sort_in_memory(&r) : sort_by_spilling(&r);
}
