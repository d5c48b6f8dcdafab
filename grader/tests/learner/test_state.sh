#!/bin/sh
# What a learner has done is one file that nothing loses: not an update, an older or newer kit, a fault in
# the file, two programs at once, nor a disk that is full.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
flock build/cpu/lock make -s --no-print-directory build/cpu/grade >"$work/out" 2>&1
promise "the program is built" $?
state=$work/some/folder.of/progress.json
mkdir "$work/some"
learn() { build/cpu/grade --progress "$state" "$@" >"$work/out" 2>&1; }
holds() { tr -s ' \n' '  ' <"$state" | grep -qF -- "$1"; }
shown() { learn shown 03_atomic_merge "$1" && [ "$(cat "$work/out")" = "$2" ]; }

shown 'the bid' '' && [ ! -e "$state" ]
promise "to ask writes nothing" $?
learn shown 03_atomic_merge 'the bid' 1 2 && shown 'the bid' 2 && holds '"version": 1'
promise "the file is made when there is something to keep" $?

cat >"$state" <<'JSON'
{"labs": {"99_gone": {"stages": {"a": {"verdict": "OK"}}, "note": 1},
          "01_serial_radix": {"stages": {"a sort by 32 splits": {"verdict": "OK", "more": [1]}}},
          "03_atomic_merge": {"stages": {"one tile into one run": {"verdict": "COUNT"}}}}, "theme": "dark"}
JSON
learn shown 01_serial_radix 'the bid' 1 1 && holds '"version": 1' && holds '"note": 1' && holds '"more": [ 1 ]' &&
    holds '"theme": "dark"'
promise "a file of before versions is read; labs and keys that are not known stay" $?
learn map && grep -q "^37 of ${n_labs}00 points" "$work/out"
promise "and what it says counts: half of 25 points, rounded down, of a right answer by another method" $?
sed -i 's/"version": 1/"version": 7/' "$state"
learn shown 01_serial_radix 'the bid' 1 2 && holds '"version": 7' && holds '"note": 1'
promise "a file of a later version stays one" $?

# damaged TEXT: the file is set aside, whole, with one sentence; and work goes on.
n=0
damaged() {
    n=$((n + 1))
    printf '%s' "$1" >"$state"
    learn shown 03_atomic_merge 'the tie' 2 1 && [ "$(wc -l <"$work/out")" = 1 ] &&
        grep -q "progress.json.damaged-$n, and progress is counted from the beginning" "$work/out" &&
        [ "$(cat "$state.damaged-$n")" = "$1" ] && shown 'the tie' 1
}
damaged '{"version": 1, "labs": {' && damaged '' && damaged '[]' && damaged '{"labs": []}' &&
    damaged '{"labs": {"a": 1}}' && damaged '{"labs": {"a": {"stages": {"b": 1}}}}' &&
    damaged '{"labs": {"a": {"hints": {"b": {"shown": 3}}}}}' && damaged '{"last_failure": "none"}'
promise "a file that is damaged is set aside with one sentence" $?
echo '{"labs": []}' >"$state"
learn map && grep -q "^0 of ${n_labs}00 points" "$work/out"
promise "and the map can be drawn before that" $?

rm -f "$state"
for i in $(seq 1 30); do
    build/cpu/grade --progress "$state" shown 03_atomic_merge "step $i" 1 1 >>"$work/out" 2>&1 &
done
wait
[ "$(grep -c '"step [0-9]*": {' "$state")" = 30 ] && [ "$(find "$work/some" -name '*.json.??????' | wc -l)" = 0 ]
promise "of thirty programs at once none loses what another one wrote" $?

cp "$state" "$work/before"
(ulimit -f 1 && trap '' XFSZ && learn shown 03_atomic_merge 'the last' 5 1)
[ $? = 2 ] && grep -q 'cannot be written: .*. This check will not be remembered' "$work/out" &&
    cmp -s "$state" "$work/before"
promise "where there is no room, nothing is lost and it says so" $?
build/cpu/grade --progress /dev/null/progress.json shown 03_atomic_merge 'the bid' 1 1 >"$work/out" 2>&1
[ $? = 2 ] && [ "$(wc -l <"$work/out")" = 1 ]
promise "where the folder cannot be made it says so too" $?

# How long somebody worked at a stage: time between two checks of one sitting, and the files that were tried.
mkdir "$work/sub" && cp labs/01_serial_radix/serial_radix.c "$work/sub" && mkdir "$work/build"
ago() { printf '{"version": 1, "checked": "%s"}' "$(date -u -d "$1 ago" +%FT%TZ)" >"$state"; }
check() { build/cpu/grade --folder "$work/build" --submission "$work/sub" --lab 01 --sandbox none \
    --until-fail --progress "$state" >"$work/out" 2>&1 ||
    [ $? = 1 ]; }
is() { tr -d ' \n' <"$state" | grep -qE "\"astablesplitbyonebit\":[{][^}]*$1"; }
ago '10 minutes' && check && is '"tries":1,' && is '"worked_s":(6|7|8|9|1[0-7])[0-9][0-9]'
promise "the time since the last check counts for the stage that fails" $?
check && is '"tries":1,' && echo '// again' >>"$work/sub/serial_radix.c" && check && is '"tries":2,'
promise "a try is a file that has changed" $?
ago '9 hours' && check && is '"tries":1,' && ! is worked_s
promise "a night is no work" $?
cp solutions/01_serial_radix.c "$work/sub/serial_radix.c" && check && is '"tries":2,' && cp "$state" "$work/before" &&
    echo '// more' >>"$work/sub/serial_radix.c" && check && is '"tries":2,'
promise "a stage that is solved counts no more" $?
exit $failed
