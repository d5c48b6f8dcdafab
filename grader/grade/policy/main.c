/**
 * @file
 * @brief The rubric's program: checks a rubric, prints the one in force, writes its terms.
 *
 *     rubric [--terms PATH] [--with-secret] [RUBRIC]
 */
#include "grader/grade/policy/rubric.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct request {
    const char *rubric, *terms;
    bool with_secret;
};

static const struct argp_option options[] = {
    {"terms", 't', "PATH", 0, "write the terms, as JSON, in place of printing the rubric", 0},
    {"with-secret", 's', NULL, 0, "print a secret that stands in the rubric itself", 0},
    {0},
};

static error_t take_option(int key, char *text, struct argp_state *state) {
    struct request *q = state->input;
    if (key == 't')
        q->terms = text;
    else if (key == 's')
        q->with_secret = true;
    else if (key == ARGP_KEY_ARG && !q->rubric)
        q->rubric = text;
    else
        return ARGP_ERR_UNKNOWN;
    return 0;
}

int main(int argc, char **argv) {
    static struct rubric_terms t;
    const struct argp parser = {
        options,
        take_option,
        "[RUBRIC]",
        "Checks a rubric and prints the one in force; without one, what the "
        "labs say themselves.",
        NULL,
        NULL,
        NULL};
    struct request q = {NULL, NULL, false};
    char error[1200] = "";
    argp_err_exit_status = 2;
    argp_parse(&parser, argc, argv, 0, NULL, &q);
    rubric_default(&t);
    if (q.rubric && !rubric_read(q.rubric, &t, error, sizeof(error))) {
        fprintf(stderr, "rubric: %s\n", error);
        return 2;
    }
    if (!q.terms) rubric_print(stdout, &t, q.with_secret);
    if (!q.terms || rubric_write(q.terms, &t.terms)) return fflush(stdout) ? 2 : 0;
    fprintf(stderr, "rubric: the terms cannot be written to %s: %s; choose another path\n", q.terms,
            strerror(errno));
    return 2;
}
