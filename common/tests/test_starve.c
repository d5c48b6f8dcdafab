/**
 * @file
 * @brief common/watch_host: where memory is scarce, malloc's own store is of no help.
 */
#include "common/tests/unit.h"
#include "common/watch_host.h"

enum { PIECE = 100 << 10, PIECES = 40, SPARE = 1 << 20, WANTED = 2 << 20 };

/** Takes pieces and gives them back, so that the thread's arena has megabytes in one place. */
static void *leave_pieces(void *last) {
    void *pieces[PIECES];
    for (int i = 0; i < PIECES; i++) pieces[i] = malloc(PIECE);
    void *top = malloc(64); // behind them, so that nothing goes back to the system
    for (int i = 0; i < PIECES; i++) free(pieces[i]);
    *(void **)last = top;
    return NULL;
}

static bool can_have(size_t bytes) {
    void *volatile memory = malloc(bytes); // the compiler may not leave it out
    free(memory);
    return memory != NULL;
}

static void what_was_given_back_is_not_had_again(void) {
    void *last;
    leave_pieces(&last);
    struct watch_host host = watch_host_start(SPARE);
    bool much = can_have(WANTED), little = can_have(SPARE / 2);
    watch_host_feed(&host);
    CU_ASSERT_FALSE(much);
    CU_ASSERT_TRUE(little);
    CU_ASSERT_TRUE(can_have(WANTED));
    free(last);
}

static void another_threads_arena_is_of_no_help(void) {
    pthread_t thread;
    void *last;
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, leave_pieces, &last), 0);
    pthread_join(thread, NULL);
    struct watch_host host = watch_host_start(SPARE);
    bool much = can_have(WANTED);
    watch_host_feed(&host);
    CU_ASSERT_FALSE(much);
    free(last);
}

static const struct unit_test tests[] = {
    {"memory that was given back is not had again where it is scarce",
     what_was_given_back_is_not_had_again},
    {"another thread's arena is of no help where memory is scarce",
     another_threads_arena_is_of_no_help},
};

int main(void) {
    struct watch_host host = watch_host_start(SPARE);
    watch_host_feed(&host);
    if (!host.unbounded) return unit_main("starve", tests, sizeof tests / sizeof *tests);
    puts("skip - memory is made scarce (this system holds nobody to a limit of memory)");
}
