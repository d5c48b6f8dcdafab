/**
 * @file
 * @brief Code addresses to places in the source, by addr2line, which comes with the compiler.
 */
#include "internal.h"

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { AT_ONCE = 100, LINE_BYTES = 1024 };

static int find_base(struct dl_phdr_info *info, size_t size, void *base) {
    (void)size;
    *(uintptr_t *)base = info->dlpi_addr;
    return 1; /* the program itself comes first */
}

const char *simt_shown_file(const char *file) {
    char here[400] = "";
    size_t prefix = getcwd(here, sizeof here) ? strlen(here) : 0;
    if (prefix && !strncmp(file, here, prefix) && file[prefix] == '/') file += prefix + 1;
    while (!strncmp(file, "./", 2)) file += 2;
    return file;
}

/* A line of addr2line's, as it is shown: seen from here, without " (discriminator 2)". */
static void keep(char *text, struct simt_place *place) {
    text[strcspn(text, " \n")] = 0;
    char *colon = strrchr(text, ':');
    if (!colon || text[0] == '?') return;
    *colon = 0;
    snprintf(place->file, sizeof place->file, "%.*s", (int)sizeof place->file - 1,
             simt_shown_file(text));
    place->line = atoi(colon + 1);
}

/* Each address is followed by its places, the function that was inlined last first. What was inlined
 * from the runtime's own headers belongs to the line that called it. */
static void read_places(FILE *from, struct simt_place *places, size_t n) {
    char line[LINE_BYTES];
    size_t i = 0;
    bool settled = false;
    while (fgets(line, sizeof line, from)) {
        if (!strncmp(line, "0x", 2)) {
            if (i++ == n) return;
            settled = false;
        } else if (i && !settled) {
            settled = !strstr(line, "/simt/include/");
            places[i - 1].in_runtime |= !settled;
            keep(line, &places[i - 1]);
        }
    }
}

static void find_some(const uintptr_t *pcs, size_t n, struct simt_place *places) {
    char program[400], command[512 + AT_ONCE * 20];
    uintptr_t base = 0;
    dl_iterate_phdr(find_base, &base);
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length < 0 || memchr(program, '\'', (size_t)length)) return;
    program[length] = 0;
    int used = snprintf(command, sizeof command, "addr2line -a -i -e '%s' 2>/dev/null", program);
    for (size_t i = 0; i < n; i++)
        used += snprintf(command + used, sizeof command - (size_t)used, " 0x%lx",
                         (unsigned long)(pcs[i] - base));
    FILE *pipe = popen(command, "r");
    if (!pipe) return;
    read_places(pipe, places, n);
    pclose(pipe);
}

void simt_find_places(const uintptr_t *pcs, size_t n, struct simt_place *places) {
    memset(places, 0, n * sizeof *places);
    for (size_t i = 0; i < n; i += AT_ONCE)
        find_some(pcs + i, n - i < AT_ONCE ? n - i : AT_ONCE, places + i);
}
