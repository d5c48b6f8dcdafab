#!/bin/sh
# Who handed in what, and when: no date that a student can set takes a penalty away, no name is lost.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
needs class "times and names of a class" && needs node "times and names of a class" || exit 0
mkdir -p build/cpu &&
    flock build/cpu/lock make -s --no-print-directory build/cpu/grade build/cpu/class build/cpu/rubric \
    build/cpu/tests/valid || exit 2
. grader/tests/class/class_of_stand_ins.sh
ln -s "$PWD/build/cpu/rubric" "$work/build/rubric"
day=86400 now=$(date +%s)
at() { date -u -d "@$((now + $1 * day))" +%Y-%m-%dT%H:%M:%SZ; } # DAYS from now
# 10 % a day from two days and an hour ago on: right work has 30 of 30 points, or 21 if it came this minute.
rubric() { # LINES
    { printf 'due: "%s"\nlabs:\n  - lab: 01\nlate:\n  percent_a_day: 10\n' \
        "$(date -u -d "@$((now - 2 * day - 3600))" +%Y-%m-%dT%H:%M:%SZ)" &&
        printf "$1"; } >"$work/rubric.yaml"
}
rubric ''
late() { run "$out" --labs 01 --rubric "$work/rubric.yaml" "$@"; }
score() { awk -F, -v who="$1" 'NR > 1 && $4 == who { print $10 }' "$out/grades.csv"; } # STUDENT
when() { awk -F, -v who="$1" 'NR > 1 && $4 == who { print $3 }' "$out/grades.csv"; }
page() { shown "$out/class.html" | grep -qF -- "$1"; }

# A file of the student's own, packed; the date of the archive is when it came.
packed() { # NAME ENDING DATE-OF-THE-FILE
    mkdir -p "$work/own" && echo "right, by $1" >"$work/own/serial_radix.c" && touch -d "$3" "$work/own/serial_radix.c"
    case $2 in
    zip) (cd "$work/own" && zip -q "$subs/$1.zip" serial_radix.c) ;;
    *) tar -C "$work/own" -czf "$subs/$1.$2" serial_radix.c ;;
    esac
}
command -v zip >/dev/null && zip=zip || zip=tgz
packed old tar.gz @0
packed older tar.gz @-5
packed zipped $zip 1999-01-01
packed future tar.gz 2099-01-01
packed timely tar.gz 2099-01-01 && touch -d "$(at -3)" "$subs/timely.tar.gz"
mkdir "$subs/folder" && echo 'right, in a folder' >"$subs/folder/serial_radix.c" &&
    touch -d 2020-01-01 "$subs/folder/serial_radix.c"
git init -q "$subs/repository" && cp "$subs/folder/serial_radix.c" "$subs/repository" && (cd "$subs/repository" &&
    git add . &&
    GIT_COMMITTER_DATE=2020-01-01T00:00:00Z GIT_AUTHOR_DATE=2020-01-01T00:00:00Z git -c user.name=r -c user.email=r@x \
        commit -qm 1)
late
good=0
for who in old older zipped future folder repository; do [ "$(score $who)" = 21 ] || good=1; done
promise "a date that a student set takes no penalty away" $good
promise "and an archive that came in time has none, whatever it holds" "$([ "$(score timely)" = 30 ]; echo $?)"
promise "the class page says whose clock it is" \
    "$(page 'Whose clock' && page '7 by the date of the entry in SUBMISSIONS'; echo $?)"
build/cpu/tests/valid grader/grade/report/class.schema.json "$out/class.json" >"$work/out.txt" 2>&1 &&
    build/cpu/tests/valid grader/grade/report/result.schema.json "$out/results/old.json" >>"$work/out.txt" 2>&1
promise "class.json and the results fit their schemas" $?

cp "$out/grades.csv" "$work/before.csv"
cp -r "$subs" "$work/copied" && kept=$subs && subs=$work/copied
touch "$subs/timely.tar.gz"
late
promise "copying a class changes no grade" "$([ "$(graded)" = 0 ] && cmp "$work/before.csv" "$out/grades.csv"; echo $?)"
packed timely tar.gz 2099-01-01 && echo 'right, once more' >"$work/own/serial_radix.c" &&
    tar -C "$work/own" -czf "$subs/timely.tar.gz" serial_radix.c
late
promise "new work has a new time" "$([ "$(score timely)" = 21 ]; echo $?)"
subs=$kept

touch -d 1999-01-01 "$subs/old.tar.gz" && touch -d @0 "$subs/older.tar.gz" && touch -d 2099-01-01 "$subs/future.tar.gz"
rm -rf "$out" && late
promise "an entry from before the course or from the future counts from when it was first seen, \
and waits for a person" "$(good=0
    for who in old older future; do [ "$(score $who)" = 21 ] && says "look: $who: its date" || good=1; done
    [ $good = 0 ] && says 'before the course' && says 'in the future' && page 'who and when' &&
        page 'some times can be set by students'; echo $?)"
rubric '  clock: student\n'
late
promise "dates from before the course give way to the entry's, though the rubric wants them, and are told" \
    "$([ "$(score folder)$(score repository)" = 2121 ] && says 'look: folder: its date' &&
        says 'look: repository: its date, 2020-01-01T00:00:00Z, cannot be true: it lies before the course'; echo $?)"
touch -d "$(at -4)" "$subs/folder/serial_radix.c" && echo 'right, for a change' >"$subs/folder/serial_radix.c" &&
    touch -d "$(at -4)" "$subs/folder/serial_radix.c"
late
promise "so a file from before the deadline is in time by its own date" \
    "$([ "$(score folder)" = 30 ] && [ "$(when folder)" = "$(at -4)" ] &&
        page 'A student can set them to any time'; echo $?)"
rubric ''

# Lists.
commit=$(git -C "$subs/repository" rev-parse HEAD)
cat >"$work/pushes.csv" <<END
entry,submitted,commit
repository,$(at -5),$commit
repository,$(at 0),0123456789012345678901234567890123456789
zipped.$zip,$(at -6),
nobody,$(at -6),
END
late --arrivals "$work/pushes.csv"
promise "a log of pushes says when the graded commit came" \
    "$([ "$(score repository)$(score zipped)" = 3030 ] && [ "$(when repository)" = "$(at -5)" ] &&
        says '1 lines name no entry'; echo $?)"
printf 'entry;submitted\nold;yesterday\n' >"$work/list.csv"
late --arrivals "$work/list.csv"
promise "a list with a wrong time is refused with its line" \
    "$([ $code = 2 ] && says 'list.csv, line 2: submitted is '"'yesterday'"; echo $?)"
printf 'entry,time\nold,1\n' >"$work/list.csv"
late --arrivals "$work/list.csv"
promise "and one without its columns with what they are" \
    "$([ $code = 2 ] && says 'line 1: there are no columns entry and submitted'; echo $?)"
rm -rf "$subs"/* "$out"

# What an LMS writes. The rubric's time is UTC, and so is the LMS's.
moodle() { # NAME NUMBER
    mkdir "$subs/$1_$2_assignsubmission_file_" &&
        echo "right, by $1" >"$subs/$1_$2_assignsubmission_file_/serial_radix.c"
    touch -d "$(at -3)" "$subs/$1_$2_assignsubmission_file_/serial_radix.c"
}
moodle 'Jörg Müller' 4711 && moodle 'Öztürk Ümit' 4712 && moodle '=1+1' 4713
packed 'ablum_4714_815000_lab' tar.gz @0 && touch -d "$(at -4)" "$subs/ablum_4714_815000_lab.tar.gz"
packed 'cdorn_LATE_4715_815000_lab' tar.gz @0 && touch -d "$(at -4)" "$subs/cdorn_LATE_4715_815000_lab.tar.gz"
packed "Lab 1_efink_attempt_$(date -u -d "@$((now - 3 * day))" +%Y-%m-%d-%H-%M-%S)_lab" tar.gz @0
late
promise "an LMS's own dates and names count, and what it calls late waits for a person" \
    "$([ "$(score 'Jörg Müller')$(score 'Öztürk Ümit')$(score ablum)$(score efink)" = 30303030 ] &&
        says 'look: cdorn: the LMS calls it late'; echo $?)"
promise "names stand as the LMS wrote them in grades, pages, files and on the terminal" \
    "$(says 'Jörg Müller' && page 'Jörg Müller' && page 'Öztürk Ümit' && [ -s "$out/feedback/Jörg_Müller.html" ] &&
        grep -q "'=1+1" "$out/grades.csv" && ! grep -q 'C3' "$out/grades.csv" "$work/out.txt" && ! page C3; echo $?)"
promise "the class page leads to the code that was graded, line by line" "$(page 'href="code/Jörg_Müller.html"' &&
        shown "$out/code/Jörg_Müller.html" | grep -q 'id="01-1"><code>right, by Jörg Müller<'; echo $?)"
yesterday=$(LC_ALL=C date -u -d "@$((now - day))" '+%A, %-d %B %Y, %I:%M %p')
cat >"$work/moodle.csv" <<END
Identifier,"Full name","Email address",Status,Grade,"Last modified (submission)"
Participant 4711,"Jörg Müller",j@x,"Submitted for grading",,"$yesterday"
Participant 4712,"Öztürk Ümit",o@x,"No submission",,-
END
late --arrivals "$work/moodle.csv"
promise "Moodle's grading worksheet says when a participant handed in" \
    "$([ "$(score 'Jörg Müller')" = 24 ] && [ "$(score 'Öztürk Ümit')" = 30 ]; echo $?)"

# The roster: by number, by address, by name in any order, by the column entry; and who fits nobody.
cat >"$work/roster.csv" <<END
student_id;last_name;first_name;email;entry;group
1001;Müller;JÖRG;jm@uni.example;;
1002;Umit;Ozturk;o@uni.example;4712;
1003;Blum;Anna;ablum@uni.example;;
1004;Zett;Zora;z@uni.example;;
4713;Other;Otto;;;
1005;Fink;E;;Lab 1_efink_attempt_$(date -u -d "@$((now - 3 * day))" +%Y-%m-%d-%H-%M-%S)_lab.tar.gz;
END
late --roster "$work/roster.csv"
promise "a roster finds its students by name, number, address or entry" \
    "$([ "$(score 1001)$(score 1002)$(score 1003)$(score 1005)" = 30303030 ] && page 'JÖRG Müller'; echo $?)"
promise "who is in no line of the roster, and who handed in nothing, is said by name" \
    "$(says '2 handed in who are not in the roster: ' &&
        says '2 of the roster handed in nothing: Zora Zett, Otto Other.' &&
        page '2 of the roster handed in nothing: Zora Zett, Otto Other.' && [ "$(score 1004)" = 0 ]; echo $?)"
packed 'Anna Blum' tar 2020-01-01
packed 'Blum, Anna' tar 2020-01-01
sed -i 's/ablum@uni.example/anna@uni.example/' "$work/roster.csv"
late --roster "$work/roster.csv"
late --roster "$work/roster.csv"
promise "two entries that fit one student are told, and neither counts" \
    "$(says 'line 4: 2 entries fit 1003. Name the one that counts in the column entry' &&
        [ "$(score 1003)" = 0 ]; echo $?)"
sed -i 's/anna@uni.example;/&Blum, Anna.tar/' "$work/roster.csv"
late --roster "$work/roster.csv"
promise "and the column entry decides" "$([ "$(score 1003)" = 21 ]; echo $?)"
printf 'student_id,last_name\nx,M\374ller\n' >"$work/latin.csv"
late --roster "$work/latin.csv"
promise "a roster that is not UTF-8 is refused with its line" \
    "$([ $code = 2 ] && says 'latin.csv, line 2: it is not UTF-8'; echo $?)"
printf 'student_id\nx\nx\n' >"$work/twice.csv"
late --roster "$work/twice.csv"
promise "a student who stands in it twice, too" \
    "$([ $code = 2 ] && says "line 3: student_id 'x' stands in line 2 already"; echo $?)"
rm -rf "$subs"/* "$out"

# Files that an LMS lays there without a folder.
flat() { echo "right, $2" >"$subs/$1" && touch -d "$(at -3)" "$subs/$1"; } # ENTRY TEXT
flat 'Jörg Müller_4711_assignsubmission_file_01_serial_radix.c' j1
flat 'Jörg Müller_4711_assignsubmission_file_atomic_merge.cu' j3
flat blumanna_4714_815000_01_serial_radix-1.c a1
flat blumanna_LATE_4714_815001_atomic_merge-12.cu a3
flat 'Lab 1_efink_attempt_2026-11-20-23-59-00_serial_radix.c' e1
echo 'no names of an LMS' >"$subs/serial_radix.c"
ln -s /etc/passwd "$subs/evil_4716_815000_serial_radix.c"
run "$out"
promise "files that an LMS laid there without a folder are their students'" \
    "$(for row in 'Jörg Müller' blumanna efink; do grep "^sortlab,.*,$row,,,," "$out/grades.csv"; done >"$work/rows"
    [ "$(grep -c ',60,0,60,60,' "$work/rows")$(grep -c ',30,0,30,60,' "$work/rows")" = 21 ] &&
        says '4 students, 4 handed in' && says 'passed over: serial_radix.c' &&
        says 'refused: evil: serial_radix.c is a symbolic link'; echo $?)"
rm -rf "$subs"/* "$out"

# Groups.
packed team1 tar @0 && touch -d "$(at -3)" "$subs/team1.tar"
packed cora tar @0 && touch -d "$(at -3)" "$subs/cora.tar"
packed emil tar @0 && touch -d "$(at -4)" "$subs/emil.tar"
packed fine tar @0 && touch -d "$(at -3)" "$subs/fine.tar"
printf '%s\n' student_id,group,submitted ada,team1, "ben,team1,$(at -1)" cora,team2, dan,team2, emil,team3, \
    fine,team3, gina,team4, >"$work/roster.csv"
late --roster "$work/roster.csv"
promise "a group's entry, or one member's, counts for all of the group" \
    "$([ "$(score ada)$(score ben)$(score cora)$(score dan)" = 30243030 ] && [ "$(score gina)" = 0 ] &&
        [ -z "$(score team1)" ] && shown "$out/feedback/dan.html" | grep -q 'cora handed it in for the group'; echo $?)"
promise "of two that differ the newest counts, and the class page says so" "$([ "$(when emil)" = "$(at -3)" ] &&
        page 'group team3 handed in 2 submissions that differ. The newest counts, by fine' &&
        shown "$out/code/emil.html" | grep -q 'by fine'; echo $?)"
promise "copies inside a group are none" "$(! says 'more with the same bytes'; echo $?)"

# Points that a person changed.
change() { printf 'student_id,lab,stage,points,comment,by\n%s\n' "$1" >"$out/adjust.csv" &&
    late --roster "$work/roster.csv"; } # LINES
change 'ada,01,2,+5,"right, too",Lind
ben,,,-4,"asked, and no answer",<b>Koch
cora,1,1,0,copied,Lind
dan,,,17,viva,Lind'
promise "a person's changes count in each run, for a stage or the total" "$([ $code = 0 ] && [ "$(graded)" = 0 ] &&
        [ "$(score ada)$(score ben)$(score cora)$(score dan)" = 30201017 ] && late --roster "$work/roster.csv" &&
        [ "$(score dan)" = 17 ]; echo $?)"
build/cpu/tests/valid grader/grade/report/result.schema.json "$out/results/ben.json" >>"$work/out.txt" 2>&1 &&
    shown "$out"/feedback/*.html >"$work/pages" &&
    grep -q 'Changed by &lt;b&gt;Koch: asked, and no answer' "$work/pages" &&
    ! grep -q 'These lines add up' "$work/pages" &&
    grep -q 'Changed by Lind: copied. The grader gave 20.' "$work/pages" &&
    ! shown "$out/feedback/fine.html" | grep -q Changed
promise "and the page says what, by whom and why, and still adds up" $?
change 'ada,01,2,lots,,'
promise "points that are none are refused with their line" \
    "$([ $code = 2 ] && says "adjust.csv, line 2: points is 'lots'. Write 20, +5 or -10"; echo $?)"
change 'ada,01,9,1,,'
promise "a stage that is not there, too" \
    "$([ $code = 2 ] && says 'adjust.csv, line 2: lab 01_serial_radix has no stage 9'; echo $?)"
change 'nobody,,,1,,'
promise "a student that is not there is told" \
    "$([ $code = 0 ] && says "look: adjust.csv, line 2: this run has no student 'nobody'."; echo $?)"
rm "$out/adjust.csv" && late --roster "$work/roster.csv"

# Anonymous marking, also of an archive that is refused for a member with a name.
ln -s x "$work/gina-l" && tar -cf "$subs/hal.tar" -C "$work" gina-l && late --roster "$work/roster.csv"
cp -r "$out/grades.csv" "$work/named.csv"
late --roster "$work/roster.csv" --anonymous
: >"$work/told"
for name in ada ben cora dan emil fine gina team1; do
    grep -rlwi "$name" "$out/class.html" "$out/class.json" "$out/feedback" "$out/results" >>"$work/told"; ls \
    "$out/feedback" "$out/code" "$out/results" |
    grep -i "^$name\." >>"$work/told"; done
grep -iwE 'ada|ben|cora|dan|emil|fine|gina' "$work/out.txt" >>"$work/told"
cp "$work/told" "$work/out.txt"
promise "with ANONYMOUS=1 pages, results and the terminal name nobody" \
    "$([ ! -s "$work/told" ] && ls "$out/feedback" | grep -q '^student-[0-9a-f]*\.html$'; echo $?)"
promise "grades.csv keeps the names, and identities.json, which nobody else can read, says who is who" \
    "$(sort "$work/named.csv" >"$work/a" && sort "$out/grades.csv" >"$work/b" && cmp "$work/a" "$work/b" &&
        grep -q '"student_id": "cora"' "$out/identities.json" &&
        [ "$(stat -c %a "$out/identities.json")" = 600 ]; echo $?)"
ls "$out/feedback" >"$work/first" && late --roster "$work/roster.csv" --anonymous && ls "$out/feedback" >"$work/second"
promise "an id stays the same from run to run" "$(cmp "$work/first" "$work/second"; echo $?)"
late --roster "$work/roster.csv"
promise "without it the names are back, and nothing was graded again" \
    "$([ "$(graded)" = 0 ] && [ -s "$out/feedback/ada.html" ] && [ ! -e "$out/identities.json" ]; echo $?)"
exit $failed
