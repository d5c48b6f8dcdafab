/**
 * @file
 * @brief Loops that look at volatile words: simtcc writes `simt::look(0)` into each round of them, in device code.
 */
#ifndef SIMT_LOOK_H
#define SIMT_LOOK_H

#include "core.h"

extern "C" {
/** Rounds until the next question, of loops that stand in no other loop that looks, and of all others. */
extern __thread int simt_look_in[2];
/** Lets other threads run if the calling one spins. On the host: nothing. */
void simt_look(int is_inner);
}

namespace simt {
/** Counts a round; in check builds the loads themselves let other threads run. */
SIMT_INLINE bool look(int is_inner) {
#ifndef SIMT_CHECKED
    if (--simt_look_in[is_inner] < 0) simt_look(is_inner);
#else
    (void)is_inner;
#endif
    return true;
}
} // namespace simt

#endif
