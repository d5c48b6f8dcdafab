/**
 * @file
 * @brief The fast road in memory: all keys are read, sorted by the device engine, checked and written.
 */
#include <stdlib.h>

#include "common/check.h"
#include "common/timer.h"
#include "grader/road/card.h"
#include "grader/run/run.h"

/** The keys ascend as their type says. */
static void check_order(const struct request *r, const uint32_t *keys, size_t n) {
    for (size_t i = 1; i < n; i++)
        if (key_encode(keys[i - 1], r->sort.type) > key_encode(keys[i], r->sort.type))
            stop(EXIT_BROKEN,
                 "the device broke the sort: places %zu and %zu are in the wrong order", i - 1, i);
}

static void print_device(const struct request *r, const struct road_engine *engine, size_t n,
                         double check_ms) {
    const struct card_report *report = card_engine_report(engine);
    const struct card_plan *plan = card_engine_plan(engine);
    FILE *to = r->out && is_same_file(r->out, "/dev/stdout") ? stderr : stdout;
    if (r->quiet) return;
    fprintf(to, "%zu bytes of device memory taken in %.1f ms, %zu pinned in %.1f ms\n",
            plan->device_bytes, report->device_ms, report->pinned_bytes, report->pinned_ms);
    fprintf(to, "%zu run%s: the last key in after %.1f ms, the first slice out after %.1f ms\n",
            report->runs, report->runs == 1 ? "" : "s", report->last_in_ms, report->first_out_ms);
    fprintf(to, "%zu keys merged by the device, %zu by the host ('%s')\n", report->card_keys,
            report->host_keys, card_way_name(plan->way));
    fprintf(to, "%zu %s keys sorted in %.1f ms (%.1f Mkeys/s), ", n, key_type_name(r->sort.type),
            report->ms, mkeys_s(n, report->ms));
    fprintf(to, r->sort.unchecked ? "unchecked" : "checked in %.1f ms", check_ms);
    if (r->out)
        fprintf(to, "; written to '%s'\n", r->out);
    else
        fputs("; not written: no --out\n", to);
}

/** Sorts, and checks what comes of it; how long the checks took. */
static double sort_and_check(const struct request *r, const struct road_engine *engine,
                             uint32_t *keys, uint32_t *scratch, size_t n) {
    struct check_multiset came = check_multiset_start(check_secret());
    struct check_multiset left = check_multiset_start(came.key);
    char error[640];
    double began = timer_now_ms(), sorting;
    if (!r->sort.unchecked) check_multiset_add(&came, keys, n);
    sorting = timer_now_ms();
    if (!engine->sort(engine->self, keys, scratch, n, error)) stop(EXIT_REQUEST, "%s", error);
    began += timer_now_ms() - sorting;
    if (r->sort.unchecked) return 0;
    check_order(r, keys, n);
    check_multiset_add(&left, keys, n);
    if (!check_multiset_equal(&came, &left))
        stop(EXIT_BROKEN, "the device broke the sort: the keys are not those that came");
    return timer_now_ms() - began;
}

static void save(const struct request *r, const uint32_t *keys, size_t n) {
    struct data_error error;
    out_open(r);
    if (!out_write(keys, n, &error)) stop(EXIT_REQUEST, "%s", error.text);
    out_commit();
}

int sort_on_device(const struct request *r) {
    struct road_engine engine;
    char error[640];
    size_t n;
    uint32_t *keys = load(r, &n), *scratch = malloc((n + 1) * sizeof(*scratch)); // never 0 bytes
    if (!scratch)
        stop(EXIT_REQUEST, "no host memory to sort %zu keys; give --host-memory, or sort fewer", n);
    check_room(r, n, 0);
    const struct card_options options = {.type = r->sort.type,
                                         .most_keys = n > 0 ? n : 1,
                                         .device_bytes = r->sort.device_bytes,
                                         .workers = r->sort.workers};
    if (!card_engine_open(&options, &engine, error)) stop(EXIT_REQUEST, "%s", error);
    double check_ms = sort_and_check(r, &engine, keys, scratch, n);
    if (r->out) save(r, keys, n);
    print_device(r, &engine, n, check_ms);
    card_engine_close(&engine);
    free(scratch);
    free(keys);
    return EXIT_SUCCESS;
}
