/**
 * @file
 * @brief The table of mutants on the terminal, as Markdown and as JSON.
 */
#include "grader/selftest/mutants/report.h"
#include "grader/selftest/mutants/unseen.h"

#include <jansson.h>
#include <string.h>

enum { SHOWN = 60 }; /* letters of a message */

static const char *const fate_words[FATES] = {
    [FATE_NOT_RUN] = "not run",
    [FATE_UNHARMED] = "unharmed",
    [FATE_KILLED] = "killed",
    [FATE_STILLBORN] = "stillborn",
    [FATE_SAME_CODE] = "same code",
    [FATE_EQUIVALENT] = "equivalent",
    [FATE_UNTIL] = "known",
    [FATE_SURVIVED] = "SURVIVED",
    [FATE_WRONG_REASON] = "WRONG REASON",
    [FATE_MISLEADING] = "MISLEADING",
    [FATE_STALE] = "STALE",
    [FATE_NOT_AGAIN] = "NOT AGAIN",
    [FATE_UNFAIR] = "UNFAIR",
    [FATE_FAULT] = "FAULT",
};

static const char *changed_line(const struct mutant *m) {
    const char *line = text_line(m->source, m->line);
    return line + strspn(line, " ");
}

/* What a line says at its end: the message, or why there is none. */
static const char *explanation(const struct mutant *m) {
    switch (m->fate) {
    case FATE_EQUIVALENT:
        return m->reason;
    case FATE_UNTIL:
        return text_format("until %s: %s", m->until, m->reason);
    case FATE_SAME_CODE:
        return "the compiler makes the same machine code of it";
    case FATE_SURVIVED:
        return m->about[0] ? m->about : changed_line(m);
    default:
        return m->message;
    }
}

static void print_line(FILE *out, const struct mutant *m) {
    char stage[16] = "-";
    const char *words = explanation(m);
    bool error = m->fate >= FATE_SURVIVED;
    if (m->stage) snprintf(stage, sizeof(stage), "%d", m->stage);
    if (m->claim == CLAIM_UNHARMED) fprintf(out, "\n%s\n", m->of->lab);
    fprintf(out, "  %-42s %4zu  %-4s %2s  %s", m->name, m->line, verdict_code(m->verdict), stage,
            fate_words[m->fate]);
    if (*m->kind) words = text_format("%s: %s", m->kind, words);
    if (*words)
        fprintf(out, "%*s%.*s%s", 13 - (int)strlen(fate_words[m->fate]), "", error ? 500 : SHOWN,
                words, !error && strlen(words) > SHOWN ? "..." : "");
    fputc('\n', out);
}

void report_lines(FILE *out, const struct mutants *all) {
    static size_t next;
    for (; next < all->n; next++) {
        const struct mutant *m = &all->list[next];
        if (!m->chosen) continue;
        if (m->fate == FATE_NOT_RUN) break;
        print_line(out, m);
    }
    fflush(out);
}

/*
 * Sums.
 */
struct sums {
    size_t of[FATES], all;
};

static struct sums add_up(const struct mutants *all, const struct solution *of) {
    struct sums sums = {{0}, 0};
    for (size_t i = 0; i < all->n; i++) {
        const struct mutant *m = &all->list[i];
        if (!m->chosen || (of && m->of != of)) continue;
        sums.of[m->fate]++;
        sums.all += m->claim != CLAIM_UNHARMED;
    }
    return sums;
}

void report_progress(FILE *out, const struct mutants *all) {
    struct sums sums = add_up(all, NULL);
    size_t chosen = sums.all + sums.of[FATE_UNHARMED];
    fprintf(out, "\r%zu of %zu\r", chosen - sums.of[FATE_NOT_RUN], chosen);
    fflush(out);
}

/* Of those that were drawn: what becomes of them is a figure, and no error. */
static size_t survivors(const struct mutants *all) {
    size_t n = 0;
    for (size_t i = 0; i < all->n; i++)
        n += all->list[i].claim == CLAIM_UNSEEN && all->list[i].fate == FATE_SURVIVED;
    return n;
}

size_t report_errors(const struct mutants *all) {
    struct sums sums = add_up(all, NULL);
    size_t errors = 0;
    for (int fate = FATE_SURVIVED; fate < FATES; fate++) errors += sums.of[fate];
    return errors - survivors(all);
}

static void print_sums(FILE *out, const char *what, const struct sums *sums) {
    fprintf(out, "%s: %zu mutants", what, sums->all);
    for (int fate = FATE_KILLED; fate < FATES; fate++)
        if (sums->of[fate]) fprintf(out, ", %zu %s", sums->of[fate], fate_words[fate]);
    fputc('\n', out);
}

/* The share that is caught, and the names of the others. */
static void print_unseen(FILE *out, const struct mutants *all) {
    size_t counted = unseen_counted(all), lost = survivors(all), later = 0;
    for (size_t i = 0; i < all->n; i++) {
        const struct mutant *m = &all->list[i];
        later += m->claim == CLAIM_UNSEEN && m->fate == FATE_KILLED && m->must && m->step > m->must;
    }
    if (counted == 0) return;
    fprintf(out,
            "unseen: %zu of %zu are caught, %zu of them in a later step than the one they break\n",
            counted - lost, counted, later);
    for (size_t i = 0; i < all->n; i++)
        if (all->list[i].claim == CLAIM_UNSEEN && all->list[i].fate == FATE_SURVIVED)
            fprintf(out, "  survives: %s\n", all->list[i].name);
}

void report_sums(FILE *out, const struct mutants *all) {
    size_t labs = 0;
    fputc('\n', out);
    for (size_t i = 0; i < all->n; i++) {
        const struct solution *of = all->list[i].of;
        struct sums sums = add_up(all, of);
        if (all->list[i].claim == CLAIM_UNHARMED && sums.all) {
            print_sums(out, of->lab, &sums);
            labs++;
        }
    }
    struct sums sums = add_up(all, NULL);
    if (labs > 1) print_sums(out, "all labs", &sums);
    print_unseen(out, all);
}

/*
 * One mutant in full.
 */
/* same[i * (b.n + 1) + j]: the most lines that a from i on and b from j on have in common, in order. */
static size_t *common_lines(const struct text *a, const struct text *b) {
    size_t width = b->n + 1, *same = must_have((a->n + 1) * width, sizeof(*same));
    for (size_t i = a->n; i-- > 0;)
        for (size_t j = b->n; j-- > 0;) {
            size_t *at = &same[i * width + j], skip = at[width] > at[1] ? at[width] : at[1];
            *at = strcmp(a->lines[i], b->lines[j]) != 0 ? skip : at[width + 1] + 1;
        }
    return same;
}

static void print_difference(FILE *out, const struct text *a, const struct text *b) {
    size_t width = b->n + 1, *same = common_lines(a, b), i = 0, j = 0;
    while (i < a->n || j < b->n) {
        const size_t *at = &same[i * width + j];
        if (i < a->n && j < b->n && strcmp(a->lines[i], b->lines[j]) == 0)
            i++, j++;
        else if (i < a->n && (j == b->n || at[width] >= at[1]))
            fprintf(out, "  -%s\n", a->lines[i++]);
        else
            fprintf(out, "  +%s\n", b->lines[j++]);
    }
}

static void print_expectations(FILE *out, const struct mutant *m) {
    for (size_t i = 0; i < m->n_expect; i++) {
        const char *separator = "";
        fputs("  expected:", out);
        for (int v = 0; v < VERDICTS; v++)
            if (m->expect[i].verdicts & 1u << v) {
                fprintf(out, "%s%s", *separator ? separator : " ", verdict_code(v));
                separator = "|";
            }
        fputs(" at stage", out);
        if (!m->expect[i].stages) fputs(" *", out);
        for (int s = 1; s < 64; s++)
            if (m->expect[i].stages & 1ull << s) fprintf(out, " %d", s);
        fprintf(out, " \"%s\"\n", m->expect[i].words);
    }
}

/* A generated mutant that survives, as an entry that only wants a reason. */
static void print_entry(FILE *out, const struct mutant *m) {
    const char *right = text_line(m->of->text.bytes, m->line),
               *wrong = text_line(m->source, m->line);
    fprintf(out, "\n== %s\nequivalent: WHY\n-%s\n+%s\n", m->name, right, wrong);
}

void report_one(FILE *out, const struct mutant *m) {
    struct text now;
    if (m->generated && m->fate == FATE_SURVIVED) {
        print_entry(out, m);
        return;
    }
    fprintf(out, "\n%s, %s: %s\n", m->of->lab, m->name, fate_words[m->fate]);
    if (m->about[0]) fprintf(out, "  %s\n", m->about);
    text_split(&now, m->source);
    if (m->line) print_difference(out, &m->of->text, &now);
    if (m->must) fprintf(out, "  it breaks step %d\n", m->must);
    fprintf(out, "  the grader: %s at stage %d: %s\n", verdict_code(m->verdict), m->stage,
            m->message);
    print_expectations(out, m);
    if (m->reason[0]) fprintf(out, "  said to survive: %s\n", m->reason);
    if (m->not_again) fprintf(out, "  does not fail again: %s\n", m->repeat);
}

/*
 * Files.
 */
static void print_cell(FILE *out, const char *text) {
    for (; *text; text++) {
        if (strchr("|<>*_`\\", *text)) fputc('\\', out);
        fputc(*text, out);
    }
}

static void markdown(FILE *out, const struct mutants *all) {
    fputs("# Mutants\n", out);
    report_sums(out, all);
    for (size_t i = 0; i < all->n; i++) {
        const struct mutant *m = &all->list[i];
        if (!m->chosen) continue;
        if (m->claim == CLAIM_UNHARMED) {
            fprintf(out, "\n## %s\n\n", m->of->lab);
            fputs("| mutant | line | verdict | stage | fate | why |\n|---|--:|---|--:|---|---|\n",
                  out);
        }
        fprintf(out, "| %s | %zu | %s | %d | %s | ", m->name, m->line, verdict_code(m->verdict),
                m->stage, fate_words[m->fate]);
        print_cell(out, explanation(m));
        fputs(" |\n", out);
    }
}

static json_t *mutant_object(const struct mutant *m) {
    return json_pack("{s:s, s:s, s:I, s:b, s:s, s:i, s:s, s:s, s:s, s:s}", "lab", m->of->lab,
                     "name", m->name, "line", (json_int_t)m->line, "generated", m->generated,
                     "verdict", verdict_code(m->verdict), "stage", m->stage, "message", m->message,
                     "fate", fate_words[m->fate], "why", explanation(m), "class", m->kind);
}

static void json(FILE *out, const struct mutants *all) {
    json_t *list = json_array();
    for (size_t i = 0; i < all->n; i++)
        if (all->list[i].chosen) json_array_append_new(list, mutant_object(&all->list[i]));
    json_t *root =
        json_pack("{s:I, s:o}", "errors", (json_int_t)report_errors(all), "mutants", list);
    json_dumpf(root, out, JSON_INDENT(2));
    fputc('\n', out);
    json_decref(root);
}

/* Beside its name first, so that a reader never sees half. */
static bool write_file(const char *path, const struct mutants *all,
                       void (*write)(FILE *out, const struct mutants *all)) {
    const char *beside = text_format("%s.new", path);
    FILE *out = fopen(beside, "w");
    if (!out) return false;
    write(out, all);
    bool written = !ferror(out);
    return fclose(out) == 0 && written && rename(beside, path) == 0;
}

bool report_markdown(const char *path, const struct mutants *all) {
    return write_file(path, all, markdown);
}

bool report_json(const char *path, const struct mutants *all) {
    return write_file(path, all, json);
}
