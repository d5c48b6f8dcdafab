/**
 * @file
 * @brief OUT, and interruption: the only thing that must not stay behind is the file that grows
 *        beside OUT.
 *
 * While there is one that has a name, a signal waits for the next pause between keys; at any other time it
 * ends the program at once.
 */
#include <signal.h>
#include <stdlib.h>

#include "grader/sort/run.h"

static volatile sig_atomic_t file_grows, interrupted, held;
static struct data_writer *writer;
static bool replaces; /**< it takes OUT's place in the end */

static void die_of(int number) {
    signal(number, SIG_DFL);
    raise(number);
}

static void on_signal(int number) {
    interrupted = number;
    if (!file_grows && !held) die_of(number);
}

int interruption(void) {
    return interrupted;
}

/** No file grows any more; what was held back happens now. */
static void file_done(void) {
    writer = NULL;
    file_grows = 0;
    if (interrupted && !held) die_of(interrupted);
}

void hold_signals(bool hold) {
    held = hold;
    if (interrupted && !held && !file_grows) die_of(interrupted);
}

void out_abandon(void) {
    data_writer_abort(writer);
    file_done();
}

void catch_signals(void) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        struct sigaction old;
        sigaction(numbers[i], NULL, &old);
        if (old.sa_handler != SIG_IGN) sigaction(numbers[i], &action, NULL); // nohup stays
    }
    signal(SIGXFSZ, SIG_IGN); // a limit on file sizes is an error like a full disk
    atexit(out_abandon);      // wherever the program ends
}

void out_open(const struct run_request *r) {
    struct data_error error;
    file_grows = replaces = !is_stream(r->out);
    writer = data_writer_open(r->out, format_for(r, r->out), r->sort.type, &error);
    if (!writer) stop(EXIT_REQUEST, "%s", error.text);
    if (data_writer_vanishes(writer)) file_grows = 0;
    if (interrupted && !held) out_abandon(); // it came in the meantime
}

int out_file(void) {
    return data_writer_file(writer);
}

bool out_write(const uint32_t *keys, size_t n, struct data_error *error) {
    enum { PIECE = 1 << 16 };
    for (size_t i = 0; i < n; i += PIECE) {
        if (interrupted && !held) out_abandon(); // and end here
        if (!data_writer_write(writer, keys + i, n - i < PIECE ? n - i : PIECE, error))
            return false;
    }
    return true;
}

void out_commit(void) {
    struct data_error error;
    file_grows = replaces; // it gets a name now
    if (interrupted && !held) out_abandon();
    bool ok = data_writer_commit(writer, &error);
    file_done();
    if (!ok) stop(EXIT_REQUEST, "%s", error.text);
}
