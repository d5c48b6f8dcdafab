/**
 * @file
 * @brief peak PROGRAM ARGUMENTS...: runs it, and prints how much memory it had at most, in KiB.
 *
 * Exit status 0; 1: the program failed, and nothing is printed; 2: there was none.
 */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int n, char **command) {
    struct rusage used;
    int status;
    pid_t child = n > 1 ? fork() : -1;
    if (child < 0) return 2;
    if (child == 0) {
        execv(command[1], command + 1);
        _exit(127);
    }
    if (wait4(child, &status, 0, &used) != child || status != 0) return 1;
    printf("%ld\n", used.ru_maxrss);
    return 0;
}
