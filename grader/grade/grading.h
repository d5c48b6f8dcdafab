/**
 * @file
 * @brief A submission while it is graded: its labs are built, its stages judged, and what comes of it is written.
 *
 * Judging says nothing by itself. Whoever shows the result hears of each stage as soon as it is known.
 */
#ifndef SORTLAB_GRADING_H
#define SORTLAB_GRADING_H

#include "grader/grade/judge/build.h"
#include "grader/grade/judge/result.h"
#include "grader/grade/request.h"

struct grading {
    const struct request *request;
    struct build *builds; /**< a lab each */
    size_t n_builds;
    const struct workspace *workspace;
    struct result result; /**< a stage each, in the order of the labs */
};

/** The labs and stages that are asked for; ends the program with a sentence when there are none. */
struct grading grading_open(const struct request *q);

/** Builds them, in the sandbox that is asked for. */
void grading_build(struct grading *g);

struct build *grading_build_of(const struct grading *g, const struct stage_lab *lab);

/** Whether a stage of its lab before it fails: then it mostly fails by the same cause. */
bool grading_failed_before(const struct grading *g, const struct stage_result *r);

enum stage_news {
    STAGE_JUDGED,   /**< the verdict is known */
    STAGE_EXPLAINED /**< and, a second or a few later, the cause, where that is asked for */
};

/** Called twice for each stage, so that the first words come early. */
typedef void stage_done(void *context, const struct grading *g, size_t i, enum stage_news news);

/** Judges the stages, up to the first that fails when that is asked for, and keeps a learner's progress. */
void grading_judge(struct grading *g, stage_done *done, void *context);

/** Writes the files that were asked for; false, after a sentence, when one cannot be written. */
bool grading_write(const struct grading *g);

/** The program's exit code. */
int grading_status(const struct grading *g);

/*
 * What people read (grading_show.c).
 */
struct grading_shown {
    bool brief; /**< some failure was told in a line */
};

/** For one's own files: another file is a copy that was put by. */
void grading_show_others(const struct grading *g);

/** A stage_done whose context is a struct grading_shown. */
void grading_show_stage(void *shown, const struct grading *g, size_t i, enum stage_news news);

/** The points; for a learner also what solved labs cost and where to go on. */
void grading_show_end(const struct grading *g, const struct grading_shown *shown);

/** A submission in which no lab was looked for: why. */
void grading_show_whole(const struct grading *g);

/** A sentence for people, beside the results. */
void grading_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
