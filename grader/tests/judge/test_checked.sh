#!/bin/sh
# The grader runs a stage whose answers are right once more with every access checked. The solutions keep
# all points in an order of threads that no learner's check takes.
# Takes turn 8 of 12.
. "$(dirname "$0")/../../../common/tests/promise.sh"

tools=memcheck,racecheck,initcheck,synccheck
build/cpu/grade --folder build/cpu --submission solutions --order random:3 --tool none >"$work/out" 2>&1
promise "the solutions keep all points in an order that no learner's check runs" $?
for lab in $(some $(basename -a labs/[0-9]*)); do # of the others test_mutants.sh knows the usual orders
    build/cpu/grade --folder build/cpu --submission solutions --lab "$lab" --order random:3 --tool "$tools" \
        >"$work/out" 2>&1
    grep -q '^solutions: \([0-9]*\) of \1 points' "$work/out"
    promise "and there the checkers find nothing in the solution of $lab" $?
done

# Right answers, and a barrier that only some threads come to.
flock build/cpu/lock make -s --no-print-directory build/cpu/mutants >"$work/out" 2>&1
for mutant in 03:barrier_in_a_branch 04:barrier_in_the_branch; do
    build/cpu/mutants --lab "${mutant%:*}" --mutant "${mutant#*:}" --out "$work/mutants" >"$work/out" 2>&1
    grep -q '1 mutants, 1 killed' "$work/out"
    promise "the grader takes points for a divergent barrier, lab ${mutant%:*}" $?
done
exit $failed
