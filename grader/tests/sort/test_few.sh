#!/bin/sh
# The fewest items are looked up, and few are sorted in one kernel: by a sample that tells the truth, or by one that is
# made to mislead. More are sorted in other ways, with values of any size, and by fewer passes in a narrow range.
# Takes turn 6 of 6.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
log=$work/log

# sorts NAME PROMISE [OPTION]...: compiles a program with all checkers, and runs it
sorts() {
    name=$1 promise=$2
    shift 2
    common/simt/simtcc --tool=memcheck,racecheck,initcheck,synccheck -O1 -w "$@" -I. -o "$work/$name" \
        "grader/tests/sort/$name.cu" >"$log" 2>&1 || { cat "$log"; exit 1; }
    SIMT_GPU=H100 timeout 300 "$work/$name" >"$log" 2>&1 && grep -q '========= ERROR SUMMARY: 0 errors' "$log"
    report "$promise" $? "$log"
}

sorts few "the fewest items and few ones are sorted as std::stable_sort does, and so they are if a sample misleads"
sorts ways "each way sorts by some bits, and carries one, two or four words; digits and values are spread" \
    -DMOST_MULTIPROCESSORS=1
sorts narrow "keys of a narrow range, as small numbers with a sign, make as few passes as that has bytes" \
    -DMOST_MULTIPROCESSORS=1
exit $failed
