/**
 * @file
 * @brief The rubric's schema for libcyaml, and its complaints in the house's words.
 */
#include "grader/grade/policy/rubric.h"

#include <cyaml/cyaml.h>
#include <stdarg.h>
#include <string.h>

#define OPTIONAL                  (CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL)
#define NUMBER(key, type, member) CYAML_FIELD_INT_PTR(key, OPTIONAL, type, member)
#define NUMBERS(key, type, member, most)                                                           \
    CYAML_FIELD_SEQUENCE_COUNT(key, OPTIONAL, type, member, n_##member, &number, 0, most)
#define TEXT(key, type, member, most) CYAML_FIELD_STRING_PTR(key, OPTIONAL, type, member, 0, most)
#define WORD(key, type, member, words)                                                             \
    CYAML_FIELD_ENUM_PTR(key, OPTIONAL | CYAML_FLAG_STRICT, type, member, words,                   \
                         sizeof(words) / sizeof(*words))

/* libcyaml takes all but a few words for true. */
#define SWITCH(key, type, member) WORD(key, type, member, switches)

/*
 * The schema. Of what it holds for numbers the ranges stand in keys.c.
 */
static const cyaml_strval_t attempts[] = {{"last", RUBRIC_LAST}, {"best", RUBRIC_BEST}};
static const cyaml_strval_t cheats[] = {{"keep", RUBRIC_KEEP}, {"zero", RUBRIC_ZERO}};
static const cyaml_strval_t switches[] = {{"false", RUBRIC_FALSE}, {"true", RUBRIC_TRUE}};
static const cyaml_strval_t clocks[] = {{"arrival", RUBRIC_ARRIVAL}, {"student", RUBRIC_STUDENT}};
static const cyaml_strval_t executors[] = {{"local", RUBRIC_LOCAL}, {"slurm", RUBRIC_SLURM}};
static const cyaml_strval_t sandboxes[] = {{"root", RUBRIC_ROOT},
                                           {"rootless", RUBRIC_ROOTLESS},
                                           {"reduced", RUBRIC_REDUCED},
                                           {"none", RUBRIC_NONE}};

static const cyaml_schema_value_t number = {CYAML_VALUE_INT(CYAML_FLAG_DEFAULT, int)};

static const cyaml_schema_field_t lab_fields[] = {
    CYAML_FIELD_STRING_PTR("lab", CYAML_FLAG_POINTER, struct rubric_lab, lab, 1, TERMS_NAME - 1),
    TEXT("due", struct rubric_lab, due, 31),
    TEXT("weight", struct rubric_lab, weight, 20),
    SWITCH("bonus", struct rubric_lab, bonus),
    NUMBERS("bonus_stages", struct rubric_lab, bonus_stages, TERMS_STAGES),
    NUMBERS("partial_stages", struct rubric_lab, partial_stages, TERMS_STAGES),
    NUMBER("total", struct rubric_lab, total),
    NUMBERS("points", struct rubric_lab, points, TERMS_STAGES),
    CYAML_FIELD_END};
static const cyaml_schema_value_t lab_value = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct rubric_lab, lab_fields)};

static const cyaml_schema_field_t hidden_fields[] = {
    CYAML_FIELD_STRING_PTR("lab", CYAML_FLAG_POINTER, struct rubric_hidden, lab, 1, TERMS_NAME - 1),
    CYAML_FIELD_SEQUENCE_COUNT("stages", CYAML_FLAG_POINTER, struct rubric_hidden, stages, n_stages,
                               &number, 1, TERMS_STAGES),
    NUMBERS("cases", struct rubric_hidden, cases, 64), CYAML_FIELD_END};
static const cyaml_schema_value_t hidden_value = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct rubric_hidden, hidden_fields)};

static const cyaml_schema_field_t late_fields[] = {
    NUMBER("grace_minutes", struct rubric_late, grace_minutes),
    NUMBER("free_days", struct rubric_late, free_days),
    NUMBER("percent_a_day", struct rubric_late, percent_a_day),
    NUMBER("percent_an_hour", struct rubric_late, percent_an_hour),
    NUMBER("most_percent", struct rubric_late, most_percent),
    NUMBER("closes_days", struct rubric_late, closes_days),
    WORD("clock", struct rubric_late, clock, clocks),
    CYAML_FIELD_END};
static const cyaml_schema_field_t limits_fields[] = {
    NUMBER("seconds", struct rubric_limits, seconds),
    NUMBER("cpu_seconds", struct rubric_limits, cpu_seconds),
    NUMBER("memory_mb", struct rubric_limits, memory_mb),
    NUMBER("output_mb", struct rubric_limits, output_mb),
    NUMBER("budget", struct rubric_limits, budget),
    CYAML_FIELD_END};
static const cyaml_schema_field_t executor_fields[] = {
    WORD("use", struct rubric_executor, use, executors),
    NUMBER("jobs", struct rubric_executor, jobs),
    TEXT("partition", struct rubric_executor, partition, TERMS_NAME - 1),
    NUMBER("minutes", struct rubric_executor, minutes),
    NUMBER("gpus", struct rubric_executor, gpus),
    CYAML_FIELD_END};

static const cyaml_schema_field_t fields[] = {
    TEXT("assignment", struct rubric, assignment, 100),
    TEXT("begins", struct rubric, begins, 31),
    TEXT("due", struct rubric, due, 31),
    NUMBER("out_of", struct rubric, out_of),
    NUMBER("drop_lowest", struct rubric, drop_lowest),
    SWITCH("partial", struct rubric, partial),
    WORD("cheat", struct rubric, cheat, cheats),
    WORD("attempts", struct rubric, attempts, attempts),
    CYAML_FIELD_SEQUENCE_COUNT("labs", OPTIONAL, struct rubric, labs, n_labs, &lab_value, 0,
                               TERMS_LABS),
    NUMBERS("hints", struct rubric, hints, 99),
    CYAML_FIELD_MAPPING("late", CYAML_FLAG_OPTIONAL, struct rubric, late, late_fields),
    CYAML_FIELD_MAPPING("limits", CYAML_FLAG_OPTIONAL, struct rubric, limits, limits_fields),
    TEXT("secret_file", struct rubric, secret_file, 1000),
    TEXT("secret", struct rubric, secret, TERMS_SECRET - 1),
    CYAML_FIELD_SEQUENCE_COUNT("hidden", OPTIONAL, struct rubric, hidden, n_hidden, &hidden_value,
                               0, 999),
    CYAML_FIELD_MAPPING("executor", CYAML_FLAG_OPTIONAL, struct rubric, executor, executor_fields),
    WORD("sandbox", struct rubric, sandbox, sandboxes),
    CYAML_FIELD_END};
static const cyaml_schema_value_t schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct rubric, fields)};

/*
 * What libcyaml says: a line that says what is wrong, and below it where it was, from the inside out.
 */
struct complaint {
    char text[300];
    char path[300]; /* "labs/2/points/3" */
};

static void put_before(char *path, size_t size, const char *name) {
    char behind[300];
    snprintf(behind, sizeof(behind), "%s", path);
    snprintf(path, size, "%s%s%.200s", name, *behind ? "/" : "", behind);
}

static void listen(cyaml_log_t level, void *context, const char *format, va_list arguments) {
    struct complaint *c = context;
    char line[400], name[200];
    (void)level;
    vsnprintf(line, sizeof(line), format, arguments);
    line[strcspn(line, "\n")] = 0;
    if (sscanf(line, " in mapping field '%199[^']'", name) == 1 ||
        sscanf(line, " in sequence entry '%199[^']'", name) == 1)
        put_before(c->path, sizeof(c->path), name);
    else if (strncmp(line, "Load: ", 6) == 0 && !c->text[0])
        snprintf(c->text, sizeof(c->text), "%.290s", line + 6);
}

/* "labs/2/points" as the table of keys has it: "labs" with a star for the 2. */
static const struct rubric_key *key_of(const char *path) {
    char pattern[300];
    size_t used = 0;
    for (; *path && used + 1 < sizeof(pattern); path++) {
        bool digit = *path >= '0' && *path <= '9';
        if (!digit)
            pattern[used++] = *path;
        else if (used == 0 || pattern[used - 1] != '*')
            pattern[used++] = '*';
    }
    pattern[used] = 0;
    return rubric_key(pattern);
}

/* What stands before the last slash. */
static void cut_last(char *path) {
    char *slash = strrchr(path, '/');
    *(slash ? slash : path) = 0;
}

static bool refuse_unknown(struct where *w, struct complaint *c, const char *name) {
    char path[600];
    snprintf(path, sizeof(path), "%s%s%s", c->path, c->path[0] ? "/" : "", name);
    return where_refuse_key(
        w, path, "there is no key '%.60s' here. `make rubric` prints all that there are", name);
}

static bool refuse_kind(struct where *w, const struct complaint *c, const char *wanted) {
    const char *what = strcmp(wanted, "SEQUENCE") == 0  ? "a list, as [1, 2]"
                       : strcmp(wanted, "MAPPING") == 0 ? "keys with values, indented below it"
                                                        : "one value";
    return where_refuse(w, c->path, "%s has to be %s", c->path, what);
}

static bool refuse(struct where *w, struct complaint *c, const char *error) {
    char word[200] = "";
    long number_of;
    const struct rubric_key *key = key_of(c->path);
    if (sscanf(c->text, "Unexpected key: %199[^\n]", word) == 1) return refuse_unknown(w, c, word);
    if (sscanf(c->text, "Expecting %199[A-Z]", word) == 1) return refuse_kind(w, c, word);
    if (sscanf(c->text, "Missing required mapping field: %199s", word) == 1) {
        cut_last(c->path);
        return where_refuse(w, c->path, "%s has no '%s', and needs it", c->path, word);
    }
    if (sscanf(c->text, "STRING length > %ld", &number_of) == 1)
        return where_refuse(w, c->path, "%s is longer than %ld letters", c->path, number_of);
    if (sscanf(c->text, "STRING length < %ld", &number_of) == 1)
        return where_refuse(w, c->path, "%s is empty", c->path);
    if (sscanf(c->text, "Excessive entries (%ld", &number_of) == 1)
        return where_refuse(w, c->path, "there are more than %ld entries in %.*s", number_of,
                            (int)(strrchr(c->path, '/') ? strrchr(c->path, '/') - c->path : 0),
                            c->path);
    if (strncmp(c->text, "Insufficient entries", 20) == 0)
        return where_refuse(w, c->path, "%s has too few entries", c->path);
    if (key && key->values)
        return where_refuse(w, c->path, "%s is '%.40s'. It can be one of: %s", c->path,
                            where_text(w, c->path), key->values);
    return where_refuse(w, c->path, "%s cannot be read: %s", c->path, c->text[0] ? c->text : error);
}

static struct complaint complaint;
static const cyaml_config_t config = {.log_fn = listen,
                                      .log_ctx = &complaint,
                                      .mem_fn = cyaml_mem,
                                      .log_level = CYAML_LOG_ERROR,
                                      .flags = CYAML_CFG_NO_ALIAS};

bool rubric_load(struct where *w, struct rubric **rubric) {
    cyaml_data_t *data = NULL;
    complaint = (struct complaint){.text = ""};
    cyaml_err_t error = cyaml_load_data(w->bytes, w->size, &config, &schema, &data, NULL);
    *rubric = data;
    return error == CYAML_OK || refuse(w, &complaint, cyaml_strerror(error));
}

void rubric_unload(struct rubric *rubric) {
    cyaml_free(&config, &schema, rubric, 0);
}
