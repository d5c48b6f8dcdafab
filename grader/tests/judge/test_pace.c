/**
 * @file
 * @brief Limits of time: as they are on a machine of today, longer on a slow one, the same in every run.
 */
#include "grader/grade/judge/pace.h"

#include "common/tests/unit.h"

static void slow_machines_have_longer(void) {
    CU_ASSERT_EQUAL(pace_factor_of(0.0008), 1);
    CU_ASSERT_EQUAL(pace_factor_of(0.0030), 1);
    CU_ASSERT_EQUAL(pace_factor_of(0.0056), 4); /* qemu-user, on the machine of 0.0015 */
    CU_ASSERT_EQUAL(pace_factor_of(0.0074), 4);
    CU_ASSERT_EQUAL(pace_factor_of(0.0600), 16);
}

static void a_factor_is_kept(void) {
    int factor = pace_factor();
    CU_ASSERT(factor == 1 || factor == 4 || factor == 16);
    for (int i = 0; i < 100; i++) CU_ASSERT_EQUAL(pace_factor(), factor);
}

static const struct unit_test tests[] = {
    {"a limit is as it is, four times or sixteen times as long", slow_machines_have_longer},
    {"and the same as long as a grader runs", a_factor_is_kept},
};

UNIT_MAIN("pace", tests)
