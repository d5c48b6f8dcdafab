/**
 * @file
 * @brief Hashes of files and folders: a sum over the files, so that their order does not count.
 */
#include "grader/grade/learner/fingerprint.h"
#include "common/hash64.h"
#include "common/stage/stage.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What decides verdicts; tests and pages do not, nor do the formats in which results are written. */
static const char *const kit[] = {
    "common/simt/run",       "common/simt/check",     "common/simt/compile", "common/simt/include",
    "common/simt/simtcc",    "common/simt/driver",    "common/build/cpu.mk", "common/build/gpu.mk",
    "common/build/knobs.mk", "grader/grade/child.mk", "grader/grade/judge",  "grader/grade/sandbox",
    "common/sort/device",
};

static uint64_t hash_text(const char *text) {
    return hash64(MIX_STEP, text, strlen(text));
}

static uint64_t hash_file(const char *path) {
    char buffer[1 << 14];
    uint64_t hash = hash_text(path);
    FILE *file = fopen(path, "rb");
    for (size_t n; file && (n = fread(buffer, 1, sizeof(buffer), file)) > 0;)
        hash = hash64(hash, buffer, n);
    if (file) fclose(file);
    return mix64(hash);
}

static bool ends_in(const char *name, const char *end) {
    size_t n = strlen(name), m = strlen(end);
    return n >= m && strcmp(name + n - m, end) == 0;
}

static uint64_t hash_tree(const char *path);

/* The files in a folder that end so, or all, with its folders. */
static uint64_t hash_folder(const char *path, const char *const *ends) {
    DIR *folder = opendir(path);
    char name[1024];
    uint64_t sum = 0;
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        bool wanted = entry->d_name[0] != '.' && !ends;
        for (const char *const *end = ends; end && *end; end++)
            wanted |= ends_in(entry->d_name, *end);
        snprintf(name, sizeof(name), "%.500s/%.500s", path, entry->d_name);
        if (wanted) sum += hash_tree(name);
    }
    if (folder) closedir(folder);
    return sum;
}

static uint64_t hash_tree(const char *path) {
    struct stat status;
    if (stat(path, &status)) return 0;
    return S_ISDIR(status.st_mode) ? hash_folder(path, NULL) : hash_file(path);
}

static uint64_t hash_kit(void) {
    static const char *const code[] = {".c", ".h", NULL};
    uint64_t sum = hash_folder("common", code);
    for (size_t i = 0; i < sizeof(kit) / sizeof(kit[0]); i++) sum += hash_tree(kit[i]);
    return sum;
}

/* The lab's contract and its stages. */
static uint64_t hash_lab(const char *lab) {
    static const char *const ends[] = {".h", "stages.c", ".mk", NULL};
    char folder[300];
    snprintf(folder, sizeof(folder), "labs/%.200s", lab);
    return hash_folder(folder, ends);
}

uint64_t fingerprint_kit(void) {
    uint64_t sum = hash_kit();
    for (const struct stage_lab *lab = stage_labs(); lab; lab = lab->next)
        sum += hash_lab(lab->name);
    return sum;
}

const char *fingerprint_of(const char *lab, const char *source, const char *device,
                           char text[FINGERPRINT]) {
    static uint64_t of_kit;
    const char *compiler = getenv("CXX");
    if (!of_kit) of_kit = hash_kit();
    uint64_t hash = of_kit + hash_lab(lab) + hash_file(source) * 3 + hash_text(device) +
                    hash_text(compiler ? compiler : "g++");
    snprintf(text, FINGERPRINT, "%016llx", (unsigned long long)mix64(hash));
    return text;
}
