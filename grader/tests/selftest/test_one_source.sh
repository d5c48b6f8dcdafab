#!/bin/sh
# A lab's solution, its skeleton and its stages speak of the same steps; and a learner who has done
# some of them passes the stages of those and of no other.
#     sh grader/tests/selftest/test_one_source.sh [LAB...]     03_atomic_merge; without one, all
# Of labs that are not named a run takes a third, with no step done and with some, as many as the lab's number says;
# ALL=1: all, with each number of steps.
# Takes turn 6 of 12.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
mkdir "$work/sub"
[ $# = 0 ] || ALL=1

# Grades the file of $lab in a folder, and writes a line a stage to $work/stages: STEP POINTS VERDICT. Without
# OPTIONS counts are taken, too.
grade() { # FOLDER OPTIONS...
    rm -f "$work/r.json"
    folder=$1
    shift
    build/cpu/grade --folder build/cpu --submission "$folder" --lab "$lab" "$@" \
        --result "$work/r.json" >"$work/out" 2>&1
    awk '{ value = $2; gsub(/[",]/, "", value) }
         /^      "step":/ { step = value }
         /^      "max_points":/ { points = value }
         /^      "verdict":/ { print step, points, value }' "$work/r.json" >"$work/stages"
}

# Which stages of $work/stages end otherwise than they must with $1 steps done. A build that fails would be no proof: a
# stage has to be run to fail.
wrong_with() {
    awk -v solved="$1" '
        $3 ~ /^(CE|LE|MISS|IE)$/ || ($3 == "OK") != ($1 <= solved) {
            print "with " solved " steps done, stage " NR " of step " $1 " ends in " $3 }
        END { if (!NR) print "with " solved " steps done there is no result" }' "$work/stages"
}

# Numbers from 0 to $1: of $lab with ALL=1 each, else the first and another one.
some_of() {
    digits=${lab%%_*}
    [ "${ALL:-}" ] && seq 0 "$1" || echo 0 $((1 + ${digits#0} % $1))
}

for lab in ${*:-$(some $(basename -a labs/[0-9]*))}; do
    solution=$(ls solutions/$lab.c solutions/$lab.cu 2>/dev/null)
    skeleton=labs/$lab/${solution#solutions/*_}
    grade solutions --tool none --order forward
    steps=$(tail -n 1 "$work/stages" | cut -d ' ' -f 1)
    steps=${steps:-0}

    awk '$1 != last && $1 != last + 1 { print "step " $1 " comes after step " last + 0 }
         { last = $1; sum += $2; if ($2 < 1) print "stage " NR " has no points" }
         END { if (last < 2 || last > 8) print "there are " last + 0 " steps"
               if (sum != 100) print "the points add up to " sum + 0 }' "$work/stages" >"$work/out"
    [ ! -s "$work/out" ]
    promise "$lab has 2 to 8 steps, a stage or more for each in turn, and 100 points" $?

    for file in "$solution" "$skeleton"; do
        found=$(sed -nE 's#^ *//>? TODO ([0-9]+).*#\1#p' "$file" | sort -nu | tr '\n' ' ')
        [ "$found" = "$(seq -s ' ' "$steps") " ] || echo "$file has TODO $found"
    done >"$work/out"
    [ ! -s "$work/out" ]
    promise "$lab has a TODO or more for each step, in solution and skeleton, and no other" $?

    for solved in $(some_of $((steps - 1))); do
        awk -v solved="$solved" -f common/build/skeleton.awk "$solution" >"$work/sub/${solution#solutions/}"
        grade "$work/sub" --tool none --order forward
        [ -z "$(wrong_with "$solved")" ] || grade "$work/sub" # the next step may ask for other counts alone
        wrong_with "$solved"
    done >"$work/astray"
    mv "$work/astray" "$work/out"
    [ ! -s "$work/out" ]
    promise "$lab with some steps done, or none, passes the stages of those steps and no other" $?
    rm -f "$work/sub/"*
done
exit $failed
