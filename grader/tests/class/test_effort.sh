#!/bin/sh
# What students' progress files say of a course: how long each stage took whom, and which hints were read.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
needs class "class runs" && needs node "class runs" || exit 0
. grader/tests/class/class_of_stand_ins.sh
flock build/cpu/lock make -s build/cpu/class build/cpu/rubric build/cpu/pages build/cpu/tests/valid || exit 1

hand_in() { # STUDENT TRIES SECONDS SOLVED HINTS
    mkdir -p "$subs/$1/.sortlab" && echo "right $1" >"$subs/$1/01_serial_radix.c"
    cat >"$subs/$1/.sortlab/progress.json" <<END
{"version": 1, "labs": {"01_serial_radix": {"stages": {"a": {"step": 1, "tries": $2, "worked_s": $3$4}},
 "hints": {"one": {"step": 1, "shown": {$5}}, "other": {"step": 2, "shown": {"2": "now"}}}}}}
END
}
solved=', "solved": "2026-11-21T10:31:05Z"'
hand_in ada 3 1200 "$solved" '"1": "now"'
hand_in ben 9 7300 "$solved" '"1": "now", "3": "now"'
hand_in cem 5 3600 '' '"1": "now", "2": "now", "3": "now", "9": "now"'
hand_in '=dan' 7 4000 '' ''
mkdir "$subs/eve" && echo right >"$subs/eve/01_serial_radix.c" # hands in no progress
run "$out"
cat >"$work/wanted" <<'END'
student_id,lab,stage,title,tries,minutes,solved,hints_1,hints_2,hints_3
'=dan,01_serial_radix,1,a,7,66,no,0,0,0
ada,01_serial_radix,1,a,3,20,yes,1,0,0
ben,01_serial_radix,1,a,9,121,yes,1,0,1
cem,01_serial_radix,1,a,5,60,no,1,1,1
END
LC_ALL=C sort "$out/effort.csv" >"$work/a" && LC_ALL=C sort "$work/wanted" >"$work/b"
[ $code = 0 ] && diff "$work/a" "$work/b" >>"$work/out.txt"
promise "effort.csv says which stage cost whom how many tries, minutes and hints" $?
tr -d ' \n' <"$out/class.json" >"$work/json"
build/cpu/tests/valid grader/grade/report/class.schema.json "$out/class.json" >>"$work/out.txt" 2>&1 &&
    grep -qF '"effort":{"students":4,"stages":[{"lab":"01_serial_radix","stage":1,"step":1,"title":"a",'\
'"tried":4,"solved":2,"tries":5,"minutes":60,"most_minutes":66,"hints":[3,1,2]}' "$work/json"
promise "class.json has the median student's, and how many read each hint" $?
shown "$out/class.html" | tr '\n' ' ' | grep -o 'How they got there.*' >"$work/out.txt"
says '4 handed in the file' && says 'it took the median student longest' &&
    says 'half of those who tried read the last hint' && says 'more than a quarter of those who tried did not solve it'
promise "the class page says what stands out" $?
cp "$out/effort.csv" "$work/before" && cp "$out/class.html" "$work/page" && run "$out" &&
    cmp "$work/before" "$out/effort.csv" >>"$work/out.txt" 2>&1 && [ "$(graded)" = 0 ]
promise "a second run says the same" $?

hand_in ada -5 1e300 "$solved" ''
hand_in ben 99999999999 99999999999 "$solved" ''
echo '{"labs": [1, {}], "stages": 3}' >"$subs/cem/.sortlab/progress.json"
echo '{"labs": {"01_serial_radix": {"stages": [1], "hints": {"a": 7, "b": {"shown": []}}}}}' \
    >"$subs/=dan/.sortlab/progress.json"
run "$out"
[ $code = 0 ] && grep -qx 'ada,01_serial_radix,1,a,0,0,yes,0,0,0' "$out/effort.csv" &&
    grep -qx 'ben,01_serial_radix,1,a,100000,60000,yes,0,0,0' "$out/effort.csv" &&
    [ "$(wc -l <"$out/effort.csv")" = 3 ] &&
    build/cpu/tests/valid grader/grade/report/class.schema.json "$out/class.json" >>"$work/out.txt" 2>&1
promise "whatever a student writes into the file, the figures stay sound" $?
run "$out" --anonymous
[ $code = 0 ] && grep -q '^student-' "$out/effort.csv" && ! grep -q 'ada\|ben' "$out/effort.csv"
promise "with ANONYMOUS=1 it has ids" $?
rm -r "$subs"/*/.sortlab && run "$out" && shown "$out/class.html" >"$work/page" &&
    ! grep -q 'How they got there' "$work/page"
promise "where nobody handed such a file in, the page says nothing of it" $?
exit $failed
