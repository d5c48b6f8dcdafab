/**
 * @file
 * @brief What a hostile learner hands in: the files of a case, with the honest part put in.
 */
#include "grader/selftest/hostile/hostile.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char mark[] = "//> honest", with[] = "//> with ";

static bool copy_text(FILE *to, const char *path) {
    char bytes[8192];
    FILE *from = fopen(path, "r");
    size_t got;
    while (from && (got = fread(bytes, 1, sizeof(bytes), from)) > 0) fwrite(bytes, 1, got, to);
    if (from) fclose(from);
    return from != NULL;
}

/* "//> honest f g": the solution, with f and g under other names. The header comes first, so that it
 * declares them by their own. */
static bool put_honest(FILE *to, const char *functions, const char *lab_file) {
    char path[PATH_BYTES], words[200], header[80];
    const char *bare = strchr(lab_file, '_') ? strchr(lab_file, '_') + 1 : lab_file;
    snprintf(header, sizeof(header), "%.*s", (int)strcspn(bare, "."), bare);
    fprintf(to, "#include \"%s.h\"\n", header);
    snprintf(words, sizeof(words), "%s", functions);
    for (char *rest = words, *name; (name = strtok_r(rest, " \n", &rest));)
        fprintf(to, "#define %s honest_%s\n", name, name);
    snprintf(path, sizeof(path), "solutions/%s", lab_file);
    bool put = copy_text(to, path);
    snprintf(words, sizeof(words), "%s", functions);
    for (char *rest = words, *name; (name = strtok_r(rest, " \n", &rest));)
        fprintf(to, "#undef %s\n", name);
    return put;
}

/* "//> with race.cu": a piece that several cases have, from grader/selftest/hostile/. */
static bool put_piece(FILE *to, const char *line) {
    char path[PATH_BYTES];
    snprintf(path, sizeof(path), "grader/selftest/hostile/%.*s", (int)strcspn(line, "\n"), line);
    return copy_text(to, path);
}

bool submission_expand(const char *from, const char *to, const char *lab_file) {
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    FILE *in = fopen(from, "r"), *out = fopen(to, "w");
    bool good = in && out;
    while (good && (length = getline(&line, &capacity, in)) > 0) {
        if (strncmp(line, mark, sizeof(mark) - 1) == 0)
            good = put_honest(out, line + sizeof(mark) - 1, lab_file);
        else if (strncmp(line, with, sizeof(with) - 1) == 0)
            good = put_piece(out, line + sizeof(with) - 1);
        else
            good = fwrite(line, 1, (size_t)length, out) == (size_t)length;
    }
    free(line);
    if (in) fclose(in);
    if (out) good = fclose(out) == 0 && good;
    return good;
}

static bool run_script(const char *script, const char *folder) {
    int status = -1;
    pid_t pid = fork();
    if (pid == 0) {
        char path[PATH_MAX], kit[PATH_MAX];
        if (!realpath(script, path) || !getcwd(kit, sizeof(kit)) || chdir(folder)) _exit(126);
        setenv("KIT", kit, 1);
        execlp("sh", "sh", path, (char *)NULL);
        _exit(127);
    }
    return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

bool submission_make(const struct hostile *h, const char *to) {
    char from[PATH_BYTES + 300], target[PATH_BYTES + 300];
    DIR *folder = opendir(h->folder);
    bool good = folder && mkdir(to, 0755) == 0;
    for (struct dirent *e; good && (e = readdir(folder));) {
        if (e->d_name[0] == '.' || strcmp(e->d_name, "case.tsv") == 0 ||
            strcmp(e->d_name, "make.sh") == 0)
            continue;
        snprintf(from, sizeof(from), "%s/%s", h->folder, e->d_name);
        snprintf(target, sizeof(target), "%s/%s", to, e->d_name);
        good = submission_expand(from, target, e->d_name);
    }
    if (folder) closedir(folder);
    snprintf(from, sizeof(from), "%s/make.sh", h->folder);
    return good && (access(from, F_OK) || run_script(from, to));
}
