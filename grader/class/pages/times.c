/**
 * @file
 * @brief The class's page: by whose clock it is known when submissions came.
 */
#include "grader/class/pages/part.h"

#include <string.h>

static const struct {
    const char *clock, *words;
} clocks[] = {
    {"student",
     "the dates of the students' own files and commits, as the rubric wants it. A student can set "
     "them to any time."},
    {"entry",
     "the date of the entry in SUBMISSIONS. Whoever put it there has set it. A copy has the "
     "date of the copying."},
    {"seen", "the first run that saw the submission, since the date of its entry cannot be true."},
    {"roster", "the column submitted of the roster."},
    {"arrivals", "the list ARRIVALS."},
    {"name", "the name that the LMS gave the entry."},
    {"lms", "the dates of the files that the LMS wrote."},
};

static size_t count(const struct page_class *c, const char *clock) {
    size_t n = 0;
    for (size_t i = 0; i < c->n_students; i++)
        n += c->students[i].state != PAGE_ABSENT && strcmp(c->students[i].clock, clock) == 0;
    return n;
}

void part_times(struct html *h, const struct page_class *c) {
    bool loud = count(c, "student") + count(c, "seen") > 0;
    if (!*c->due) return;
    part_begin(h, "times", loud ? "Whose clock: some times can be set by students" : "Whose clock",
               loud ? "alarm lines" : "lines");
    html_put(h, "p", "note", "Days late are counted by these clocks.");
    html_begin(h, "ul", NULL);
    for (size_t i = 0; i < sizeof(clocks) / sizeof(*clocks); i++) {
        size_t n = count(c, clocks[i].clock);
        if (n) html_putf(h, "li", NULL, "%zu by %s", n, clocks[i].words);
    }
    html_end(h);
    html_end(h);
}
