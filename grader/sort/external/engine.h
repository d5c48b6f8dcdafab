/**
 * @file
 * @brief What sorts a run in memory, past the labs: the host's cores here, a device elsewhere.
 */
#ifndef SORTLAB_EXTERNAL_ENGINE_H
#define SORTLAB_EXTERNAL_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct sort_engine {
    const char *name; /**< "host", ... */
    /**
     * Sorts n words, ascending as unsigned numbers, in place.
     * @param self the engine's own
     * @param scratch n words of any content; undefined afterwards
     * @param[out] error one sentence, when it returns false; then what the words are is undefined
     */
    bool (*sort)(void *self, uint32_t *keys, uint32_t *scratch, size_t n, char error[640]);
    void *self;
    int callers; /**< threads that may call sort at the same time; 0 is 1, and the others wait */
    size_t host_bytes; /**< host memory that it will yet take */
};

/** Each caller sorts by common/sort/host/radix_sort, on its own core. */
struct sort_engine host_engine(void);

#ifdef __cplusplus
}
#endif
#endif
