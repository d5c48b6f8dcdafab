/**
 * @file
 * @brief Reads what is expected of a case (see hostile.h).
 */
#include "grader/selftest/hostile/hostile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[CONDITIONS] = {
    [KEPT] = "kept",
    [BROKEN_VERDICT] = "verdict",
    [BROKEN_POINTS] = "points",
    [BROKEN_WORDS] = "words",
    [BROKEN_TOKEN] = "token",
    [BROKEN_TEXT] = "text",
    [BROKEN_PROCESS] = "process",
    [BROKEN_MOUNT] = "mount",
    [BROKEN_GROUP] = "cgroup",
    [BROKEN_FILE] = "file",
    [BROKEN_NETWORK] = "network",
    [BROKEN_TIME] = "time",
    [BROKEN_MEMORY] = "memory",
    [BROKEN_NEIGHBOUR] = "neighbour",
    [BROKEN_DESCRIPTOR] = "descriptor",
};

const char *condition_name(enum condition c) {
    return names[c];
}

static enum condition condition_by_name(const char *name) {
    for (int i = 1; i < CONDITIONS; i++)
        if (strcmp(names[i], name) == 0) return (enum condition)i;
    return KEPT;
}

static void take_teeth(struct hostile *h, const char *value) {
    char prize[24] = "";
    sscanf(value, "%39s %23s", h->defence, prize);
    h->prize = condition_by_name(prize);
}

/* The keys that are one word or one sentence. */
static bool take_text(struct hostile *h, const char *key, const char *value) {
    const struct {
        const char *key;
        char *text;
        size_t size;
    } texts[] = {{"about", h->about, sizeof(h->about)}, {"lab", h->lab, sizeof(h->lab)},
                 {"stage", h->stage, sizeof(h->stage)}, {"limit", h->limit, sizeof(h->limit)},
                 {"needs", h->needs, sizeof(h->needs)}, {"in", h->in, sizeof(h->in)}};
    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
        if (strcmp(texts[i].key, key) == 0) {
            snprintf(texts[i].text, texts[i].size, "%s", value);
            return true;
        }
    return false;
}

static bool take_line(struct hostile *h, const char *key, const char *value) {
    if (take_text(h, key, value)) return true;
    if (strcmp(key, "points") == 0) return h->points = atoi(value), true;
    if (strcmp(key, "seconds") == 0) return h->seconds = atof(value), true;
    if (strcmp(key, "slow") == 0) return h->slow = true;
    if (strcmp(key, "hidden") == 0) return h->hidden = true;
    if (strcmp(key, "explain") == 0) return h->explain = true;
    if (strcmp(key, "teeth") == 0) return take_teeth(h, value), h->prize != KEPT;
    if (strcmp(key, "accept") == 0 && h->n_accept < MOST_WORDS)
        return snprintf(h->accept[h->n_accept++], sizeof(h->accept[0]), "%s", value), true;
    if (strcmp(key, "says") == 0 && h->n_says < MOST_WORDS)
        return snprintf(h->says[h->n_says++], sizeof(h->says[0]), "%s", value), true;
    if (strcmp(key, "never") == 0 && h->n_never < MOST_WORDS)
        return snprintf(h->never[h->n_never++], sizeof(h->never[0]), "%s", value), true;
    return false;
}

bool hostile_read(struct hostile *h, const char *folder, const char *verdict, const char *name) {
    char path[PATH_BYTES + 16], line[400];
    *h = (struct hostile){.lab = "01", .stage = "1", .limit = "2", .seconds = 30};
    snprintf(h->verdict, sizeof(h->verdict), "%s", verdict);
    snprintf(h->name, sizeof(h->name), "%s", name);
    snprintf(h->folder, sizeof(h->folder), "%s/%s/%s", folder, verdict, name);
    snprintf(path, sizeof(path), "%s/case.tsv", h->folder);
    FILE *file = fopen(path, "r");
    bool good = file != NULL;
    while (good && fgets(line, sizeof(line), file)) {
        char *tab = strchr(line, '\t');
        line[strcspn(line, "\n")] = 0;
        good = tab != NULL;
        if (tab) *tab = 0;
        good = good && take_line(h, line, tab + 1);
    }
    if (file) fclose(file);
    if (good && h->about[0]) return true;
    fprintf(stderr,
            "hostile: %s: no such file, or the line '%s' is not one of its kind; see "
            "grader/selftest/hostile/hostile.h\n",
            path,
            good   ? "about"
            : file ? line
                   : "");
    return false;
}
