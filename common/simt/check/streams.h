/**
 * @file
 * @brief Operations: what streams and host code do, and which of it comes before which.
 *
 * An operation is a copy, a fill, a kernel, a host function, or what host code does at one line between two
 * calls. Each has a number, the later it was asked for the greater; 0 is none.
 */
#ifndef SIMT_STREAMS_H
#define SIMT_STREAMS_H

#include "check.h"

/** So many operations of each timeline are known: a vector clock. */
struct times {
    uint32_t n, at[];
};

/** The operation that a thread is at. */
struct doing {
    uint32_t number;      /**< 0: it is not looked at */
    uint32_t floor;       /**< all up to this number come before it */
    struct times *known;  /**< what comes before it, itself too */
    struct doing *around; /**< what the thread goes on with behind it */
    bool looked_at;       /**< of a host function: its accesses are seen, */
    bool publishes;       /**< and it may have told the host's threads what it did */
};

/** The calling thread's; NULL: host code. */
extern __thread struct doing *check_doing;
/** The running kernel's. */
extern struct doing *check_launch;

/** Held by whoever looks at what follows. */
extern pthread_mutex_t check_streams_mutex;

/** What host code does at pc, between the calls before and behind it. */
struct doing *check_host_doing(uintptr_t pc);
bool check_before(uint32_t number, const struct doing *now); /**< it comes before that */
uint32_t check_launch_of(uint64_t serial); /**< the kernel's number that a block belongs to */
uint64_t check_first_apart(
    const struct doing *now); /**< no stamp below is of a kernel that does not come before */
/** Other host threads may have asked for operations since the running kernel began. With the mutex held. */
void check_new_floor(void);
/** A fence and a flag have told this operation what that one did. */
void check_publish(struct doing *now, uint32_t number);
void check_fenced(void); /**< the running kernel makes a fence */
bool check_has_fence(uint32_t number);
bool check_by_host(uint32_t number); /**< not in a stream */

/** Two operations that nothing orders touch the same bytes. `how`: HOW_WRITE or 0. */
void check_record_apart(uint32_t a, int a_how, uint32_t b, int b_how, uintptr_t address,
                        const struct page *page, size_t bytes);

#endif
