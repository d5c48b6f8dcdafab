# A made-up course of 20, for docs/instructor/course.md: roster.csv, course.yaml as the page has it, and what an LMS
# gives for labs 01 and 03: handed-in/LAB, moodle-LAB.csv, canvas.csv. Written into $PWD, a copy of the kit.
#     . grader/tests/class/course_of_20.sh; course_of_20 [N...]      only students N hand in
students='Anna Blum;Jörg Müller;Ümit Öztürk;Chloé Dubois;Mary-Ann O’Neil;Łukasz Żak;Nguyễn Văn An;Søren Ågård;José '\
'García;Eva Koch;Ivan Petrov;Li Wei;Zora Zett;=Max Formel;Ada Lind;Ben Koch;Cem Kaya;Dora Nagy;Emil Roth;Fay Gold'
name_of() { echo "$students" | cut -d';' -f"$1"; }

# What student N hands in for a lab: most are right, and each in a file of his own.
work_of() { # N LAB FOLDER
    solution=$(echo solutions/"$2"_*) file=$3/$(basename solutions/"$2"_*)
    own=$file
    case $1 in
    5) sed '/^void /s/{$/{ return;/' "$solution" >"$own" ;;
    6) awk -f common/build/skeleton.awk "$solution" >"$own" ;;
    7) awk -v solved=2 -f common/build/skeleton.awk "$solution" >"$own" ;;
    9) { cat "$solution" && echo 'this is no C'; } >"$own" ;;
    17) cp grader/tests/class/similar/"$2"_*.ben.c* "$own" ;;
    18) sed 's/\<out\>/result/g; s/\<head\>/top/g' grader/tests/class/similar/"$2"_*.ben.c* \
        >"$own" ;; # the same, disguised
    19) sed 's/\<i\>/index/g' "$solution" >"$own" ;;
    *) cp "$solution" "$own" ;;
    esac
    echo "/* $(name_of "$1") */" >>"$own"
}
# What the kit keeps of a learner: two hints read, and some hours of work.
progress_of() { # N LAB FOLDER
    of=$(basename labs/"$2"_*) title='a stable split by one bit'
    [ "$2" = 01 ] || title='the least head'
    mkdir "$3/.sortlab" && cat >"$3/.sortlab/progress.json" <<END
{"version": 1, "labs": {"$of": {"stages": {"$title": {"step": 1, "tries": $1, "worked_s": $(($1 * 300)),
    "solved": "2026-10-01T10:00:00Z"}},
 "hints": {"one": {"step": 1, "shown": {"1": "2026-10-01T09:00:00Z", "3": "2026-10-01T09:30:00Z"}}}}}}
END
}
# One student's entry, as Moodle has it: number 10 comes two days late, and 11 hands in nothing. 13 is in the group of
# 12.
hand_in() { # N LAB DATE
    entry="handed-in/$2/$(name_of "$1")_$((4700 + $1))_assignsubmission_file_" to="$entry.work"
    mkdir -p "$entry" "$to" && work_of "$1" "$2" "$to"
    case $1 in 1 | 15 | 16 | 17 | 18) progress_of "$1" "$2" "$to" ;; esac
    case $1 in
    2) (cd "$to" && zip -q ../x.zip -r .) && mv "handed-in/$2/x.zip" "$entry/lab.zip" ;;
    3) tar -czf "$entry/work.tar.gz" -C "$to" . ;;
    20) mkdir "$entry/attempt-1" &&
        awk -f common/build/skeleton.awk solutions/"$2"_* >"$entry/attempt-1/$(basename solutions/"$2"_*)" &&
        cp -r "$to" "$entry/attempt-2" ;;
    *) cp -r "$to/." "$entry" ;;
    esac
    rm -r "$to"
}
worksheet() { # LAB DATE DATE_OF_10
    echo 'Identifier,"Full name","Email address",Status,Grade,"Maximum grade","Grade can be changed","Last modified '\
'(submission)","Last modified (grade)","Feedback comments"'
    for n in $(seq 20); do
        when=$2 status='Submitted for grading'
        [ "$n" != 10 ] || when=$3
        case $n in 11 | 13) when=- status='No submission' ;; esac
        printf 'Participant %d,"%s",s%02d@uni.example,"%s",,100.00,Yes,"%s",-,\n' $((4700 + n)) "$(name_of "$n")" "$n" \
            "$status" "$when"
    done
}
course_of_20() {
    awk '/^```yaml/ { take = 1; next } /^```/ { take = 0 } take' docs/instructor/course.md >course.yaml
    {
        echo student_id,last_name,first_name,email,entry,group
        for n in $(seq 20); do
            name=$(name_of "$n") group=
            case $n in 12 | 13) group=team ;; esac
            printf 's%02d,"%s","%s",s%02d@uni.example,%d,%s\n' "$n" "${name##* }" "${name% *}" "$n" $((4700 + n)) \
                "$group"
        done
    } >roster.csv
    for lab in 01 03; do
        for n in ${*:-$(seq 20)}; do
            case $n in 11 | 13) ;; *) hand_in "$n" $lab ;; esac
        done
    done
    worksheet 01 'Monday, 12 October 2026, 6:00 PM' 'Wednesday, 14 October 2026, 6:00 PM' >moodle-01.csv
    worksheet 03 'Monday, 26 October 2026, 9:59 PM' 'Wednesday, 28 October 2026, 6:00 PM' >moodle-03.csv
    {
        printf '%s\r\n' 'Student,ID,SIS User ID,SIS Login ID,Section,Lab 01 (815),Lab 03 (816),Current Score' \
            ',,,,,Manual Posting,,' '    Points Possible,,,,,100.00,100.00,(read only)'
        for n in $(seq 20); do
            printf '"%s",%d,s%02d,login%02d,"A, and B",,,12.5\r\n' "$(name_of "$n")" $((90 + n)) "$n" "$n"; done
        printf '"Student, Test",99,,77fe,A,,,\r\n'
    } >canvas.csv
}
