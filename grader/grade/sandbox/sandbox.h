/**
 * @file
 * @brief Holds what a submission's code can reach: its compilers and its children run in here.
 *
 * Four backends, from strong to weak. *root*: the grader is root; bubblewrap's namespaces around another
 * user, with an init process of ours between. *rootless*: the same namespaces, for any user. *reduced*: no
 * namespaces; Landlock, refused system calls and limits. *none*: limits alone, for one's own code.
 * A self-test at the start breaks out of each in turn, and the first that holds is used.
 */
#ifndef SORTLAB_SANDBOX_H
#define SORTLAB_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "grader/grade/sandbox/limits.h"

enum {
    SANDBOX_RUN_MB = 2048,   /**< memory of a stage's run, where the view names none */
    SANDBOX_BUILD_MB = 2048, /**< and of building */
    SANDBOX_FILE_MB = 512,   /**< the largest file */
};

enum sandbox_kind { SANDBOX_NONE, SANDBOX_REDUCED, SANDBOX_ROOTLESS, SANDBOX_ROOT, SANDBOX_KINDS };

/** What a process sees: the system's libraries, and beside them this. */
struct sandbox_view {
    const char *shown; /**< the program to run; or a folder to build in, where it may write */
    const char *lab;  /**< to build: the lab whose headers are shown, and compilers; NULL: to run */
    const char *also; /**< a further file; NULL: none */
    const char *report; /**< where its report goes, when it has ended; NULL or "": none */
    bool device;        /**< it may use the GPU */
    int memory_mb;      /**< 0: SANDBOX_RUN_MB or SANDBOX_BUILD_MB */
    bool sparse;        /**< it has addresses without end, and little memory behind them */
};

/** One process in the sandbox. */
struct sandbox_session {
    bool on;
    int slot, uid;
    int record[2], info, report; /* a pipe to us, and files */
    char tmp[4096];              /* its own folder, where there are no namespaces */
    pid_t inner;                 /* the first process of its namespace; 0: not known yet */
    /* When it has ended. */
    bool said; /* the record below was written */
    struct session_record end;
    bool exhausted; /* it was killed because its memory was used up */
    bool empty;     /* nothing of it is left */
};

/**
 * Chooses the backend of that name, or for "auto" the strongest that works, for "held" the same and never
 * none. `workspace` is this run's folder. False, with a sentence, when there is no such backend or it does
 * not hold here.
 */
bool sandbox_choose(const char *name, const char *workspace, bool device, char *message,
                    size_t size);
void sandbox_close(void);

/** The backend in use. */
enum sandbox_kind sandbox_kind(void);
const char *sandbox_name(enum sandbox_kind kind);
/** What it does not hold here that it holds elsewhere, or why no stronger one was taken; "" when nothing. */
const char *sandbox_lacks(void);

/** Whether the memory of all that a launch starts is counted together, and held, by the kernel. */
bool sandbox_counts_memory(void);
/** MiB that all of it may have. */
int sandbox_memory_mb(const struct sandbox_view *view);

/** Before the fork: makes what the stay needs. False when it cannot. */
bool sandbox_prepare(struct sandbox_session *session, const struct sandbox_view *view);

/** Closes descriptors, `last` included; on kernels before 5.9 those below 1024. */
void sandbox_close_descriptors(unsigned first, unsigned last);

/** In the fork: brings its own descriptors out of the way, above 200. */
void sandbox_hold(struct sandbox_session *session);

/** Then, with descriptors 0 to 5 in place and no others below 100: runs the program in the sandbox. Returns
 * only on error. */
void sandbox_exec(struct sandbox_session *session, const struct sandbox_view *view,
                  const char *const *argv, const char *const *environment, int cpu_s);

/** In the grader, after the fork. */
void sandbox_started(struct sandbox_session *session);

/** Ends all of it at once. `pid` is what was forked. */
void sandbox_kill(struct sandbox_session *session, pid_t pid);

/** After `pid` was reaped: ends and reaps the rest, sees that nothing is left, and reads the record. */
void sandbox_end(struct sandbox_session *session, const struct sandbox_view *view, pid_t pid);

#endif
