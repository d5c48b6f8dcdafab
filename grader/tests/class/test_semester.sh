#!/bin/sh
# A semester of 20 made-up students, as docs/instructor/course.md goes through it: its commands on grades are run as
# they stand there, twice, and come to the same bytes.
# Takes turn 8 of 12.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
needs class "a semester of a made-up course" || exit 0
flock build/cpu/lock make -s build/cpu/grade build/cpu/class build/cpu/rubric build/cpu/pages build/cpu/gradebook \
    build/cpu/course >"$work/out" 2>&1 ||
    exit 2
. common/tests/copy.sh
cp -rp "$kit/build/cpu/." build/cpu
. grader/tests/class/course_of_20.sh
course_of_20 && echo 00112233445566778899aabbccddeeff >secret

awk -v folder="$work" -f common/tests/commands.awk docs/instructor/course.md | cut -f 2- |
    grep -E '^make (rubric|grade-class|gradebook|course-grades) ' >"$work/commands"
semester() { while read -r command; do sh -c "$command" </dev/null ||
    echo "failed: $command"; done <"$work/commands" >"$work/out" 2>&1; }
score() { awk -F, -v who="$2" '$4 == who { print $10 }' "semester/$1/grades.csv"; }
semester
[ "$(wc -l <"$work/commands")" -ge 7 ] && ! grep -q '^failed: ' "$work/out"
promise "every command of the page on grades does what it says" $?
grep -q 'look: 1 of the roster handed in nothing: Ivan Petrov' "$work/out" && ! grep -q 'holds no entry' "$work/out"
promise "who handed in nothing is named, and once" $?
[ "$(score 01 s01) $(score 01 s06) $(score 01 s10) $(score 01 s11) $(score 01 s13) $(score 01 s20)" = \
    '100 0 90 0 100 100' ]
promise "who is right, late, absent, in a group or tries twice gets what is due" $?
grep -q '^"Anna Blum",91,s01,login01,"A, and B",100.00,' semester/01/gradebook/canvas.csv &&
    grep -q '^"Student, Test",99,,77fe,A,,,' semester/01/gradebook/canvas.csv
promise "Canvas's file has the grades, and its test student nothing" $?
if needs node "the class page says how long the stages took"; then
    shown semester/01/class.html | grep -q 'How they got there'
    promise "the class page says how long the stages took" $?
fi
unpack() { unzip -q "$1/01/moodle-feedback.zip" -d "$1/01/unpacked" &&
    rm "$1/01/moodle-feedback.zip"; } # its pages say when they were made
mv semester first && semester && unpack first && unpack semester &&
    diff -r -x .class -x times.json -x history.csv -I '^"\(graded\|moved\)":' first semester >"$work/out" 2>&1
promise "the same semester again comes to the same bytes" $?
exit $failed
