/**
 * @file
 * @brief A report against what its seal says of it (see report_seal.h).
 */
#include "grader/grade/judge/report_seal.h"
#include "grader/grade/judge/report_file.h"
#include "common/hash64.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SEAL_MOST = 1 << 16 }; /* bytes: what a pipe holds */

/** What the lines of a seal come to. */
struct seal {
    bool found;    /**< some report had a finding */
    bool damaged;  /**< a line is none of the checkers' */
    int n_last;    /**< reports that were the last */
    bool ends;     /**< the last line is of a last report */
    uint64_t hash; /**< of that */
};

static bool read_line(const char *line, struct seal *j) {
    unsigned long found;
    unsigned long long hash;
    char word[5], end;
    if (sscanf(line, "%lu %16llx %4s%c", &found, &hash, word, &end) != 4 || end != '\n')
        return false;
    j->ends = strcmp(word, "last") == 0;
    j->n_last += j->ends;
    j->found |= found > 0;
    j->hash = hash;
    return true;
}

static struct seal read_seal(int fd) {
    static char text[SEAL_MOST + 1];
    struct seal j = {0};
    size_t size = 0;
    ssize_t got;
    while (size < SEAL_MOST && (got = read(fd, text + size, SEAL_MOST - size)) > 0)
        size += (size_t)got;
    text[size] = 0;
    j.damaged = strlen(text) != size;
    for (const char *line = text; *line && !j.damaged; line += strcspn(line, "\n") + 1)
        j.damaged = !strchr(line, '\n') || !read_line(line, &j);
    return j;
}

static bool hash_file(const char *path, uint64_t *hash) {
    char bytes[8192];
    size_t got;
    FILE *file = fopen(path, "r");
    *hash = HASH64_START;
    while (file && (got = fread(bytes, 1, sizeof(bytes), file)) > 0)
        *hash = hash64(*hash, bytes, got);
    if (file) fclose(file);
    return file != NULL;
}

static bool is_report(const char *path) {
    json_t *root = report_load(path);
    bool whole = json_is_array(json_object_get(root, "findings"));
    json_decref(root);
    return whole;
}

static bool has_findings(const char *path) {
    json_t *root = report_load(path);
    bool any = json_array_size(json_object_get(root, "findings")) > 0;
    json_decref(root);
    return any;
}

const char *report_seal_fault(int fd, const char *path) {
    uint64_t hash;
    struct seal j = read_seal(fd);
    if (j.damaged) return "another program writes to the checkers' journal";
    if (j.n_last != 1 || !j.ends) return "the checkers could not finish";
    if (!hash_file(path, &hash)) return "the checkers' report is gone";
    if (hash != j.hash || !is_report(path)) return "the checkers' report was changed";
    if (j.found && !has_findings(path)) return "the checkers' findings are missing in their report";
    return NULL;
}
