/**
 * @file
 * @brief What grade wrote, checked, and freed of what differs from run to run.
 */
#include "grader/class/worker.h"

#include <stdlib.h>
#include <string.h>

static bool stage_is_sound(const struct job *job, json_t *stage, char fault[CLASS_SAYS]) {
    const char *lab, *verdict, *message = "";
    int number, points, most;
    if (json_unpack(stage, "{s:s, s:i, s:i, s:i, s:s, s?s}", "lab", &lab, "stage", &number,
                    "points", &points, "max_points", &most, "verdict", &verdict, "message",
                    &message) ||
        strcmp(lab, job->row->lab->name) != 0 || number < 1 || points < 0 || points > most) {
        snprintf(fault, CLASS_SAYS, "the grader's result has a stage that is none");
        return false;
    }
    if (strcmp(verdict, "IE") != 0) return true;
    snprintf(fault, CLASS_SAYS, "stage %d: %.300s", number, message);
    return false;
}

/* The staged copy has a name that means nothing to anybody. */
static json_t *without_folder(const char *text, const char *folder) {
    size_t n = strlen(folder), used = 0;
    char *copy = class_alloc(strlen(text) * 2 + 32, 1);
    while (*text) {
        if (strncmp(text, folder, n) == 0) {
            used += (size_t)sprintf(copy + used, "%s", text[n] == '/' ? "" : "the submission");
            text += n + (text[n] == '/');
        } else {
            copy[used++] = *text++;
        }
    }
    json_t *cleaned = json_string(copy);
    free(copy);
    return cleaned;
}

static void clean(json_t *value, const char *folder) {
    const char *key;
    json_t *member;
    void *next;
    size_t i;
    json_array_foreach(value, i, member) clean(member, folder);
    json_object_foreach_safe(value, next, key, member) {
        clean(member, folder);
        if (strcmp(key, "times") == 0)
            json_object_del(value, key);
        else if (json_is_string(member) && strstr(json_string_value(member), folder))
            json_object_set_new(value, key, without_folder(json_string_value(member), folder));
    }
}

/* From weak to strong; one that nobody knows is weaker than all. */
static int strength(const char *sandbox) {
    static const char *const names[] = {"none", "reduced", "rootless", "root"};
    for (int i = 0; i < 4; i++)
        if (sandbox && strcmp(sandbox, names[i]) == 0) return i;
    return -1;
}

json_t *worker_read(const struct class *c, const char *path, const struct job *job,
                    char fault[CLASS_SAYS]) {
    json_error_t error;
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &error), *stage;
    json_t *stages = json_object_get(root, "stages");
    bool sound = json_array_size(stages) > 0;
    size_t i;
    if (!sound) snprintf(fault, CLASS_SAYS, "the grader left no result that can be read");
    const char *sandbox = json_string_value(json_object_get(root, "sandbox"));
    if (sound && strength(sandbox) < strength(c->weakest)) {
        snprintf(fault, CLASS_SAYS,
                 "this takes the sandbox '%s' or a stronger one, and '%s' is what holds here. "
                 "Install bubblewrap, or name a weaker one: SANDBOX=none",
                 c->weakest, sandbox ? sandbox : "");
        sound = false;
    }
    json_array_foreach(stages, i, stage) sound = sound && stage_is_sound(job, stage, fault);
    if (sound) {
        json_object_del(root, "submission");
        clean(root, job->folder);
        return root;
    }
    json_decref(root);
    return NULL;
}

static const char *text_of(json_t *stage, const char *key) {
    const char *text = json_string_value(json_object_get(stage, key));
    return text ? text : "";
}

/* A sign of work done elsewhere, or of meddling; "" when there is none. */
static const char *sign_of(json_t *told) {
    if (*text_of(told, "suspicion")) return text_of(told, "suspicion");
    return strcmp(text_of(told, "verdict"), "CHEAT?") != 0 ? "" : text_of(told, "message");
}

void worker_add_signs(json_t *result, const char *told) {
    json_t *root = json_load_file(told, 0, NULL), *stage, *same;
    size_t i, k;
    json_array_foreach(json_object_get(result, "stages"), i, stage) {
        if (!json_is_true(json_object_get(stage, "hidden"))) continue;
        json_array_foreach(json_object_get(root, "stages"), k, same) {
            if (json_equal(json_object_get(stage, "stage"), json_object_get(same, "stage")) &&
                *sign_of(same))
                json_object_set_new(stage, "sign", json_string(sign_of(same)));
        }
    }
    json_decref(root);
}
