#!/bin/sh
# Of several submissions of one student the last counts, or the best; and which one that was is said.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
needs class "of several submissions one counts" || exit 0
mkdir -p build/cpu &&
    flock build/cpu/lock make -s --no-print-directory build/cpu/grade build/cpu/class build/cpu/rubric \
        build/cpu/tests/valid ||
    exit 2
. grader/tests/class/class_of_stand_ins.sh
ln -s "$PWD/build/cpu/rubric" "$work/build/rubric"
go() { run "$out" --labs 01 --rubric "$work/rubric.yaml" "$@"; }
rubric() { printf 'labs: [{lab: 01}]\nattempts: %s\n' "$1" >"$work/rubric.yaml"; }
score() { awk -F, -v who="$1" 'NR > 1 && $4 == who { print $10 }' "$out/grades.csv"; } # STUDENT
handed_in() { # ENTRY TEXT DAY
    mkdir -p "$subs/$1" && echo "$2" >"$subs/$1/serial_radix.c" &&
        touch -d "2026-11-$3T12:00:00Z" "$subs/$1/serial_radix.c" "$subs/$1"
}
handed_in ada/attempt-1 'right, first' 10
handed_in ada/attempt-2 'wrong, second' 11
handed_in ada/attempt-10 'wrong, tenth' 9
handed_in 'blumanna_4711_815000_lab' 'wrong, early' 12
handed_in 'blumanna_LATE_4711_815007_lab-1' 'right, late' 12
handed_in 'blumanna_4712_815003_lab' 'wrong, another anna' 12
handed_in 'Jörg Müller_4713_assignsubmission_file_' 'right, by jörg' 10
mkdir "$subs/Jörg Müller_4713_assignsubmission_onlinetext_" &&
    echo '<p>' >"$subs/Jörg Müller_4713_assignsubmission_onlinetext_/onlinetext.html"
handed_in 'Lab 1_efink_attempt_2026-11-20-23-59-00_lab' 'right, on the 20th' 20
handed_in 'Lab 1_efink_attempt_2026-11-21-23-59-00_lab' 'wrong, on the 21st' 20
handed_in one/attempt-1 'right, alone' 10
rubric last
go
promise "the last submission counts: of folders by number, of an LMS's entries by time" \
    "$([ "$(score ada)$(score efink)" = 2020 ] && says '3 handed in several times: the last submission counts' ||
        { cat "$out/grades.csv" >>"$work/out.txt"; false; }; echo $?)"
promise "of equal times the entry counts that the LMS numbered last, and another number is another student" \
    "$([ "$(awk -F, '$4 ~ /blumanna/ { print $10 }' "$out/grades.csv" | sort | tr '\n' ' ')" = '20 30 ' ]; echo $?)"
promise "an LMS's folder without a lab's file is no submission beside others" \
    "$([ "$(score 'Jörg Müller')" = 30 ]; echo $?)"
promise "a single attempt is a submission like others" \
    "$([ "$(score one)" = 30 ] && ! grep -q 'submission . of' "$out/feedback/one.html"; echo $?)"
promise "only what counts is graded" "$([ "$(graded)" = 7 ]; echo $?)"
promise "the student's page says which one counts" \
    "$(grep -q 'submission 3 of 3 counts, the last' "$out/feedback/ada.html" "$out/results/ada.json"; echo $?)"
promise "class.json names the entry that counts" \
    "$(grep -q '"entry": "ada/attempt-10"' "$out/class.json" &&
        build/cpu/tests/valid grader/grade/report/class.schema.json "$out/class.json" >>"$work/out.txt" 2>&1; echo $?)"
cp -r "$out" "$work/last"

rubric best
go
promise "with attempts: best the one with the most points counts, and what was not graded yet is graded" \
    "$([ "$(score ada)$(score efink)" = 3030 ] && [ "$(graded)" = 4 ] && says 'the best submission counts' &&
        grep -q 'submission 1 of 3 counts, the best' "$out/results/ada.json"; echo $?)"
promise "and the history says why" \
    "$(grep -q ',ada,total,20,30,the submission changed; the time that counts changed; the rubric changed (attempts)' \
        "$out/history.csv"; echo $?)"
run "$work/two" --labs 01 --rubric "$work/rubric.yaml" --jobs 2
promise "two at once come to the same bytes" "$(same "$out" "$work/two"; echo $?)"
go
promise "the same run grades nothing again" "$([ "$(graded)" = 0 ] && [ "$(score ada)" = 30 ]; echo $?)"
cp "$subs/ada/attempt-1/serial_radix.c" "$subs/ada/attempt-2/serial_radix.c" && go
promise "a student's own attempts are no copies of each other" \
    "$(grep -q '"alike": 1' "$out/results/ada.json" && ! says 'with the same bytes'; echo $?)"
go --student ada
promise "STUDENT= grades all attempts again" "$(says 'again: ada: 3 files' && [ "$(graded)" = 2 ]; echo $?)"
go --anonymous
promise "in a class without names the note has none" \
    "$(grep -rq 'submission . of 3 counts, the best' "$out/results" &&
        ! grep -rqw 'attempt-2' "$out/results" "$out/class.json"; echo $?)"
echo 'fault' >"$subs/ada/attempt-10/serial_radix.c" && go
promise "where one of them could not be graded the best is not known: its cell is empty" \
    "$([ $code = 1 ] && [ -z "$(score ada)" ]; echo $?)"
handed_in ada/attempt-10 'wrong, tenth' 9 && handed_in ada/attempt-2 'wrong, second' 11 &&
    handed_in ada/attempt-1 'right, first' 16
printf 'late: {percent_a_day: 50}\ndue: 2026-11-15T00:00:00Z\n' >>"$work/rubric.yaml"
rm -rf "$out" && go
promise "lateness counts: a worse one in time is better than a right one two days late" \
    "$([ "$(score ada)" = 20 ] && grep -q '"penalty": 0' "$out/results/ada.json"; echo $?)"

# The roster: one line for all of them, one that names one, and a line each.
rubric best
printf 'student_id,last_name,first_name,email,entry\n1,Fink,Eva,efink@x,\n2,Blum,Anna,,4711\n3,Ada,,,ada/attempt-2\n' \
    >"$work/roster.csv"
rm -rf "$out" && go --roster "$work/roster.csv"
promise "a line of the roster has all submissions of its student" \
    "$([ "$(score 1)$(score 2)" = 3030 ] && ! says 'entries fit'; echo $?)"
promise "and one alone where the column entry names it" \
    "$([ "$(score 3)" = 20 ] && ! grep -q 'submission . of' "$out/results/3.json"; echo $?)"
handed_in x1 'wrong, of zoe' 10 && handed_in x2 'right, of zoe' 11
printf '4,Zett,Zoe,,x1\n4,Zett,Zoe,,x2\n' >>"$work/roster.csv" && go --roster "$work/roster.csv"
promise "a student with two lines and two entries handed in twice" \
    "$([ "$(score 4)" = 30 ] && [ "$(grep -c ',4,Zett,' "$out/grades.csv")" = 1 ] &&
        grep -q 'submission 2 of 2 counts' "$out/results/4.json"; echo $?)"
printf '5,Zett,Zora,,\n5,Zett,Zora,,\n' >>"$work/roster.csv" && go --roster "$work/roster.csv"
promise "two lines without entries are refused" \
    "$([ $code = 2 ] && says "student_id '5' stands in line 7 already"; echo $?)"
sed -i '/^5/d' "$work/roster.csv" &&
    sed -i '1s/$/,group/; 2s/$/,team/; 3s/$/,team/; 4s/$/,/; 5,6s/$/,/' "$work/roster.csv" &&
    go --roster "$work/roster.csv"
promise "a group has the best of the submissions that were handed in last for it" \
    "$([ "$(score 1)$(score 2)" = 3030 ] && [ $code = 0 ]; echo $?)"

# Files that an LMS laid there without a folder are one submission, of which each lab's newest file counts.
rm -rf "$subs"/* "$out"
for part in blumanna_4714_815000_serial_radix.c blumanna_4714_815009_serial_radix-1.c; do
    echo "wrong, $part" >"$subs/$part"; done
echo 'right, the newest' >"$subs/blumanna_4714_815010_serial_radix-2.c"
run "$out" --labs 01
promise "of single files that an LMS laid there the newest counts" \
    "$([ "$(score blumanna)" = 30 ] && says '1 students, 1 handed in'; echo $?)"
printf 'attempts: first\n' >"$work/rubric.yaml" && go
promise "another word in the rubric is refused with what it can be" \
    "$([ $code = 2 ] && says "attempts is 'first'"; echo $?)"
exit $failed
