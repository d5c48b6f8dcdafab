/**
 * @file
 * @brief One submission of any form, for `make grade`: copies of its labs' files, and a list of them.
 *
 *     unpack SUBMISSION FOLDER
 *
 * FOLDER is made. It gets NN_name/FILE for each lab that there is, and taken.json:
 * {"refused": "", "committed": 0, "labs": {"NN_name": {"file", "from", "refused", "also"}}}.
 */
#include "grader/class/intake.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* As text that JSON can hold. */
static json_t *text_of(const char *bytes) {
    json_t *text = json_string(bytes);
    char shown[120];
    return text ? text : json_string(take_shown(bytes, shown));
}

static json_t *copy(const char *folder, const struct class_lab *lab, const struct taken *b) {
    char path[CLASS_PATH], file[700] = "";
    const char *slash = strrchr(b->from, '/');
    if (b->bytes) {
        snprintf(path, sizeof(path), "%.3000s/%s", folder, lab->name);
        if (mkdir(path, 0700)) class_stop("%s cannot be made", path);
        snprintf(file, sizeof(file), "%s/%s", lab->name, slash ? slash + 1 : b->from);
        snprintf(path, sizeof(path), "%.3000s/%s", folder, file);
        if (!class_write(path, b->bytes, b->size)) class_stop("%s cannot be written", path);
    }
    return json_pack("{s:s, s:o, s:o, s:i}", "file", file, "from", text_of(b->from), "refused",
                     text_of(b->refused), "also", b->also);
}

/* The folder above it is opened, as a class's is. */
static void take(const char *submission, struct taking *t) {
    char *path = realpath(submission, NULL), *slash = path ? strrchr(path, '/') : NULL;
    if (!slash) class_stop("%s cannot be read", submission);
    *slash = 0;
    int above = open(*path ? path : "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (above < 0) class_stop("the folder of %s cannot be read", submission);
    intake_one(above, slash + 1, t);
    close(above);
    free(path);
}

int main(int argc, char **argv) {
    static struct class c;
    static struct taking t;
    char scratch[CLASS_PATH], list[CLASS_PATH];
    if (argc != 3) {
        fputs("unpack: give the submission, and a folder that is made\n", stderr);
        return 2;
    }
    class_find_labs(&c);
    snprintf(scratch, sizeof(scratch), "%.3000s/scratch", argv[2]);
    snprintf(list, sizeof(list), "%.3000s/taken.json", argv[2]);
    t = (struct taking){.labs = c.labs, .n_labs = c.n_labs, .scratch = scratch};
    if (mkdir(argv[2], 0700)) class_stop("%s cannot be made", argv[2]);
    take(argv[1], &t);
    json_t *labs = json_object();
    for (size_t i = 0; i < c.n_labs; i++)
        if (t.best[i].fit)
            json_object_set_new(labs, c.labs[i].name, copy(argv[2], &c.labs[i], &t.best[i]));
    json_t *taken = json_pack("{s:o, s:I, s:o}", "refused", text_of(t.refused), "committed",
                              (json_int_t)t.committed, "labs", labs);
    if (!taken || !class_write_json(list, taken)) class_stop("%s cannot be written", list);
    return 0;
}
