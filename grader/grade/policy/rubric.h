/**
 * @file
 * @brief The rubric: what an instructor writes in YAML, from which terms are made.
 */
#ifndef SORTLAB_RUBRIC_H
#define SORTLAB_RUBRIC_H

#include <stdio.h>

#include "grader/grade/policy/terms.h"
#include "grader/grade/policy/where.h"

/*
 * Keys.
 */

/** A key, as it is explained and checked. A path has a * for each entry of a list. */
struct rubric_key {
    const char *path;
    const char *words; /**< what it means, for who reads the rubric */
    int least, most;   /**< of a number; both 0: no number */
    const char
        *values; /**< of one word out of a few, with blanks between them; NULL: no such word */
};

extern const struct rubric_key rubric_keys[];
extern const size_t rubric_n_keys;

/** NULL when there is no such key. */
const struct rubric_key *rubric_key(const char *path);

/** Whether every number is one, and in its range. */
bool rubric_check_numbers(struct where *w);

/*
 * What stands in a file.
 */
enum rubric_switch { RUBRIC_FALSE, RUBRIC_TRUE };

struct rubric_lab {
    char *lab, *due, *weight;
    enum rubric_switch *bonus;
    int *total;
    int *points, *bonus_stages, *partial_stages;
    unsigned n_points, n_bonus_stages, n_partial_stages;
};

struct rubric_hidden {
    char *lab;
    int *stages, *cases;
    unsigned n_stages, n_cases;
};

enum rubric_clock { RUBRIC_ARRIVAL, RUBRIC_STUDENT };

struct rubric_late {
    int *grace_minutes, *free_days, *percent_a_day, *percent_an_hour, *most_percent, *closes_days;
    enum rubric_clock *clock;
};

struct rubric_limits {
    int *seconds, *cpu_seconds, *memory_mb, *output_mb, *budget;
};

enum rubric_where { RUBRIC_LOCAL, RUBRIC_SLURM };

struct rubric_executor {
    enum rubric_where *use;
    int *jobs, *minutes, *gpus;
    char *partition;
};

enum rubric_sandbox { RUBRIC_ROOT, RUBRIC_ROOTLESS, RUBRIC_REDUCED, RUBRIC_NONE };

enum rubric_cheat { RUBRIC_KEEP, RUBRIC_ZERO };

enum rubric_attempts { RUBRIC_LAST, RUBRIC_BEST };

/** A file's values; NULL or a count of 0 where it says nothing. */
struct rubric {
    char *assignment, *begins, *due, *secret, *secret_file;
    int *out_of, *drop_lowest;
    enum rubric_switch *partial;
    enum rubric_cheat *cheat;
    enum rubric_attempts *attempts;
    struct rubric_lab *labs;
    unsigned n_labs;
    int *hints;
    unsigned n_hints;
    struct rubric_late late;
    struct rubric_limits limits;
    struct rubric_hidden *hidden;
    unsigned n_hidden;
    struct rubric_executor executor;
    enum rubric_sandbox *sandbox;
};

/** Loads by libcyaml; false with w->error. rubric_unload in any case. */
bool rubric_load(struct where *w, struct rubric **rubric);
void rubric_unload(struct rubric *rubric);

/*
 * Terms.
 */

/* Labs: all as they are, the rubric's, and what is hidden of these; the last two false with w->error. */
void rubric_all_labs(struct terms *t);
bool rubric_take_labs(struct where *w, const struct rubric *from, struct terms *t);
bool rubric_take_hidden(struct where *w, const struct rubric *from, struct terms *t);

/** Terms, and what stands in a rubric in place of the secret. */
struct rubric_terms {
    struct terms terms;
    bool partial;           /**< all stages are that are not hidden */
    char secret_file[4096]; /**< "" : the secret stands in the rubric itself, or there is none */
};

/** Today's points, and nothing else: what holds where a rubric says nothing. */
void rubric_default(struct rubric_terms *t);

/** The terms of a rubric: false with one sentence in error. */
bool rubric_read(const char *path, struct rubric_terms *t, char *error, size_t size);

/** The terms as YAML, every key explained; the secret itself only where that is wanted. */
void rubric_print(FILE *out, const struct rubric_terms *t, bool with_secret);

/** The terms as JSON, for their owner's eyes; false with errno. */
bool rubric_write(const char *path, const struct terms *t);

#endif
