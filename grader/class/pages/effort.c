/**
 * @file
 * @brief The class's page: how long each stage took, which hints were read, and what that says for next year.
 */
#include "grader/class/pages/part.h"

#include <string.h>

enum { FEWEST = 4 }; /* students, before a figure says something of a course */

static int number(const json_t *stage, const char *key) {
    return (int)json_integer_value(json_object_get(stage, key));
}

static int hint(const json_t *stage, size_t level) {
    return (int)json_integer_value(json_array_get(json_object_get(stage, "hints"), level - 1));
}

static void row(struct html *h, const json_t *stage) {
    html_begin(h, "tr", NULL);
    html_putf(h, "td", NULL, "%.2s", json_string_value(json_object_get(stage, "lab")));
    html_putf(h, "td", "number", "%d", number(stage, "stage"));
    html_put(h, "td", NULL, json_string_value(json_object_get(stage, "title")));
    static const char *const keys[] = {"tried", "solved", "tries", "minutes", "most_minutes"};
    for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
        html_putf(h, "td", "number", "%d", number(stage, keys[i]));
    for (size_t level = 1; level <= 3; level++)
        html_putf(h, "td", "number", "%d", hint(stage, level));
    html_end(h);
}

static void table(struct html *h, const json_t *stages) {
    static const char *const names[] = {"Lab",    "Stage",  "What",    "Tried",
                                        "Solved", "Tries",  "Minutes", "Slow quarter",
                                        "Hint 1", "Hint 2", "Hint 3"};
    const json_t *stage;
    size_t i;
    html_begin(h, "div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label",
               "Tries, minutes and hints of each stage", NULL);
    html_begin(h, "table", NULL);
    html_begin(h, "tr", NULL);
    for (i = 0; i < sizeof(names) / sizeof(*names); i++)
        html_put(h, "th", i == 1 || i > 2 ? "number" : NULL, names[i]);
    html_end(h);
    json_array_foreach(stages, i, stage) if (number(stage, "tried")) row(h, stage);
    html_end(h);
    html_end(h);
}

/*
 * What to change.
 */
static void say(struct html *h, const json_t *stage, const char *what) {
    html_begin(h, "li", NULL);
    html_begin(h, "b", NULL);
    html_textf(h, "Lab %.2s, stage %d, %s: ", json_string_value(json_object_get(stage, "lab")),
               number(stage, "stage"), json_string_value(json_object_get(stage, "title")));
    html_end(h);
    html_text(h, what);
    html_end(h);
}

static const json_t *slowest(const json_t *stages) {
    const json_t *stage, *found = NULL;
    size_t i;
    json_array_foreach(stages, i, stage) {
        if (number(stage, "tried") < FEWEST || !number(stage, "minutes")) continue;
        if (!found || number(stage, "minutes") > number(found, "minutes")) found = stage;
    }
    return found;
}

/* What one stage says; the caller knows which is the slowest. */
static size_t say_stage(struct html *h, const json_t *stage, bool is_slowest) {
    int tried = number(stage, "tried");
    size_t said = 0;
    if (tried < FEWEST) return 0;
    if (is_slowest && ++said)
        say(h, stage,
            "it took the median student longest. Give it time in the lecture, or an office hour.");
    if (2 * hint(stage, 3) >= tried && ++said)
        say(h, stage,
            "half of those who tried read the last hint. The step may be too large, or its task "
            "unclear.");
    if (4 * number(stage, "solved") < 3 * tried && ++said)
        say(h, stage,
            "more than a quarter of those who tried did not solve it. See which failure is the "
            "commonest.");
    return said;
}

void part_effort(struct html *h, const struct page_class *c) {
    const json_t *stages = json_object_get(c->effort, "stages"), *stage, *slow = slowest(stages);
    int students = number(c->effort, "students");
    size_t i, said = 0;
    if (!students) return;
    part_begin(h, "effort", "How they got there", "figure");
    html_begin(h, "p", "class", "note", NULL);
    html_textf(h,
               "%d handed in the file in which the kit keeps their progress. They could change it. "
               "Tries and "
               "minutes are the median student's; minutes count between checks of one sitting.",
               students);
    html_end(h);
    table(h, stages);
    html_put(h, "h3", NULL, "For next year");
    html_begin(h, "ul", NULL);
    json_array_foreach(stages, i, stage) said += say_stage(h, stage, stage == slow);
    if (!said) html_put(h, "li", NULL, "No stage stands out, or too few students tried it.");
    html_end(h);
    html_end(h);
}
