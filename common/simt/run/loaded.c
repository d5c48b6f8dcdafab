/**
 * @file
 * @brief Where the program's code and its thread-local variables lie: in its own file, in shared libraries that simtcc
 * has linked, and in modules.
 */
#include "loaded.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>

static struct simt_loaded program = {.fd = -1};
struct simt_loaded *_Atomic simt_loaded_first = &program;

static void keep_range(struct simt_loaded *image, const struct dl_phdr_info *info) {
    image->start = UINTPTR_MAX;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + p->p_vaddr, end = start + p->p_memsz;
        if (p->p_type != PT_LOAD) continue;
        if (start < image->start) image->start = start & ~(uintptr_t)4095;
        if (end > image->end) image->end = end;
    }
}

static int find_program(struct dl_phdr_info *info, size_t size, void *nothing) {
    (void)size, (void)nothing;
    program.base = info->dlpi_addr;
    keep_range(&program, info);
    return 1; /* the program itself comes first */
}

const struct simt_loaded *simt_program(void) {
    if (!program.end) dl_iterate_phdr(find_program, NULL);
    return &program;
}

__attribute__((constructor(101))) static void begin(void) {
    simt_program();
}

static int find_range(struct dl_phdr_info *info, size_t size, void *context) {
    struct simt_loaded *image = context;
    (void)size;
    if (info->dlpi_addr != image->base) return 0;
    keep_range(image, info);
    return 1;
}

struct simt_loaded *simt_add_loaded(uintptr_t base, int fd) {
    struct simt_loaded *image = calloc(1, sizeof(*image));
    if (!image) return NULL;
    image->base = base;
    image->fd = fd;
    dl_iterate_phdr(find_range, image);
    image->next = simt_loaded_first;
    while (!atomic_compare_exchange_weak(&simt_loaded_first, &image->next, image)) {
    }
    return image;
}

/* A library that is found by no name has no lines. */
void simt_library(const void *of) {
    Dl_info info;
    if (!dladdr(of, &info) || simt_loaded_at((uintptr_t)of)) return;
    simt_add_loaded((uintptr_t)info.dli_fbase, open(info.dli_fname, O_RDONLY | O_CLOEXEC));
}

#ifdef SIMT_SHARED
/* The runtime's own file holds threadIdx and dynamic shared memory. Modules are to see it, also where a library alone
 * has asked for it. */
__attribute__((constructor(101))) static void add_itself(void) {
    Dl_info info;
    simt_library(&program);
    if (dladdr(&program, &info)) dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_GLOBAL);
}
#endif

/*
 * Thread-local variables: a thread has those of an image from when it first asks for one.
 */
struct asked {
    uintptr_t address, grain, start, end;
};

static int is_within(struct dl_phdr_info *info, size_t size, void *context) {
    struct asked *asked = context;
    const struct simt_loaded *image = simt_loaded_first;
    (void)size;
    while (image && image->base != info->dlpi_addr) image = image->next;
    for (int i = 0; image && info->dlpi_tls_data && i < info->dlpi_phnum; i++) {
        asked->start = (uintptr_t)info->dlpi_tls_data;
        asked->end = asked->start + info->dlpi_phdr[i].p_memsz;
        if (info->dlpi_phdr[i].p_type == PT_TLS && asked->address < asked->end &&
            asked->address >= (asked->start & ~(asked->grain - 1)))
            return 1;
    }
    return 0;
}

bool simt_is_thread_local(uintptr_t address, size_t grain) {
    struct asked asked = {.address = address, .grain = grain};
    return dl_iterate_phdr(is_within, &asked);
}

bool simt_thread_locals(uintptr_t *start, uintptr_t *end) {
    struct asked asked = {.address = *start, .grain = 1};
    bool found = dl_iterate_phdr(is_within, &asked);
    *start = asked.start;
    *end = asked.end;
    return found;
}
