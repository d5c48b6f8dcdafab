/**
 * @file
 * @brief Hands all files of a class to node, and takes back which are alike (similar.h).
 */
#include "grader/class/similar/similar.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROGRAM "build/similar-web/similar.mjs"
enum { PATIENCE_S = 900, NO_SUCH_PROGRAM = 127 };

/*
 * Reading.
 */
static const char *read_fd(int fd, char **text, size_t *size) {
    struct stat status;
    if (fstat(fd, &status) || !S_ISREG(status.st_mode)) return "it is no plain file";
    if (status.st_size > CLASS_FILE_BYTES) return "it is larger than 1 MB";
    *text = class_alloc((size_t)status.st_size + 1, 1);
    ssize_t got;
    for (*size = 0; (got = read(fd, *text + *size, (size_t)status.st_size - *size)) > 0;)
        *size += (size_t)got;
    return got < 0 ? "it cannot be read" : NULL;
}

/* Why it cannot be read, in a sentence's end; NULL: all is well, and the text is the caller's. */
static const char *read_file(const char *path, char **text, size_t *size) {
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    *text = NULL;
    if (fd < 0) return errno == ELOOP ? "it is a link" : "it cannot be opened";
    const char *why = read_fd(fd, text, size);
    close(fd);
    return why;
}

/* Bytes that are no ASCII become blanks: all that is read stands where it stood, and JSON can hold it. */
static json_t *plain_text(char *text, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (text[i] <= 0 || text[i] == 127) text[i] = ' ';
    return json_stringn(text, size);
}

/* What common/build/skeleton.awk does: between //> and //< only the skeleton's own lines stay, behind //|. */
static void blank_marked_lines(char *text) {
    bool inside = false;
    for (char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        char *first = line + strspn(line, " \t");
        if (strncmp(first, "//>", 3) == 0) inside = true;
        if (strncmp(first, "//<", 3) == 0) inside = false;
        if (strncmp(first, "//|", 3) == 0)
            memset(first, ' ', 3);
        else if (inside)
            memset(line, ' ', strcspn(line, "\n"));
    }
}

bool similar_solution(const char *lab, char path[CLASS_PATH]) {
    for (int c = 0; c < 2; c++) {
        snprintf(path, CLASS_PATH, "solutions/%.200s.%s", lab, c ? "c" : "cu");
        if (access(path, R_OK) == 0) return true;
    }
    return false;
}

/* What the marks leave of the solution, since labs/ may hold somebody's work; there it is where no solution is. */
static json_t *skeleton_of(const char *lab) {
    char path[CLASS_PATH], *text;
    size_t size;
    bool solved = similar_solution(lab, path);
    for (int c = 0; !solved && c < 2 && access(path, R_OK); c++)
        snprintf(path, sizeof(path), "labs/%.200s/%.200s.%s", lab, strchr(lab, '_') + 1,
                 c ? "c" : "cu");
    if (read_file(path, &text, &size)) return json_string("");
    if (solved) blank_marked_lines(text);
    json_t *skeleton = plain_text(text, size);
    free(text);
    return skeleton;
}

/*
 * What node gets.
 */
static json_t *file_object(const struct similar_file *f, char *text, size_t size) {
    char content[CLASS_HASH];
    class_hash(text, size, content);
    json_t *file =
        json_pack("{s:s, s:s, s:s, s:s, s:o}", "student", f->student, "origin", f->origin, "source",
                  f->source, "content", content, "text", plain_text(text, size));
    if (f->shown) json_object_set_new(file, "shown", json_string(f->shown));
    if (f->team) json_object_set_new(file, "team", json_string(f->team));
    return file;
}

/* The lab of that name in the request, at its end where it is new. */
static json_t *lab_object(json_t *labs, const char *name) {
    json_t *lab;
    size_t i;
    json_array_foreach(labs, i, lab) {
        if (strcmp(json_string_value(json_object_get(lab, "lab")), name) == 0) return lab;
    }
    lab = json_pack("{s:s, s:o, s:[]}", "lab", name, "skeleton", skeleton_of(name), "files");
    json_array_append_new(labs, lab);
    return lab;
}

static int by_lab(const void *x, const void *y) {
    const struct similar_file *p = x, *q = y;
    int order = strcmp(p->lab, q->lab);
    if (!order) order = strcmp(p->student, q->student);
    return order ? order : strcmp(p->source, q->source);
}

/* All files that can be read; of the others, why not, in `left_out`. */
static json_t *request_of(const struct similar_file *files, size_t n, json_t *left_out) {
    json_t *labs = json_array();
    for (size_t i = 0; i < n; i++) {
        const struct similar_file *f = &files[i];
        char *text;
        size_t size;
        const char *why = read_file(f->path, &text, &size);
        if (why)
            json_array_append_new(left_out,
                                  json_pack("{s:s, s:s, s:s, s:s, s:s}", "lab", f->lab, "student",
                                            f->student, "shown", f->shown ? f->shown : f->student,
                                            "origin", f->origin, "why", why));
        else
            json_array_append_new(json_object_get(lab_object(labs, f->lab), "files"),
                                  file_object(f, text, size));
        free(text);
    }
    return json_pack("{s:o}", "labs", labs);
}

/*
 * Node.
 */
static _Noreturn void become_node(int in, int out) {
    int nowhere = open("/dev/null", O_WRONLY);
    if (dup2(in, 0) == 0 && dup2(out, 1) == 1 && dup2(nowhere, 2) == 2) {
        alarm(PATIENCE_S);
        /* With threads node may wait for itself at its end, and for ever: nodejs/node, issue 54918. */
        execlp("node", "node", "--single-threaded", PROGRAM, (char *)NULL);
    }
    _exit(errno == ENOENT ? NO_SUCH_PROGRAM : 126);
}

/* Why it did not work, in a sentence's end; NULL: what it said is in `out`. */
static const char *run_node(int in, int out) {
    int status;
    if (access(PROGRAM, R_OK)) return "what compares them is not installed. Type make deps-similar";
    pid_t child = fork();
    if (child == 0) become_node(in, out);
    if (child < 0) return "no process could be started for node";
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return "node was lost";
    if (WIFEXITED(status) && WEXITSTATUS(status) == NO_SUCH_PROGRAM)
        return "node is not installed. Type make deps-similar";
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) return "node took more than 900 s";
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? NULL
                                                         : "node failed. Type make deps-similar";
}

static const char *ask_node(const json_t *request, json_t **found) {
    int in = memfd_create("files", MFD_CLOEXEC), out = memfd_create("found", MFD_CLOEXEC);
    const char *why = in < 0 || out < 0 || json_dumpfd(request, in, 0)
                          ? "there is no memory for what is compared"
                          : NULL;
    *found = NULL;
    if (!why && lseek(in, 0, SEEK_SET) == 0) why = run_node(in, out);
    if (!why && lseek(out, 0, SEEK_SET) == 0) *found = json_loadfd(out, 0, NULL);
    close(in);
    close(out);
    return why ? why : *found ? NULL : "what node says cannot be read";
}

json_t *similar_find(const struct similar_file *files, size_t n) {
    struct similar_file *sorted = class_alloc(n, sizeof(*sorted));
    json_t *left_out = json_array(), *found;
    if (n) memcpy(sorted, files, n * sizeof(*sorted));
    qsort(sorted, n, sizeof(*sorted), by_lab);
    json_t *request = request_of(sorted, n, left_out);
    const char *why = ask_node(request, &found);
    if (why) found = json_pack("{s:s, s:[], s:[]}", "skipped", why, "groups", "left_out");
    json_array_extend(json_object_get(found, "left_out"), left_out);
    json_decref(left_out);
    json_decref(request);
    free(sorted);
    return found;
}
