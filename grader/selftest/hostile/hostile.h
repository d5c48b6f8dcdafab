/**
 * @file
 * @brief Hostile submissions, filed as VERDICT/NAME/, and what has to hold when they are graded.
 *
 * A case is a folder: what a learner would hand in, and case.tsv, which says what is expected. Each
 * line of that is a key, a tab and a value:
 *
 *     about     what it tries, in a sentence
 *     lab       01                        stage    1
 *     points    at most so many, for what it did earn (0)
 *     limit     seconds of processor time for a stage (2)
 *     seconds   of processor time that grading it may take (30)
 *     accept    another verdict that is right too
 *     says      words that are in what the student sees       never   words that are not
 *     needs     sandbox: without one it would do damage, and is skipped; or one that is as strong as that:
 *               reduced, rootless, root
 *     in        reduced: graded in that sandbox, whichever the others are
 *     hidden    the stage's cases are drawn, and of it is told what of a hidden stage may be told
 *     explain   1: with a look for the smallest input that fails
 *     teeth     DEFENCE PRIZE: with this defence out, this condition is broken
 *     slow      1: not in the test suite
 *
 * In the learner's file the line `//> honest NAME...` stands for the reference solution, in which these
 * functions are called honest_NAME; `//> with FILE` stands for that file of grader/selftest/hostile/, which several
 * cases have. A script make.sh makes what git cannot hold; KIT is the kit's folder.
 */
#ifndef SORTLAB_HOSTILE_H
#define SORTLAB_HOSTILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { MOST_CASES = 400, MOST_WORDS = 8, PATH_BYTES = 1024 };

/** What may be broken. */
enum condition {
    KEPT,
    BROKEN_VERDICT,
    BROKEN_POINTS,
    BROKEN_WORDS,      /**< something is not said, or is said that must not be */
    BROKEN_TOKEN,      /**< what nobody may see can be seen */
    BROKEN_TEXT,       /**< bytes that a terminal or a page takes for commands */
    BROKEN_PROCESS,    /**< a process is left */
    BROKEN_MOUNT,      /**< a mount is left */
    BROKEN_GROUP,      /**< a control group is left */
    BROKEN_FILE,       /**< a file is left, or another one has changed */
    BROKEN_NETWORK,    /**< it has reached somebody outside */
    BROKEN_TIME,       /**< it took longer than it may */
    BROKEN_MEMORY,     /**< the grader has become large */
    BROKEN_NEIGHBOUR,  /**< another submission's result has other bytes */
    BROKEN_DESCRIPTOR, /**< the grader ends with something open */
    CONDITIONS
};

const char *condition_name(enum condition c);

struct hostile {
    char verdict[16], name[80], folder[PATH_BYTES];
    char about[200], lab[8], stage[8], limit[8], needs[16], in[16], defence[40];
    char accept[MOST_WORDS][16], says[MOST_WORDS][120], never[MOST_WORDS][120];
    int n_accept, n_says, n_never;
    int points;
    double seconds;
    bool slow, hidden, explain;
    enum condition prize; /**< of teeth; KEPT: there is no such line */
};

/** How all of it is run. */
struct hostile_plan {
    const char *grade;   /**< the grader */
    const char *sandbox; /**< for --sandbox; NULL: the grader knows no such option */
    const char *without; /**< the defence that is out; NULL: none */
    const char *work;    /**< an empty folder of ours */
    char token[40];      /**< that nobody may see */
};

/** What came of one case. */
struct hostile_outcome {
    enum condition broken; /**< the first; KEPT: none */
    unsigned all;          /**< a bit for each that is broken */
    char verdict[16], sandbox[16];
    int points;
    double seconds;
    long peak_kb;
    char why[300];
};

/** case.c: reads case.tsv; false, with a message on stderr, when it is not as it should be. */
bool hostile_read(struct hostile *h, const char *folder, const char *verdict, const char *name);

/** secret.c: terms for the case's lab, with the token as their secret; false when they cannot be written. */
bool secret_terms(const struct hostile *h, const struct hostile_plan *plan, const char *home,
                  const char *path);
/** Whether one of the seeds in the instructor's file stands in a text. */
bool secret_is_in(const char *instructor, const char *text, size_t size);

/** submission.c: puts what the learner hands in into the folder `to`. */
bool submission_make(const struct hostile *h, const char *to);
/** One file of it, with the honest part put in. */
bool submission_expand(const char *from, const char *to, const char *lab_file);

enum { KILL_AFTER = 600 }; /**< seconds of the clock, for a grader that waits and does not end */

/** watch.c: a program run to its end, with its processor time and the most memory that it had itself. */
struct watched {
    double seconds;
    long peak_kb;
    int status;
    bool overdue;
    pid_t pid;
    int left; /**< processes that it left; they are killed */
};
struct watched watch(const char *const *argv, const char *out, double most_s);

/** conditions.c: grades one case in a folder of its own, and looks what is broken. */
void hostile_grade(const struct hostile *h, const struct hostile_plan *plan,
                   struct hostile_outcome *o);

#endif
