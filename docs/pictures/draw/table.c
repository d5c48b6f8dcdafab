#include "table.h"

#include <stdio.h>
#include <string.h>

int cell_of(const char *row, int cell, char *text, size_t size) {
    for (int i = 0; i < cell; i++) {
        row = strchr(row, '|');
        if (!row) return 0;
        row++;
    }
    row += strspn(row, " `");
    size_t length = strcspn(row, "|");
    while (length > 0 && strchr(" `\n", row[length - 1])) length--;
    if (length >= size) return 0;
    memcpy(text, row, length);
    text[length] = 0;
    return 1;
}

int find_row(const char *page, const char *begin, char *row, size_t size) {
    FILE *file = fopen(page, "r");
    int found = 0;
    while (file && !found && fgets(row, (int)size, file))
        found = strncmp(row, begin, strlen(begin)) == 0;
    if (file) fclose(file);
    return found;
}
