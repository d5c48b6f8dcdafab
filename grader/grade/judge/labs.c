/**
 * @file
 * @brief Labs by their names and numbers.
 */
#include "grader/grade/judge/labs.h"
#include "grader/shared/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct stage_lab *lab_find(const char *wanted) {
    const struct stage_lab *lab = stage_labs();
    while (lab && !lab_is(lab->name, wanted)) lab = lab->next;
    return lab;
}

void lab_missing(const char *wanted, const char *remark) {
    char names[1000] = "";
    for (const struct stage_lab *lab = stage_labs(); lab; lab = lab->next)
        snprintf(names + strlen(names), sizeof(names) - strlen(names), " %s", lab->name);
    terminal_print(stderr, "grade: there is no lab '%s'. There are%s%s\n", wanted, names, remark);
    exit(2);
}

const char *lab_number(const struct stage_lab *lab, char number[8]) {
    size_t digits = strspn(lab->name, "0123456789");
    snprintf(number, 8, "%.*s", (int)(digits < 7 ? digits : 7), lab->name);
    return number;
}
