/**
 * @file
 * @brief The rubric's program: checks a rubric, prints the one in force, writes its terms.
 *
 *     rubric [--terms PATH] [--with-secret] [RUBRIC]
 */
#include "grader/grade/policy/rubric.h"
#include "grader/shared/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *terms;
static bool with_secret;

static const struct option_row rows[] = {
    {"terms", 't', "PATH", "write the policy, as JSON, instead of printing the rubric",
     .text = &terms},
    {"with-secret", 's', NULL, "print a secret that stands in the rubric itself",
     .flag = &with_secret},
    {0},
};

int main(int argc, char **argv) {
    static struct rubric_terms t;
    const struct options options = {rows,
                                    "Checks a rubric and prints the one in force. Without a rubric "
                                    "it prints what the labs say.",
                                    .words = "[RUBRIC]"};
    char error[1200] = "";
    int first = options_read(&options, argc, argv);
    if (argc - first > 1) {
        fprintf(stderr, "rubric: give one rubric, and not '%s' too\n", argv[first + 1]);
        return 2;
    }
    rubric_default(&t);
    if (first < argc && !rubric_read(argv[first], &t, error, sizeof(error))) {
        fprintf(stderr, "rubric: %s\n", error);
        return 2;
    }
    if (!terms) rubric_print(stdout, &t, with_secret);
    if (!terms || rubric_write(terms, &t.terms)) return fflush(stdout) ? 2 : 0;
    fprintf(stderr, "rubric: the policy cannot be written to %s: %s. Choose another path\n", terms,
            strerror(errno));
    return 2;
}
