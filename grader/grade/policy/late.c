/**
 * @file
 * @brief How late a submission is under terms, what that costs, and how a student reads it.
 */
#include "grader/grade/policy/terms.h"

#include <stdio.h>

enum { MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR, MOST_DAYS = 100000 };

/* A unit of time that has begun counts as a whole one. */
static int begun(long long seconds, long long unit) {
    const long long most = (long long)MOST_DAYS * DAY;
    long long s = seconds > most ? most : seconds;
    return s <= 0 ? 0 : (int)((s - 1) / unit + 1);
}

struct terms_lateness terms_late(const struct terms_late *rule, long long late_s) {
    struct terms_lateness l = {.within_grace = late_s > 0};
    if (late_s <= (long long)rule->grace_minutes * MINUTE) return l;
    long long charged_s = late_s - (long long)rule->free_days * DAY;
    long long percent = (long long)begun(charged_s, DAY) * rule->percent_a_day +
                        (long long)begun(charged_s, HOUR) * rule->percent_an_hour;
    l.within_grace = false;
    l.days = begun(late_s, DAY);
    l.hours = begun(late_s, HOUR);
    l.closed = rule->closes_days && late_s > (long long)rule->closes_days * DAY;
    l.percent = l.closed ? 100 : percent > rule->most_percent ? rule->most_percent : (int)percent;
    return l;
}

static const char *some(int n, const char *unit, char text[40]) {
    snprintf(text, 40, "%d %s%s", n, unit, n == 1 ? "" : "s");
    return text;
}

void terms_late_words(const struct terms_late *rule, const struct terms_lateness *l, char *text,
                      size_t size) {
    char late[40], other[40], free_time[60] = "";
    bool by_hour = rule->percent_an_hour > 0;
    text[0] = 0;
    if (l->within_grace)
        snprintf(text, size, "Late by no more than %s, which costs nothing",
                 some(rule->grace_minutes, "minute", other));
    if (!l->days) return;
    some(by_hour ? l->hours : l->days, by_hour ? "hour" : "day", late);
    if (l->closed) {
        snprintf(text, size, "%s late: no points after %s", late,
                 some(rule->closes_days, "day", other));
        return;
    }
    if (rule->free_days)
        snprintf(free_time, sizeof(free_time), ", %s free", some(rule->free_days, "day", other));
    snprintf(text, size, "%s late%s: %d %% less", late, free_time, l->percent);
}
