/**
 * @file
 * @brief Unit tests through CUnit, one line a test: `ok - what it promises`.
 *
 * CUnit keeps the assertions; its handlers write the lines, since its own XML mode writes files that
 * do not parse. A test is named by what it promises.
 */
#ifndef SORTLAB_UNIT_H
#define SORTLAB_UNIT_H

#include <CUnit/CUnit.h>
#include <CUnit/TestRun.h>
#include <stdio.h>

struct unit_test {
    const char *promise;
    CU_TestFunc run;
};

static inline void unit_report(const CU_pTest test, const CU_pSuite suite,
                               const CU_pFailureRecord failures) {
    (void)suite;
    printf("%s - %s\n", failures ? "not ok" : "ok", test->pName);
    for (const CU_FailureRecord *f = failures; f; f = f->pNext)
        printf("#   %s:%u: %s\n", f->strFileName, f->uiLineNumber, f->strCondition);
    fflush(stdout);
}

/** Runs the tests; returns the exit status of the program. */
static inline int unit_main(const char *suite_name, const struct unit_test *tests, size_t n) {
    if (CU_initialize_registry() != CUE_SUCCESS) return 2;
    CU_pSuite suite = CU_add_suite(suite_name, NULL, NULL);
    for (size_t i = 0; i < n; i++)
        if (!suite || !CU_add_test(suite, tests[i].promise, tests[i].run)) return 2;
    CU_set_test_complete_handler(unit_report);
    CU_run_all_tests();
    int failed = CU_get_number_of_failures() != 0 || CU_get_number_of_suites_failed() != 0;
    CU_cleanup_registry();
    return failed;
}

#define UNIT_MAIN(suite, tests)                                                                    \
    int main(void) {                                                                               \
        return unit_main(suite, tests, sizeof(tests) / sizeof(tests)[0]);                          \
    }

#endif
