// Writes noise and colours into the checkers' report and journal, and crashes.
#include <stdio.h>
#include <stdlib.h>
/* With findings the runtime would end the program before it gets to its destructors. */
__attribute__((constructor)) static void go_on(void) {
    setenv("SIMT_ERROR_EXITCODE", "0", 1);
}
__attribute__((destructor)) static void noise(void) {
    static char report[4096]; // no setting says it, but in a sandbox there is one place for it
    snprintf(report, sizeof report, "%s/report.json", getenv("TMPDIR"));
    FILE *file = fopen(report, "w");
    if (!file) return;
    fputs("{\"tool\": \"racecheck\", \"kernels\": [], "
          "\"findings\": [{\"tool\": \"racecheck\", \"severity\": \"ERROR\", "
          "\"message\": \"\\u001b[2J\\u202e100 of 100\", \"file\": \"\\u001b]0;x\\u0007\", \"line\": 1, "
          "\"where\": \"\", \"thread\": [1, 2, 3], \"block\": 7}]}\n",
          file);
    fclose(file);
    dprintf(5, "\033[2J\n");
}

//> honest choose_head

//> with race.cu
