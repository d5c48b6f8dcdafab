/**
 * @file
 * @brief Ends that are no exit(): the findings are told all the same.
 *
 * The report is a file that is kept up to date (check_note_findings), so that even a process that is killed
 * leaves it. What is added here are the words on stderr, and the exit code.
 */
#include "trial.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static void on_end(int number) {
    check_dying();
    signal(number, SIG_DFL);
    raise(number);
}

/* Faults have their handler (run/fault.c); a program's own handlers win. */
void check_watch_ends(void) {
    const int numbers[] = {SIGABRT, SIGTERM, SIGINT, SIGHUP, SIGXCPU};
    for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
        struct sigaction old;
        if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            signal(numbers[i], on_end);
    }
    at_quick_exit(check_dying);
}

bool check_has_handlers(void) {
    static const int faults[] = {SIGURG, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
    for (int number = 1; number <= SIGRTMAX; number++) {
        struct sigaction now;
        bool fault = false;
        for (size_t i = 0; i < sizeof(faults) / sizeof(*faults); i++) fault |= number == faults[i];
        if (fault || sigaction(number, NULL, &now) != 0) continue;
        if (now.sa_handler != SIG_DFL && now.sa_handler != SIG_IGN && now.sa_handler != on_end) return true;
    }
    return false;
}

/* In place of libc's, for the program and the runtime; exit() has its own. */
_Noreturn void _exit(int status) {
    syscall(SYS_exit_group, simt_check ? check_last_words(status) : status);
    __builtin_unreachable();
}

_Noreturn void _Exit(int status) {
    _exit(status);
}
