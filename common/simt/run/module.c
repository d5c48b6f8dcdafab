/**
 * @file
 * @brief Images of modules: the text that simtcc -fatbin makes, as code in this process.
 *
 * An image is a line, "simt-module 1 BYTES TOOL", and BYTES of a shared object as base64. So it is text without a 0
 * in it, and its size is known. Each load has variables of its own, so each is a file of its own, in memory. The file
 * and the code stay when a module is unloaded, since reports name its lines when the program ends.
 */
#include "driver.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/** By simtcc --tool; NULL: the program has no checks. */
extern char simt_tool[] __attribute__((weak));

struct head {
    size_t bytes, offset; /* of the object; of its text */
    char tool[80];
};

static bool read_head(const char *text, struct head *head) {
    char line[160];
    int used = 0;
    memset(line, 0, sizeof(line));
    for (size_t i = 0; i + 1 < sizeof(line) && text[i]; i++) {
        line[i] = text[i];
        if (text[i] == '\n') break;
    }
    bool ours = sscanf(line, "simt-module 1 %zu %79s%n", &head->bytes, head->tool, &used) == 2;
    head->offset = (size_t)used + 1;
    return ours && used && line[used] == '\n' && head->bytes;
}

static size_t text_bytes(size_t bytes) {
    return (bytes + 2) / 3 * 4;
}

size_t simt_image_bytes(const char *text) {
    struct head head;
    return read_head(text, &head) ? head.offset + text_bytes(head.bytes) + 1 : 0;
}

static int digit(char c) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *place = c ? strchr(digits, c) : NULL;
    return c == '=' ? 0 : place ? (int)(place - digits) : -1;
}

/* NULL: the text is damaged, or there is no memory. */
static char *decode(const char *text, size_t bytes) {
    char *all = malloc(bytes + 3);
    for (size_t i = 0, k = 0; all && i < bytes; i += 3, k += 4) {
        uint32_t word = 0;
        for (int j = 0; j < 4; j++) {
            int d = digit(text[k + (size_t)j]);
            if (d < 0) {
                free(all);
                return NULL;
            }
            word = word << 6 | (uint32_t)d;
        }
        for (size_t j = 0; j < 3; j++) all[i + j] = (char)(word >> (16 - 8 * j));
    }
    return all;
}

/*
 * What is handed over in place of an image.
 */
static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

static bool is_ptx(const char *text) {
    while (*text == ' ' || *text == '\n' || *text == '\r' || *text == '\t') text++;
    return begins(text, "//") || begins(text, ".version") || begins(text, ".target");
}

static CUresult refuse(const char *text, const char *shown, char *why, size_t bytes) {
    bool elf = begins(text, "\177ELF"), fat = begins(text, "\x50\xed\x55\xba"), ptx = is_ptx(text);
    const char *what = elf ? "machine code" : fat ? "a fatbin" : "PTX";
    if (elf || fat || ptx)
        snprintf(why, bytes,
                 "%s is %s for a GPU, and there is none. Make the module from its source by "
                 "simtcc -fatbin, -cubin or -ptx, or by NVRTC",
                 shown, what);
    else
        snprintf(why, bytes,
                 "%s is no module. Make it from its source by simtcc -fatbin, -cubin or -ptx, or "
                 "by NVRTC",
                 shown);
    return elf || fat ? CUDA_ERROR_NO_BINARY_FOR_GPU
           : ptx      ? CUDA_ERROR_INVALID_PTX
                      : CUDA_ERROR_INVALID_IMAGE;
}

/* Checks see a module only where both were compiled with the same ones. */
static bool same_tools(const struct head *head, const char *shown, char *why, size_t bytes) {
    const char *own = simt_tool ? simt_tool : "none";
    if (strcmp(head->tool, own) == 0) return true;
    bool none = strcmp(own, "none") == 0;
    snprintf(why, bytes,
             "%s was compiled %s%s, and the program %s%s. Compile both with the same --tool", shown,
             strcmp(head->tool, "none") == 0 ? "without --tool" : "with --tool=",
             strcmp(head->tool, "none") == 0 ? "" : head->tool,
             none ? "without it" : "with --tool=", none ? "" : own);
    return false;
}

/*
 * Loading.
 */
static int make_file(const char *object, size_t bytes) {
    int fd = memfd_create("simt-module", 0); /* addr2line is to see it */
    for (size_t done = 0; fd >= 0 && done < bytes;) {
        ssize_t n = write(fd, object + done, bytes - done);
        if (n <= 0) {
            close(fd);
            return -1;
        }
        done += (size_t)n;
    }
    return fd;
}

static struct simt_loaded *open_file(int fd) {
    char path[64];
    struct link_map *map;
    snprintf(path, sizeof(path), "/proc/%d/fd/%d", (int)getpid(), fd);
    void *handle = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    if (!handle || dlinfo(handle, RTLD_DI_LINKMAP, &map)) return NULL;
    struct simt_loaded *image = simt_add_loaded(map->l_addr, fd);
    if (image) image->handle = handle;
    return image;
}

CUresult simt_load_image(const char *text, const char *shown, struct simt_loaded **image, char *why,
                         size_t why_bytes) {
    struct head head;
    if (!read_head(text, &head)) return refuse(text, shown, why, why_bytes);
    if (!same_tools(&head, shown, why, why_bytes)) return CUDA_ERROR_INVALID_IMAGE;
    char *object = decode(text + head.offset, head.bytes);
    int fd = object ? make_file(object, head.bytes) : -1;
    free(object);
    *image = fd < 0 ? NULL : open_file(fd);
    if (*image) return CUDA_SUCCESS;
    const char *reason = fd < 0 ? "its text is damaged" : dlerror();
    snprintf(why, why_bytes, "%s cannot be loaded: %s. Make it again by simtcc -fatbin", shown,
             reason ? reason : "there is no memory");
    if (fd >= 0) close(fd);
    return CUDA_ERROR_INVALID_IMAGE;
}
