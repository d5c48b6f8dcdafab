/**
 * @file
 * @brief Names and sentences of the error codes.
 */
#include <stddef.h>

#include "simt/errors.h"

struct error_text {
    cudaError_t code;
    const char *name, *sentence;
};

#define ERROR_TEXT(name, number, sentence) {name, #name, sentence},
static const struct error_text texts[] = {SIMT_ERRORS(ERROR_TEXT)};

static const struct error_text *find(cudaError_t code) {
    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
        if (texts[i].code == code) return &texts[i];
    static const struct error_text unknown = {cudaErrorUnknown, "unrecognized error code",
                                              "unrecognized error code"};
    return &unknown;
}

const char *cudaGetErrorName(cudaError_t code);
const char *cudaGetErrorName(cudaError_t code) {
    return find(code)->name;
}

const char *cudaGetErrorString(cudaError_t code);
const char *cudaGetErrorString(cudaError_t code) {
    return find(code)->sentence;
}
