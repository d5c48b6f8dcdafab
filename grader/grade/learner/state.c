/**
 * @file
 * @brief The state file: read, checked, set aside when damaged, changed under a lock.
 */
#include "grader/grade/learner/state.h"
#include "grader/shared/json_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { NAME_MOST = 4096 };

/* What is missing may be missing; what is there has to be an object. */
static bool is_object(const json_t *value) {
    return !value || json_is_object(value);
}

static bool objects_in(json_t *parent) {
    const char *key;
    json_t *value;
    json_object_foreach(parent, key, value) if (!json_is_object(value)) return false;
    return true;
}

static bool is_lab(json_t *lab) {
    json_t *stages = json_object_get(lab, "stages"), *hints = json_object_get(lab, "hints");
    const char *key;
    json_t *hint;
    if (!is_object(lab) || !is_object(stages) || !is_object(hints)) return false;
    json_object_foreach(hints, key,
                        hint) if (!is_object(json_object_get(hint, "shown"))) return false;
    return objects_in(stages) && objects_in(hints);
}

static bool is_state(json_t *state) {
    json_t *labs = json_object_get(state, "labs"), *lab;
    const char *key;
    if (!json_is_object(state) || !is_object(labs)) return false;
    json_object_foreach(labs, key, lab) if (!is_lab(lab)) return false;
    return is_object(json_object_get(state, "last_failure"));
}

/* NULL when the file is there and holds something else; an empty state when it is not there. */
static json_t *load(const char *path) {
    json_error_t error;
    if (access(path, F_OK)) return json_object();
    json_t *state = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (state && is_state(state)) return state;
    json_decref(state);
    return NULL;
}

json_t *state_read(const char *path) {
    json_t *state = load(path);
    return state ? state : json_object();
}

/* Work of weeks may be in it, so it is not thrown away, and an older one set aside is not either. */
static void set_aside(const char *path) {
    char aside[NAME_MOST];
    int i = 1;
    do snprintf(aside, sizeof(aside), "%.4000s.damaged-%d", path, i);
    while (access(aside, F_OK) == 0 && i++ < 1000);
    rename(path, aside);
    fprintf(stderr, "%s cannot be read. It is now %s, and progress is counted from the beginning\n",
            path, aside);
}

static int lock(const char *path) {
    char name[NAME_MOST];
    snprintf(name, sizeof(name), "%.4000s", path);
    char *slash = strrchr(name, '/');
    if (slash) {
        *slash = 0;
        mkdir(name, 0755);
    }
    snprintf(name, sizeof(name), "%.4000s.lock", path);
    int fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    while (fd >= 0 && flock(fd, LOCK_EX) && errno == EINTR) {
    }
    return fd;
}

static void set_version(json_t *state) {
    if (json_integer_value(json_object_get(state, "version")) < STATE_VERSION)
        json_object_set_new(state, "version", json_integer(STATE_VERSION));
}

bool state_change(const char *path, state_edit *edit, void *context) {
    int lock_fd = lock(path);
    json_t *state = lock_fd >= 0 ? load(path) : NULL;
    if (lock_fd >= 0 && !state) {
        set_aside(path);
        state = json_object();
    }
    if (state) {
        set_version(state);
        edit(state, context);
    }
    bool written = state && json_file_write(path, state);
    if (!written)
        fprintf(stderr, "%s cannot be written: %s. This check will not be remembered\n", path,
                strerror(errno));
    json_decref(state);
    if (lock_fd >= 0) close(lock_fd);
    return written;
}

json_t *state_object(json_t *parent, const char *name) {
    json_t *object = json_object_get(parent, name);
    if (object || !parent) return object;
    object = json_object();
    json_object_set_new(parent, name, object);
    return object;
}

const char *state_now(char text[32]) {
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", &utc);
    return text;
}
