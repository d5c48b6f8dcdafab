/**
 * @file
 * @brief Times of submissions (arrival.h).
 */
#include "grader/class/arrival.h"
#include "grader/class/csv.h"
#include "grader/class/names.h"
#include "grader/class/results.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { HOUR = 3600, YEAR = 366 * 24 * HOUR };

const char *arrival_clock(enum clock clock) {
    static const char *const words[CLOCKS] = {
        [CLOCK_UNKNOWN] = "",    [CLOCK_ROSTER] = "roster",   [CLOCK_LIST] = "arrivals",
        [CLOCK_NAME] = "name",   [CLOCK_STUDENT] = "student", [CLOCK_LMS] = "lms",
        [CLOCK_ENTRY] = "entry", [CLOCK_SEEN] = "seen"};
    return words[clock];
}

/*
 * Lists of others.
 */
/* "Friday, 27 November 2026, 11:59 PM", as Moodle writes it in English; 0: it is none. */
static int64_t moodle_time(const char *text, int ahead) {
    static const char *const formats[] = {"%A, %d %B %Y, %I:%M %p", "%d %B %Y, %I:%M %p",
                                          "%A, %d %B %Y, %H:%M", "%d %B %Y, %H:%M"};
    for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++) {
        struct tm when = {0};
        const char *end = strptime(text, formats[i], &when);
        if (end && !*end) return (int64_t)timegm(&when) - ahead;
    }
    return 0;
}

struct arrivals {
    struct csv csv;
    int entry, submitted, commit, moodle; /* columns; -1: not there */
};

static void read_head(struct arrivals *a, const char *path) {
    csv_open(&a->csv, path, "the list of arrivals");
    csv_next(&a->csv);
    a->entry = csv_column(&a->csv, "entry");
    a->submitted = csv_column(&a->csv, "submitted");
    a->commit = csv_column(&a->csv, "commit");
    a->moodle = csv_column(&a->csv, "Last modified (submission)");
    if (a->entry < 0) a->entry = csv_column(&a->csv, "Identifier");
    errno = 0;
    if (a->entry < 0 || (a->submitted < 0 && a->moodle < 0))
        class_stop("%s, line 1: there are no columns entry and submitted. The first line has to be "
                   "like entry,submitted, or as in Moodle's grading worksheet",
                   path);
}

static int64_t time_of_line(const struct class *c, const struct arrivals *a) {
    if (a->submitted >= 0) return csv_time(&a->csv, a->submitted, "submitted");
    const char *text = csv_cell(&a->csv, a->moodle);
    if (!*text || strcmp(text, "-") == 0) return 0; /* handed in nothing */
    int64_t when = moodle_time(text, c->terms ? terms_ahead(c->terms->due) : 0);
    errno = 0;
    if (!when)
        class_stop("%s, line %d: '%.60s' is no time as Moodle writes it in English. Download the "
                   "worksheet with Moodle set to English",
                   a->csv.path, a->csv.line, text);
    return when;
}

void arrival_list(struct class *c) {
    struct arrivals a;
    size_t strange = 0;
    if (!c->arrivals) return;
    read_head(&a, c->arrivals);
    while (csv_next(&a.csv)) {
        const char *entry = csv_cell(&a.csv, a.entry), *commit = csv_cell(&a.csv, a.commit);
        int64_t when = time_of_line(c, &a);
        bool known = !when;
        for (size_t i = 0; when && i < c->n_students; i++) {
            struct class_student *s = &c->students[i];
            if (!name_fits(s, entry)) continue;
            known = true;
            bool counts = !*commit || strcmp(commit, s->commit) == 0;
            if (counts && when > s->times.list) s->times.list = when;
        }
        strange += !known;
    }
    csv_close(&a.csv);
    if (strange)
        json_array_append_new(
            c->remarks,
            json_sprintf("%s: %zu lines name no entry of SUBMISSIONS.", c->arrivals, strange));
}

/*
 * Which one counts.
 */
static bool is_possible(const struct class *c, int64_t when, int64_t seen) {
    const struct terms *t = c->terms;
    int64_t from = !t ? 0 : t->begins[0] ? t->begins_s : t->due[0] ? t->due_s - YEAR : 0;
    return when >= from && when > 0 && when <= seen + HOUR;
}

/* Where a list or a person says it, it counts all the same. */
static void remark(struct class_student *s, int64_t odd) {
    static const char *const words[CLOCKS] = {
        [CLOCK_ROSTER] = "the roster says so",   [CLOCK_LIST] = "ARRIVALS says so",
        [CLOCK_NAME] = "the LMS says so",        [CLOCK_LMS] = "the date of the LMS's files",
        [CLOCK_ENTRY] = "the date of its entry", [CLOCK_SEEN] = "when a run first saw it"};
    const char *where = odd > s->times.seen ? "in the future" : "before the course";
    char text[32], counts[32];
    time_text(odd, text);
    if (s->clock <= CLOCK_NAME)
        snprintf(s->remark, sizeof(s->remark), "its time, %s, lies %s. It counts, since %s", text,
                 where, words[s->clock]);
    else
        snprintf(s->remark, sizeof(s->remark),
                 "its date, %s, cannot be true: it lies %s. %s counts, %s",
                 text[0] ? text : "the start of 1970", where, time_text(s->submitted, counts),
                 words[s->clock]);
}

static void settle(const struct class *c, struct class_student *s) {
    const struct class_times *t = &s->times;
    bool students = c->terms && c->terms->late.clock_student;
    const int64_t times[CLOCKS] = {[CLOCK_ROSTER] = t->told,
                                   [CLOCK_LIST] = t->list,
                                   [CLOCK_NAME] = s->said.when,
                                   [CLOCK_STUDENT] = students ? t->student : 0,
                                   [CLOCK_LMS] = s->said.lms ? t->lms : 0,
                                   [CLOCK_ENTRY] = t->entry,
                                   [CLOCK_SEEN] = t->seen};
    const int64_t *odd = NULL;
    for (int clock = CLOCK_ROSTER; clock < CLOCKS; clock++) {
        bool possible = clock == CLOCK_SEEN || is_possible(c, times[clock], t->seen);
        if (!times[clock] && clock != CLOCK_ENTRY) continue;
        if (!possible && !odd) odd = &times[clock];
        if (!possible && clock > CLOCK_NAME) continue;
        s->submitted = times[clock];
        s->clock = (enum clock)clock;
        break;
    }
    if (odd) remark(s, *odd);
}

/* What an LMS calls late and the time does not. */
static void remark_late(const struct class *c, struct class_student *s) {
    int64_t due = s->due ? s->due : c->terms && c->terms->due[0] ? c->terms->due_s : 0;
    if (s->said.late && s->submitted <= due && !s->remark[0])
        strcpy(s->remark,
               "the LMS calls it late, and its time is not. Put the true time into the roster");
}

void arrival_settle(struct class *c, struct journal *j) {
    journal_first_sights(j, c);
    for (size_t i = 0; i < c->n_students; i++) {
        struct class_student *s = &c->students[i];
        if (!s->handed_in) continue;
        settle(c, s);
        remark_late(c, s);
    }
}
