/**
 * @file
 * @brief Machine code compared, byte by byte.
 */
#include "grader/selftest/mutants/machine.h"
#include "grader/shared/shell.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Compiles into FOLDER/learner.o, stripped; false when that cannot be done. */
static bool compile(const struct solution *of, const char *source, const char *device,
                    const char *folder) {
    if (mkdir(folder, 0755) && errno != EEXIST) return false;
    char *in = shell_word(folder), *file = shell_word(of->file);
    const char *command =
        text_format("exec >%s/log 2>&1 </dev/null; rm -f %s/learner.o; MAKEFLAGS= LC_ALL=C make -s "
                    "--no-print-directory -f grader/grade/child.mk LAB=%s SOURCE=%s DEV=%s "
                    "FOLDER=%s learner && "
                    "strip --strip-debug %s/learner.o",
                    in, in, of->lab, file, device, in, in);
    bool compiled = in && file && text_write(text_format("%s/%s", folder, of->file), source) &&
                    system(command) == 0;
    free(in);
    free(file);
    return compiled;
}

static bool same_bytes(const char *a_path, const char *b_path) {
    FILE *a = fopen(a_path, "r"), *b = fopen(b_path, "r");
    bool same = a && b;
    for (int c = 0; same && c != EOF;) {
        c = getc(a);
        same = c == getc(b);
    }
    if (a) fclose(a);
    if (b) fclose(b);
    return same;
}

bool machine_code_same(const struct mutant *m, const char *device, const char *folder) {
    static const struct solution *compiled; /* the solution whose code lies there */
    const char *right = text_format("%s/right", folder), *wrong = text_format("%s/wrong", folder);
    const char *code = text_format("%s/learner.o", right);
    bool there = compiled == m->of && access(code, R_OK) == 0;
    if (!there && !compile(m->of, m->of->text.bytes, device, right)) return false;
    compiled = m->of;
    return compile(m->of, m->source, device, wrong) &&
           same_bytes(code, text_format("%s/learner.o", wrong));
}
