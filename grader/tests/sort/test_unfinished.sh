#!/bin/sh
# The program `run` leaves OUT complete or as it was: where a lab is wrong, a signal comes, or IN shrinks.
#     RUN=build/cpu/solutions/run sh grader/tests/sort/test_unfinished.sh
set -u
export LC_ALL=C
unset SIMT_DEVICE_MEMORY
. "$(dirname "$0")/../program.sh"
# What is spilled without a word about it goes here, so that `clean` would find it.
export TMPDIR="$work"

# ---- Labs that are wrong ----

# Of objects those whose source is there: an update may have moved it.
with_source() {
    while read -r object; do
        source=$kit/${object#"$build"/} source=${source%.o}
        [ ! -e "$source.c" ] && [ ! -e "$source.cu" ] || echo "$object"
    done
}

# A program whose lab 05 sorts nothing, and whose heap stops the program when OUT grows.
link_broken() {
    cat >broken.c <<'END'
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int merge_runs_losertree(const void *runs, uint32_t *out, uint32_t *from);

int merge_runs_heap(const void *runs, uint32_t *out, uint32_t *from) {
    char link[32], file[4096];
    int growing = 0; // runs are in one file without a name, and OUT is the other
    for (int fd = 3; fd < 100; fd++) {
        snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
        ssize_t length = readlink(link, file, sizeof(file) - 1);
        file[length > 0 ? length : 0] = 0;
        growing += strstr(file, ".part") || strstr(file, "(deleted)");
    }
    if (growing > 1) exit(1);
    return merge_runs_losertree(runs, out, from);
}

void sort_tiles_oddeven(void *d_keys, size_t n, void *stream) {
    (void)d_keys, (void)n, (void)stream;
}
END
    build=${RUN%/*/run}
    gcc -O2 -c broken.c && mkdir labs && cp "${RUN%/run}"/*.o labs &&
        objcopy -W merge_runs_heap -W sort_tiles_oddeven labs/05_*.o && objcopy -W merge_runs_heap labs/07_*.o &&
        find "$build/grader/sort" "$build/grader/shared/options.o" "$build/common" -name '*.o' ! -path '*/ranks/*' \
            ! -path '*/tests/*' | with_source | tr '\n' '\0' |
        SIMTCC_READY=1 xargs -0 "$kit/common/simt/simtcc" -o broken broken.o labs/*.o "$build"/external/*.o \
            -lpthread -lm
}

# breaks PROMISE WORDS ARGUMENT...: that program ends with exit code 1 and one sentence that holds WORDS.
breaks() {
    promise=$1 words=$2
    shift 2
    ./broken "$@" --out kept.bin >said 2>heard
    [ $? = 1 ] && [ "$(grep -c . heard)" = 1 ] && grep -qF -- "$words" heard &&
        [ "$(cat kept.bin)" = "as it was" ] && clean
    ok "$promise" $?
}

printf 'as it was' >kept.bin
if [ "${RUN%/cpu/*}" != "$RUN" ]; then
    link_broken >said 2>heard
    ok "a program with labs that are wrong can be linked" $?
    breaks "a stage that breaks the sort is named, and nothing is written" "stage 'sort tiles' broke the sort" \
        --n 5000 --block oddeven
    grep -q '^sort tiles .* BROKEN$' said
    ok "and its row says so" $?
    breaks "a stage that breaks a spilled sort, too" "stage 'sort tiles' broke the sort" \
        --n 100000 --block oddeven --host-memory 1M
    ./broken --n 200000 $small --runs heap --out kept.bin >said 2>heard
    [ $? = 1 ] && [ "$(cat kept.bin)" = "as it was" ] && clean
    ok "a program that a lab ends while OUT grows leaves it as it was, and no other file" $?
    ./broken --n 5000 --compare >said 2>heard
    [ $? = 1 ] && [ "$(grep -c '^oddeven .* BROKEN$' said)" = 5 ] && [ "$(grep -c ' ok' said)" = 15 ] &&
        [ "$(grep -c "stage 'sort tiles' broke" heard)" = 5 ] &&
        tail -n 1 heard | grep -q '^run: 5 of 20 combinations broke'
    ok "--compare names the combinations that break the sort, and tries the others" $?
else
    echo "skip - labs that are wrong are named (with nvcc no such program is linked)"
fi

# ---- Interruption ----

# interrupted SIGNAL DELAY KEYS ARGUMENT...: a signal after DELAY seconds leaves OUT complete or as it
# was, and nothing else.
interrupted() {
    signal=$1 delay=$2 keys=$3
    shift 3
    printf 'as it was' >kept.bin
    "$RUN" --n "$keys" --dist reversed --out kept.bin "$@" >said 2>heard &
    program=$!
    sleep "$delay"
    kill -s "$signal" $program
    wait $program
    code=$?
    { [ $code = 0 ] || [ $code -gt 128 ]; } && clean || return
    [ "$(wc -c <kept.bin)" = $((4 * keys)) ] || { [ "$(cat kept.bin)" = "as it was" ] && [ $code -gt 128 ]; }
}

result=0
for delay in 0 0.01 0.02 0.05 0.1 0.13 0.15 0.17 0.2; do
    interrupted TERM $delay 40000 2>/dev/null || result=1
done
ok "SIGTERM at any moment leaves OUT complete or as it was, and no other file" $result
interrupted HUP 0.05 40000 2>/dev/null
ok "SIGHUP too" $?
result=0
for delay in 0 0.01 0.03 0.06 0.1 0.15 0.2 0.25 0.3 0.35 0.4 0.5 0.6; do
    interrupted TERM $delay 400000 $small 2>/dev/null || result=1
done
ok "SIGTERM while keys are spilled, merged and written does so too" $result
interrupted INT 0.2 400000 $small 2>/dev/null || interrupted HUP 0.2 400000 $small 2>/dev/null
ok "SIGINT and SIGHUP too" $?
interrupted KILL 0.1 100000 --host-memory 1M 2>/dev/null
ok "SIGKILL while keys are spilled leaves nothing either" $?

# A file that is cut while it is read: by the second run, its end has gone.
shrinks() {
    head -c 1200000 /dev/zero >zeros.bin
    stopped zeros.bin 1 "$RUN" --in zeros.bin --host-memory 1M --quiet --out kept.bin || return
    truncate -s 400000 zeros.bin
    kill -s CONT $program
    wait $program
    [ $? = 2 ] && grep -q "'zeros.bin' ended after 400000 of its 1200000 bytes" heard &&
        [ "$(wc -c <kept.bin)" != 1200000 ] && clean
}
shrinks 2>/dev/null
ok "a file that shrinks while it is spilled is named" $?

exit $failed
