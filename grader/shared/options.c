/**
 * @file
 * @brief Options by argp, which knows how to print them (options.h).
 */
#include "grader/shared/options.h"
#include "grader/shared/said.h"

#include <argp.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OPTIONS = 40, WITHOUT_LETTER = 256, SAYS = 600 };

static void stop_here(int status, const char *format, ...) {
    char english[1200], text[4000];
    va_list values;
    va_start(values, format);
    vsnprintf(english, sizeof(english), format, values);
    va_end(values);
    fprintf(stderr, "%s: %s\n", program_invocation_short_name,
            said_whole(english, text, sizeof(text)));
    exit(status);
}

bool options_number(const char *text, uint64_t least, uint64_t most, uint64_t *value) {
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 10);
    return isdigit((unsigned char)*text) && !*end && !errno && *value >= least && *value <= most;
}

static bool stores_number(const struct option_row *row, const char *text) {
    uint64_t value;
    if (!options_number(text, row->least, row->most, &value)) return false;
    if (row->bytes == sizeof(uint32_t))
        memcpy(row->number, &(uint32_t){(uint32_t)value}, sizeof(uint32_t));
    else
        memcpy(row->number, &value, sizeof(value));
    return true;
}

static bool stores_real(const struct option_row *row, const char *text) {
    int end = 0;
    return sscanf(text, "%lf%n", row->real, &end) == 1 && !text[end] && *row->real >= row->low &&
           *row->real <= row->high;
}

/* NULL, or what it can be: "a, b or c". */
static const char *take_choice(const struct option_row *row, const char *text, char says[SAYS]) {
    size_t at = (size_t)snprintf(says, SAYS, "It can be ");
    for (uint32_t i = 0; row->choices[i]; i++) {
        if (strcmp(text, row->choices[i]) == 0) {
            if (row->number) memcpy(row->number, &i, sizeof(i));
            return NULL;
        }
        const char *between = i == 0 ? "" : row->choices[i + 1] ? ", " : " or ";
        at += (size_t)snprintf(says + at, SAYS - at, "%s%s", between, row->choices[i]);
    }
    return says;
}

/* NULL, or what is wrong with the value. */
static const char *take(const struct option_row *row, const char *text, char says[SAYS]) {
    if (row->flag) *row->flag = true;
    if (!text) return NULL;
    if (row->text) *row->text = text;
    if (row->take) return row->take(text, row->to);
    if (row->choices) return take_choice(row, text, says);
    if (row->real ? stores_real(row, text) : !row->number || stores_number(row, text)) return NULL;
    if (row->real)
        snprintf(says, SAYS, "It must be a number from %g to %g", row->low, row->high);
    else
        snprintf(says, SAYS, "It must be a number from %" PRIu64 " to %" PRIu64, row->least,
                 row->most);
    return says;
}

struct reading {
    const struct options *options;
    int *first; /**< the first word that is no option */
};

static error_t take_option(int key, char *text, struct argp_state *state) {
    const struct reading *reading = state->input;
    const struct options *o = reading->options;
    char says[SAYS], name[40];
    size_t i = 0;
    if (key == ARGP_KEY_ARGS) { // what is no option, behind all options by now
        *reading->first = state->next;
        state->next = state->argc;
        return 0;
    }
    while (o->rows[i].name &&
           (o->rows[i].letter ? o->rows[i].letter : WITHOUT_LETTER + (int)i) != key)
        i++;
    if (!o->rows[i].name) return ARGP_ERR_UNKNOWN;
    const char *problem = take(&o->rows[i], text, says);
    if (o->given) o->given[i] = text ? text : "";
    if (!problem) return 0;
    snprintf(name, sizeof(name), "%s%s", o->knobs ? "" : "--", o->rows[i].name);
    for (char *c = name; o->knobs && *c; c++) *c = *c == '-' ? '_' : (char)toupper(*c);
    (o->stop ? o->stop : stop_here)(2, "%s is '%s'. %s",
                                    o->rows[i].called ? o->rows[i].called : name, text, problem);
    return EINVAL;
}

int options_read(const struct options *o, int argc, char **argv) {
    struct argp_option options[MOST_OPTIONS] = {{0}};
    const struct argp argp = {options, take_option, o->words, o->about, NULL, NULL, NULL};
    int first = argc;
    for (int i = 0; o->rows[i].name && i < MOST_OPTIONS - 1; i++) {
        const struct option_row *row = &o->rows[i];
        options[i] = (struct argp_option){
            .name = row->name,
            .key = row->letter ? row->letter : WITHOUT_LETTER + i,
            .arg = row->argument,
            .flags = (row->help ? 0 : OPTION_HIDDEN) |
                     (row->flag && row->text ? OPTION_ARG_OPTIONAL : 0),
            .doc = row->help,
            .group = i + 1, /* --help keeps the table's order */
        };
    }
    argp_err_exit_status = 2;
    struct reading reading = {o, &first};
    argp_parse(&argp, argc, argv, 0, NULL, &reading);
    if (!o->words && first < argc)
        (o->stop ? o->stop : stop_here)(2, "what is '%s'? %s", argv[first],
                                        o->remedy ? o->remedy : "--help lists the options");
    return first;
}
