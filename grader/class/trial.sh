#!/bin/sh
# A course to try things on: N submissions of labs 03 and 04, honest, alike, wrong, broken and hostile, in all forms
# that are taken in, with a roster, groups, and late ones. It is graded undisturbed, and killed with kill -9
# again and again; both have to come to the same bytes. With ALL=1 one worker alone grades it, too.
#     sh grader/class/trial.sh BUILD N [KILLS] [LABS]
set -u
build=$1 n=$2 kills=${3:-20} labs=${4:-03-04}
trial=$build/class-trial
subs=$trial/submissions
class="$build/class --folder $build --labs $labs --rubric $trial/rubric.yaml --roster $trial/roster.csv"
class="$class --submissions $subs"
rm -rf "$trial" && mkdir -p "$subs" || exit 2
echo 'assignment: "a trial"' >"$trial/rubric.yaml"

# Mutants of both labs, in an order that is always the same.
"$build/mutants" --lab 03 --sample $((n / 4 + 1)) --write "$trial/wrong03" || exit 2
"$build/mutants" --lab 04 --sample $((n / 4 + 1)) --write "$trial/wrong04" || exit 2
ls "$trial/wrong03" >"$trial/list03"
ls "$trial/wrong04" >"$trial/list04"

. grader/class/trial_work.sh

# Packs what lies in $to as one of the forms in which work is handed in. In the roster each is found in another way.
due=2026-11-20T12:00:00Z timely=2026-11-20T10:00:00Z late=2026-11-21T10:00:00Z
roster() { printf '%s,%s,%s,%s,%s,%s\n' "$@" >>"$trial/roster.csv"; } # ID LAST FIRST EMAIL ENTRY GROUP
commit() { git -C "$1" add . && git -C "$1" -c user.name=x -c user.email=x@x commit -qm 1; }
pack() { # NUMBER: of the student
    date=$timely name=$who
    [ $(($1 % 7)) != 0 ] || date=$late
    case $(($1 % 9)) in
    0) : ;;
    1) tar -C "$to" -czf "$to.tar.gz" . && rm -r "$to" ;;
    2) tar -C "$subs" -cJf "$to.tar.xz" "$who" && rm -r "$to" ;;
    3) if command -v zip >/dev/null; then (cd "$to" && zip -qr "../$who.zip" .) && rm -r "$to"; fi ;;
    4) git init -q "$to" && commit "$to" ;;
    5) git init -q "$to" && commit "$to" && git clone -q --bare "$to" "$to.git" && rm -r "$to" ;;
    6) # Moodle's folder, with an archive in it
        name="Jörg Ünal $1" moodle="Jörg Ünal $1_$((4000 + $1))_assignsubmission_file_"
        mkdir "$subs/$moodle" && tar -C "$to" -czf "$subs/$moodle/lab.tar.gz" . && rm -r "$to"
        ;;
    7) # Canvas's files, without a folder
        (cd "$to" && find . -name '*.c' -o -name '*.cu') |
            while read -r file; do mv "$to/$file" "$subs/${who}_$((7000 + $1))_815000_${file##*/}"; done
        rm -r "$to"
        ;;
    8) mv "$to" "$subs/Work of $who" ;;
    esac
    find "$subs" -newermt 2026-11-22 -exec touch -h -d "$date" {} +
    case $(($1 % 9)) in
    6) roster "20$1" "Ünal $1" Jörg "x$1@uni.example" '' '' ;;
    7) roster "20$1" "Blum $1" Anna '' "$((7000 + $1))" '' ;;
    8) roster "20$1" Blum "Anna $1" '' "Work of $who" '' ;;
    *) roster "20$1" Blum "Anna $1" "$who@uni.example" '' '' ;;
    esac
}
# Two hand in together: one of them, or the group under its own name.
group() { # NUMBER
    alike
    [ $(($1 % 40)) -lt 20 ] || mv "$to" "$subs/team$1"
    find "$subs" -newermt 2026-11-22 -exec touch -h -d "$timely" {} +
    roster "20$1" Blum "Anna $1" "$who@uni.example" '' "team$1"
    roster "30$1" Blum "Bert $1" "friend$1@uni.example" '' "team$1"
}

printf '%s\n' student_id,last_name,first_name,email,entry,group 1,Zett,Zora,z@uni.example,, \
    2,Zett,Zeno,y@uni.example,, >"$trial/roster.csv"
printf '%s\n' "begins: 2026-09-01T00:00:00Z" "due: \"$due\"" late: '  percent_a_day: 10' >>"$trial/rubric.yaml"
for i in $(seq "$n"); do
    who=$(printf 'student%03d' "$i") to=$subs/$(printf 'student%03d' "$i")
    case $((i % 20)) in
    0 | 1 | 2 | 3 | 4 | 5 | 6) honest && pack "$i" ;;
    7 | 8 | 9 | 10 | 11 | 12) wrong "$i" && pack "$i" ;;
    13) group "$i" ;;
    14) alike ;; # stands in no roster
    15 | 16) skeleton && pack "$i" ;;
    17 | 18) broken "$((i / 20))" ;;
    19) hostile "$((i / 20))" ;;
    esac
done
find "$subs" -newermt 2026-11-22 -exec touch -h -d "$timely" {} +
echo "$(ls "$subs" | wc -l) entries with labs 03 and 04, of which $labs are graded, in $subs"

seconds() { date +%s; }
same() { diff -r -x times.json -x history.csv -x .class -x '*.html' "$1" "$2" >"$trial/diff" &&
    echo "$3: the same bytes" || { echo "$3: NOT the same: $trial/diff"; failed=1; }; }
failed=0

began=$(seconds)
$class --out "$trial/two" --jobs 2 >"$trial/two.txt" 2>&1
echo "two workers: $(($(seconds) - began)) s, $(tail -n 1 "$trial/two.txt")"
times >"$trial/times" && echo "processor time of all so far, user and system: $(tail -n 1 "$trial/times")"

began=$(seconds)
for k in $(seq "$kills"); do
    setsid $class --out "$trial/killed" --jobs 2 >>"$trial/killed.txt" 2>&1 &
    sleep "$(awk -v k="$k" -v s="$$" 'BEGIN { srand(s * 100 + k); print 1 + rand() * 20 }')"
    kill -9 $! 2>/dev/null
    wait $! 2>/dev/null
done
$class --out "$trial/killed" --jobs 2 >>"$trial/killed.txt" 2>&1
echo "killed $kills times: $(($(seconds) - began)) s"
same "$trial/two" "$trial/killed" "killed and resumed"

[ "${ALL:-}" ] || exit $failed
began=$(seconds)
$class --out "$trial/one" --jobs 1 >"$trial/one.txt" 2>&1
echo "one worker: $(($(seconds) - began)) s"
same "$trial/two" "$trial/one" "one worker and two"
exit $failed
