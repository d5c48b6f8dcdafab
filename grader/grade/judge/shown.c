/**
 * @file
 * @brief One case as a learner can work it by hand (see shown.h).
 */
#include "grader/grade/judge/shown.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/stage/guard_words.h"

enum { WIDTH = 72, AROUND = 3, MOST_ARRAYS = 6 };

/** What stands in memory of the device that nobody has written to, on the CPU runtime. */
#define NEVER_WRITTEN 0xcdcdcdcdu

/*
 * What prepare and verdict tell.
 */
static struct shown *listener;

void shown_listen(struct shown *shown) {
    listener = shown;
}

void shown_free(struct shown *shown) {
    for (int i = 0; i < shown->n_wants; i++) free(shown->wants[i].words);
    shown->n_wants = 0;
}

bool stage_is_told(void) {
    return listener;
}

void stage_tell(const char *format, ...) {
    if (!listener) return;
    char *text = listener->lines;
    size_t used = strlen(text), size = sizeof(listener->lines);
    va_list arguments;
    va_start(arguments, format);
    used += (size_t)vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
    if (used + 1 < size) snprintf(text + used, size - used, "\n");
}

void stage_type(enum key_type type) {
    if (listener) listener->type = type;
}

static const struct shown_want *find_want(const struct shown *shown, const char *name) {
    for (int i = 0; i < shown->n_wants; i++)
        if (strcmp(shown->wants[i].name, name) == 0) return &shown->wants[i];
    return NULL;
}

void stage_want(const char *name, const uint32_t *words, size_t n) {
    if (!listener || listener->n_wants == SHOWN_WANTS) return;
    struct shown_want *want =
        (struct shown_want *)find_want(listener, name); /* the last word counts */
    if (want) *want = listener->wants[--listener->n_wants];
    want = &listener->wants[listener->n_wants];
    want->words = malloc(n * sizeof(*words) + 1);
    if (!want->words) return;
    snprintf(want->name, sizeof(want->name), "%s", name);
    memcpy(want->words, words, n * sizeof(*words));
    want->n = n;
    listener->n_wants++;
}

/*
 * Text.
 */
struct page {
    char *text;
    size_t used, size;
};

static __attribute__((format(printf, 2, 3))) void put(struct page *p, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (p->used < p->size)
        p->used += (size_t)vsnprintf(p->text + p->used, p->size - p->used, format, arguments);
    va_end(arguments);
    if (p->used > p->size) p->used = p->size;
}

static void new_line(struct page *p) {
    if (p->used > 0) put(p, "\n");
}

/* How the words of an array are read. */
enum form { FORM_WORD, FORM_INT, FORM_FLOAT, FORM_HEX, FORM_WIDE };

static enum form form_of(const char *name, const struct shown *shown) {
    static const enum form of_type[] = {FORM_WORD, FORM_INT, FORM_FLOAT};
    static const char *const names[] = {"u32", "i32", "f32", "hex", "u64"};
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
        if (strncmp(name, names[i], 3) == 0) return (enum form)i;
    return of_type[shown->type];
}

/* The least number of digits that says which float it is. */
static void put_float(char text[32], uint32_t word) {
    float value, back = NAN;
    memcpy(&value, &word, sizeof(value));
    for (int digits = 1; digits <= 9 && back != value; digits++) {
        snprintf(text, 32, "%.*g", digits, (double)value);
        back = strtof(text, NULL);
    }
}

/* Place i of an array: "-": nothing was written there; "?": nobody wrote what stands there. */
static void word_text(char text[32], const uint32_t *words, size_t i, enum form form, bool output) {
    const uint32_t word = words[form == FORM_WIDE ? 2 * i : i];
    if (output && word == FENCE_WORD)
        snprintf(text, 32, "-");
    else if (output && word == NEVER_WRITTEN)
        snprintf(text, 32, "?");
    else if (form == FORM_INT)
        snprintf(text, 32, "%d", (int)word);
    else if (form == FORM_FLOAT)
        put_float(text, word);
    else if (form == FORM_HEX)
        snprintf(text, 32, "0x%08x", word);
    else
        snprintf(text, 32, "%" PRIu64,
                 word | (form == FORM_WIDE ? (uint64_t)words[2 * i + 1] << 32 : 0));
}

/*
 * Arrays.
 */
struct row {
    const char *label;
    const uint32_t *words;
    bool output;
};

/* An array of the call: what came in, what came out and what was wanted, each where there is such. */
struct array {
    char name[40];
    enum form form;
    struct row rows[3];
    int n_rows;
    size_t n;                     /* items of each row */
    const uint32_t *got, *wanted; /* the last two, where they differ */
};

static const uint32_t *without_fences(const struct record *record, size_t *n) {
    const size_t fences = 2 * (size_t)FENCE_WORDS;
    *n = record->count < fences ? record->count : record->count - fences;
    return record_words(record) + (record->count < fences ? 0 : FENCE_WORDS);
}

static void add_row(struct array *a, const char *label, const uint32_t *words, size_t n,
                    bool output) {
    if (a->n_rows > 0 && n != a->n) return;
    a->n = n;
    a->rows[a->n_rows++] = (struct row){label, words, output};
}

static bool differ(const struct array *a, size_t i) {
    const size_t words = a->form == FORM_WIDE ? 2 : 1;
    return a->wanted &&
           memcmp(a->got + i * words, a->wanted + i * words, words * sizeof(*a->got)) != 0;
}

/* `bag`: what the stage calls it. An array that is both input and output is shown before and after. */
static void fill_array(struct array *a, const struct shown *shown,
                       const struct stage_inputs *inputs, const struct records *outputs,
                       const char *bag, bool comes_in) {
    const struct record *in = comes_in ? records_find(&inputs->in.records, bag, 0) : NULL;
    const struct record *out = records_find(outputs, bag, 0);
    const struct shown_want *want = find_want(shown, bag);
    const size_t wide = a->form == FORM_WIDE ? 2 : 1;
    size_t n = 0;
    const uint32_t *got = out ? without_fences(out, &n) : NULL;
    if (in) add_row(a, out ? "before" : "", record_words(in), in->count / wide, false);
    if (out) add_row(a, in ? "after" : "", got, n / wide, true);
    if (!want || !out || want->n != n || memcmp(want->words, got, n * sizeof(*got)) == 0) return;
    add_row(a, "wanted", want->words, n / wide, true);
    a->got = got;
    a->wanted = want->words;
}

/* What stands before the words of a row. */
static void label_text(char text[80], const struct array *a, int r) {
    const bool wanted = a->wanted && r == a->n_rows - 1;
    const char *label = a->rows[r].label;
    snprintf(text, 80, wanted ? "wanted" : "%s%s%s", a->name, *label ? " " : "", label);
}

static int longest_label(const struct array *arrays, int n) {
    char text[80];
    int longest = 0;
    for (int i = 0; i < n; i++)
        for (int r = 0; r < arrays[i].n_rows; r++) {
            label_text(text, &arrays[i], r);
            if ((int)strlen(text) > longest) longest = (int)strlen(text);
        }
    return longest;
}

static int longest_word(const struct array *a, size_t from, size_t end) {
    char text[32];
    int longest = 1;
    for (int r = 0; r < a->n_rows; r++)
        for (size_t i = from; i < end; i++) {
            word_text(text, a->rows[r].words, i, a->form, a->rows[r].output);
            if ((int)strlen(text) > longest) longest = (int)strlen(text);
        }
    return longest;
}

/* Places [from, end) of all rows, one below the other; a ^ under those that are not as wanted. */
static void put_places(struct page *p, const struct array *a, size_t from, size_t end, int label,
                       int width) {
    char text[80];
    for (int r = 0; r < a->n_rows; r++) {
        label_text(text, a, r);
        new_line(p);
        put(p, "%-*s ", label, text);
        if (a->n == 0) put(p, " (empty)");
        for (size_t i = from; i < end; i++) {
            word_text(text, a->rows[r].words, i, a->form, a->rows[r].output);
            put(p, " %*s", width, text);
        }
    }
    size_t last = end;
    while (last > from && !differ(a, last - 1)) last--;
    if (last == from) return;
    new_line(p);
    put(p, "%-*s ", label, "");
    for (size_t i = from; i < last; i++) put(p, " %*s", width, differ(a, i) ? "^" : "");
}

/* The places to show: of a long array those around the first that is not as wanted; none, where all are. */
static void choose_places(const struct array *a, size_t *from, size_t *end) {
    *from = 0;
    *end = a->n;
    if (a->n <= FEW_KEYS) return;
    while (*from < a->n && !differ(a, *from)) ++*from;
    if (*from < a->n) *end = *from + AROUND < a->n ? *from + AROUND : a->n;
    *from = *from == a->n ? a->n : *from > AROUND - 1 ? *from - (AROUND - 1) : 0;
}

/* As many places a line as fit. */
static void put_array(struct page *p, const struct array *a, int label, int width) {
    size_t from, end;
    choose_places(a, &from, &end);
    if (a->n_rows == 0 || (from == end && a->n > 0)) return;
    if (a->n > FEW_KEYS) {
        new_line(p);
        put(p, "%s from index %zu to %zu:", a->name, from, end - 1);
    }
    const size_t fit = (size_t)(WIDTH - label - 1) / (size_t)(width + 1);
    do {
        const size_t stop = end - from > fit ? from + fit : end;
        put_places(p, a, from, stop, label, width);
        from = stop;
    } while (from < end);
}

/* In columns that go through all of them, where their words are of a like length. */
static void put_arrays(struct page *p, const struct array *arrays, int n) {
    const int label = longest_label(arrays, n);
    int widths[MOST_ARRAYS], all = 0;
    size_t from, end, most = 0;
    for (int i = 0; i < n; i++) {
        choose_places(&arrays[i], &from, &end);
        widths[i] = longest_word(&arrays[i], from, end);
        if (widths[i] > all) all = widths[i];
        if (end - from > most) most = end - from;
    }
    const bool fits = label + 1 + (int)most * (all + 1) <= WIDTH;
    for (int i = 0; i < n; i++) put_array(p, &arrays[i], label, fits ? all : widths[i]);
}

/* What the two signs mean, where they are used. */
static void put_legend(struct page *p, const struct array *arrays, int n) {
    bool unwritten = false, unknown = false;
    for (const struct array *a = arrays; a < arrays + n; a++)
        for (int r = 0; r < a->n_rows && a->n <= FEW_KEYS; r++)
            for (size_t i = 0; i < a->n && a->rows[r].output; i++) {
                char text[32];
                word_text(text, a->rows[r].words, i, a->form, true);
                unwritten |= strcmp(text, "-") == 0;
                unknown |= strcmp(text, "?") == 0;
            }
    if (unwritten || unknown) new_line(p);
    if (unwritten) put(p, "(-: nothing was written there)");
    if (unknown) put(p, "%s(?: memory that nobody wrote to)", unwritten ? " " : "");
}

/*
 * The call.
 */
/* The number that {NAME} stands for; {NAME%M}: its rest. */
static uint32_t number_of(const char *name, int length, const struct stage_inputs *inputs) {
    char word[RECORD_NAME + 1];
    const struct stage_case *c = &inputs->cases[0];
    const char *rest = memchr(name, '%', (size_t)length);
    snprintf(word, sizeof(word), "%.*s", rest ? (int)(rest - name) : length, name);
    const struct record *in = records_find(&inputs->in.records, word, 0);
    uint32_t number = strcmp(word, "n") == 0       ? c->n
                      : strcmp(word, "param") == 0 ? c->param
                      : in && in->count > 0        ? *record_words(in)
                                                   : 0;
    return rest ? number % (uint32_t)atoi(rest + 1) : number;
}

static void put_call(struct page *p, const char *call, const struct shown *shown,
                     const struct stage_inputs *inputs) {
    static const char *const types[] = {"KEY_U32", "KEY_I32", "KEY_F32"};
    for (const char *at = call; *at && *at != '|'; at++) {
        if (*at != '{') {
            put(p, "%c", *at);
            continue;
        }
        const int length = (int)strcspn(at + 1, "}");
        if (strncmp(at + 1, "type", 4) == 0)
            put(p, "%s", types[shown->type]);
        else
            put(p, "%u", number_of(at + 1, length, inputs));
        at += length + 1;
    }
}

/* A text of whole words, in lines; all but the first are indented. */
static void put_wrapped(struct page *p, const char *text) {
    size_t column = 0;
    new_line(p);
    while (*text) {
        const size_t spaces = strspn(text, " "), word = strcspn(text + spaces, " ");
        if (column > 0 && column + spaces + word > WIDTH) {
            put(p, "\n    ");
            column = 4;
        } else {
            put(p, "%*s", (int)spaces, "");
            column += spaces;
        }
        put(p, "%.*s", (int)word, text + spaces);
        column += word;
        text += spaces + word;
    }
}

static void put_lines(struct page *p, const char *lines, size_t length) {
    char line[sizeof((struct shown *)NULL)->lines];
    for (size_t at = 0; at < length; at += 1 + strlen(line)) {
        snprintf(line, sizeof(line), "%.*s", (int)strcspn(lines + at, "\n"), lines + at);
        put_wrapped(p, line);
    }
}

/* NAME, NAME=BAG, NAME<BAG (only what comes out), each with :FORM behind it or not; returns the rest. */
static const char *read_array(const char *at, struct array *a, const struct shown *shown,
                              const struct stage_inputs *inputs, const struct records *outputs) {
    char bag[40];
    const size_t name = strcspn(at, " =<:");
    const char sign = at[name];
    snprintf(a->name, sizeof(a->name), "%.*s", (int)name, at);
    snprintf(bag, sizeof(bag), "%s", a->name);
    at += name;
    if (sign == '=' || sign == '<') {
        const size_t length = strcspn(at + 1, " :");
        snprintf(bag, sizeof(bag), "%.*s", (int)length, at + 1);
        at += 1 + length;
    }
    if (*at == ':') a->form = form_of(at + 1, shown);
    fill_array(a, shown, inputs, outputs, bag, sign != '<');
    return at + strcspn(at, " ");
}

static void put_triple(struct page *p, const uint32_t t[3]) {
    if (t[1] == 1 && t[2] == 1)
        put(p, "%u", t[0]);
    else
        put(p, "(%u, %u, %u)", t[0], t[1], t[2]);
}

/* The launch behind *r, which goes on to its record; false: there is no more. */
static bool next_launch(const struct records *outputs, const struct record **r,
                        struct record_launch *l) {
    while (records_few(outputs) && (*r = records_next(outputs, *r))) {
        if (strcmp((*r)->name, RECORD_LAUNCH) != 0 || (*r)->count * sizeof(uint32_t) != sizeof(*l))
            continue;
        memcpy(l, record_words(*r), sizeof(*l));
        l->kernel[sizeof(l->kernel) - 1] = 0;
        for (char *c = l->kernel; *c; c++)
            if (*c < ' ' || *c > '~') *c = '?';
        return true;
    }
    return false;
}

bool shown_is_narrow(const struct records *outputs) {
    struct record_launch l;
    bool narrow = false;
    for (const struct record *r = NULL; next_launch(outputs, &r, &l);)
        narrow |= l.grid[0] > 1 && l.block[0] * l.block[1] * l.block[2] == 1;
    return narrow;
}

/* What was launched: blocks and threads often show the mistake. */
static void put_launches(struct page *p, const struct records *outputs) {
    char line[400] = "", one[120], last[120] = "";
    struct page text = {line, 0, sizeof(line)};
    struct record_launch l;
    int n = 0;
    for (const struct record *r = NULL; next_launch(outputs, &r, &l); n++) {
        struct page launch = {one, 0, sizeof(one)};
        put(&launch, "%s<<<", *l.kernel ? l.kernel : "a kernel");
        put_triple(&launch, l.grid);
        put(&launch, ", ");
        put_triple(&launch, l.block);
        if (l.shared) put(&launch, ", %u", l.shared);
        put(&launch, l.refused ? ">>>, which was refused" : ">>>");
        if (strcmp(one, last) != 0) put(&text, "%s%s", n ? ", " : "launched: ", one);
        snprintf(last, sizeof(last), "%s", one);
    }
    if (n == RECORD_LAUNCHES) put(&text, ", ...");
    if (n > 0) put_wrapped(p, line);
}

void shown_write(const struct shown *shown, const struct stage_row *row,
                 const struct stage_inputs *inputs, const struct records *outputs, char *text,
                 size_t size) {
    char call[300];
    struct page page = {text, 0, size}, line = {call, 0, sizeof(call)};
    struct array arrays[MOST_ARRAYS] = {0};
    int n = 0;
    text[0] = 0;
    put_call(&line, row->call, shown, inputs);
    put_wrapped(&page, call);
    put_lines(&page, shown->lines, shown->prepared);
    put_launches(&page, outputs);
    for (const char *at = strchr(row->call, '|'); at && *at && n < MOST_ARRAYS;) {
        at += strspn(at, "| ");
        if (*at) at = read_array(at, &arrays[n++], shown, inputs, outputs);
    }
    put_arrays(&page, arrays, n);
    put_legend(&page, arrays, n);
    put_lines(&page, shown->lines + shown->prepared, strlen(shown->lines) - shown->prepared);
}
