/**
 * @file
 * @brief Names of entries (see names.h): what is graded twice has the same name twice.
 */
#include "grader/class/names.h"
#include "grader/class/pages/safe.h"
#include "grader/shared/fit.h"

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <utf8proc.h>

enum { NAME_MOST = 100, SHOWN_MOST = 200 };

/* Which of the endings it has, ".git" among them; NULL: none of them. */
static const char *ending_of(const char *entry) {
    const char *archive = fit_archive(entry);
    size_t n = strlen(entry);
    if (archive) return archive;
    return n > 4 && strcasecmp(entry + n - 4, ".git") == 0 ? ".git" : NULL;
}

bool name_is_archive(const char *entry) {
    return fit_archive(entry) != NULL;
}

/*
 * What LMS call the entries of a download.
 */
enum { GROUPS = 7 };

static const struct lms {
    const char *pattern;
    int name, number, late, time, file; /* groups of the pattern; 0: there is none */
    const char *format;                 /* of the time, which is local */
} systems[] = {
    /* Moodle: "Anna Blum_4711_assignsubmission_file_", a folder or the front of a file's name */
    {"^(.+)_([0-9]+)_assignsubmission_[a-z]+_?(.*)", 1, 2, 0, 0, 3, NULL},
    {"^(.+)_assignsubmission_[a-z]+_?(.*)", 1, 0, 0, 0, 2, NULL},
    /* Canvas: "blumanna_LATE_4711_815000_lab.zip" */
    {"^([^_]+)(_LATE)?_([0-9]{2,})_([0-9]{4,})_(.+)", 1, 3, 2, 0, 5, NULL},
    /* Blackboard: "Lab 3_ablum_attempt_2026-11-30-23-59-00_lab.zip" */
    {"^(.+_)?([^_]+)_attempt_([0-9]{4}(-[0-9]{2}){5})_?(.*)", 2, 0, 0, 3, 5, "%Y-%m-%d-%H-%M-%S"},
    /* Brightspace: "4711-815000 - Anna Blum - Nov 30, 2026 1159 PM - lab.zip" */
    {"^([0-9]+)-[0-9]+ ?- (.+) ?- ([A-Z][a-z]+ [0-9]{1,2}, [0-9]{4} [0-9]{3,4} ?[AP]M)( ?- ?)?(.*)",
     2, 1, 0, 3, 5, "%b %d, %Y %I%M %p"},
};

/* "1159 PM", and "959 PM", of which strptime would take 95 for the hour. */
static int64_t read_time(const char *text, size_t n, const char *format, int ahead) {
    char copy[80];
    struct tm when = {0};
    snprintf(copy, sizeof(copy), "%.*s", (int)n, text);
    char *hour = strrchr(copy, ',') ? strrchr(copy, ',') + 7 : NULL;
    if (strchr(format, 'p') && hour && strspn(hour, "0123456789") == 3) {
        memmove(hour + 1, hour, strlen(hour) + 1);
        *hour = '0';
    }
    const char *end = strptime(copy, format, &when);
    return end && !*end ? (int64_t)timegm(&when) - ahead : 0;
}

static bool read_lms(const struct lms *l, const char *entry, int ahead, struct name_said *said) {
    regex_t pattern;
    regmatch_t at[GROUPS];
    if (regcomp(&pattern, l->pattern, REG_EXTENDED)) return false;
    bool fits = regexec(&pattern, entry, GROUPS, at, 0) == 0;
    regfree(&pattern);
    if (!fits) return false;
    *said = (struct name_said){.lms = true,
                               .at = (size_t)at[l->name].rm_so,
                               .n = (size_t)(at[l->name].rm_eo - at[l->name].rm_so),
                               .late = l->late && at[l->late].rm_so >= 0};
    if (l->number)
        snprintf(said->number, sizeof(said->number), "%.*s",
                 (int)(at[l->number].rm_eo - at[l->number].rm_so), entry + at[l->number].rm_so);
    if (l->time)
        said->when = read_time(entry + at[l->time].rm_so,
                               (size_t)(at[l->time].rm_eo - at[l->time].rm_so), l->format, ahead);
    if (at[l->file].rm_eo > at[l->file].rm_so) said->file = (size_t)at[l->file].rm_so;
    while (said->n > 1 && entry[said->at + said->n - 1] == ' ') said->n--;
    return true;
}

struct name_said name_read(const char *entry, int ahead) {
    const char *ending = ending_of(entry);
    struct name_said said;
    for (size_t i = 0; i < sizeof(systems) / sizeof(*systems); i++)
        if (read_lms(&systems[i], entry, ahead, &said)) return said;
    return (struct name_said){.n = strlen(entry) - (ending ? strlen(ending) : 0)};
}

bool name_is_try(const char *name) {
    const char *ending = ending_of(name);
    size_t n = strlen(name) - (ending ? strlen(ending) : 0), at = strlen("attempt");
    if (n <= at || strncasecmp(name, "attempt", at) != 0) return false;
    at += name[at] != 0 && strchr("-_ ", name[at]) != NULL;
    return at < n && strspn(name + at, "0123456789") >= n - at;
}

static const char *source_ending(const char *name) {
    const char *ending = strrchr(name, '.');
    return ending && (strcmp(ending, ".c") == 0 || strcmp(ending, ".cu") == 0) ? ending : NULL;
}

bool name_is_part(const char *entry, const struct name_said *said) {
    return said->file && source_ending(entry + said->file);
}

/*
 * Spellings.
 */
static char *must(char *text) {
    if (text) return text;
    class_stop("there is no memory for names");
}

/* As utf8proc maps it; as it is where it is no UTF-8. */
static char *mapped(const char *text, utf8proc_option_t options) {
    utf8proc_uint8_t *to = NULL;
    utf8proc_ssize_t n = utf8proc_map((const utf8proc_uint8_t *)text, 0, &to,
                                      UTF8PROC_NULLTERM | UTF8PROC_STABLE | options);
    return must(n >= 0 ? (char *)to : strdup(text));
}

/* A name is one line of a list. */
static void escape_lines(char *text, size_t size) {
    for (char *at; (at = strpbrk(text, "\n\t")) && strlen(text) + 4 < size;) {
        char code[8];
        snprintf(code, sizeof(code), "\\x%02x", (unsigned char)*at);
        memmove(at + 4, at + 1, strlen(at + 1) + 1);
        memcpy(at, code, 4);
    }
}

char *name_shown(const char *entry, const struct name_said *said) {
    char *piece = must(strndup(entry + said->at, said->n));
    char *composed = mapped(piece, UTF8PROC_COMPOSE),
         *shown = must(safe_text(composed, SHOWN_MOST));
    free(composed);
    free(piece);
    char *line = must(realloc(shown, 4 * strlen(shown) + 1));
    escape_lines(line, 4 * strlen(line) + 1);
    return line;
}

char *name_of_part(const char *entry, const struct name_said *said) {
    char *name = must(strdup(entry + said->file)), *end = strrchr(name, '.'), *at = end;
    while (at && at > name && at[-1] >= '0' && at[-1] <= '9') at--;
    if (at && at < end && at > name && at[-1] == '-') memmove(at - 1, end, strlen(end) + 1);
    return name;
}

char *name_folded(const char *text) {
    return mapped(text, UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD);
}

char *name_key(const char *text, bool letters_alone) {
    char *folded = mapped(text, UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD),
         *to = folded;
    for (const char *from = folded; *from; from++) {
        bool sign = (*from > 0 && *from < '0') || strchr(":;<=>?@[\\]^_`{|}~", *from);
        bool blank = *from == ' ' || *from == '_';
        if (letters_alone ? sign : blank && (to == folded || to[-1] == ' ')) continue;
        *to++ = (char)(blank ? ' ' : *from);
    }
    while (to > folded && to[-1] == ' ') to--;
    *to = 0;
    return folded;
}

bool name_is(const struct class_student *s, const char *text) {
    const char *ending = s->entry ? ending_of(s->entry) : NULL;
    size_t n = strlen(text);
    if (!s->entry || !n) return false;
    if (strcmp(s->entry, text) == 0) return true;
    if (ending && strncmp(s->entry, text, n) == 0 && strlen(s->entry) == n + strlen(ending))
        return true;
    char *key = name_key(text, false), *own = name_key(s->shown, false);
    bool same = strcmp(key, own) == 0;
    free(key);
    free(own);
    return same;
}

bool name_fits(const struct class_student *s, const char *text) {
    const char *number = text + (strncasecmp(text, "Participant ", 12) != 0 ? 0 : 12);
    return name_is(s, text) || (s->said.number[0] && strcmp(s->said.number, number) == 0);
}

bool name_same_student(const struct class_student *a, const struct class_student *b) {
    const struct name_said *x = &a->said, *y = &b->said;
    if (!a->entry || !b->entry || x->n != y->n) return false;
    if (x->try || y->try) return x->try == y->try && strncmp(a->entry, b->entry, x->try) == 0;
    if (!x->lms || !y->lms || strncmp(a->entry + x->at, b->entry + y->at, x->n) != 0) return false;
    if (x->number[0]) return strcmp(x->number, y->number) == 0;
    /* Without a number the time says that it is an attempt; another assignment is none. */
    return !y->number[0] && x->when && y->when && x->at == y->at &&
           strncmp(a->entry, b->entry, x->at) == 0;
}

/*
 * Names of files.
 */
static void add_hash(const char *text, char name[CLASS_NAME]) {
    char hash[CLASS_HASH];
    size_t n = strlen(name);
    class_hash(text, strlen(text), hash);
    if (n > NAME_MOST) n = NAME_MOST;
    while (n > 0 && (name[n] & 0xC0) == 0x80) n--; /* no piece of a letter stays */
    snprintf(name + n, CLASS_NAME - n, "-%.8s", hash);
}

static bool is_letter(utf8proc_int32_t code) {
    utf8proc_category_t category = utf8proc_category(code);
    return (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO) &&
           !utf8proc_get_property(code)->ignorable;
}

void name_of_file(const char *shown, char name[CLASS_NAME]) {
    size_t used = 0;
    for (const char *at = shown; *at && used <= NAME_MOST;) {
        utf8proc_int32_t code = -1;
        utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)at, -1, &code);
        bool stays =
            n > 0 && (is_letter(code) || strchr("_@+", *at) || (used && strchr(".-", *at)));
        if (stays)
            memcpy(name + used, at, (size_t)n), used += (size_t)n;
        else if (*at == ' ')
            name[used++] = '_';
        else
            used += (size_t)snprintf(name + used, 4, "+%02X", (unsigned char)*at);
        at += stays ? n : 1;
    }
    name[used] = 0;
    if (used > NAME_MOST || used == 0) add_hash(shown, name);
}

static int by_name(const void *a, const void *b) {
    const struct class_student *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : strcmp(x->entry ? x->entry : x->id, y->entry ? y->entry : y->id);
}

/* "ada.zip" and "ada.tar" are both of ada, or of two who are called so: that is not known. */
static void call_by_entry(struct class_student *s) {
    struct name_said whole = {.n = strlen(s->entry)};
    free(s->shown);
    s->id = s->shown = name_shown(s->entry, &whole);
    name_of_file(s->shown, s->name);
}

void names_settle(struct class_student *students, size_t n) {
    for (int round = 0; round < 2; round++) {
        qsort(students, n, sizeof(*students), by_name);
        for (size_t i = 0, end; i < n; i = end) {
            bool one = true; /* what one student handed in several times has one name */
            for (end = i + 1; end < n && strcmp(students[end].name, students[i].name) == 0; end++)
                one &= name_same_student(&students[i], &students[end]);
            for (size_t k = i; !one && k < end; k++) {
                struct class_student *s = &students[k];
                if (round == 1)
                    add_hash(s->entry ? s->entry : s->id, s->name);
                else if (s->entry && !s->listed)
                    call_by_entry(s);
            }
        }
    }
    qsort(students, n, sizeof(*students), by_name);
}
