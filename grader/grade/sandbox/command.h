/**
 * @file
 * @brief The command lines and environments that put a process into the sandbox.
 */
#ifndef SORTLAB_COMMAND_H
#define SORTLAB_COMMAND_H

#include "grader/grade/sandbox/mounts.h"

enum { COMMAND_WORDS = 512 };

/** Where programs are found in there. */
#define SANDBOX_PATH "/usr/local/bin:/usr/bin:/bin"

struct command {
    const char *words[COMMAND_WORDS + 1];
    size_t n;
};

/** Where things are, and what may be used. */
struct command_plan {
    enum sandbox_kind kind;
    const char *kit, *init, *bwrap;
    int info_fd; /**< takes what bubblewrap says of the first process */
    int tmp_mb;
};

/** Adds a word, made like printf's; it stays allocated until exec. */
void command_add(struct command *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** bubblewrap, or nothing, then the init process and its order, up to and with "--". */
void command_line(struct command *c, const struct command_plan *plan,
                  const struct sandbox_view *view, const struct sandbox_limits *limits,
                  const char *tmp);

/** What the program finds in its environment: `given` and little else. */
void command_environment(struct command *c, const struct sandbox_view *view, const char *tmp,
                         const char *const *given);

#endif
