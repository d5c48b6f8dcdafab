/**
 * @file
 * @brief When a verdict still holds: a hash of all that it came from.
 */
#ifndef SORTLAB_FINGERPRINT_H
#define SORTLAB_FINGERPRINT_H

#include <stdint.h>

enum { FINGERPRINT = 24 };

/** Of all that programs are built from which judge: when it changes, they are old. */
uint64_t fingerprint_kit(void);

/**
 * Of the learner's file, the lab's stages and contract, and what of the kit builds and judges it, on
 * that device. Run in the kit's top folder. Not made to withstand somebody who wants two alike.
 * @param source the learner's file
 */
const char *fingerprint_of(const char *lab, const char *source, const char *device,
                           char text[FINGERPRINT]);

#endif
