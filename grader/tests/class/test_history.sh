#!/bin/sh
# Whose grade moved and why is kept, with the same bytes in all other files; and one student is graded again.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
needs class "a class run keeps why grades moved" && needs node "a class run keeps why grades moved" || exit 0
mkdir -p build/cpu &&
    flock build/cpu/lock make -s --no-print-directory build/cpu/grade build/cpu/class build/cpu/rubric \
    build/cpu/pages build/cpu/tests/valid || exit 2
. grader/tests/class/class_of_stand_ins.sh
ln -s "$PWD/build/cpu/rubric" "$work/build/rubric"
sent=2026-11-20T12:00:00Z
printf '%s\n' student_id,last_name,first_name,submitted,entry,due "=1+1,Blum,Anna,$sent,anna," \
    '1002,"Ümit, ""Ö""",'"Öz,$sent,ben," "1003,Blum,Anna,$sent,cleo," "1004,Dorn,Dora,$sent,dora," \
    >"$work/roster.csv"
go() { run "$out" --labs 01 --rubric "$work/rubric.yaml" --roster "$work/roster.csv" "$@"; }
rubric() { printf 'due: "2026-11-19T00:00:00Z"\nlabs:\n  - lab: 01\n    weight: %s\nlate:\n  percent_a_day: %s\n' \
    "$1" "$2" >"$work/rubric.yaml"; } # WEIGHT PERCENT
page() { shown "$out/class.html" | grep -qF -- "$1"; }
last() { tail -n "$1" "$out/history.csv" | tr -d '\r' | sed 's/^[^,]*,//; s/weight_percent/weight/' \
    >"$work/last"; } # LINES, without their times
is() { printf '%s\n' "$@" | diff - "$work/last" >"$work/diff"; }
hand_in anna 'right, by anna'
hand_in ben 'wrong, by ben'
hand_in cleo 'right, by anna'
hand_in dora 'right, by dora'
rubric 1 0
go
promise "the first run has a history without a move" \
    "$([ "$(tr -d '\r' <"$out/history.csv")" = 'time,student_id,lab,from,to,why' ] &&
        page 'Whose grade moved, and why'; echo $?)"
cp -r "$out" "$work/first"

hand_in ben 'right, at last'
go
last 2
promise "a submission that changed moves its lab and the total" \
    "$([ "$(wc -l <"$out/history.csv")" = 3 ] &&
        is '1002,01_serial_radix,20,30,the submission changed' '1002,total,20,30,the submission changed'; echo $?)"
promise "the class page says whose grade moved, and why" \
    "$(page '>, 01 serial radix: 20 → 30 points, the submission changed.<' && page '>, total: 20 → 30 points'; echo $?)"
cp "$out/history.csv" "$work/history.kept" && cp "$out/class.html" "$work/class.kept" && go
promise "the same run adds nothing, and writes the same bytes" \
    "$(cmp "$work/history.kept" "$out/history.csv" && cmp "$work/class.kept" "$out/class.html"; echo $?)"
build/cpu/pages "$out" >>"$work/out.txt" 2>&1 && cmp "$work/class.kept" "$out/class.html"
promise "and so do pages that are written again" $?
hand_in ben 'wrong, by ben'
go
promise "back at the first submissions all files but the history have the first bytes" \
    "$(same "$work/first" "$out" && [ "$(wc -l <"$out/history.csv")" = 5 ]; echo $?)"

rubric 2 0
go
last 4
promise "a rubric that changed is named by its key, and the lab's own points stay" \
    "$(is "'=1+1,total,30,60,the rubric changed (labs/01/weight)" \
        '1002,total,20,40,the rubric changed (labs/01/weight)' '1003,total,30,60,the rubric changed (labs/01/weight)' \
        '1004,total,30,60,the rubric changed (labs/01/weight)'; echo $?)"
promise "and no cell of history.csv is a formula" \
    "$(grep -q ",'=1+1,total" "$out/history.csv" && ! grep -q ',=' "$out/history.csv"; echo $?)"
rubric 2 10
go
last 4
promise "a late policy moves the total alone" \
    "$([ "$(grep -c ',total,' "$work/last")" = 4 ] && last 1 &&
        is '1004,total,60,48,the rubric changed (late/percent_a_day)'; echo $?)"
sed -i 's/dora,/dora,2026-12-01T00:00:00Z/' "$work/roster.csv" && go
last 1
promise "and so does a student's own due date" "$(is "1004,total,48,60,the student's own due date changed"; echo $?)"
printf 'student_id,lab,stage,points,comment,by\n1004,01,1,5,"viva, weak",Prof. Lind\n' >"$out/adjust.csv" && go
last 2
promise "an adjustment is told with who made it" \
    "$(is '1004,01_serial_radix,30,15,an adjustment by Prof. Lind' '1004,total,60,30,an adjustment by Prof. Lind'
        echo $?)"
rm "$out/adjust.csv" && go
last 1
promise "and one that is taken back, too" "$(is '1004,total,30,60,an adjustment was taken back'; echo $?)"

# The kit: what the compiler says of itself is a part of it.
printf '#!/bin/sh\necho another compiler\n' >"$work/cxx" && chmod +x "$work/cxx"
sed -i 's/\*right\*) first=20/*right*) first=19/' "$work/grade"
rubric 1 0
CXX=$work/cxx go
last 1
promise "a kit that changed is told next to all else that did" \
    "$(is '1004,total,60,29,"the kit changed; the rubric changed (late/percent_a_day, labs/01/weight)"'; echo $?)"
sed -i 's/first=19/first=20/' "$work/grade"
CXX=$work/cxx go
promise "a grader that would now grade otherwise changes nothing that is graded" \
    "$([ "$(graded)" = 0 ] && grep -q ',1004,Dorn.*,29,0,29,' "$out/grades.csv"; echo $?)"

# One student again.
cp "$out/grades.csv" "$work/before.csv"
CXX=$work/cxx go --student 'Dora Dorn'
last 2
promise "STUDENT= grades one student again, and says so in the history" \
    "$([ "$(graded)" = 1 ] && says 'again: Dora Dorn: 1 file' &&
        is '1004,01_serial_radix,29,30,graded again with STUDENT' '1004,total,29,30,graded again with STUDENT'
        echo $?)"
promise "and leaves all others' bytes alone" \
    "$([ "$(diff "$work/before.csv" "$out/grades.csv" | grep -c '^>')" = 1 ] &&
        diff "$work/before.csv" "$out/grades.csv" | grep -q '^> .*,1004,'; echo $?)"
CXX=$work/cxx go --student 1003
promise "whoever handed in the same bytes gets the same result, and that is said" \
    "$([ "$(graded)" = 1 ] && says '1 with the same bytes get the same result'; echo $?)"
CXX=$work/cxx go --student 'Anna Blum'
promise "a name that two have is refused, with both ids" \
    "$([ $code = 2 ] && says "STUDENT='Anna Blum' can be =1+1 or 1003. Write the student_id of grades.csv"; echo $?)"
CXX=$work/cxx go --student nobody
promise "and a name that nobody has" "$([ $code = 2 ] && says "STUDENT='nobody' is nobody in"; echo $?)"

# Faults and names.
hand_in dora 'fault' && CXX=$work/cxx go
[ $code = 1 ] && cp "$out/history.csv" "$work/history.kept" && hand_in dora 'wrong, by dora' && CXX=$work/cxx go
last 2
promise "what could not be graded is no move: the next grade is compared with the last one known" \
    "$([ "$(wc -l <"$work/history.kept")" = "$(($(wc -l <"$out/history.csv") - 2))" ] &&
        is '1004,01_serial_radix,30,20,the submission changed' '1004,total,30,20,the submission changed'; echo $?)"
CXX=$work/cxx go --anonymous
promise "in a class without names the history names nobody" \
    "$(! grep -qE '1002|1003|1004|1\+1' "$out/history.csv" "$out/times.json" &&
        grep -q ',student-[0-9a-f]*,total,30,20,' "$out/history.csv" && ! grep -q Dorn "$out/class.html" &&
        page '>, total: 30 → 20 points'; echo $?)"
CXX=$work/cxx go
last 1
promise "and with names again it is whole" "$(is '1004,total,30,20,the submission changed'; echo $?)"
cp "$out/.class/history.json" "$work/kept.json" && echo '{"moves": [' >"$out/.class/history.json"
CXX=$work/cxx go
promise "a damaged history is refused and kept" \
    "$([ $code = 2 ] && says 'history.json cannot be read, or is damaged. Move it away' &&
        grep -q moves "$out/.class/history.json"; echo $?)"
exit $failed
