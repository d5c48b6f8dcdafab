/**
 * @file
 * @brief Terminals: their width, their colours, lines that pass.
 */
#include "grader/shared/terminal.h"
#include "grader/shared/said.h"
#include "grader/shared/columns.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { IN_A_FILE = 80, LEAST = 40, MOST = 100 };

static int columns(int fd) {
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) || size.ws_col == 0) return IN_A_FILE;
    return size.ws_col < LEAST ? LEAST : size.ws_col > MOST ? MOST : size.ws_col;
}

struct terminal terminal_of(FILE *out) {
    struct terminal s = {.out = out, .width = IN_A_FILE};
    const char *term = getenv("TERM"), *no_color = getenv("NO_COLOR");
    bool able = term && *term && strcmp(term, "dumb") != 0;
    if (!isatty(fileno(out))) return s;
    s.width = columns(fileno(out));
    s.moves = able;
    s.coloured = able && !(no_color && *no_color);
    return s;
}

const char *terminal_tone(const struct terminal *s, enum terminal_tone tone) {
    static const char *const codes[] = {
        [TONE_PLAIN] = "\033[0m", [TONE_GOOD] = "\033[32m", [TONE_BAD] = "\033[31m",
        [TONE_NAME] = "\033[1m",  [TONE_FAINT] = "\033[2m",
    };
    return s->coloured ? codes[tone] : "";
}

/* Up to the next blank that a shell may find a \\ and a new line behind: not one between single quotes. */
static int word_length(const char *command) {
    int length = 0;
    bool single = false, twice = false;
    for (; command[length] && (single || command[length] != ' '); length++) {
        single ^= command[length] == '\'' && !twice && (!length || command[length - 1] != '\\');
        twice ^= command[length] == '"' && !single;
    }
    return length;
}

void terminal_command(const struct terminal *s, const char *label, const char *command) {
    int column = columns_of(label);
    fputs(label, s->out);
    const int indent = column + 4;
    for (bool first = true; *command; first = false) {
        const int length = word_length(command), last = command[length] ? 2 : 0; /* " \\" */
        if (!first && column + 1 + length + last > s->width)
            column = fprintf(s->out, " \\\n%*s", indent, "") - 3;
        else if (!first)
            column += fprintf(s->out, " ");
        column += fprintf(s->out, "%.*s", length, command);
        command += length + strspn(command + length, " ");
    }
    fputc('\n', s->out);
}

/* No line begins with these, and none ends with the others. */
static bool is_one_of(const char *text, const char *signs) {
    int columns;
    for (size_t n; *signs; signs += n) {
        n = columns_character(signs, &columns);
        if (strncmp(text, signs, n) == 0) return true;
    }
    return false;
}

/* Up to the next blank, or behind a wide character: as far as no line may end. */
static size_t part_length(const char *text, int *columns) {
    size_t length = 0;
    int wide = 0;
    *columns = 0;
    while (text[length] && text[length] != ' ') {
        const char *at = text + length;
        length += columns_character(at, &wide);
        *columns += wide;
        if (text[length] && (wide == 2 || (columns_character(text + length, &wide), wide == 2)) &&
            !is_one_of(at, "（“《「") &&
            !is_one_of(text + length, "，。、：；？！）”》」)]},.;:!?%"))
            break;
    }
    return length;
}

void terminal_wrapped(const struct terminal *s, const char *english, int indent) {
    char in_words[8000];
    const char *text = said_whole(english, in_words, sizeof(in_words));
    int column = fprintf(s->out, "%*s", indent, ""), columns;
    for (bool first = true, blank = true; *text; first = false) {
        const size_t length = part_length(text, &columns);
        if (!first && column + blank + columns > s->width)
            column = fprintf(s->out, "\n%*s", indent, "") - 1;
        else if (!first && blank)
            column += fprintf(s->out, " ");
        fprintf(s->out, "%.*s", (int)length, text);
        column += columns;
        text += length;
        blank = *text == ' ';
        text += strspn(text, " ");
    }
    fputc('\n', s->out);
}

void terminal_print(FILE *out, const char *format, ...) {
    char english[2000], text[6000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(english, sizeof(english), format, arguments);
    va_end(arguments);
    fputs(said_whole(english, text, sizeof(text)), out);
}

/* The bytes of a text that so many columns have room for. */
static size_t fitting(const char *text, int most, int *used) {
    size_t length = 0;
    int wide;
    *used = 0;
    for (size_t n; text[length]; length += n, *used += wide) {
        n = columns_character(text + length, &wide);
        if (*used + wide > most) break;
    }
    return length;
}

void terminal_cell(const struct terminal *s, const char *text, int columns) {
    const int most = abs(columns);
    int used;
    const size_t length = fitting(text, most, &used);
    if (columns < 0) fprintf(s->out, "%*s", most - used, "");
    fprintf(s->out, "%.*s", (int)length, text);
    if (columns > 0) fprintf(s->out, "%*s", most - used, "");
}

void terminal_bar(const struct terminal *s, int part, int whole, int cells) {
    if (!s->moves || cells < 1) return;
    int full = whole > 0 ? (int)((long)part * cells / whole) : 0;
    fputs(terminal_tone(s, part == whole ? TONE_GOOD : TONE_NAME), s->out);
    for (int i = 0; i < full; i++) fputc('#', s->out);
    fputs(terminal_tone(s, TONE_PLAIN), s->out);
    fputs(terminal_tone(s, TONE_FAINT), s->out);
    for (int i = full; i < cells; i++) fputc('.', s->out);
    fputs(terminal_tone(s, TONE_PLAIN), s->out);
}

void terminal_passing(const struct terminal *s, const char *text) {
    char in_words[400];
    if (!s->moves) return;
    const char *shown = text ? said_whole(text, in_words, sizeof(in_words)) : "";
    int used;
    fprintf(s->out, "\r\033[K%.*s", (int)fitting(shown, s->width - 1, &used), shown);
    fflush(s->out);
}
