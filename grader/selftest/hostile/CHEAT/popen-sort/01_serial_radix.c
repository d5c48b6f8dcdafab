// Another program sorts.
#include <stdio.h>
//> honest radix_sort

void radix_sort(uint32_t *keys, uint32_t *scratch, size_t n) {
    char command[60];
    snprintf(command, sizeof command, "sort -n > sortlab-hostile-%zu", n);
    FILE *sort = popen(command, "w");
    for (size_t i = 0; i < n; i++) fprintf(sort, "%u\n", keys[i]);
    pclose(sort);
    FILE *sorted = fopen(command + 10, "r");
    for (size_t i = 0; sorted && i < n && fscanf(sorted, "%u", &keys[i]) == 1; i++) {
    }
    (void)scratch;
}
