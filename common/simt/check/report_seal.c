/**
 * @file
 * @brief The seal of a report: by it the judge of a program sees that nobody has changed the file.
 *
 * The report is a file, and the program that is checked could write another one in its place. So for each
 * report a line goes to the descriptor SIMT_JOURNAL, a pipe, where it cannot be taken back: how many findings
 * it holds that are more than INFO, a hash of its bytes, and whether it is the last one. The judge reads these
 * lines.
 */
#include "check.h"

#include <stdio.h>
#include <unistd.h>

static int descriptor = -1;

/* Read before the program's own code runs, which could set another one. */
void check_seal_start(void) {
    uint64_t none = UINT32_MAX, number = simt_setting_number("SIMT_JOURNAL", none, 3, none);
    if (number != none) descriptor = (int)number;
}

/* FNV-1a, of 64 bits. */
static uint64_t hash_of(const char *bytes, size_t size) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++) hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001b3u;
    return hash;
}

void check_seal_report(const char *report, size_t size, size_t n, bool last) {
    char line[80];
    if (descriptor < 0) return;
    int length = snprintf(line, sizeof(line), "%zu %016lx %s\n", n,
                          (unsigned long)hash_of(report, size), last ? "last" : "more");
    if (write(descriptor, line, (size_t)length) != length) descriptor = -1;
}
