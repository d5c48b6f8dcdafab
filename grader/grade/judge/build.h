/**
 * @file
 * @brief From a submission's file to the child program that runs it.
 */
#ifndef SORTLAB_BUILD_H
#define SORTLAB_BUILD_H

#include "grader/grade/judge/result.h"

/** What a stage whose answers are right is checked with, on the CPU runtime. */
#define JUDGE_TOOLS "memcheck,racecheck,initcheck,synccheck"

enum { PATH_MOST = 4096 };

/** One lab of a submission, being built. */
struct build {
    const struct stage_lab *lab;
    char source[PATH_MOST]; /**< the learner's file; "" when there is none */
    char shown[PATH_MOST];  /**< as it was handed in: another path if it lay in an archive */
    int fit, also;          /**< how well its name fits (fit.h); others that fit too */
    bool linked;            /**< it is a link, or lies behind one */
    char whole[600]; /**< why no lab of the submission is built; "": there is no such reason */
    char program[PATH_MOST]; /**< the child, when verdict is VERDICT_OK */
    enum verdict verdict;
    char message[1200];
    char warnings[600];       /**< what the compiler said of a file that builds; "" when nothing */
    char checked[PATH_MOST];  /**< the same with every access checked; "" before build_checked */
    char tools[64];           /**< what checks it where a run names no tools */
    char counted[PATH_MOST];  /**< the same with every access counted; "" before build_counted */
    char threads[PATH_MOST];  /**< host code with its threads checked; "" before build_sanitized */
    enum verdict with_tools;  /**< what it comes to when one of these two cannot be made */
    char copy[256];           /**< the learner's file, in the program's folder */
    char odd_names[320];      /**< what suspect_object says of it, once it is asked */
    bool looked_at;           /**< it has been */
    bool device;              /**< for a GPU */
    bool begun;               /**< its first stage was judged */
    char gpucheck[PATH_MOST]; /**< on a GPU, what starts the checked one */
    const char *debugged;     /**< the folder where a debugger finds the source; NULL: none looks */
};

/** Where everything of one run of the grader lies; removed at the end. */
struct workspace {
    char path[PATH_MOST];
    const char *device; /**< "cpu" or "gpu" */
    int lock;           /**< holds the folder as long as this process lives */
};

/** Makes a fresh folder in `parent`; false with errno. */
bool workspace_make(struct workspace *workspace, const char *parent, const char *device);
void workspace_remove(struct workspace *workspace);

/** Whether the learner's file is CUDA, and not C. */
bool build_has_kernels(const struct build *build);

/**
 * Builds the labs' children from `submission`, as many at once as there are cores. Takes only the
 * learner's own file of each lab, as a copy (find.h).
 */
void build_all(const struct workspace *workspace, const char *submission, struct build *builds,
               size_t n);

/**
 * Makes the program that runs the child with every access checked by these tools, unless that has been
 * done: a build with the CPU runtime's checkers, or on a GPU the child under gpucheck. False, with a
 * message, when it cannot be made. For a .cu file that builds without them.
 */
bool build_checked(struct build *build, const char *device, const char *tools, char *message,
                   size_t size);

/**
 * Host code, in C: the child with the compiler's "address" or "thread" sanitizer; the former is
 * build->checked, the latter build->threads.
 */
bool build_sanitized(struct build *build, const char *sanitizer, char *message, size_t size);

/**
 * The child for a debugger: every access checked, and code as it is written (-O0), whose lines are those of
 * the learner's own file. `program` gets its path. False, with a message, when it cannot be made.
 */
bool build_debugged(struct build *build, char program[PATH_MOST], char *message, size_t size);

/** The same for the CPU runtime's profiler. With kernels it is the checked program, which counts when it is told. */
bool build_counted(struct build *build, char *message, size_t size);

#endif
