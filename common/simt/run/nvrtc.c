/**
 * @file
 * @brief NVRTC: programs that are compiled at run time, by simtcc in a process of its own.
 */
#include "driver.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "nvrtc.h"

/** By simtcc --tool; NULL: the program has no checks. */
extern char simt_tool[] __attribute__((weak));

struct expression {
    char *text, *name; /* name: NULL until it is known */
    struct expression *next;
};
struct header {
    char *name, *text;
};
struct simt_nvrtc_program {
    char *source, *name, *log, *image;
    struct header *headers;
    int n_headers;
    bool compiled;
    struct expression *expressions;
};

const char *nvrtcGetErrorString(nvrtcResult result) {
    static const char *const names[] = {
        "NVRTC_SUCCESS",
        "NVRTC_ERROR_OUT_OF_MEMORY",
        "NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
        "NVRTC_ERROR_INVALID_INPUT",
        "NVRTC_ERROR_INVALID_PROGRAM",
        "NVRTC_ERROR_INVALID_OPTION",
        "NVRTC_ERROR_COMPILATION",
        "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
        "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
        "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
        "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
        "NVRTC_ERROR_INTERNAL_ERROR",
        "NVRTC_ERROR_TIME_FILE_WRITE_FAILED",
    };
    return (size_t)result < sizeof(names) / sizeof(*names) ? names[result] : "NVRTC_ERROR unknown";
}

nvrtcResult nvrtcVersion(int *major, int *minor) {
    if (!major || !minor) return NVRTC_ERROR_INVALID_INPUT;
    *major = CUDA_VERSION / 1000;
    *minor = CUDA_VERSION % 1000 / 10;
    return NVRTC_SUCCESS;
}

static const int archs[] = {75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121};
nvrtcResult nvrtcGetNumSupportedArchs(int *n) {
    if (!n) return NVRTC_ERROR_INVALID_INPUT;
    *n = (int)(sizeof(archs) / sizeof(*archs));
    return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetSupportedArchs(int *supported) {
    if (!supported) return NVRTC_ERROR_INVALID_INPUT;
    memcpy(supported, archs, sizeof(archs));
    return NVRTC_SUCCESS;
}

/*
 * Programs.
 */
nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *source, const char *name, int n,
                               const char *const *headers, const char *const *header_names) {
    if (!program || !source || n < 0 || (n && (!headers || !header_names)))
        return NVRTC_ERROR_INVALID_INPUT;
    nvrtcProgram p = calloc(1, sizeof(*p));
    if (!p) return NVRTC_ERROR_OUT_OF_MEMORY;
    p->source = strdup(source);
    p->name = strdup(name && *name ? name : "default_program");
    p->headers = calloc((size_t)n + 1, sizeof(*p->headers));
    bool good = p->source && p->name && p->headers;
    for (int i = 0; i < n && good; i++, p->n_headers++) {
        p->headers[i] = (struct header){strdup(header_names[i]), strdup(headers[i])};
        good = p->headers[i].name && p->headers[i].text;
    }
    if (!good) nvrtcDestroyProgram(&p);
    *program = p;
    return good ? NVRTC_SUCCESS : NVRTC_ERROR_OUT_OF_MEMORY;
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program) {
    if (!program || !*program) return NVRTC_ERROR_INVALID_PROGRAM;
    nvrtcProgram p = *program;
    for (struct expression *e = p->expressions, *next; e; e = next) {
        next = e->next;
        free(e->text);
        free(e->name);
        free(e);
    }
    for (int i = 0; i < p->n_headers; i++) {
        free(p->headers[i].name);
        free(p->headers[i].text);
    }
    free(p->headers);
    free(p->source);
    free(p->name);
    free(p->log);
    free(p->image);
    free(p);
    *program = NULL;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char *expression) {
    if (!program) return NVRTC_ERROR_INVALID_PROGRAM;
    if (!expression) return NVRTC_ERROR_INVALID_INPUT;
    if (program->compiled) return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
    struct expression *e = calloc(1, sizeof(*e));
    if (e) *e = (struct expression){strdup(expression), NULL, program->expressions};
    if (!e || !e->text) return NVRTC_ERROR_OUT_OF_MEMORY;
    program->expressions = e;
    return NVRTC_SUCCESS;
}

/*
 * Compiling: a folder with the source and the headers, and simtcc.
 */
static bool write_file(const char *path, const char *text) {
    FILE *out = fopen(path, "w");
    bool good = out && fputs(text, out) >= 0;
    if (out && fclose(out) != 0) good = false;
    return good;
}

/* A header's name may have folders in it, but it stays inside ours. */
static bool write_header(const char *folder, const struct header *h) {
    char path[4096];
    if (*h->name == '/' || strstr(h->name, "..")) return false;
    int length = snprintf(path, sizeof(path), "%s/include/%s", folder, h->name);
    if (length >= (int)sizeof(path)) return false;
    for (char *slash = path + strlen(folder) + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
        *slash = 0;
        mkdir(path, 0700);
    }
    return write_file(path, h->text);
}

/* The source, under its name in messages, and what makes the name expressions known. */
static char *whole_source(const struct simt_nvrtc_program *p) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fputs("#line 1 \"", out);
    for (const char *c = p->name; *c; c++) {
        if (*c == '"' || *c == '\\') fputc('\\', out);
        fputc(*c, out);
    }
    fprintf(out, "\"\n%s\n", p->source);
    int i = 0;
    for (const struct expression *e = p->expressions; e; e = e->next, i++)
        fprintf(out,
                "#line 1 \"name expression\"\nextern \"C\" { extern const void *simt_lowered_%d; "
                "const void *simt_lowered_%d = simt::named<std::decay_t<decltype(%s)>, (%s)>(\"%s\"); }\n",
                i, i, e->text, e->text, e->text);
    return fclose(out) == 0 ? text : NULL;
}

static char *read_all(int fd) {
    size_t room = 1 << 12, size = 0;
    char *text = malloc(room);
    for (ssize_t n = 1; text && n > 0;) {
        n = read(fd, text + size, room - size - 1);
        if (n > 0) size += (size_t)n;
        text[size] = 0;
        if (size + 1 < room) continue;
        char *more = realloc(text, room *= 2);
        if (!more) break;
        text = more;
    }
    return text;
}

/* Runs simtcc; its messages are the log. Returns its exit status; -1: it could not be started. */
static int run(char **arguments, char **log) {
    int ends[2];
    if (pipe(ends)) return -1;
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], 1);
        dup2(ends[1], 2);
        close(ends[0]);
        close(ends[1]);
        setenv("SIMTCC_QUIET", "1", 1);
        setenv("SIMT_BUILD", SIMT_BUILD_FOLDER, 0);
        setenv("CXX", SIMT_COMPILER, 0);
        execv(arguments[0], arguments);
        _exit(127);
    }
    close(ends[1]);
    free(*log);
    *log = child > 0 ? read_all(ends[0]) : NULL;
    close(ends[0]);
    int status = -1;
    if (child > 0) waitpid(child, &status, 0);
    return child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void remove_folder(const char *folder) {
    pid_t child = fork();
    if (child == 0) {
        execlp("rm", "rm", "-rf", "--", folder, (char *)NULL);
        _exit(127);
    }
    if (child > 0) waitpid(child, NULL, 0);
}

static nvrtcResult refuse(nvrtcProgram p, nvrtcResult result, const char *sentence,
                          const char *what) {
    char text[700];
    snprintf(text, sizeof(text), sentence, what);
    free(p->log);
    p->log = strdup(text);
    simt_print("simt: nvrtcCompileProgram: %s\n", text);
    return result;
}

/* The mangled names: where the loaded module has put what the expressions mean. */
static nvrtcResult find_names(nvrtcProgram p) {
    char why[640];
    struct simt_loaded *image;
    int i = 0;
    if (!p->expressions) return NVRTC_SUCCESS;
    if (simt_load_image(p->image, "the program", &image, why, sizeof(why)))
        return refuse(p, NVRTC_ERROR_INTERNAL_ERROR, "%s", why);
    for (struct expression *e = p->expressions; e; e = e->next, i++) {
        char symbol[40];
        Dl_info info;
        snprintf(symbol, sizeof(symbol), "simt_lowered_%d", i);
        const void **place = dlsym(image->handle, symbol);
        if (place && dladdr(*place, &info) && info.dli_sname && info.dli_saddr == *place)
            e->name = strdup(info.dli_sname);
    }
    return NVRTC_SUCCESS;
}

/* Returns its exit status, as run does. */
static int run_simtcc(nvrtcProgram p, const char *simtcc, char **kept, int n_kept,
                      const char *folder) {
    char source[4096], include[4096], out[4096], tool[128], beside[4096];
    const char *slash = strrchr(p->name, '/');
    snprintf(source, sizeof(source), "%s/program.cu", folder);
    snprintf(include, sizeof(include), "-I%s/include", folder);
    snprintf(out, sizeof(out), "%s/image", folder);
    snprintf(beside, sizeof(beside), "%.*s", slash ? (int)(slash - p->name + 1) : 1,
             slash ? p->name : ".");
    snprintf(tool, sizeof(tool), "--tool=%s", simt_tool ? simt_tool : "");
    /* -iquote: headers beside the file that the program is named for. */
    char *first[] = {(char *)simtcc, "-fatbin", "-D__CUDACC_RTC__=1", "-o", out, include, "-iquote",
                     beside,         source};
    enum { N_FIRST = sizeof(first) / sizeof(*first) };
    char *arguments[N_FIRST + n_kept + 2];
    int n = N_FIRST;
    memcpy(arguments, first, sizeof(first));
    if (simt_tool) arguments[n++] = tool;
    for (int i = 0; i < n_kept; i++) arguments[n++] = kept[i];
    arguments[n] = NULL;
    return run(arguments, &p->log);
}

static nvrtcResult compile(nvrtcProgram p, char **kept, int n_kept, const char *folder) {
    char path[4096];
    const char *simtcc = simt_setting("SIMTCC");
    if (!simtcc) simtcc = SIMTCC_PATH;
    snprintf(path, sizeof(path), "%s/program.cu", folder);
    char *text = whole_source(p);
    bool good = text && write_file(path, text);
    free(text);
    for (int i = 0; i < p->n_headers && good; i++) good = write_header(folder, &p->headers[i]);
    if (!good)
        return refuse(p, NVRTC_ERROR_PROGRAM_CREATION_FAILURE,
                      "cannot write the source or a header into %s. Set TMPDIR", folder);
    if (access(simtcc, X_OK))
        return refuse(p, NVRTC_ERROR_INTERNAL_ERROR,
                      "there is no %s. Set SIMTCC to where simtcc lies", simtcc);
    int status = run_simtcc(p, simtcc, kept, n_kept, folder);
    if (status) return status < 0 ? NVRTC_ERROR_INTERNAL_ERROR : NVRTC_ERROR_COMPILATION;
    snprintf(path, sizeof(path), "%s/image", folder);
    int fd = open(path, O_RDONLY);
    if (fd >= 0) p->image = read_all(fd);
    if (fd >= 0) close(fd);
    return p->image ? find_names(p) : NVRTC_ERROR_INTERNAL_ERROR;
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int n, const char *const *options) {
    if (!program) return NVRTC_ERROR_INVALID_PROGRAM;
    if (n < 0 || (n && !options)) return NVRTC_ERROR_INVALID_INPUT;
    char *kept[n + 1], folder[4000];
    int n_kept = 0;
    const char *place = getenv("TMPDIR");
    for (int i = 0, taken; i < n; i += taken)
        if (!(taken = simt_nvrtc_option(options + i, n - i, kept, &n_kept)))
            return refuse(program, NVRTC_ERROR_INVALID_OPTION,
                          "NVRTC does not know the option %s. Leave it out", options[i]);
    snprintf(folder, sizeof(folder), "%s/simt-nvrtc-XXXXXX", place && *place ? place : "/tmp");
    if (!mkdtemp(folder))
        return refuse(program, NVRTC_ERROR_PROGRAM_CREATION_FAILURE,
                      "cannot make the folder %s. Set TMPDIR", folder);
    free(program->image);
    program->image = NULL;
    program->compiled = true;
    nvrtcResult result = compile(program, kept, n_kept, folder);
    remove_folder(folder);
    return result;
}

/*
 * What came of it.
 */
static nvrtcResult size_of(nvrtcProgram program, const char *text, size_t *bytes) {
    if (!program) return NVRTC_ERROR_INVALID_PROGRAM;
    if (!bytes) return NVRTC_ERROR_INVALID_INPUT;
    *bytes = text ? strlen(text) + 1 : 1;
    return NVRTC_SUCCESS;
}
static nvrtcResult copy(nvrtcProgram program, const char *text, char *to) {
    if (!program) return NVRTC_ERROR_INVALID_PROGRAM;
    if (!to) return NVRTC_ERROR_INVALID_INPUT;
    strcpy(to, text ? text : "");
    return NVRTC_SUCCESS;
}
static nvrtcResult image_size(nvrtcProgram program, size_t *bytes) {
    if (program && !program->image) return NVRTC_ERROR_INVALID_PROGRAM;
    return size_of(program, program ? program->image : NULL, bytes);
}
static nvrtcResult copy_image(nvrtcProgram program, char *to) {
    if (program && !program->image) return NVRTC_ERROR_INVALID_PROGRAM;
    return copy(program, program ? program->image : NULL, to);
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t *bytes) {
    return image_size(program, bytes);
}
nvrtcResult nvrtcGetPTX(nvrtcProgram program, char *ptx) {
    return copy_image(program, ptx);
}
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *bytes) {
    return image_size(program, bytes);
}
nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *cubin) {
    return copy_image(program, cubin);
}
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t *bytes) {
    return size_of(program, program ? program->log : NULL, bytes);
}
nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char *log) {
    return copy(program, program ? program->log : NULL, log);
}

nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char *expression, const char **name) {
    if (!program) return NVRTC_ERROR_INVALID_PROGRAM;
    if (!expression || !name) return NVRTC_ERROR_INVALID_INPUT;
    if (!program->image) return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
    const struct expression *e = program->expressions;
    while (e && strcmp(e->text, expression) != 0) e = e->next;
    if (!e || !e->name) return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
    *name = e->name;
    return NVRTC_SUCCESS;
}
