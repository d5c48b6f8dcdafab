/**
 * @file
 * @brief What a learner's program printed (printed.h).
 */
#include "grader/grade/judge/printed.h"

#include <stdlib.h>
#include <string.h>

/* Lines of the CPU runtime, and of the C library where it finds its memory damaged. */
static bool is_of_system(const char *line) {
    static const char *const first[] = {"simt: ",    "malloc",      "free(): ", "realloc(): ",
                                        "corrupted", "double free", "munmap_",  "*** "};
    for (size_t i = 0; i < sizeof(first) / sizeof(*first); i++)
        if (strncmp(line, first[i], strlen(first[i])) == 0) return true;
    return false;
}

void printed_keep(struct stage_result *r, const struct run *run,
                  const struct judge_choice *choice) {
    enum { SHOWN = 20 };
    const char *all = run->process.printed;
    const bool one_case = choice->case_number || choice->n >= 0 || choice->keys;
    char *own = all ? strdup(all) : NULL, *to = own, *from = own;
    r->printed_lines = 0;
    for (const char *line = all; own && *line;) {
        size_t length = strcspn(line, "\n") + 1;
        if (!line[length - 1]) length--;
        const char *error = strstr(line, ": cudaError"); /* common/cu.h says it */
        if (!is_of_system(line) && !(error && error < line + length)) {
            memcpy(to, line, length);
            to += length;
            r->printed_lines++;
        }
        line += length;
    }
    if (own) *to = 0;
    for (int skip = r->printed_lines - SHOWN; skip > 0; skip--) from = strchr(from, '\n') + 1;
    free(r->printed);
    r->printed = one_case && own && *from ? strdup(from) : NULL;
    free(own);
}
