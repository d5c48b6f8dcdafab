/**
 * @file
 * @brief NVRTC's options: which ones simtcc gets, and which ones mean nothing on a CPU.
 */
#include "driver.h"

#include <stdio.h>
#include <string.h>

static const char with_value[] =
    " -arch --gpu-architecture -I --include-path -D --define-macro -U --undefine-macro -std --std "
    "-include --pre-include -fmad --fmad ";
static const char alone[] =
    " -G --device-debug -lineinfo --generate-line-info -w --disable-warnings "
    "-default-device --device-as-default-execution-space ";
/* These speak of a GPU alone, or of how messages look. */
static const char ignored[] =
    " -maxrregcount --maxrregcount -ftz --ftz -prec-sqrt --prec-sqrt -prec-div --prec-div "
    "-use_fast_math --use_fast_math -rdc --relocatable-device-code -dc --device-c -dw --device-w "
    "-extra-device-vectorization --extra-device-vectorization -restrict --restrict -dopt --dopt "
    "-dlto --dlink-time-opt -lto -Xptxas --ptxas-options -builtin-move-forward "
    "--builtin-move-forward -builtin-initializer-list --builtin-initializer-list -no-cache "
    "--no-cache -no-source-include --no-source-include -err-no --display-error-number -no-err-no "
    "--no-display-error-number -diag-error --diag-error -diag-suppress --diag-suppress -diag-warn "
    "--diag-warn -split-compile --split-compile -minimal --minimal -brief-diag "
    "--brief-diagnostics -time --time -pch --pch -fdevice-syntax-only --fdevice-syntax-only "
    "-device-int128 --device-int128 -ewp --extensible-whole-program -jump-table-density "
    "--jump-table-density -reduce-loads ";

static bool is_in(const char *word, size_t length, const char *list) {
    char between[64];
    if (length + 3 > sizeof(between)) return false;
    snprintf(between, sizeof(between), " %.*s ", (int)length, word);
    return strstr(list, between) != NULL;
}

int simt_nvrtc_option(const char *const *options, int n, char **kept, int *n_kept) {
    const char *word = options[0], *equals = strchr(word, '=');
    bool joined =
        strncmp(word, "-I", 2) == 0 || strncmp(word, "-D", 2) == 0 || strncmp(word, "-U", 2) == 0;
    size_t length = joined ? 2 : equals ? (size_t)(equals - word) : strlen(word);
    if (is_in(word, length, ignored)) {
        bool takes_value = !equals && n > 1 && options[1][0] != '-';
        return takes_value ? 2 : 1;
    }
    bool value = is_in(word, length, with_value);
    if (!value && !is_in(word, length, alone)) return 0;
    kept[(*n_kept)++] = (char *)word;
    if (!value || word[length]) return 1;
    if (n < 2) return 0;
    kept[(*n_kept)++] = (char *)options[1];
    return 2;
}
