/**
 * @file
 * @brief Terms, read from JSON: what a rubric was turned into, checked once more.
 */
#include "grader/grade/policy/terms.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool refuse(char *error, size_t size, const char *path, const char *what) {
    snprintf(error, size, "%s is no policy: %s. Write it again: build/cpu/rubric --terms %s",
             path, what, path);
    return false;
}

static bool copy(char *to, size_t size, const char *from) {
    return (size_t)snprintf(to, size, "%s", from) < size;
}

static bool is_between(int value, int least, int most) {
    return value >= least && value <= most;
}

/*
 * The pieces.
 */
bool terms_weight(const char *text, int *percent) {
    size_t n = strspn(text, "0123456789"), decimals = 0;
    char digits[16];
    if (text[n] == '.') decimals = strspn(text + n + 1, "0123456789");
    if (n < 1 || n > 4 || (n > 1 && *text == '0') || decimals > 2) return false;
    if (text[n] == '.' ? !decimals || text[n + 1 + decimals] : text[n] != 0) return false;
    snprintf(digits, sizeof(digits), "%.*s%.*s%.*s", (int)n, text, (int)decimals, text + n + 1,
             2 - (int)decimals, "00");
    *percent = atoi(digits);
    return *percent <= 100000;
}

const char *terms_weight_text(int percent, char text[16]) {
    snprintf(text, 16, percent % 100 ? "%d.%02d" : "%d", percent / 100, percent % 100);
    return text;
}

static bool read_stage(json_t *from, struct terms_stage *stage) {
    int bonus = 0, partial = 0, hidden = 0;
    json_t *drawn = NULL, *number;
    size_t i;
    if (json_unpack(from, "{s:i, s:b, s:b, s:b, s:o !}", "points", &stage->points, "bonus", &bonus,
                    "partial", &partial, "hidden", &hidden, "drawn", &drawn))
        return false;
    stage->bonus = bonus;
    stage->partial = partial;
    stage->hidden = hidden;
    json_array_foreach(drawn, i, number) {
        json_int_t value = json_integer_value(number);
        if (value < 1 || value > 64 || !hidden) return false;
        stage->drawn |= (uint64_t)1 << (value - 1);
    }
    return json_is_array(drawn) && !(hidden && partial) &&
           is_between(stage->points, 0, TERMS_MOST_POINTS);
}

static bool read_lab(json_t *from, struct terms_lab *lab) {
    const char *name, *due, *weight;
    json_t *stages, *stage;
    size_t i;
    int bonus;
    if (json_unpack(from, "{s:s, s:s, s:s, s:b, s:o !}", "lab", &name, "due", &due, "weight",
                    &weight, "bonus", &bonus, "stages", &stages))
        return false;
    lab->bonus = bonus;
    lab->n_stages = (int)json_array_size(stages);
    if (!copy(lab->name, sizeof(lab->name), name) || !copy(lab->due, sizeof(lab->due), due) ||
        (*due && !terms_time(due, &lab->due_s)) || !terms_weight(weight, &lab->weight_percent) ||
        !is_between(lab->n_stages, 1, TERMS_STAGES))
        return false;
    json_array_foreach(stages, i, stage) if (!read_stage(stage, &lab->stages[i])) return false;
    return true;
}

static bool read_labs(json_t *from, struct terms *terms) {
    json_t *lab;
    size_t i;
    terms->n_labs = json_array_size(from);
    if (terms->n_labs < 1 || terms->n_labs > TERMS_LABS) return false;
    json_array_foreach(from, i, lab) if (!read_lab(lab, &terms->labs[i])) return false;
    return true;
}

static bool read_executor(json_t *from, struct terms_executor *e) {
    const char *name, *partition;
    return !json_unpack(from, "{s:s, s:i, s:s, s:i, s:i !}", "name", &name, "jobs", &e->jobs,
                        "partition", &partition, "minutes", &e->minutes, "gpus", &e->gpus) &&
           copy(e->name, sizeof(e->name), name) &&
           copy(e->partition, sizeof(e->partition), partition);
}

static bool read_late(json_t *from, struct terms_late *late) {
    int student;
    if (json_unpack(from, "{s:i, s:i, s:i, s:i, s:i, s:i, s:b !}", "grace_minutes",
                    &late->grace_minutes, "free_days", &late->free_days, "percent_a_day",
                    &late->percent_a_day, "percent_an_hour", &late->percent_an_hour, "most_percent",
                    &late->most_percent, "closes_days", &late->closes_days, "clock_student",
                    &student))
        return false;
    late->clock_student = student;
    return is_between(late->grace_minutes, 0, 1440) && is_between(late->free_days, 0, 365) &&
           is_between(late->percent_a_day, 0, 100) && is_between(late->percent_an_hour, 0, 100) &&
           is_between(late->most_percent, 0, 100) && is_between(late->closes_days, 0, 365);
}

static bool read_numbers(json_t *late, json_t *limits, json_t *hints, struct terms *t) {
    return read_late(late, &t->late) &&
           !json_unpack(limits, "{s:i, s:i, s:i, s:i, s:i !}", "seconds", &t->limits.seconds,
                        "cpu_seconds", &t->limits.cpu_seconds, "memory_mb", &t->limits.memory_mb,
                        "output_mb", &t->limits.output_mb, "budget", &t->limits.budget) &&
           !json_unpack(hints, "[i, i, i !]", &t->hints[0], &t->hints[1], &t->hints[2]);
}

/* The numbers with which arithmetic is done later on. */
static bool are_sound(struct terms *t) {
    for (int i = 0; i < TERMS_LEVELS; i++)
        if (!is_between(t->hints[i], 0, TERMS_MOST_POINTS)) return false;
    return is_between(t->out_of, 0, 1000000) && is_between(t->drop_lowest, 0, TERMS_LABS - 1) &&
           is_between(t->limits.seconds, 0, 3600) && is_between(t->limits.cpu_seconds, 0, 3600) &&
           is_between(t->limits.memory_mb, 0, 1 << 20) &&
           is_between(t->limits.output_mb, 0, 1 << 10) && is_between(t->limits.budget, 0, 1000) &&
           (!t->begins[0] || terms_time(t->begins, &t->begins_s)) &&
           (!t->due[0] || terms_time(t->due, &t->due_s));
}

/* NULL, or what is wrong. */
static const char *read_all(json_t *root, struct terms *t) {
    const char *attempts, *assignment, *begins, *due, *sandbox, *secret;
    json_t *hints, *late, *limits, *executor, *labs;
    int version, cheat_zero;
    static char text[JSON_ERROR_TEXT_LENGTH];
    json_error_t error;
    if (json_unpack_ex(
            root, &error, 0,
            "{s:i, s:s, s:s, s:s, s:i, s:i, s:b, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o !}",
            "version", &version, "assignment", &assignment, "begins", &begins, "due", &due,
            "out_of", &t->out_of, "drop_lowest", &t->drop_lowest, "cheat_zero", &cheat_zero,
            "attempts", &attempts, "sandbox", &sandbox, "secret", &secret, "hints", &hints, "late",
            &late, "limits", &limits, "executor", &executor, "labs", &labs)) {
        snprintf(text, sizeof(text), "%.*s", (int)sizeof(text) - 1, error.text);
        return text;
    }
    t->cheat_zero = cheat_zero;
    t->attempts_best = strcmp(attempts, "best") == 0;
    if (version != TERMS_VERSION) return "they are of another version of the kit";
    if (!copy(t->assignment, sizeof(t->assignment), assignment) ||
        !copy(t->begins, sizeof(t->begins), begins) || !copy(t->due, sizeof(t->due), due) ||
        !copy(t->sandbox, sizeof(t->sandbox), sandbox) ||
        !copy(t->secret, sizeof(t->secret), secret))
        return "a text is too long";
    if (!read_executor(executor, &t->executor)) return "the executor is not complete";
    if (!read_numbers(late, limits, hints, t) || !are_sound(t)) return "a number is out of range";
    return read_labs(labs, t) ? NULL : "a lab is not complete";
}

bool terms_read(const char *path, struct terms *terms, char *error, size_t size) {
    json_error_t at;
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &at);
    *terms = (struct terms){.n_labs = 0};
    if (!root) {
        char text[JSON_ERROR_TEXT_LENGTH + 40];
        snprintf(text, sizeof(text), at.line > 0 ? "%s in line %d" : "%s", at.text, at.line);
        return refuse(error, size, path, text);
    }
    const char *wrong = read_all(root, terms);
    json_decref(root);
    return !wrong || refuse(error, size, path, wrong);
}

const struct terms_lab *terms_lab(const struct terms *terms, const char *name) {
    for (size_t i = 0; i < terms->n_labs; i++)
        if (strcmp(terms->labs[i].name, name) == 0) return &terms->labs[i];
    return NULL;
}

/*
 * Times.
 */
static bool two_digits(const char **text, int *value, char behind) {
    const char *t = *text;
    if (t[0] < '0' || t[0] > '9' || t[1] < '0' || t[1] > '9' || (behind && t[2] != behind))
        return false;
    *value = 10 * (t[0] - '0') + t[1] - '0';
    *text = t + (behind ? 3 : 2);
    return true;
}

/* "Z", "+01:00", "-05:30": how many seconds local time is ahead. */
static bool read_zone(const char *text, int *ahead) {
    int hours, minutes, sign = *text == '-' ? -1 : 1;
    *ahead = 0;
    if (strcmp(text, "Z") == 0) return true;
    if (*text != '+' && *text != '-') return false;
    text++;
    if (!two_digits(&text, &hours, ':') || !two_digits(&text, &minutes, 0) || *text) return false;
    *ahead = sign * (hours * 3600 + minutes * 60);
    return hours <= 14 && minutes < 60;
}

bool terms_time(const char *text, long long *seconds) {
    int century, year, ahead;
    struct tm tm = {0};
    if (!two_digits(&text, &century, 0) || !two_digits(&text, &year, '-') ||
        !two_digits(&text, &tm.tm_mon, '-') || !two_digits(&text, &tm.tm_mday, 'T') ||
        !two_digits(&text, &tm.tm_hour, ':') || !two_digits(&text, &tm.tm_min, ':') ||
        !two_digits(&text, &tm.tm_sec, 0) || !read_zone(text, &ahead))
        return false;
    tm.tm_year = 100 * century + year - 1900;
    tm.tm_mon--;
    struct tm same = tm;
    *seconds = (long long)timegm(&same) - ahead;
    /* the 31st of June would have become the 1st of July */
    return tm.tm_year >= 70 && same.tm_mon == tm.tm_mon && same.tm_hour == tm.tm_hour &&
           same.tm_min == tm.tm_min && same.tm_sec == tm.tm_sec;
}

int terms_ahead(const char *text) {
    int ahead = 0;
    if (strlen(text) > 19) read_zone(text + 19, &ahead);
    return ahead;
}
