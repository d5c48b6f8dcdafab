/**
 * @file
 * @brief The program around small kernels with a known verdict: without an argument it prints names and
 *        verdicts, with a name it runs that one.
 */
#ifndef SIMT_CASES_H
#define SIMT_CASES_H

#include <stdio.h>
#include <string.h>

struct check_case {
    const char *name, *verdict; /**< the greatest severity, or clean */
    void (*run)();
};

/** @return main's: 2 where there is no such case */
template <int n> static int run_case(const check_case (&cases)[n], int argc, char **argv) {
    for (const check_case &c : cases)
        if (argc < 2) {
            printf("%s %s\n", c.name, c.verdict);
        } else if (!strcmp(argv[1], c.name)) {
            c.run();
            cudaDeviceSynchronize();
            return 0;
        }
    return argc < 2 ? 0 : 2;
}

#endif
