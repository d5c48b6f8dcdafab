/**
 * @file
 * @brief The model of the mutant bank: solutions, what is made of them, and what became of it.
 *
 * Everything here is made once and lives until the program ends; nothing is freed.
 */
#ifndef SORTLAB_MUTANT_H
#define SORTLAB_MUTANT_H

#include <stdbool.h>
#include <stddef.h>

#include "grader/grade/judge/result.h"
#include "grader/selftest/mutants/text.h"

/** What a mutant is made of. */
struct solution {
    const char *path; /**< solutions/03_atomic_merge.cu */
    const char *file; /**< 03_atomic_merge.cu */
    const char *lab;  /**< 03_atomic_merge */
    struct text text;
};

/** What the bank says of a mutant. */
enum claim {
    CLAIM_NOTHING,    /**< a generated one that nobody wrote about: it has to die, no matter how */
    CLAIM_UNHARMED,   /**< the solution itself */
    CLAIM_RIGHT,      /**< another right program: it loses no points */
    CLAIM_DIES,       /**< as one of its expectations says */
    CLAIM_UNSEEN,     /**< drawn: whether it dies is what is measured */
    CLAIM_EQUIVALENT, /**< no test can tell it from the solution */
    CLAIM_UNTIL /**< it is wrong, and what will find it is still to be built; with luck it dies
                           as one of its expectations says */
};

/** A way to die. */
struct expectation {
    unsigned verdicts;         /**< a bit for each enum verdict */
    unsigned long long stages; /**< a bit for each number of a stage; 0: whichever */
    const char *words;         /**< how the message begins, * for any text; "": however */
};

enum { EXPECTATIONS = 8 };

/** What became of a mutant. Those from FATE_SURVIVED on are errors. */
enum fate {
    FATE_NOT_RUN,
    FATE_UNHARMED,
    FATE_KILLED,
    FATE_STILLBORN,  /**< generated, and does not compile: not counted */
    FATE_SAME_CODE,  /**< the compiler makes the same machine code of it */
    FATE_EQUIVALENT, /**< survives, as the bank says with a reason */
    FATE_UNTIL,      /**< survives, as the bank says, until there is a checker */
    FATE_SURVIVED,
    FATE_WRONG_REASON, /**< dies, but not as the bank says */
    FATE_MISLEADING,   /**< dies, and what is said of the cause is not true of it */
    FATE_STALE,        /**< dies, though the bank says that it survives */
    FATE_NOT_AGAIN,    /**< dies, but not again by the command that the grader gives */
    FATE_UNFAIR,       /**< right, and it loses points */
    FATE_FAULT,        /**< the grader's own fault, or the solution itself fails */
    FATES
};

struct mutant {
    const struct solution *of;
    const char *name;
    const char *source; /**< the whole mutated file */
    size_t line;        /**< the first that differs from the solution, from 1; 0: the whole file */
    bool generated;
    const char *about; /**< what is wrong with it, in words */
    /* What the bank says. */
    enum claim claim;
    struct expectation expect[EXPECTATIONS];
    size_t n_expect;
    const char
        *reason; /**< of an equivalent one, or of one that survives until a checker is there */
    const char *until; /**< "racecheck" */
    const char *
        advice; /**< "race|missing-barrier": the kinds of failure whose advice is true; NULL: not said */
    int must;    /**< of one that was drawn: the step that it breaks; 0: not known */
    bool chosen; /**< to be run this time */
    /* What became of it. */
    enum fate fate;
    enum verdict verdict;
    int stage, step;     /**< the first that failed, and what it checks; 0: none */
    const char *message; /**< of the verdict; never NULL */
    /* Where failures are explained. */
    bool explained;     /**< they were */
    const char *kind;   /**< of the failure: "sentinel"; never NULL */
    const char *repeat; /**< the command that shows it again; NULL: none */
    bool not_again;     /**< it does not */
};

struct mutants {
    struct mutant *list;
    size_t n, capacity;
};

/** A new mutant at the end of the list. The pointer is good until the next call. */
struct mutant *mutants_add(struct mutants *all, const struct solution *of, const char *name);
struct mutant *mutants_find(const struct mutants *all, const struct solution *of, const char *name);

/** Says what is wrong in a file of the bank, and where; bank_errors counts them. */
void bank_error(const char *path, size_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
extern size_t bank_errors;

/**
 * Reads FOLDER/LAB.mutants, which are added, and FOLDER/LAB.generated, which says what becomes of
 * generated ones: they have to be in the list already. Either file may be missing.
 */
void bank_read(struct mutants *all, const struct solution *of, const char *folder);

/** Reads FOLDER/LAB.right: programs that are unusual, and right. */
void bank_read_right(struct mutants *all, const struct solution *of, const char *folder);

/** Adds the mutants that a program makes of the solution. */
void generate(struct mutants *all, const struct solution *of);

/** Adds what a table of idioms makes of the solution (idioms.txt), which no list has yet. */
void idioms(struct mutants *all, const struct solution *of, const char *path);

/** Sets the fate, from the verdict and what the bank says. */
void decide(struct mutant *m);

#endif
