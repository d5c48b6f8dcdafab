/**
 * @file
 * @brief What verdicts are called: a code in files, words for people.
 */
#include "grader/grade/judge/result.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *code, *words;
} names[VERDICTS] = {
    [VERDICT_NONE_YET] = {"NONE", "not graded"},
    [VERDICT_OK] = {"OK", "ok"},
    [VERDICT_WRONG] = {"WA", "wrong answer"},
    [VERDICT_NO_OUTPUT] = {"NO", "no output"},
    [VERDICT_RACE] = {"RACE", "race"},
    [VERDICT_BOUNDS] = {"OOB", "out of bounds"},
    [VERDICT_UNINITIALISED] = {"INIT", "uninitialised"},
    [VERDICT_UNDEFINED] = {"UB", "undefined behaviour"},
    [VERDICT_LEAK] = {"LEAK", "memory leak"},
    [VERDICT_BARRIER] = {"SYNC", "divergent barrier"},
    [VERDICT_PROMISE] = {"USE", "breaks the contract"},
    [VERDICT_COUNTS] = {"COUNT", "another method"},
    [VERDICT_CRASH] = {"RTE", "crash"},
    [VERDICT_EARLY_EXIT] = {"EXIT", "early exit"},
    [VERDICT_HANG] = {"TLE", "hangs"},
    [VERDICT_WAITS] = {"WTLE", "waits"},
    [VERDICT_MEMORY] = {"MLE", "too much memory"},
    [VERDICT_FLOOD] = {"OLE", "floods"},
    [VERDICT_COMPILE] = {"CE", "does not compile"},
    [VERDICT_LINK] = {"LE", "does not link"},
    [VERDICT_MISSING] = {"MISS", "no file"},
    [VERDICT_COMPILE_LIMIT] = {"CLE", "compiler's limits"},
    [VERDICT_REFUSED] = {"REJ", "refused"},
    [VERDICT_SUSPECT] = {"CHEAT?", "to be looked at"},
    [VERDICT_FAILED] = {"FAIL", "fails"},
    [VERDICT_INTERNAL] = {"IE", "grader's fault"},
};

const char *verdict_code(enum verdict v) {
    return names[v].code;
}
const char *verdict_words(enum verdict v) {
    return names[v].words;
}

enum verdict verdict_by_code(const char *code) {
    for (int v = 0; v < VERDICTS; v++)
        if (strcmp(names[v].code, code) == 0) return (enum verdict)v;
    return VERDICT_NONE_YET;
}

int verdict_points(enum verdict v, int points) {
    if (v == VERDICT_OK) return points;
    return v == VERDICT_COUNTS ? points / 2 : 0;
}

bool verdict_has_hints(const char *lab) {
    char path[300];
    snprintf(path, sizeof(path), "labs/%.200s/hints.md", lab);
    return access(path, R_OK) == 0;
}
