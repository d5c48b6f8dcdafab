#!/bin/sh
# Replays traces as the page shows them and holds them against what memory held: of the solutions, of wrong
# programs of the mutant bank, and of unusual right ones.
#     SAMPLE=2 SEED=1 sh common/tests/test_replay.sh       so many of each lab, and which
#     SAMPLE=all LABS="03 04" sh common/tests/test_replay.sh    all of these labs
# Takes turn 4 of 12.
set -u
. "$(dirname "$0")/promise.sh"
if ! command -v node >/dev/null; then
    echo "skip - pages show what memory held (there is no node)"
    exit 0
fi
flock build/cpu/lock make -s --no-print-directory build/cpu/grade build/cpu/mutants >"$work/out" 2>&1 || exit 2

# trace FOLDER OUT LAB [OPTIONS]: the input that `make trace` takes, unless others are given.
trace() {
    folder=$1 out=$2 lab=$3
    shift 3
    [ $# -gt 0 ] || set -- $(sed -n 's/^TRACE *= *//p' labs/"$lab"_*/lab.mk | tr ' ' '\n' |
        sed 's/\(.*\)=\(.*\)/--\L\1 \2/')
    build/cpu/grade --folder build/cpu --lab "$lab" --ranks --submission "$folder" --trace "$out" "$@"
}
replay() { node common/web/tests/replay.mjs "$@" >"$work/out" 2>&1; }

DEV=cpu WHO=solutions sh common/build/trace.sh all "$work/solutions" >"$work/out" 2>&1 &&
    replay "$work"/solutions/*.html
promise "the solutions' pages show what memory held at every barrier ($(tail -n 1 "$work/out"))" $?

# The usual right program: thread 0 sets s_winner, and then it bids as all the others do.
trace solutions "$work/bids.html" 03 --stage 3 --keys "1 0 0 0" >"$work/out" 2>&1 && replay "$work/bids.html"
promise "no atomicMin raises a word" $?

# What no test may show has to be found: the steps as they were before, by each thread's own count of accesses.
cp -r common/web "$work/page"
sed 's/, written.get(word) || 0);/);/; s/if (writes || set.has(i)) t = .*/;/' common/web/trace/model.js \
    >"$work/page/trace/model.js"
! cmp -s common/web/trace/model.js "$work/page/trace/model.js" &&
    ! node "$work/page/tests/replay.mjs" "$work/bids.html" >"$work/out" 2>&1 &&
    grep -q 'find another value than in the run' "$work/out" &&
        grep -q 'memory held other values at its end' "$work/out" &&
        grep -q 'atomicMin takes s_lowest from 0 to 1' "$work/out"
promise "atomics in another order than the run's are found, as what they are" $?

bank() { # WHAT OPTIONS: how many traces, or what is wrong with them
    what=$1 n=0
    shift
    rm -rf "$work/written" "$work/bank"
    mkdir "$work/bank"
    for lab in $labs; do
        rm -rf "$work/written"
        case ${SAMPLE:-1} in all) sample= ;; *) sample="--sample ${SAMPLE:-1} --seed ${SEED:-1}" ;; esac
        build/cpu/mutants "$@" --lab "$lab" $sample --write "$work/written" >>"$work/log" 2>&1
        for folder in "$work/written"/*; do
            # what does not compile, or dies before it has touched any memory, leaves none
            trace "$folder" "$work/bank/$lab-${folder##*/}.html" "$lab" >>"$work/log" 2>&1
        done
    done
    n=$(ls "$work/bank" | wc -l)
    [ "$n" -gt 0 ] && replay "$work"/bank/*.html
    promise "$what: pages show what memory held ($n of them; $(tail -n 1 "$work/out"))" $?
}
labs=${LABS:-$(basename -s .html -a "$work"/solutions/*.html)}
bank "wrong programs of the bank"
labs=${LABS:-03 05 12}
bank "unusual right programs" --right
exit $failed
