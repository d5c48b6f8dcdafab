/**
 * @file
 * @brief What the learner's calls of CUDA and of the C library take, wait for and work in.
 *
 * grader/grade/child.mk renames these calls in the learner's object alone (grader/grade/child.syms), so that those of
 * the stages and of the runtime itself do not count.
 */
#ifndef SORTLAB_CHILD_PROMISES_H
#define SORTLAB_CHILD_PROMISES_H

#include "common/stage/stage.h"
#include "grader/grade/judge/promises.h"

/** Before the learner's code is called, for a stage whose contract makes these promises. */
void child_promises_start(unsigned promises);

/** Behind it: hands over the first promise that was broken. */
void child_promises_end(struct stage *s);

/*
 * What the calls say. `call` is a name that lives for ever; `caller` is where it returns to.
 */
void child_took(uintptr_t memory, size_t bytes, const char *call);
void child_gave(uintptr_t memory);
/** Host memory, which a contract may limit. */
void child_took_host(uintptr_t memory, size_t bytes, const char *call, const void *caller);
void child_waits(const char *call);
/** A stream, which the learner's functions are not given. */
void child_made_stream(uintptr_t stream, const char *call);
/** Work is put into a stream. */
void child_works_in(const void *stream, const char *call);

/** A launch; the first of a case are handed over, for those who look for what went wrong. */
struct record_launch;
void child_launches(const struct record_launch *launch);

/** The place in the source of one of n addresses: the first one in the learner's own file. */
void child_place(void *const *addresses, int n, const char *lab, char *place, size_t size);

/*
 * Two cases at once: the learner's functions are called for both, and their work is put into two streams by
 * turns.
 */
typedef void child_case(void *of);

/** Does both; each is under way while the other one stands at a call that puts work into a stream. */
void child_pair(child_case *run, void *first, void *second);

/** Where a call puts work into a stream: the other one's turn. Does nothing where there is no other. */
void child_turn(void);

/** Which of the two the calling thread does, 0 or 1; 0 where there is one. */
int child_lane(void);

#endif
