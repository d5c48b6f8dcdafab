/**
 * @file
 * @brief common/timer: the clock goes on, and summaries are right.
 */
#include "common/timer.h"

#include <math.h>
#include <stdbool.h>
#include <time.h>

#include "common/tests/unit.h"

static void clock_measures_a_wait(void) {
    double start = timer_now_ms();
    nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    double waited = timer_now_ms() - start;
    CU_ASSERT(waited >= 4.9 && waited < 5000);
}

static void clock_never_goes_back(void) {
    double before = timer_now_ms();
    for (int i = 0; i < 10000; i++) {
        double now = timer_now_ms();
        if (now < before) CU_FAIL("went back");
        before = now;
    }
}

static bool near(double a, double b) {
    return fabs(a - b) < 1e-12;
}

static void odd_number_has_a_middle(void) {
    double ms[] = {9, 1, 5, 3, 7};
    struct timer_stats s = timer_summary(ms, 5);
    CU_ASSERT_EQUAL(s.n, 5);
    CU_ASSERT(near(s.min, 1) && near(s.lower, 3) && near(s.median, 5));
    CU_ASSERT(near(s.upper, 7) && near(s.max, 9));
}

static void even_number_lies_between(void) {
    double ms[] = {4, 1, 3, 2};
    struct timer_stats s = timer_summary(ms, 4);
    CU_ASSERT(near(s.lower, 1.75) && near(s.median, 2.5) && near(s.upper, 3.25));
}

static void one_hiccup_moves_only_the_maximum(void) {
    double ms[] = {2, 2, 1000, 2, 2};
    struct timer_stats s = timer_summary(ms, 5);
    CU_ASSERT(near(s.median, 2) && near(s.upper, 2) && near(s.max, 1000));
}

static void one_measurement_is_everything(void) {
    double ms = 6;
    struct timer_stats s = timer_summary(&ms, 1);
    CU_ASSERT(near(s.min, 6) && near(s.lower, 6) && near(s.median, 6));
    CU_ASSERT(near(s.upper, 6) && near(s.max, 6));
}

static void none_is_zero(void) {
    struct timer_stats s = timer_summary(NULL, 0);
    CU_ASSERT_EQUAL(s.n, 0);
    CU_ASSERT(near(s.median, 0) && near(s.max, 0));
}

static const struct unit_test tests[] = {
    {"the clock measures a wait of 5 ms", clock_measures_a_wait},
    {"the clock never goes back", clock_never_goes_back},
    {"an odd number of measurements has a middle one", odd_number_has_a_middle},
    {"the quartiles of an even number lie between two", even_number_lies_between},
    {"one hiccup moves the maximum alone", one_hiccup_moves_only_the_maximum},
    {"one measurement is its own summary", one_measurement_is_everything},
    {"no measurement sums up to zeros", none_is_zero},
};

UNIT_MAIN("timer", tests)
