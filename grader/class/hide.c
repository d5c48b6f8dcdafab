/**
 * @file
 * @brief Anonymous marking: ids in place of names (roster.h).
 */
#include "grader/class/roster.h"

#include <errno.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEY_BYTES = 32 };

/* OUT/.class/anonymous is made at random, once: whoever has no key cannot try all names. */
static void read_key(const struct class *c, unsigned char key[KEY_BYTES]) {
    char path[CLASS_PATH];
    class_own_path(c, "anonymous", path);
    FILE *file = fopen(path, "r");
    bool there = file && fread(key, 1, KEY_BYTES, file) == KEY_BYTES;
    if (file) fclose(file);
    if (there) return;
    if (getrandom(key, KEY_BYTES, 0) != KEY_BYTES || !class_write(path, key, KEY_BYTES) ||
        chmod(path, 0600))
        class_stop("%s cannot be written", path);
}

static void id_of(const unsigned char *key, const struct class_student *s, char id[CLASS_NAME]) {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned n = 0;
    HMAC(EVP_sha256(), key, KEY_BYTES, (const unsigned char *)s->id, strlen(s->id), digest, &n);
    snprintf(id, CLASS_NAME, "student-%02x%02x%02x%02x", digest[0], digest[1], digest[2],
             digest[3]);
}

/* Folders around a file are often called like the student. */
static void cut_folders(struct class_row *row) {
    const char *slash = strrchr(row->from, '/');
    size_t n = slash ? (size_t)(slash + 1 - row->from) : 0;
    if (n && strncmp(row->refused, row->from, n) == 0)
        memmove(row->refused, row->refused + n, strlen(row->refused + n) + 1);
    memmove(row->from, row->from + n, strlen(row->from + n) + 1);
}

/* "the archive holds a symbolic link: ada-lind/l": what is refused stays, and whose it is goes. */
static void cut_member(char *refused) {
    char *name = strstr(refused, ": "), *behind = name ? strrchr(name, ';') : NULL;
    if (name) memmove(name, behind ? behind : "", strlen(behind ? behind : "") + 1);
}

static void list(const struct class *c) {
    json_t *all = json_object();
    char path[CLASS_PATH];
    for (size_t i = 0; i < c->n_students; i++) {
        const struct class_student *s = &c->students[i];
        json_object_set_new(all, s->name,
                            json_pack("{s:s, s:s, s:s, s:s}", "student_id", s->id, "last_name",
                                      s->last_name, "first_name", s->first_name, "email",
                                      s->email));
    }
    class_path(c, "identities.json", path);
    if (!class_write_json(path, all) || chmod(path, 0600)) class_stop("%s cannot be written", path);
    json_decref(all);
}

void roster_hide(struct class *c) {
    unsigned char key[KEY_BYTES];
    char path[CLASS_PATH];
    if (!c->anonymous) {
        unlink(class_path(c, "identities.json", path));
        return;
    }
    read_key(c, key);
    for (size_t i = 0; i < c->n_students; i++) {
        struct class_student *s = &c->students[i];
        id_of(key, s, s->name);
        s->shown = strdup(s->name);
        s->by = NULL;
        s->remark[0] = 0;
        cut_member(s->refused);
        for (size_t l = 0; l < c->n_labs; l++) cut_folders(&s->rows[l]);
        for (size_t t = 0; s->tries && t < s->n_tries; t++)
            for (size_t l = 0; l < c->n_labs; l++) cut_folders(&s->tries[t].rows[l]);
    }
    json_array_clear(c->remarks);
    list(c);
}
