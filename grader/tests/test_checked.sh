#!/bin/sh
# The grader runs a stage whose answers are right once more with every access checked. The solutions keep
# all points in other orders of threads than the one that test_labs.sh takes.
. "$(dirname "$0")/../../common/tests/promise.sh"

tools=memcheck,racecheck,initcheck,synccheck
for order in random:3; do
    build/cpu/grade --folder build/cpu --submission solutions --order $order --tool "$tools" >"$work/out" 2>&1
    grep -q '^solutions: \([0-9]*\) of \1 points' "$work/out"
    promise "the checkers find nothing in the solutions, threads in $order order" $?
done

# Right answers, and a barrier that only some threads come to.
flock build/cpu/lock make -s --no-print-directory build/cpu/mutants >"$work/out" 2>&1
for mutant in 03:barrier_in_a_branch 04:barrier_in_the_branch; do
    build/cpu/mutants --lab "${mutant%:*}" --mutant "${mutant#*:}" --out "$work/mutants" >"$work/out" 2>&1
    grep -q '1 mutants, 1 killed' "$work/out"
    promise "the grader takes points for a divergent barrier, lab ${mutant%:*}" $?
done
exit $failed
