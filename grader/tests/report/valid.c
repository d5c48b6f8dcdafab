/**
 * @file
 * @brief Holds a JSON file against a schema, as far as this kit's schemas go; for tests.
 *
 *     valid SCHEMA FILE     exit code 0, or 1 with a sentence that names the place
 */
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const json_t *root; /* of the schema */
static const char *place = "";

static bool wrong(const char *what, const char *detail) {
    fprintf(stderr, "%s: %s%s\n", *place ? place : "the file", what, detail);
    return false;
}

static bool has_type(const json_t *value, const char *type) {
    if (!strcmp(type, "object")) return json_is_object(value);
    if (!strcmp(type, "array")) return json_is_array(value);
    if (!strcmp(type, "string")) return json_is_string(value);
    if (!strcmp(type, "integer")) return json_is_integer(value);
    if (!strcmp(type, "boolean")) return json_is_boolean(value);
    return !strcmp(type, "number") && json_is_number(value);
}

/* "#/$defs/name" */
static const json_t *resolve(const json_t *schema) {
    const char *to = json_string_value(json_object_get(schema, "$ref"));
    const char *prefix = "#/$defs/";
    if (!to || strncmp(to, prefix, strlen(prefix))) return schema;
    return json_object_get(json_object_get(root, "$defs"), to + strlen(prefix));
}

static bool among(const json_t *value, const json_t *all) {
    size_t i;
    json_t *one;
    json_array_foreach(all, i, one) {
        if (json_equal(one, value)) return true;
    }
    return false;
}

static bool is_valid(const json_t *value, const json_t *schema);

static bool items_are_valid(const json_t *array, const json_t *schema) {
    const json_t *least = json_object_get(schema, "minItems");
    const json_t *most = json_object_get(schema, "maxItems"),
                 *items = json_object_get(schema, "items");
    size_t i, n = json_array_size(array);
    json_t *item;
    if (least && n < (size_t)json_integer_value(least)) return wrong("has too few items", "");
    if (most && n > (size_t)json_integer_value(most)) return wrong("has too many items", "");
    json_array_foreach(array, i, item) {
        if (items && !is_valid(item, items)) return false;
    }
    return true;
}

static bool members_are_valid(json_t *object, const json_t *schema) {
    const json_t *known = json_object_get(schema, "properties");
    const json_t *others = json_object_get(schema, "additionalProperties");
    const char *name, *outer = place;
    json_t *value, *wanted;
    size_t i;
    json_array_foreach(json_object_get(schema, "required"), i, wanted) {
        if (!json_object_get(object, json_string_value(wanted)))
            return wrong("lacks ", json_string_value(wanted));
    }
    json_object_foreach(object, name, value) {
        const json_t *its = json_object_get(known, name);
        if (!its && json_is_false(others)) return wrong("has an unknown member ", name);
        if (!its) its = others;
        place = name;
        if (its && json_is_object(its) && !is_valid(value, its)) return false;
        place = outer;
    }
    return true;
}

static bool is_valid(const json_t *value, const json_t *schema) {
    schema = resolve(schema);
    if (!schema) return wrong("the schema has a $ref to nowhere", "");
    const char *type = json_string_value(json_object_get(schema, "type"));
    const json_t *all = json_object_get(schema, "enum");
    const json_t *least = json_object_get(schema, "minimum");
    if (type && !has_type(value, type)) return wrong("is not of type ", type);
    if (all && !among(value, all)) return wrong("is none of those that are allowed", "");
    if (least && json_number_value(value) < json_number_value(least))
        return wrong("is too small", "");
    if (json_is_array(value)) return items_are_valid(value, schema);
    if (json_is_object(value)) return members_are_valid((json_t *)value, schema);
    return true;
}

int main(int argc, char **argv) {
    json_error_t error;
    if (argc != 3) return wrong("usage: valid SCHEMA FILE", ""), 2;
    root = json_load_file(argv[1], 0, &error);
    if (!root) return wrong("the schema cannot be read: ", error.text), 2;
    json_t *file = json_load_file(argv[2], 0, &error);
    if (!file) return wrong("it is no JSON: ", error.text), 1;
    return is_valid(file, root) ? 0 : 1;
}
