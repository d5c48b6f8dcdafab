/**
 * @file
 * @brief Prints what a lab's stages demand, as its page or its contract has to say it.
 *
 *     demands page|contract 03_atomic_merge
 */
#include "common/stage/stage.h"

#include <stdio.h>
#include <string.h>

static void put_demand(const struct stage_demand *d) {
    bool least = d->at_least > 0, most = d->at_most < STAGE_NO_BOUND;
    if (least) printf("at least %g", d->at_least);
    if (most) printf("%sat most %g", least ? " and " : "", d->at_most);
    printf(" %s", d->words);
}

static void put_row(const struct stage_row *row, bool page) {
    if (page) printf("| %d. ", row->step);
    printf(page ? "%s | " : " * %s:\n", row->title);
    for (const struct stage_demand *d = row->demands; d->count; d++) {
        fputs(!page ? " *     " : d == row->demands ? "" : "; ", stdout);
        put_demand(d);
        if (!page) putchar('\n');
    }
    if (page) puts(" |");
}

int main(int argc, char **argv) {
    const struct stage_lab *lab = stage_labs();
    while (lab && argc == 3 && strcmp(lab->name, argv[2])) lab = lab->next;
    if (argc != 3 || !lab) return 2;
    for (size_t i = 0; i < lab->n_rows; i++)
        if (lab->rows[i].demands) put_row(&lab->rows[i], !strcmp(argv[1], "page"));
    return 0;
}
