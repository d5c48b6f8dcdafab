/**
 * @file
 * @brief Terms as a rubric in YAML, with what each key means, and as JSON for those who grade.
 */
#include "common/stage/stage.h"
#include "grader/shared/json_file.h"
#include "grader/grade/policy/rubric.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/*
 * YAML.
 */
enum { WIDTH = 98 };

/* A key's words as comments, broken at blanks. */
static void explain(FILE *out, int indent, const char *path) {
    const struct rubric_key *key = rubric_key(path);
    char text[600];
    if (!key) abort(); /* a key that is printed and not explained */
    int used = snprintf(text, sizeof(text), "%s", key->words);
    if (key->most)
        used += snprintf(text + used, sizeof(text) - (size_t)used, " (%d to %d)", key->least,
                         key->most);
    if (key->values)
        snprintf(text + used, sizeof(text) - (size_t)used, " (one of: %s)", key->values);
    int column = 0;
    for (const char *word = text; *word; word += strspn(word, " ")) {
        int length = (int)strcspn(word, " ");
        if (column && column + 1 + length > WIDTH) column = !fputc('\n', out);
        if (!column) column = fprintf(out, "%*s#", indent, "");
        column += fprintf(out, " %.*s", length, word);
        word += length;
    }
    fputc('\n', out);
}

/* A text as YAML has it in double quotes. */
static void put_text(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text; text++) {
        if (strchr("\"\\", *text)) fputc('\\', out);
        fputc(*text, out);
    }
    fputs("\"\n", out);
}

static const char *last_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int indent_of(const char *path) {
    int indent = 0;
    for (; *path; path++) indent += *path == '/';
    return 2 * indent;
}

static void put_number(FILE *out, const char *path, int value) {
    explain(out, indent_of(path), path);
    fprintf(out, "%*s%s: %d\n", indent_of(path), "", last_of(path), value);
}

static void put_switch(FILE *out, const char *path, bool on) {
    explain(out, indent_of(path), path);
    fprintf(out, "%*s%s: %s\n", indent_of(path), "", last_of(path), on ? "true" : "false");
}

static void put_word(FILE *out, const char *path, const char *value) {
    explain(out, indent_of(path), path);
    fprintf(out, "%*s%s: ", indent_of(path), "", last_of(path));
    put_text(out, value);
}

static void put_group(FILE *out, const char *path) {
    fputc('\n', out);
    explain(out, 0, path);
    fprintf(out, "%s:\n", path);
}

static int sum_of(const struct terms_lab *lab) {
    int sum = 0;
    for (int i = 0; i < lab->n_stages; i++)
        if (!lab->stages[i].bonus) sum += lab->stages[i].points;
    return sum;
}

static void put_lab_due(FILE *out, const struct terms_lab *lab, bool first) {
    if (first) explain(out, 4, "labs/*/due");
    if (first || lab->due[0]) fprintf(out, "    due: \"%s\"\n", lab->due);
}

/* A list of stages as bits. Where a lab has none, nothing but the first one's explanation stands there. */
static void put_stages(FILE *out, const char *path, uint64_t bits, bool first) {
    const char *comma = "";
    if (!bits && !first) return;
    if (first) explain(out, 4, path);
    fprintf(out, "    %s: [", last_of(path));
    for (int k = 0; k < TERMS_STAGES; k++) {
        if (!(bits >> k & 1)) continue;
        fprintf(out, "%s%d", comma, k + 1);
        comma = ", ";
    }
    fputs("]\n", out);
}

/* Where all stages are partial a line for all says so. */
static void put_kinds(FILE *out, const struct terms_lab *lab, bool all_partial, bool first) {
    uint64_t bonus = 0, partial = 0;
    for (int k = 0; k < lab->n_stages; k++) {
        bonus |= (uint64_t)lab->stages[k].bonus << k;
        if (!all_partial) partial |= (uint64_t)lab->stages[k].partial << k;
    }
    if (first) explain(out, 4, "labs/*/bonus");
    if (first || lab->bonus) fprintf(out, "    bonus: %s\n", lab->bonus ? "true" : "false");
    put_stages(out, "labs/*/bonus_stages", bonus, first);
    put_stages(out, "labs/*/partial_stages", partial, first);
}

/* What the keys of a list's entries mean is said at the first of them. */
static void put_labs(FILE *out, const struct rubric_terms *all) {
    const struct terms *t = &all->terms;
    char weight[16];
    put_group(out, "labs");
    for (size_t i = 0; i < t->n_labs; i++) {
        const struct terms_lab *lab = &t->labs[i];
        if (!i) explain(out, 2, "labs/*/lab");
        fprintf(out, "  - lab: %s\n", lab->name);
        put_lab_due(out, lab, !i);
        if (!i) explain(out, 4, "labs/*/weight");
        fprintf(out, "    weight: %s\n", terms_weight_text(lab->weight_percent, weight));
        put_kinds(out, lab, all->partial, !i);
        if (!i) explain(out, 4, "labs/*/points");
        fputs("    points: [", out);
        for (int k = 0; k < lab->n_stages; k++)
            fprintf(out, "%s%d", k ? ", " : "", lab->stages[k].points);
        fputs("]\n", out);
        if (!i) explain(out, 4, "labs/*/total");
        fprintf(out, "    total: %d\n", sum_of(lab));
    }
}

static void put_stage(FILE *out, const struct terms_lab *lab, int stage, bool first) {
    const struct terms_stage *s = &lab->stages[stage];
    const char *comma = "";
    if (first) explain(out, 2, "hidden/*/lab");
    fprintf(out, "  - lab: %s\n", lab->name);
    if (first) explain(out, 4, "hidden/*/stages");
    fprintf(out, "    stages: [%d]\n", stage + 1);
    if (first) explain(out, 4, "hidden/*/cases");
    fputs("    cases: [", out);
    for (int i = 0; i < 64; i++) {
        if (!(s->drawn >> i & 1)) continue;
        fprintf(out, "%s%d", comma, i + 1);
        comma = ", ";
    }
    fputs("]\n", out);
}

/* An example where nothing is hidden, so that the keys are explained there too. */
static void put_hidden(FILE *out, const struct terms *t) {
    bool first = true;
    for (size_t i = 0; i < t->n_labs; i++)
        for (int k = 0; k < t->labs[i].n_stages; k++) {
            if (!t->labs[i].stages[k].hidden) continue;
            if (first) put_group(out, "hidden");
            put_stage(out, &t->labs[i], k, first);
            first = false;
        }
    if (!first) return;
    fputc('\n', out);
    explain(out, 0, "hidden");
    fputs("hidden: []\n", out);
    explain(out, 2, "hidden/*/lab");
    fputs("  # - lab: 03\n", out);
    explain(out, 4, "hidden/*/stages");
    fputs("  #   stages: [4, 5]\n", out);
    explain(out, 4, "hidden/*/cases");
    fputs("  #   cases: [2, 3]\n", out);
}

static void put_secret(FILE *out, const struct rubric_terms *t, bool with_secret) {
    fputc('\n', out);
    put_word(out, "secret_file", t->secret_file);
    bool here = t->terms.secret[0] && !t->secret_file[0];
    if (here && !with_secret) {
        explain(out, 0, "secret");
        fputs("# secret: (there is one, but it is not shown)\n", out);
        return;
    }
    put_word(out, "secret", here ? t->terms.secret : "");
}

static void put_late(FILE *out, const struct terms_late *late) {
    put_group(out, "late");
    put_number(out, "late/grace_minutes", late->grace_minutes);
    put_number(out, "late/free_days", late->free_days);
    put_number(out, "late/percent_a_day", late->percent_a_day);
    put_number(out, "late/percent_an_hour", late->percent_an_hour);
    put_number(out, "late/most_percent", late->most_percent);
    put_number(out, "late/closes_days", late->closes_days);
    put_word(out, "late/clock", late->clock_student ? "student" : "arrival");
}

static void put_limits(FILE *out, const struct terms *t) {
    put_group(out, "limits");
    put_number(out, "limits/seconds", t->limits.seconds);
    put_number(out, "limits/cpu_seconds", t->limits.cpu_seconds);
    put_number(out, "limits/memory_mb", t->limits.memory_mb);
    put_number(out, "limits/output_mb", t->limits.output_mb);
    put_number(out, "limits/budget", t->limits.budget);
}

static void put_executor(FILE *out, const struct terms *t) {
    put_group(out, "executor");
    put_word(out, "executor/use", t->executor.name);
    put_number(out, "executor/jobs", t->executor.jobs);
    put_word(out, "executor/partition", t->executor.partition);
    put_number(out, "executor/minutes", t->executor.minutes);
    put_number(out, "executor/gpus", t->executor.gpus);
    fputc('\n', out);
    put_word(out, "sandbox", t->sandbox);
}

void rubric_print(FILE *out, const struct rubric_terms *all, bool with_secret) {
    const struct terms *t = &all->terms;
    fputs("# A rubric. A key that is left out means what `make rubric` prints for it.\n\n", out);
    put_word(out, "assignment", t->assignment);
    put_word(out, "begins", t->begins);
    put_word(out, "due", t->due);
    put_number(out, "out_of", t->out_of);
    put_number(out, "drop_lowest", t->drop_lowest);
    put_switch(out, "partial", all->partial);
    put_word(out, "cheat", t->cheat_zero ? "zero" : "keep");
    put_word(out, "attempts", t->attempts_best ? "best" : "last");
    put_labs(out, all);
    fputc('\n', out);
    explain(out, 0, "hints");
    fprintf(out, "hints: [%d, %d, %d]\n", t->hints[0], t->hints[1], t->hints[2]);
    put_late(out, &t->late);
    put_limits(out, t);
    put_secret(out, all, with_secret);
    put_hidden(out, t);
    put_executor(out, t);
}

/*
 * JSON.
 */
static json_t *stage_json(const struct terms_stage *s) {
    json_t *drawn = json_array();
    for (int i = 0; i < 64; i++)
        if (s->drawn >> i & 1) json_array_append_new(drawn, json_integer(i + 1));
    return json_pack("{s:i, s:b, s:b, s:b, s:o}", "points", s->points, "bonus", s->bonus, "partial",
                     s->partial, "hidden", s->hidden, "drawn", drawn);
}

static json_t *labs_json(const struct terms *t) {
    json_t *labs = json_array();
    for (size_t i = 0; i < t->n_labs; i++) {
        const struct terms_lab *lab = &t->labs[i];
        json_t *stages = json_array();
        char weight[16];
        for (int k = 0; k < lab->n_stages; k++)
            json_array_append_new(stages, stage_json(&lab->stages[k]));
        json_array_append_new(labs, json_pack("{s:s, s:s, s:s, s:b, s:o}", "lab", lab->name, "due",
                                              lab->due, "weight",
                                              terms_weight_text(lab->weight_percent, weight),
                                              "bonus", lab->bonus, "stages", stages));
    }
    return labs;
}

static json_t *executor_json(const struct terms_executor *e) {
    return json_pack("{s:s, s:i, s:s, s:i, s:i}", "name", e->name, "jobs", e->jobs, "partition",
                     e->partition, "minutes", e->minutes, "gpus", e->gpus);
}

static json_t *late_json(const struct terms_late *late) {
    return json_pack("{s:i, s:i, s:i, s:i, s:i, s:i, s:b}", "grace_minutes", late->grace_minutes,
                     "free_days", late->free_days, "percent_a_day", late->percent_a_day,
                     "percent_an_hour", late->percent_an_hour, "most_percent", late->most_percent,
                     "closes_days", late->closes_days, "clock_student", late->clock_student);
}

bool rubric_write(const char *path, const struct terms *t) {
    json_t *limits =
        json_pack("{s:i, s:i, s:i, s:i, s:i}", "seconds", t->limits.seconds, "cpu_seconds",
                  t->limits.cpu_seconds, "memory_mb", t->limits.memory_mb, "output_mb",
                  t->limits.output_mb, "budget", t->limits.budget);
    json_t *hints = json_pack("[i, i, i]", t->hints[0], t->hints[1], t->hints[2]);
    json_t *root =
        json_pack("{s:i, s:s, s:s, s:s, s:i, s:i, s:b, s:s, s:o, s:o, s:o, s:s, s:s, s:o, s:o}",
                  "version", TERMS_VERSION, "assignment", t->assignment, "begins", t->begins, "due",
                  t->due, "out_of", t->out_of, "drop_lowest", t->drop_lowest, "cheat_zero",
                  t->cheat_zero, "attempts", t->attempts_best ? "best" : "last", "hints", hints,
                  "late", late_json(&t->late), "limits", limits, "secret", t->secret, "sandbox",
                  t->sandbox, "executor", executor_json(&t->executor), "labs", labs_json(t));
    errno = EINVAL;
    bool written = root && json_file_write_private(path, root);
    json_decref(root);
    return written;
}
