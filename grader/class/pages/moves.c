/**
 * @file
 * @brief The class's page: whose grade moved from one run to the next, and why (times.json).
 */
#include "grader/class/pages/part.h"

enum { MOVES_MOST = 100 };

static const char *text_of(const json_t *move, const char *key) {
    const char *text = json_string_value(json_object_get(move, key));
    return text ? text : "";
}

/* On a line that begins with its time, since that is all of a page that differs from run to run. */
static void put_move(struct html *h, const struct page_class *c, const json_t *move) {
    char when[80], lab[128];
    const struct page_student *s = part_student(c, text_of(move, "student"));
    if (!s) return;
    html_text(h, "\n");
    html_begin(h, "time", "datetime", text_of(move, "time"), NULL);
    html_text(h, page_time(text_of(move, "time"), when));
    html_end(h);
    html_text(h, ": ");
    part_link(h, s);
    html_textf(h, ", %s: %d → %d points, %s.", page_lab_name(text_of(move, "lab"), lab),
               (int)json_integer_value(json_object_get(move, "from")),
               (int)json_integer_value(json_object_get(move, "to")), text_of(move, "why"));
    html_end(h);
    html_begin(h, "p", NULL);
}

void part_moves(struct html *h, const struct page_class *c) {
    const json_t *moves = json_object_get(c->times, "moved");
    size_t n = json_array_size(moves), first = n > MOVES_MOST ? n - MOVES_MOST : 0;
    part_begin(h, "moves", "Whose grade moved, and why", "list");
    html_putf(h, "p", "note",
              "A line for each grade that came out otherwise than in the run before, the newest "
              "first. Without a "
              "line, no grade has moved. The last %d stand here, and all in history.csv.",
              MOVES_MOST);
    html_begin(h, "p", NULL);
    for (size_t i = n; i > first; i--) put_move(h, c, json_array_get(moves, i - 1));
    html_text(h, "\n");
    html_end(h);
    html_end(h);
}
