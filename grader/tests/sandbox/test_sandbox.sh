#!/bin/sh
# What a submission cannot do in the sandbox: one tries all of it, in front of a right solution.
# Takes turn 10 of 12.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
other=60990 # a user that is nobody
says() { grep -qF -- "$1" "$work/out"; }
skip() { echo "skip - $1 ($2)"; }

mkdir "$work/build" "$work/outside" "$work/sub" "$work/results"
chmod 755 "$work" && chmod 777 "$work/outside" "$work/build" "$work/results"
token=$(od -An -N8 -tx1 /dev/urandom | tr -d ' \n')
echo "$token" >"$work/secret"
printf '%s\n' "$work/build" "stays-$token" >"$work/marks"
sleep 100000 &
victim=$!
trap 'kill $victim $(left_processes) 2>/dev/null; rm -rf "$work"' EXIT

# A right solution of lab 01 behind what is read from here.
submission() {
    cat - solutions/01_serial_radix.c >"$work/sub/01_serial_radix.c"
}
escapes() { # HARMFUL
    {
        printf '#define SECRET "%s"\n#define OUTSIDE "%s"\n#define VICTIM %d\n' "$work/secret" "$work/outside" $victim
        printf '#define HARMFUL %d\n#define TOKEN "%s"\n' "$1" "$token"
        cat grader/tests/sandbox/escapes.c
    } | submission
}
as= # setpriv, for another user
run() { # BACKEND ARGUMENTS
    backend=$1
    shift
    # shellcheck disable=SC2016,SC2086
    SANDBOX_TOKEN=$token sh -c 'echo $$ >"$0"; exec "$@"' "$work/pid" $as build/cpu/grade --folder "$work/build" \
        --submission "$work/sub" --lab 01 --stage 1 --sandbox "$backend" "$@" >"$work/out" 2>&1 </dev/null
    code=$?
}

# Processes of the submissions; the last grader's groups; folders and files.
left_processes() { grep -lsaFf "$work/marks" /proc/[0-9]*/cmdline | tr -cd '0-9\n' | grep -vx $$; }
left_groups() { find /sys/fs/cgroup -name "sortlab-grade-$(cat "$work/pid")" 2>/dev/null; }
nothing_is_left() {
    left=$(left_processes; left_groups; find "$work/outside" "$work/build" -mindepth 1)
    [ -z "$left" ] || echo "left: $left" >>"$work/out"
    [ -z "$left" ] && kill -0 $victim
}

says_in_full() { grep -qF -- "$1" "$work/results/json"; }

escapes 0
run none --result "$work/results/json"
promise "with no sandbox the attacks succeed" \
    "$(for name in 'reads the secret' 'reads the kit' 'writes outside' signals 'looks into others' connects \
    'memory beside' descriptors environment 'runs sort'; do says_in_full "$name;" || exit 1; done; echo $?)"
kill -9 $(left_processes) 2>/dev/null
rm -f "$work/outside/written"

run held
promise "'held' takes what 'auto' takes, and never none" "$(ran=$(grep '^sandbox:' "$work/out"); run auto
    [ "$ran" = "$(grep '^sandbox:' "$work/out")" ] || grep -qx 'sandbox: none' "$work/out"
    same=$?
    SORTLAB_WITHOUT=sandbox build/cpu/teeth/grade --folder "$work/build" --submission "$work/sub" --lab 01 --stage 1 \
        --sandbox held >"$work/out" 2>&1
    [ $? = 2 ] && [ $same = 0 ] && [ "$(wc -l <"$work/out")" = 1 ] &&
        says 'no sandbox holds here, and this grading wants one'; echo $?)"

twice() { # BACKEND: what a program says of its addresses
    submission <<'END'
#include <stdio.h>
#include <stdlib.h>
__attribute__((constructor)) static void say(void) {
    int here;
    fprintf(stderr, "%p %p %p\n", malloc(100), (void *)&here, (void *)say);
    abort();
}
END
    for result in one two; do run "$1" --result "$work/results/$result"; done
    grep -q 'last said: 0x' "$work/results/one" && diff "$work/results/one" "$work/results/two" >"$work/out" 2>&1
    promise "$1: an address in a message is the same tomorrow" $?
    rm -f "$work/results/one" "$work/results/two"
}
# A container may forbid what they rest on: programs that lie at the same addresses each time.
for backend in none auto; do
    if setarch "$(uname -m)" -R true 2>/dev/null; then
        twice $backend; else skip "$backend: an address in a message is the same tomorrow" \
        "setarch -R is forbidden here"; fi
done

escapes 1
holds() { # BACKEND: all of it fails there, the right solution passes, and nothing is left
    run "$1" --result "$work/results/json"
    promise "$1${as:+, not as root}: attacks fail and what is right is right" \
        "$([ $code = 0 ] && says '20 of 20' && says "sandbox: $1" && says_in_full "\"sandbox\": \"$1\""; echo $?)"
    promise "$1${as:+, not as root}: no process, group or file is left" "$(nothing_is_left; echo $?)"
}
refused() { # BACKEND TEXT: exit code 2 and one sentence
    run "$1"
    [ $code = 2 ] && says "$2" && [ "$(wc -l <"$work/out")" = 1 ]
}
promise "a sandbox that does not exist is refused" \
    "$(refused best 'auto, held, root, rootless, reduced or none'; echo $?)"

# Whatever holds here, from the strongest; what does not is skipped with the reason.
try() { # BACKEND
    run "$1" --stage 1
    if [ $code = 2 ]; then
        skip "$1${as:+, not as root}" "$(sed 's/.*does not hold here: //; s/^grade: //' "$work/out" | cut -c1-100)"
    else
        holds "$1"
    fi
}
[ "$(id -u)" != 0 ] || try root
try rootless
try reduced

# A compiler in a folder of its own.
mkdir -p "$work/own/bin" && chmod 755 "$work/own" "$work/own/bin"
printf '#!/bin/sh\nexec gcc "$@"\n' >"$work/own/bin/gcc" && chmod 755 "$work/own/bin/gcc"
submission </dev/null
CC=$work/own/bin/gcc run auto --stage 1
promise "a compiler that is named by its path is there" "$([ $code = 0 ] && says '20 of 20'; echo $?)"
if needs sandbox "and one that comes first in PATH, as a module's does"; then
    mkdir -p "$work/module/bin" && chmod 755 "$work/module" "$work/module/bin"
    printf '#!/bin/sh\nexec gcc -DOWN "$@"\n' >"$work/module/bin/cc" && chmod 755 "$work/module/bin/cc"
    printf '#ifndef OWN\n#error another compiler\n#endif\n' | submission
    (unset CC && PATH=$work/module/bin:$PATH && run auto --stage 1 && exit $code) && says '20 of 20' &&
        grep -qE '^sandbox: r' "$work/out"
    promise "and one that comes first in PATH, as a module's does" $?
    submission </dev/null
fi

# The same for somebody who is not root, if this is.
if [ "$(id -u)" = 0 ] && setpriv --reuid $other --regid $other --clear-groups test -r grader/grade/child.mk; then
    as="setpriv --reuid $other --regid $other --clear-groups"
    promise "root is refused to who is not root" "$(refused root 'is not run by root. Use rootless'; echo $?)"
    try rootless
    try reduced
    # Inside of bubblewrap there are no namespaces to be had.
    if $as bwrap --dev-bind / / --unshare-user --disable-userns test -x build/cpu/grade 2>/dev/null; then
        as="$as bwrap --dev-bind / / --unshare-user --disable-userns"
        run auto
        promise "where there are no namespaces auto takes reduced, and says why" \
            "$([ $code = 0 ] && says 'sandbox: reduced' &&
            tr '\n' ' ' <"$work/out" |
            grep -qF "grade: the sandbox is 'reduced': the sandbox 'rootless' cannot be used: it does not hold here"
            echo $?)"
        promise "and rootless is refused, with what it needs" \
            "$(refused rootless 'The kernel has to allow namespaces'; echo $?)"
    else
        skip "where there are no namespaces auto takes reduced" "bubblewrap cannot take them away here"
    fi
    as=
else
    skip "the same, not as root" "this is not root, or the kit's folder is closed to others"
fi

# Two at a time that have one number, as in two containers: each has groups and users of its own.
groups() { find /sys/fs/cgroup -maxdepth 3 -name 'sortlab-grade-1*' 2>/dev/null | sed 's|.*/||' | sort -u |
    grep -cx "sortlab-grade-1\(-1\)\{0,1\}"; }
users() { for pid in $(running 01_serial_radix/child child); do stat -c %u "/proc/$pid"; done 2>/dev/null |
    grep -v '^0$' | sort -u | wc -l; }
if [ "$(id -u)" = 0 ] && unshare --pid --fork --mount-proc true 2>/dev/null && [ -d /sys/fs/cgroup/memory ]; then
    echo '__attribute__((constructor)) static void stay(void) { for (;;) {} }' | submission
    graders=
    for i in 1 2; do
        unshare --pid --fork --mount-proc --kill-child build/cpu/grade --folder "$work/build" --submission "$work/sub" \
            --lab 01 --stage 1 --sandbox root --limit 3 >"$work/same$i" 2>&1 </dev/null &
        graders="$graders $!"
    done
    most_groups=0 most_users=0
    for i in $(seq 3000); do
        [ "$(groups)" -lt $most_groups ] || most_groups=$(groups)
        [ "$(users)" -lt $most_users ] || most_users=$(users)
        [ $most_groups$most_users != 22 ] && ! grep -qs ' points$' "$work/same1" "$work/same2" || break
        sleep 0.1
    done
    # shellcheck disable=SC2086
    wait $graders
    cat "$work/same1" "$work/same2" >"$work/out"
    promise "two graders of one number have groups of their own, and users" "$([ $most_groups$most_users = 22 ] &&
        [ "$(grep -c 'hangs' "$work/out")" = 2 ]; echo $?)"
else
    skip "two graders of one number" "no namespaces or no control groups here"
fi

# Limits, with the strongest that there is. Without any the machine would bear the harm.
needs sandbox "10 GB are not to be had" \
    "a fork bomb that goes on is ended by the time limit, and nothing of it is left" \
    "of a grader that is killed no process stays, and no file or group when the next one has run" || exit $failed
submission <<'END'
#include <stddef.h>
#include <sys/mman.h>
__attribute__((constructor)) static void want(void) {
    size_t bytes = 10ull << 30;
    volatile char *all = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    madvise((void *)all, bytes, MADV_HUGEPAGE);
    for (size_t i = 0; i < bytes; i += 4096) all[i] = 1;
}
END
run auto --limit 20
promise "10 GB are not to be had" \
    "$([ $code = 1 ] && tr -s ' \n' '  ' <"$work/out" | grep -q 'needs more than 2048 MB\|segmentation fault'; echo $?)"

{
    echo '#include <unistd.h>'
    echo '__attribute__((constructor)) static void stay(void) { for (;;) if (fork() == 0) { setsid(); pause(); } }'
} | submission
run auto --limit 1
promise "a fork bomb that goes on is ended by the time limit" "$([ $code = 1 ] && says hangs; echo $?)"
promise "and nothing of it is left" "$(nothing_is_left; echo $?)"

# A grader that is killed in the middle: its processes go with it, its folder and groups with the next run.
echo '__attribute__((constructor)) static void stay(void) { for (;;) {} }' | submission
gone_soon() {
    tries=0
    while [ "$(left_processes)" ] && [ $tries != 3000 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    [ $tries != 3000 ]
}
killed_in_the_middle() { # BACKEND
    run "$1" &
    tries=0
    until grep -qsa "$work/build.*01_serial_radix/child.0" /proc/[0-9]*/cmdline || [ $tries = 6000 ] || ! kill -0 $!; do
        sleep 0.1
        tries=$((tries + 1))
    done
    kill -9 "$(cat "$work/pid")"
    wait
    gone_soon && [ -n "$(ls "$work/build")" ]
}
promise "of a grader that is killed no process stays" "$(killed_in_the_middle auto; echo $?)"
run reduced
if [ $code = 2 ]; then
    skip "nor in the reduced sandbox" "$(sed 's/^grade: //' "$work/out" | cut -c1-100)"
else
    promise "nor in the reduced sandbox" "$(killed_in_the_middle reduced; echo $?)"
fi
# Looked at each time: the next grader ends what a dead one left.
killed_at_any_moment() { # BACKEND
    met=0
    for ms in 0 0 1 1 2 2 3 3 4 4; do
        rm "$work/pid"
        run "$1" &
        tries=0
        until [ -s "$work/pid" ] || [ $tries = 6000 ]; do sleep 0.01 && tries=$((tries + 1)); done
        pid=$(cat "$work/pid") line=
        until case $line in *01_serial_radix/child*) ;; *) ! kill -0 "$pid" ;; esac; do
            read -r child rest </proc/"$pid"/task/"$pid"/children
            read -r line </proc/"$child"/cmdline
        done 2>/dev/null
        case $line in *01_serial_radix/child*) met=$((met + 1)) ;; esac
        sleep 0.00$ms
        kill -9 "$pid"
        wait
        gone_soon || return 1
    done
    [ $met = 10 ] # each time it was seen that the sandbox was begun
}
promise "nor of one that is killed while a sandbox is made" "$(killed_at_any_moment auto; echo $?)"
submission </dev/null
killed=$(cat "$work/pid")
run auto
echo "$killed" >"$work/pid"
promise "and no file or group when the next one has run" "$([ $code = 0 ] && nothing_is_left; echo $?)"
exit $failed
