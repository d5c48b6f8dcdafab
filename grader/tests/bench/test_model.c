/**
 * @file
 * @brief grader/bench/model: figures are there, and the model holds against them.
 */
#include <math.h>
#include <string.h>

#include "common/tests/unit.h"
#include "grader/bench/model/model.h"

static struct model model;

static void test_figures(void) {
    model_read(&model, ".");
    for (int i = 0; i < FIGURES; i++) CU_ASSERT_TRUE(model.m[i] > 0 && model.sources[i][0]);
}

static void test_rows(void) {
    int within = 0;
    for (int i = 0; i < model.n_rows; i++) {
        const struct row *r = &model.rows[i];
        bool good = is_within(r) ? !r->why[0] : r->why[0];
        if (!good)
            printf("# %s, %g: %g times what was measured, '%s'\n", r->name, r->n, r->ratio, r->why);
        CU_ASSERT_TRUE(good && r->group[0]);
        within += is_within(r);
    }
    CU_ASSERT_TRUE(model.n_rows >= 150 && 10 * within >= 9 * model.n_rows);
}

static double step_s(const struct plan *plan, const char *what) {
    for (int i = 0; i < plan->n; i++)
        if (strcmp(plan->steps[i].what, what) == 0) return plan->steps[i].s;
    return 0;
}

static void test_plan(void) {
    const double *m = model.m;
    struct plan plan, twice;
    struct job job = {.keys = 268435456, .nodes = 1, .gpus = 1, .on_devices = true};
    plan_make(&plan, m, &job);
    CU_ASSERT_TRUE(plan.n == 1 && plan.s == fast_sort_ms(m, job.keys) / 1e3);
    double small[FIGURES];
    memcpy(small, m, sizeof(small));
    small[DEVICE_GB] = 8.6; // all keys go in and out, twice, and the sort of the last chunk is seen
    job = (struct job){.keys = 4e9, .nodes = 1, .gpus = 1};
    plan_make(&plan, small, &job);
    CU_ASSERT_DOUBLE_EQUAL(plan.s, 4 * 16e9 / (m[LINK_BOTH] * 1e9) + fast_sort_ms(m, 1 << 26) / 1e3,
                           1e-9);
    CU_ASSERT_STRING_EQUAL(plan.held, "hosts");
    job = (struct job){.keys = 1e12, .nodes = 100, .gpus = 4};
    plan_make(&plan, m, &job);
    double sum = 0;
    for (int i = 0; i < plan.n; i++) sum += plan.steps[i].s;
    CU_ASSERT_DOUBLE_EQUAL(sum, plan.s, 1e-9);
    // what a node sends is its keys but for those that stay
    CU_ASSERT_DOUBLE_EQUAL(step_s(&plan, "exchange: over the network"),
                           4e10 * 0.99 / (m[NETWORK_GB_S] * 1e9), 1e-9);
    // twice as many nodes halve everything but the splitters
    job.nodes = 200;
    plan_make(&twice, m, &job);
    CU_ASSERT_TRUE(step_s(&twice, "copy in") < 0.51 * step_s(&plan, "copy in"));
    CU_ASSERT_TRUE(step_s(&twice, "splitters: keys read") >
                   0.99 * step_s(&plan, "splitters: keys read"));
    CU_ASSERT_STRING_EQUAL(plan.held, "devices");
    job.nodes = 1;
    plan_make(&plan, m, &job);
    CU_ASSERT_STRING_EQUAL(plan.held, "disks");
}

static const struct unit_test tests[] = {
    {"every figure of the model is there, and where it was measured", test_figures},
    {"every row is foretold within 20 %, or it says why not, and no other one does", test_rows},
    {"a plan is the sum of its steps, and more nodes do not find splitters sooner", test_plan},
};

UNIT_MAIN("model", tests)
