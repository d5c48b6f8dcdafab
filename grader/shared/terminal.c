/**
 * @file
 * @brief Terminals: their width, their colours, lines that pass.
 */
#include "grader/shared/terminal.h"

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
    int column = fprintf(s->out, "%s", label);
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

void terminal_wrapped(const struct terminal *s, const char *text, int indent) {
    int column = fprintf(s->out, "%*s", indent, "");
    for (bool first = true; *text; first = false) {
        int length = (int)strcspn(text, " ");
        if (!first && column + 1 + length > s->width)
            column = fprintf(s->out, "\n%*s", indent, "") - 1;
        else if (!first)
            column += fprintf(s->out, " ");
        column += fprintf(s->out, "%.*s", length, text);
        text += length + strspn(text + length, " ");
    }
    fputc('\n', s->out);
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
    if (!s->moves) return;
    fprintf(s->out, "\r\033[K%.*s", s->width - 1, text ? text : "");
    fflush(s->out);
}
