#!/bin/sh
# One rubric for a course: each lab is graded by its own deadline, and its runs add up to the course's grade.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
needs class "a course of several class runs" && needs node "a course of several class runs" || exit 0
mkdir -p build/cpu &&
    flock build/cpu/lock make -s --no-print-directory build/cpu/grade build/cpu/class build/cpu/rubric \
    build/cpu/course build/cpu/tests/valid || exit 2
. grader/tests/class/class_of_stand_ins.sh
ln -s "$PWD/build/cpu/rubric" "$work/build/rubric"
cell() { awk -F, -v who="$2" -v n="$3" 'NR > 1 && $'"${4:-4}"' == who { gsub(/\r/, ""); print $n }' \
    "$1"; } # FILE STUDENT COLUMN
score() { cell "$work/all/$1/grades.csv" "$2" 10; }                                                   # RUN STUDENT
total() { cell "$work/all/course.csv" "$1" "$2" 1; }                                                  # STUDENT COLUMN

# Work that came at a time by the student's own clock, since nobody waits for a deadline here.
came() { # STUDENT LAB TEXT WHEN
    case $2 in 01) file=serial_radix.c ;; 03) file=atomic_merge.cu ;; 04) file=reduce_merge.cu ;; esac
    mkdir -p "$work/in/$2/$1" && echo "$3" >"$work/in/$2/$1/$file" && touch -d "$4" "$work/in/$2/$1/$file"
}
rubric() { # OTHER LINES
    cat >"$work/rubric.yaml" <<END
out_of: 60
due: 2026-11-01T12:00:00Z
late: {percent_an_hour: 10, grace_minutes: 5, most_percent: 50, closes_days: 2, clock: student}
labs:
  - {lab: 01, points: [20, 10, 0, 0, 0, 0]}
  - {lab: 03, points: [20, 10, 0, 0, 0], weight: 1.5, due: "2026-11-08T13:00:00+01:00"}
  - {lab: 04, points: [20, 10, 0, 0, 0], weight: 0.5, bonus: true, due: "2026-11-15T06:30:00-05:30"}
$1
END
}
one() { # LAB: one run of the course
    subs=$work/in/$1
    run "$work/all/$1" --labs "$1" --rubric "$work/rubric.yaml" --roster "$work/roster.csv"
}
course() { # the runs, added up
    build/cpu/rubric --terms "$work/terms.json" "$work/rubric.yaml" &&
        build/cpu/course "$work/terms.json" "$work/all" >"$work/out.txt" 2>&1
    code=$?
}
printf '%s\n' student_id,last_name,first_name,due ada,Lace,Ada, ben,,, cleo,,,2026-11-08T15:00:00Z \
    'dan,"=1+1","D., Dr.",' >"$work/roster.csv"
rubric ''
for who in ada ben; do came $who 01 "right, $who" 2026-11-01T11:59:59Z; done
came ada 03 'right, ada' 2026-11-08T12:05:00Z
came ben 03 'ben' 2026-11-08T12:05:01Z
came cleo 03 'right, cleo' 2026-11-08T15:00:00Z
came ada 04 'right, ada' 2026-11-15T12:00:00Z
came ben 04 'right, ben' 2026-11-15T13:00:01Z
came cleo 04 'right, cleo' 2026-11-17T12:00:01Z
subs=$work/in/03
run "$work/both" --labs 01,03 --rubric "$work/rubric.yaml"
promise "labs with two deadlines are not graded together, and the sentence says what to type" \
    "$([ $code = 2 ] && says 'labs 01 and 03 are due at different times' && says 'LABS=01 OUT=graded/01'; echo $?)"
one 01
promise "a lab without a deadline of its own has that of all" \
    "$([ $code = 0 ] && [ "$(score 01 ada)$(score 01 ben)$(score 01 cleo)" = 60600 ] &&
        grep -q ',2026-11-01T12:00:00Z,' "$work/all/01/grades.csv"; echo $?)"
one 03
promise "a lab's own deadline counts, in its time zone, and a student's own before it" \
    "$([ "$(score 03 ada)$(score 03 ben)$(score 03 cleo)" = 603660 ] &&
        grep -q '2026-11-08T13:00:00+01:00' "$work/all/03/grades.csv"; echo $?)"
promise "the page says how late it is and what that costs" \
    "$(grep -q '1 hour late: 10 % less' "$work/all/03/feedback/ben.html" &&
        grep -q 'Late by no more than 5 minutes, which costs nothing' "$work/all/03/feedback/ada.html"; echo $?)"
one 04
promise "by the hour, in a third zone; the student's own deadline is over for long" \
    "$([ "$(score 04 ada)$(score 04 ben)$(score 04 cleo)" = 60480 ] &&
        grep -q 'no points after 2 days' "$work/all/04/feedback/cleo.html"; echo $?)"
promise "a bonus lab in a run of its own has points as any other" \
    "$([ "$(cell "$work/all/04/grades.csv" ada 11)" = 60 ]; echo $?)"
build/cpu/tests/valid grader/grade/report/class.schema.json "$work/all/04/class.json" >"$work/out.txt" 2>&1 &&
    build/cpu/tests/valid grader/grade/report/result.schema.json "$work/all/04/results/ben.json" >>"$work/out.txt" 2>&1
promise "class.json and the results fit their schemas" $?

# 01 is worth 30 points and 03 is worth 45, of which the sum is made; 04 is worth 15 on top.
course
promise "runs add up by their weights, with a bonus on top" \
    "$([ $code = 0 ] && [ "$(total ada 9) $(total ben 9) $(total cleo 9)" = '72 55 36' ] &&
        [ "$(total ada 10)" = 60 ]; echo $?)"
promise "and the sum stands beside each total" \
    "$([ "$(total ben 11)" = '(30 * 60 + 45 * 36 + 15 * 48) / 75 = 55' ]; echo $?)"
promise "names with commas are quoted, and those like formulas are none" \
    "$(grep -q "^dan,'=1+1,\"D., Dr.\",,0,0,0,,0,60,"  "$work/all/course.csv"; echo $?)"
promise "it says what the runs came to" "$(says '  03: 03_atomic_merge, 4 students, mean 39.0 of 60 points' &&
        says '04_reduce_merge, 4 students, mean 27.0 of 60 points, on top' &&
        says '4 students, 3 runs, mean 40.8 of 60 points: '; echo $?)"
cp "$work/all/course.csv" "$work/first.csv" && cp "$work/all/class.json" "$work/first.json" && course
promise "twice the same bytes" "$(cmp "$work/first.csv" "$work/all/course.csv" &&
        cmp "$work/first.json" "$work/all/class.json"; echo $?)"
build/cpu/tests/valid grader/grade/report/class.schema.json "$work/all/class.json" >"$work/out.txt" 2>&1 &&
    grep -q '"score": 55' "$work/all/class.json"
promise "the totals stand in a class.json, too" $?

# The lowest: ada's are equal, and the one that is worth more goes; ben's is 03, cleo's 01.
rubric 'drop_lowest: 1'
course
promise "the lowest is left out for each student" \
    "$([ "$(total ada 9) $(total ben 9) $(total cleo 9)" = '90 84 60' ] &&
        [ "$(total ben 8) $(total cleo 8)" = '03_atomic_merge 01_serial_radix' ] &&
        [ "$(total ben 11)" = '(30 * 60 + 15 * 48) / 30 = 84' ]; echo $?)"
mv "$work/all/03" "$work/aside" && course
promise "while labs are missing it says which, and drops none that would be the last" \
    "$([ $code = 0 ] && says 'not graded yet: 03' &&
        [ "$(total cleo 8) $(total ben 8) $(total cleo 7)" = '0 84 ' ]; echo $?)"
mv "$work/all/01" "$work/aside1" && course
promise "a bonus lab alone is a sum of its own" "$([ "$(total ben 7) $(total ben 8)" = '48 60' ]; echo $?)"
mv "$work/aside1" "$work/all/01" && mv "$work/aside" "$work/all/03"

# What does not fit is named, and nothing is written.
refused() { # WORDS
    course
    [ $code = 2 ] && says "$1" && [ "$(wc -l <"$work/out.txt")" = 1 ] && cmp "$work/first.csv" "$work/all/course.csv"
}
rubric '' && course
cp -r "$work/all/03" "$work/all/03-again"
promise "a lab that is graded in two folders is refused" "$(refused 'lab 03_atomic_merge is graded in'; echo $?)"
rm -rf "$work/all/03-again"
sed -i 's/out_of: 60/out_of: 50/' "$work/rubric.yaml"
promise "a run by another rubric is refused, with the line" \
    "$(refused 'line 2: max_score is 60, and by the rubric it is 50. Run make grade-class with this RUBRIC again'
        echo $?)"
printf 'labs: [{lab: 5}]\n' >"$work/rubric.yaml"
promise "a lab that the rubric does not count, too" \
    "$(refused 'has grades of 01_serial_radix, and the rubric does not count that lab'; echo $?)"
rubric ''
mkdir "$work/empty" && build/cpu/course "$work/terms.json" "$work/empty" >"$work/out.txt" 2>&1
promise "a folder without runs is refused, with the command for one" \
    "$([ $? = 2 ] && says 'make grade-class SUBMISSIONS=dir LABS=03 OUT='; echo $?)"

# What the grader could not find out.
echo 'fault today' >"$work/in/04/ben/reduce_merge.cu" && touch -d 2026-11-15T12:00:00Z "$work/in/04/ben/reduce_merge.cu"
one 04
course
promise "a student who is not graded in some run has no total, and is named" \
    "$([ $code = 1 ] && says 'no total yet: ben' && [ -z "$(total ben 9)" ] && [ "$(total ada 9)" = 72 ]; echo $?)"

# One run over all, without scaling: decimals, what is left out and what is on top stand on the page.
echo 'right, ben' >"$work/in/04/ben/reduce_merge.cu"
printf '%s\n' labs: '  - {lab: 01, points: [20, 10, 0, 0, 0, 0], weight: 0.25, bonus_stages: [2]}' \
    '  - {lab: 03, points: [20, 10, 0, 0, 0]}' '  - {lab: 04, points: [20, 10, 0, 0, 0], bonus: true}' \
    >"$work/rubric.yaml"
mkdir "$work/in/all" && for who in ada ben; do mkdir "$work/in/all/$who" &&
    cp "$work/in/"0*/$who/* "$work/in/all/$who"; done
mv "$work/in/all/ben/atomic_merge.cu" "$work/in/all/ben/03_atomic_merge.cu"
subs=$work/in/all
page() { shown "$work/whole/feedback/$1.html" | tr '\n' ' ' | sed 's/<[^>]*>/ /g; s/  */ /g' >"$work/out.txt"; shift
for words; do says "$words" || return; done; } # STUDENT WORDS...
run "$work/whole" --labs 01,03,04 --rubric "$work/rubric.yaml"
promise "bonus and decimal weights are shown so that the lines add up" \
    "$(page ben '01 serial radix: 30 × 0.25, with a bonus of 10 7.5 of 5' '03 atomic merge 20 of 30' \
        '04 reduce merge, bonus 30' 'Together 57.5 of 35' 'To the nearest point 58 of 35' 'Your score 58 of 35' &&
        ! says 'please tell your instructor'; echo $?)"
promise "a file is named as it was handed in" \
    "$(page ben 'Your file: serial_radix.c 1 ' 'Your file: 03_atomic_merge.cu . Messages call it atomic_merge.cu.'
        echo $?)"
sed -i '1i out_of: 100\ndrop_lowest: 1' "$work/rubric.yaml"
run "$work/whole" --labs 01,03,04 --rubric "$work/rubric.yaml"
promise "so are what is left out, and the step to the course's sum" \
    "$(page ben '03 atomic merge, left out as your lowest: 20 of 30 –' 'Together 37.5 of 5' \
        'Scaled to 100 points: 37.5 × 100 ÷ 5 750 of 100' 'Your score 750 of 100' &&
        ! says 'please tell your instructor'; echo $?)"
exit $failed
