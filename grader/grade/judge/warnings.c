/**
 * @file
 * @brief What the compiler warned of (see warnings.h).
 */
#include "grader/grade/judge/warnings.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 2 };

/* The words of g++, clang++ and nvcc, and ours. */
static const struct {
    const char *words, *ours;
} known[] = {
    {"no return statement", "the function returns a value, but has no return"},
    {"control reaches end of non-void", "the function returns a value, but can end without return"},
    {"non-void function does not return",
     "the function returns a value, but can end without return"},
    {"missing return statement", "the function returns a value, but can end without return"},
    {"shift count >= width", "a value is shifted by at least as many bits as its type has"},
    {"shift count is too large", "a value is shifted by at least as many bits as its type has"},
    {"suggest parentheses around assignment", "= assigns, and == compares"},
    {"using the result of an assignment", "= assigns, and == compares"},
    {"within comment", "a comment begins inside another comment, which was never closed"},
    {"'/*' within", "a comment begins inside another comment, which was never closed"},
    {"unsigned expression in '>= 0' is always true",
     "an unsigned number is never below 0, so this is always true"},
    {"unsigned expression >= 0 is always true",
     "an unsigned number is never below 0, so this is always true"},
    {"pointless comparison of unsigned",
     "an unsigned number is never below 0, so this is always true"},
    {"unsigned expression in '< 0' is always false",
     "an unsigned number is never below 0, so this is always false"},
    {"is used uninitialized", "a variable is read before it has a value"},
    {"may be used uninitialized", "a variable may be read before it has a value"},
    {"uninitialized when used", "a variable is read before it has a value"},
    {"is used before its value is set", "a variable is read before it has a value"},
    {"implicit declaration of function",
     "no header declares this function, so an #include may be missing"},
    {"call to undeclared function",
     "no header declares this function, so an #include may be missing"},
    {"clause does not guard",
     "braces are missing: only the first statement belongs to the if or the loop"},
    {"misleading indentation",
     "braces are missing: only the first statement belongs to the if or the loop"},
    {"suggest braces around empty body", "a semicolon ends this if or loop, so its body is empty"},
    {"has empty body", "a semicolon ends this if or loop, so its body is empty"},
    {"statement has no effect", "this statement has no effect"},
    {"statement with no effect", "this statement has no effect"},
    {"expression result unused", "this statement has no effect"},
    {"value computed is not used", "this statement has no effect"},
    {"array subscript", "an index lies outside of its array"},
    {"sizeof on array function parameter",
     "sizeof gives the size of a pointer here, not of the array"},
    {"division by zero", "a number is divided by zero"},
};

/* "merge.cu:28:5: warning: ..." or "merge.cu(28): warning #940-D: ..."; 0: no such line. */
static int line_of(const char *line, size_t length, const char *file) {
    const char *name = line, *end = line + length;
    size_t n = strlen(file);
    while (name + n < end && strncmp(name, file, n) != 0) name++;
    if (name + n >= end || (name[n] != ':' && name[n] != '(')) return 0;
    return atoi(name + n + 1);
}

/* What stands behind "warning: ", without the name of the option. */
static void say(const char *said, const char *end, const char *file, int line, char *text,
                size_t size) {
    const char *ours = NULL;
    char own[300];
    const char *option = said;
    while (option < end && strncmp(option, " [-W", 4) != 0) option++;
    snprintf(own, sizeof(own), "%.*s", (int)(option - said), said);
    for (size_t i = 0; i < sizeof(known) / sizeof(*known) && !ours; i++)
        if (strstr(own, known[i].words)) ours = known[i].ours;
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%s:%d: %s.", used ? " " : "The compiler warned: ", file,
             line, ours ? ours : own);
}

void warnings_read(const char *printed, const char *file, char *text, size_t size) {
    int lines[MOST], n = 0;
    text[0] = 0;
    for (const char *line = printed; line && *line && n < MOST; line += strspn(line, "\n")) {
        size_t length = strcspn(line, "\n");
        char copy[600];
        snprintf(copy, sizeof(copy), "%.*s", (int)length, line);
        const char *said = strstr(copy, "warning");
        int number = said ? line_of(copy, (size_t)(said - copy), file) : 0;
        bool again = false; /* of one line the first says enough */
        for (int i = 0; i < n; i++) again |= lines[i] == number;
        said = said ? strstr(said, ": ") : NULL;
        if (number && said && !again) {
            lines[n++] = number;
            say(said + 2, copy + strlen(copy), file, number, text, size);
        }
        line += length;
    }
}
