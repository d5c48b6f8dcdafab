#!/bin/sh
# The bench program measures every lab's functions, and says what it cannot measure.
# Runs alone: it measures.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
bench=build/cpu/solutions/bench

"$bench" 07 14 >"$work/out" 2>&1 &&
    [ "$(grep -cE '^\| 07, [123] \| `merge_runs_[a-z]*, 64 runs` \| [0-9.]+ \|$' "$work/out")" = 3 ]
promise "a row a function, with its keys a second" $?
"$bench" 02 14 >"$work/out" 2>&1 && [ "$(grep -cE '^\| 02, [2-5] .* [0-9.]+ \|$' "$work/out")" = 4 ]
promise "those of the device too" $?
"$bench" 77 >"$work/out" 2>&1
[ $? = 2 ] && grep -q "nothing is measured of lab '77'" "$work/out"
promise "a lab that is not measured is named" $?
"$bench" 07 99 >"$work/out" 2>&1
[ $? = 2 ] && grep -q 'a number from 14 to 30' "$work/out"
promise "a size that cannot be is named" $?
exit $failed
