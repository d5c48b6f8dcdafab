/**
 * @file
 * @brief Which GPU the runtime is: SIMT_GPU names one, and kernels run within its limits.
 */
#include "internal.h"

#include <stdio.h>
#include <string.h>

static const struct simt_gpu gpus[] = {
#define GPU(name, capability, title, sms, threads, blocks, shared, block, reserved, l2, memory)    \
    {#name,                                                                                        \
     title,                                                                                        \
     capability,                                                                                   \
     sms,                                                                                          \
     threads,                                                                                      \
     blocks,                                                                                       \
     (shared) << 10,                                                                               \
     (block) << 10,                                                                                \
     (reserved) << 10,                                                                             \
     (l2) << 10,                                                                                   \
     (uint64_t)(memory) << 30},
#include "gpus.inc"
#undef GPU
};
enum { GPUS = sizeof(gpus) / sizeof(*gpus) };

/* Where none is named: an H200's limits, and few multiprocessors, since their blocks are worked off by few cores. */
static const struct simt_gpu plain = {
    "H200",     "Sortlab CPU runtime", 90, 4, 2048, 32, 228 << 10, 227 << 10, 1 << 10, 4 << 20,
    4ull << 30,
};

static const struct simt_gpu *find(const char *name) {
    char names[160] = "";
    if (!name || !*name) return &plain;
    for (int i = 0; i < GPUS; i++) {
        if (strcmp(gpus[i].name, name) == 0) return &gpus[i];
        size_t used = strlen(names);
        snprintf(names + used, sizeof(names) - used, "%s%s", gpus[i].name,
                 i + 2 < GPUS   ? ", "
                 : i + 1 < GPUS ? " or "
                                : "");
    }
    simt_die("SIMT_GPU is '%s'. It can be %s", name, names);
}

const struct simt_gpu *simt_gpu(void) {
    static const struct simt_gpu *_Atomic chosen;
    if (!chosen) chosen = find(simt_setting("SIMT_GPU"));
    return chosen;
}
