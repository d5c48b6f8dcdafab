#!/bin/sh
# What points come to, against a second calculator, and what holds whatever the points are.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
mkdir -p build/cpu && flock build/cpu/lock make -s --no-print-directory build/cpu/tests/scores || exit 2
build/cpu/tests/scores 20000 "${SEED:-1}" >"$work/lines"
awk -f grader/tests/policy/score.awk "$work/lines" >"$work/out"
promise "20,000 made-up students come to what a second calculator says: $(tail -n 1 "$work/out")" $?

# That calculator would see one point too much, and a lab too few.
sed '100s/| \([0-9]*\)/| 1\1/' "$work/lines" | awk -f grader/tests/policy/score.awk >"$work/out"
[ $? = 1 ] && grep -q '^line 100: ' "$work/out" && [ "$(grep -c '^line' "$work/out")" = 1 ]
promise "and it sees one that is changed" $?

awk '{ late = $9; sub(/^.*\| /, "")
    if ($3 + $2 != $1 || $3 < 0 || $1 > $5 || (late <= 0 && $2)) print }' "$work/lines" >"$work/out"
[ ! -s "$work/out" ]
promise "no score is below 0 or above the most, none in time has a penalty, and score and penalty are what was earned" \
    $?
exit $failed
