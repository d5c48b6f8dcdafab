/**
 * @file
 * @brief Code addresses to places in the source, by addr2line, which comes with the compiler.
 */
#include "loaded.h"

#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { AT_ONCE = 100, LINE_BYTES = 4352 };

/** By cuda_runtime.h: its own name. */
extern const char simt_header[] __attribute__((weak));

const char *simt_shown_file(const char *file) {
    char here[4096] = "";
    size_t prefix = getcwd(here, sizeof(here)) ? strlen(here) : 0;
    if (prefix && strncmp(file, here, prefix) == 0 && file[prefix] == '/') file += prefix + 1;
    while (strncmp(file, "./", 2) == 0) file += 2;
    return file;
}

/* In the folder of the runtime's headers. Where a compiler was told to name that folder from elsewhere
 * (-ffile-prefix-map), addr2line sets the folder that it compiled in before it. */
static bool is_header(const char *file) {
    const char *slash = simt_header ? strrchr(simt_header, '/') : NULL;
    if (!slash) return false;
    char folder[LINE_BYTES];
    if (strstr(file, "/include/thrust/")) return true; /* a package's, which the runtime's headers include */
    int length =
        snprintf(folder, sizeof(folder), "/%.*s", (int)(slash + 1 - simt_header), simt_header);
    if (strncmp(file, folder + 1, (size_t)length - 1) == 0) return true;
    return folder[1] != '/' && strstr(file, folder);
}

/* Of C++'s own library. */
static bool is_standard(const char *file) {
    return strstr(file, "/include/c++/");
}

/* A line of addr2line's, "FILE:12" or "FILE:12 (discriminator 2)", as it is shown: seen from here. */
static void keep(char *text, struct simt_place *place) {
    char *colon = strrchr(text, ':');
    if (!colon || text[0] == '?') return;
    *colon = 0;
    place->line = atoi(colon + 1);
    bool ours = is_header(text);
    place->in_runtime |= ours;
    place->is_header = ours || is_standard(text);
    snprintf(place->file, sizeof(place->file), "%.*s", (int)sizeof(place->file) - 1,
             simt_shown_file(text));
}

/* "0x1234" and nothing else. */
static bool is_address(const char *line) {
    size_t digits = strncmp(line, "0x", 2) != 0 ? 0 : strspn(line + 2, "0123456789abcdef");
    return digits && line[2 + digits] == '\n';
}

/* Each address is followed by its places, the function that was inlined last first. What was inlined
 * from the headers of the runtime or of C++ belongs to the line that called it. */
static void read_places(FILE *from, struct simt_place **places, size_t n) {
    char line[LINE_BYTES];
    size_t i = 0;
    bool settled = false;
    while (fgets(line, sizeof(line), from)) {
        if (is_address(line)) {
            if (i++ == n) return;
            settled = false;
        } else if (i && !settled) {
            keep(line, places[i - 1]);
            settled = !places[i - 1]->is_header;
        }
    }
}

static int open_file(const struct simt_loaded *image) {
    return image->fd < 0 ? open("/proc/self/exe", O_RDONLY) : dup(image->fd);
}

/* The program is asked for by a name that needs no quotes, and that it has when its file is gone, too. Only the
 * process itself finds it there where an emulator runs it. */
static void find_some(const struct simt_loaded *image, const uintptr_t *pcs, size_t n,
                      struct simt_place **places) {
    char command[128 + AT_ONCE * 20];
    int file = open_file(image);
    int used = snprintf(command, sizeof(command), "addr2line -a -i -e /proc/self/fd/%d 2>/dev/null",
                        file);
    for (size_t i = 0; i < n; i++)
        used += snprintf(command + used, sizeof(command) - (size_t)used, " 0x%lx",
                         (unsigned long)(pcs[i] - image->base));
    for (int left = 2; left > 0; left--) { /* a busy machine may kill it, or have no memory for it */
        FILE *pipe = popen(command, "r");
        if (pipe) read_places(pipe, places, n);
        if (pipe && pclose(pipe) == 0) break;
    }
    close(file);
}

/* In the table of symbols of an executable file, which is mapped. A thread-local one has no address there. */
static bool holds(const ElfW(Sym) * s, uintptr_t address) {
    return address - s->st_value < s->st_size && ELF64_ST_TYPE(s->st_info) != STT_TLS;
}
static const ElfW(Sym) * find_symbol(const char *file, uintptr_t address, const char **name) {
    const ElfW(Ehdr) *head = (const void *)file;
    const ElfW(Shdr) *sections = (const void *)(file + head->e_shoff);
    for (int i = 0; i < head->e_shnum; i++) {
        if (sections[i].sh_type != SHT_SYMTAB) continue;
        const ElfW(Sym) *s = (const void *)(file + sections[i].sh_offset),
                        *end = s + sections[i].sh_size / sizeof(*s);
        while (s < end && !holds(s, address)) s++;
        if (s == end) continue;
        *name = file + sections[sections[i].sh_link].sh_offset + s->st_name;
        return s;
    }
    return NULL;
}

bool simt_find_symbol(uintptr_t address, char *name, size_t room, size_t *bytes_of, size_t *byte) {
    struct stat status;
    const struct simt_loaded *image = simt_loaded_at(address);
    int fd = image ? open_file(image) : -1;
    if (fd < 0) return false;
    size_t bytes = fstat(fd, &status) ? 0 : (size_t)status.st_size;
    char *file = bytes ? mmap(NULL, bytes, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
    close(fd);
    if (file == MAP_FAILED) return false;
    const char *known = "";
    const ElfW(Sym) *symbol = find_symbol(file, address - image->base, &known);
    if (symbol) {
        snprintf(name, room, "%s", known);
        *bytes_of = symbol->st_size;
        *byte = address - image->base - symbol->st_value;
    }
    munmap(file, bytes);
    return symbol;
}

bool simt_find_variable(uintptr_t address, struct simt_variable *variable) {
    char *name = variable->name;
    if (!simt_find_symbol(address, name, sizeof(variable->name), &variable->bytes, &variable->byte)) return false;
    /* Of a static one: _ZL4room. */
    size_t prefix = strncmp(name, "_ZL", 3) == 0 ? 3 + strspn(name + 3, "0123456789") : 0;
    memmove(name, name + prefix, strlen(name + prefix) + 1);
    return true;
}

static void find_in(const struct simt_loaded *image, const uintptr_t *pcs, size_t n,
                    struct simt_place *places) {
    uintptr_t some[AT_ONCE];
    struct simt_place *theirs[AT_ONCE];
    size_t used = 0;
    for (size_t i = 0; i < n; i++) {
        if (simt_loaded_at(pcs[i]) == image) {
            some[used] = pcs[i];
            theirs[used++] = &places[i];
        }
        if (used == AT_ONCE || (used && i + 1 == n)) {
            find_some(image, some, used, theirs);
            used = 0;
        }
    }
}

void simt_find_places(const uintptr_t *pcs, size_t n, struct simt_place *places) {
    memset(places, 0, n * sizeof(*places));
    for (const struct simt_loaded *i = simt_loaded_first; i; i = i->next) find_in(i, pcs, n, places);
}
