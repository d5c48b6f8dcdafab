#!/bin/sh
# The solutions, built with all checkers, run through their stages: right answers, and not one finding.
. "$(dirname "$0")/../../common/tests/promise.sh"

mkdir "$work/reports"
for order in forward random:3; do
    TOOL=all SIMT_REPORT="$work/reports/%p.json" build/cpu/grade --folder build/cpu --submission solutions \
        --order $order >"$work/graded" 2>&1
    grep -q '^solutions: \([0-9]*\) of \1 points' "$work/graded"
    status=$?
    cp "$work/graded" "$work/out"
    promise "the solutions pass all stages in check builds, threads in $order order" $status
done

find "$work/reports" -name '*.json' | wc -l >"$work/out"
[ "$(cat "$work/out")" -ge 40 ]
promise "every stage that runs kernels leaves a report" $?
cat "$work"/reports/*.json | grep '"severity"' >"$work/out"
[ ! -s "$work/out" ]
promise "the checkers find nothing in the solutions" $?
exit $failed
