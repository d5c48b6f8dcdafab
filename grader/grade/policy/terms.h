/**
 * @file
 * @brief The terms on which a class is graded: what a rubric says, read from the JSON that
 *        build/cpu/rubric writes, and what a student's points come to under them.
 *
 * Whoever grades reads the terms, never the rubric: YAML and its library stay in one program. The terms hold
 * the course secret, so the file is the instructor's alone (mode 0600) and no page or result shows a part
 * of it.
 */
#ifndef SORTLAB_TERMS_H
#define SORTLAB_TERMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TERMS_VERSION = 2, /**< of the JSON */
    TERMS_LABS = 64,
    TERMS_STAGES = 24,
    TERMS_NAME = 64,
    TERMS_TEXT = 128,
    TERMS_SECRET = 256,
    TERMS_LEVELS = 3, /**< of hints */
    TERMS_MOST_POINTS = 1000
};

struct terms_stage {
    int points;     /**< the lab's own, or the rubric's in their place */
    bool bonus;     /**< these count on top of what there is at most */
    bool partial;   /**< it has a part of them, by the cases that pass; not where it is hidden */
    bool hidden;    /**< a student sees whether it passes, and nothing else */
    uint64_t drawn; /**< hidden: bit i is set when case i + 1 has a seed made from the secret */
};

/** A lab that counts. */
struct terms_lab {
    char name[TERMS_NAME]; /**< "03_atomic_merge" */
    char due[32];          /**< its own; "": that of all */
    long long due_s;
    int weight_percent; /**< its points count so many times: 150 is 1.5 */
    bool bonus;         /**< all its points count on top */
    int n_stages;       /**< all that the lab has */
    struct terms_stage stages[TERMS_STAGES];
};

/** What a stage may use; 0: no limit of this kind, or of memory what the sandbox gives. */
struct terms_limits {
    int seconds;     /**< of the clock */
    int cpu_seconds; /**< of processor time */
    int memory_mb;
    int output_mb; /**< printed */
    int budget;    /**< in a class: times the processor time of the solution, for a whole lab */
};

struct terms_late {
    int grace_minutes; /**< so late is in time */
    int free_days, percent_a_day, percent_an_hour, most_percent;
    int closes_days;    /**< what is later has no points; 0: it never closes */
    bool clock_student; /**< dates that a student can set count, too */
};

struct terms_executor {
    char name[16];              /**< "local" or "slurm" */
    int jobs;                   /**< local: at once; 0: as many as there are cores */
    char partition[TERMS_NAME]; /**< slurm: "" is the cluster's default one */
    int minutes, gpus;          /**< slurm: of one task of the array */
};

struct terms {
    char assignment[TERMS_TEXT];
    char begins[32]; /**< of the course: no time before it can be true; "": not known */
    long long begins_s;
    char due[32];    /**< "2026-12-01T23:59:00Z" as in the rubric; "": none, so nothing is late */
    long long due_s; /**< the same in seconds since 1970 */
    int out_of;      /**< points are scaled to this sum; 0: they stay as they are */
    int drop_lowest; /**< so many labs with the lowest share of their points do not count */
    bool cheat_zero; /**< a stage that is flagged for a person has no points until one has looked */
    bool attempts_best; /**< in a class: of several submissions the best counts, not the last */
    int hints[TERMS_LEVELS]; /**< points that a hint of level 1, 2, 3 costs */
    struct terms_late late;
    struct terms_limits limits;
    struct terms_executor executor;
    char sandbox[16];          /**< the weakest that will do: root, rootless, reduced or none */
    char secret[TERMS_SECRET]; /**< "" when nothing is hidden */
    struct terms_lab labs[TERMS_LABS];
    size_t n_labs;
};

/**
 * Reads terms.
 * @param error one sentence that names the file and what to do, when false comes back
 */
bool terms_read(const char *path, struct terms *terms, char *error, size_t size);

/** A lab by its name; NULL when it does not count. */
const struct terms_lab *terms_lab(const struct terms *terms, const char *name);

/** "1.25" is 125 percent: two decimals at most, and at most 1000. A weight in binary would not be what was written. */
bool terms_weight(const char *text, int *percent);
/** And back. */
const char *terms_weight_text(int percent, char text[16]);

/** "2026-12-01T23:59:00Z", or with +01:00 in place of Z, as seconds since 1970. */
bool terms_time(const char *text, long long *seconds);
/** Seconds that the clocks of such a text are ahead of UTC; 0 for "". */
int terms_ahead(const char *text);

/*
 * Points. Integers everywhere. What is rounded, and how:
 *   - weighted and scaled to out_of: to the nearest point, a half upwards;
 *   - the late penalty: down to whole points, in the student's favour;
 *   - a day or an hour that has begun is a day or an hour late.
 */

/** How late a submission is, free days included; all is 0 for one in time. */
struct terms_lateness {
    int days, hours;   /**< begun since it was due */
    int percent;       /**< that it costs */
    bool within_grace; /**< it is late by so little that it is in time */
    bool closed;       /**< it came after all was over: it costs everything */
};

/** @param late_s seconds after the due time (a student's own, where it was put off); at most 0: in time */
struct terms_lateness terms_late(const struct terms_late *rule, long long late_s);

/** "2 days late, 1 day free: 10 % less", for the student; "" in time. */
void terms_late_words(const struct terms_late *rule, const struct terms_lateness *l, char *text,
                      size_t size);

/** What a stage came to, as it stands in a result. */
struct terms_outcome {
    const char *lab;
    int stage;  /**< from 1 */
    int step;   /**< that it belongs to: hints are a step's */
    int points; /**< 0 to the stage's */
};

/** Hints that a student has seen for a step. */
struct terms_hints {
    char lab[TERMS_NAME];
    int step;
    int shown[TERMS_LEVELS]; /**< how many of each level */
};

enum { TERMS_HINTS_MOST = 256 };

/**
 * Reads the hints that were shown from a learner's progress file (grader/grade/learner/state.h), if one was handed
 * in. It is a student's file: whatever it holds, what comes back is sound.
 * @param[out] n of at most TERMS_HINTS_MOST; 0 where there is no such file or it cannot be read
 */
void terms_hints_read(const char *path, const struct terms *terms, struct terms_hints *hints,
                      size_t *n);

struct terms_score_lab {
    int points,
        max;      /**< before weights and charges; points may be more, by those of bonus stages */
    int on_top;   /**< of its points, those of bonus stages */
    int hints;    /**< what hints cost; never more than the points of the step that they are for */
    bool dropped; /**< it does not count, as the lowest */
};

/** score = raw - penalty. */
struct terms_score {
    int raw;     /**< weighted, hints paid, scaled to out_of */
    int penalty; /**< for being late */
    int score;   /**< what counts */
    int max;     /**< without what counts on top */
    int most;    /**< with it: nobody can have more */
    struct terms_lateness late;
    struct terms_score_lab labs[TERMS_LABS]; /**< as in terms->labs */
};

/**
 * Leaves the labs of one class run. What would count on top of other labs counts by itself where none of these is left,
 * and none is dropped unless all are.
 */
void terms_keep(struct terms *terms, const bool keep[TERMS_LABS]);

/** A share of a sum: so many points of so many, which are worth so much of it. */
struct terms_share {
    long long points, max, worth;
    bool bonus; /**< it counts on top */
    bool dropped;
};

/**
 * Drops so many shares, but never all: those with the least of their points, of equal ones those that are worth
 * most, of these the last. What counts on top is not dropped.
 */
void terms_drop(struct terms_share *shares, size_t n, int drop);

/** points of max, as points of out_of: to the nearest one, a half upwards. max is not 0. */
long long terms_scaled(long long points, long long max, int out_of);

/**
 * What outcomes come to. Pure: the same arguments give the same score. Outcomes of labs that do not count
 * are left out, and stages without one have no points.
 * @param late_s as for terms_late
 */
void terms_score(const struct terms *terms, const struct terms_outcome *outcomes, size_t n,
                 const struct terms_hints *hints, size_t n_hints, long long late_s,
                 struct terms_score *score);

#endif
