#!/bin/sh
# What a capture forbids, with the codes that an H100 gave, and a race between two branches of a graph. (That graphs
# do what they should is tested by test_programs.sh.)
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
cases=common/simt/tests/check/graphs
common/simt/simtcc -O2 -o "$work/plain" $cases.cu || exit 2
common/simt/simtcc --tool=racecheck,memcheck -O2 -o "$work/checked" $cases.cu || exit 2

for streams in eager lazy; do
    SIMT_STREAMS=$streams "$work/plain" >"$work/out" 2>&1
    diff $cases.codes "$work/out" >"$work/log"
    report "what a capture forbids gives a GPU's codes, with $streams streams" $? "$work/log"
done

"$work/checked" 0 >"$work/out" 2>&1
grep -q 'Race reported between kernel write .* and kernel write .*nothing orders the two' "$work/out"
report 'racecheck finds two branches of a graph that write the same bytes' $? "$work/out"
exit $failed
