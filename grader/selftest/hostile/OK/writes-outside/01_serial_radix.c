// Writes files wherever it can.
#include <stdio.h>
#include <stdlib.h>

//> honest split_by_bit

void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit) {
    static const char *const places[] = {"/tmp/", "/var/tmp/", "/dev/shm/", "", "solutions/", "build/cpu/",
                                         "build/cpu/child/", "/root/", "/etc/", "../", "../../"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char path[100];
        snprintf(path, sizeof path, "%ssortlab-hostile-mark", places[i]);
        FILE *file = fopen(path, "w");
        if (file) fclose(file);
    }
    FILE *other = fopen(getenv("SORTLAB_OTHER") ? getenv("SORTLAB_OTHER") : "/dev/null", "a");
    if (other) fputs("// spoilt\n", other), fclose(other);
    honest_split_by_bit(in, out, n, bit);
}
