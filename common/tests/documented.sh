# For tests in sh: every command that a page for instructors prints is run as it stands there, in a fresh clone and in
# the order of the page, and ends as the page lets expect. What a page shows of its output is held against what it
# prints. Wants promise.sh.
. common/tests/copy.sh
unset MAKEFLAGS MAKELEVEL MAKEOVERRIDES LAB STAGE STEP LEVEL PROGRESS
pages_on_grading="docs/instructor/first-week.md docs/instructor/grading.md docs/instructor/results.md
    docs/instructor/sandbox.md docs/instructor/exam.md docs/instructor/syllabus.md docs/instructor/policy.md"
pages_on_courses="docs/instructor/rubric.md docs/instructor/course.md docs/instructor/weeks.md
    docs/instructor/questions.md docs/instructor/answers.md docs/instructor.md docs/trust.md README.md docs/install.md"
. common/tests/documented_rules.sh

# What stands there before a page begins.
copy=$work/kit
prepare() { # PAGE
    case $1 in
    */grading.md) # the class of which the page shows what is printed
        rm -rf "${copy:?}/class" "$copy/graded" &&
            mkdir -p class/ada class/ben class/carl 'class/Dora Ü_123_assignsubmission_file_' class/eve class/gina \
            "$work/fred"
        cp solutions/03_atomic_merge.cu solutions/04_reduce_merge.cu class/Dora* &&
            cp solutions/03_* solutions/04_* class/ada
        cp solutions/03_atomic_merge.cu class/ben/atomic_merge.cu && cp solutions/03_atomic_merge.cu class/eve
        cp labs/03_atomic_merge/atomic_merge.cu labs/04_reduce_merge/reduce_merge.cu class/carl
        ln -s x "$work/fred/l" && tar -cf class/fred.tar -C "$work/fred" . && ln -s x class/gina/03_atomic_merge.cu
        echo '7 students' >class/readme.txt
        {
            echo 'Student,ID,SIS Login ID,Section,Labs 3 and 4 (815000)' && echo '    Points Possible,,,,200.00'
            for who in Ada Ben Carl; do echo "$who,1,$who,A,"; done
            printf '%s\n' '"Ü, Dora",4,d,A,' 'Fred,5,fred,A,' '"Eve, Eva",6,eve,A,EX' 'Gina,7,gina,A,' \
                '"Zett, Zoe",8,zoe,A,'
        } >canvas.csv
        {
            echo 'Identifier,"Full name","Email address",Grade,"Maximum grade","Last modified (grade)"'
            for who in ada ben carl 'Dora Ü' eve fred gina; do n=$((${n:-10} + 1)) &&
                echo "Participant $n,\"$who\",,,200.00,-"; done
        } >moodle.csv
        ;;
    */results.md) # what a class run and a check left
        [ -e graded/class.json ] || $make grade-class SUBMISSIONS="$dir" OUT=graded LABS=01
        $make check LAB=01
        # The course of which the page shows who look alike.
        here=grader/tests/class/similar
        rm -rf "${copy:?}/course" "$copy/course-2025" &&
            mkdir -p course/ada course/ben course/cem course/gil course/hal course/jo course/xi course/yan \
            course-2025/zoe
        cp $here/03_atomic_merge.cem.cu course/ada/03_atomic_merge.cu &&
            sed 's/head/top/g' $here/03_atomic_merge.cem.cu >course/ben/03_atomic_merge.cu
        for who in cem gil; do cp $here/03_atomic_merge.ben.cu course/$who/03_atomic_merge.cu; done
        cp $here/03_atomic_merge.dan.cu course-2025/zoe/03_atomic_merge.cu &&
            sed 's/winner/first/g' $here/03_atomic_merge.dan.cu >course/yan/03_atomic_merge.cu
        sed 's/choice/pick/g' solutions/03_atomic_merge.cu >course/jo/03_atomic_merge.cu &&
            cp solutions/01_serial_radix.c course/xi
        git show HEAD:labs/03_atomic_merge/atomic_merge.cu >course/hal/atomic_merge.cu &&
            echo 'more to come' >course/notes.txt
        ;;
    */course.md) # three of the students will do; test_semester.sh grades all
        . grader/tests/class/course_of_20.sh && course_of_20 1 5 7
        ;;
    */questions.md) $make grade-class SUBMISSIONS="$dir" OUT=graded LABS=03 ;;
    */rubric.md) # the rubric of the course that the page shows, and what was handed in for two of its labs
        awk '/^```/ { on = /yaml/; next } on' "$1" >course.yaml
        for week in week-2 week-4; do rm -rf "${copy:?}/$week" && mkdir -p $week &&
            cp -r "$dir/ada" "$dir/ben" $week; done
        find week-2 -exec touch -d 2026-04-12T12:00:00Z {} + && find week-4 -exec touch -d 2026-04-26T12:00:00Z {} +
        ;;
    README.md)
        build/cpu/solutions/run --out keys.bin --n 1000 >/dev/null
        printf '__global__ void f() {}\nint main() { f<<<1, 1>>>(); return cudaDeviceSynchronize(); }\n' >prog.cu
        ;;
    esac
}
# Output without what is one machine's or one moment's: times, folders, the order in which workers are done.
plain() { sed '/^  measured: /d; /^No files were compared with each other: /d; s/^[0-9]* of /N of /;
    s/, [0-9.]* s$/, SECONDS/; s#: [^ ]*/\(graded\|build/similar\)/#: .../\1/#' "$1" |
    LC_ALL=C sort; }

# One command: what is wrong with it goes to standard output.
try() { # PAGE:LINE COMMAND
    form=$(printf '%s\n' "$2" | sed -f "$work/forms")
    code=$(rule "$2" ends) shows=$(rule "$2" shows) needs=$(rule "$2" needs) why=$(rule "$2" skip) \
        slow=$(rule "$2" slow)
    grep -qxF -- "$form" "$work/done" && return
    for group in $needs; do [ "$why" ] || ! lacks=$(sh common/tests/lacks.sh "$group") || why=$lacks; done
    [ ! "$why" ] || { printf 'skip - %s\n' "$1: $2 ($why)" >>"$work/skips" && return; }
    [ ! "$slow" ] || in_turn || return
    printf '%s\n' "$form" >>"$work/done"
    began=$(date +%s)
    sh -c "$form" </dev/null >"$work/said" 2>&1
    ended=$?
    printf '%s\n' "$(($(date +%s) - began)) s: $1: $form" >>"$work/times"
    tr -s ' \n' '  ' <"$work/said" >"$work/line"
    [ $ended = "${code:-0}" ] && { [ ! "$shows" ] || grep -qF -- "$shows" "$work/line"; } ||
        { printf '%s\n' "$1: $form: ended with $ended, not ${code:-0}${shows:+, or does not show '$shows'}" &&
            tail -n 20 "$work/said"; }
    shown=$work/printed/${1#*:}
    [ -s "$shown" ] || return
    plain "$shown" >"$work/a" && plain "$work/said" >"$work/b"
    diff "$work/a" "$work/b" >"$work/diff" || { printf '%s\n' "$1: $form: prints something else than the page shows" &&
        cat "$work/diff"; }
}

# A clone, with what is built so far.
(cd "$kit" && flock build/cpu/lock $make build/cpu/grade build/cpu/solutions/run &&
    sh common/tests/lacks.sh class >/dev/null ||
    flock build/cpu/lock $make build/cpu/class build/cpu/rubric build/cpu/pages build/cpu/unpack build/cpu/gradebook) \
    >"$work/out" 2>&1
for part in "$kit"/build/cpu/*; do
    case $part in */tests | */work-* | */lock | */class-trial | */teeth | *check) ;; *) cp -rp "$part" build/cpu ;; esac
done
git init -q . && git add -A && git -c user.name=x -c user.email=x commit -qm 'the kit' || exit 2
export HOME="$work/home"
mkdir -p "$HOME" "$dir/ada" "$dir/ben" && cp solutions/01_serial_radix.c solutions/03_atomic_merge.cu "$dir/ada" &&
    cp labs/01_serial_radix/serial_radix.c "$dir/ben"
printf '%s\n' student_id ada ben zoe >"$work/roster.csv"
: >"$work/done" && : >"$work/skips" && : >"$work/used"

# All commands of a page, to $work/commands; what is wrong with them, to $work/bad.
read_page() { # PAGE
    rm -rf "$work/printed" && mkdir "$work/printed"
    awk -v folder="$work/printed" -f common/tests/commands.awk "$1" >"$work/commands"
    while IFS='	' read -r place command; do
        try "$place" "$(printf '%s' "$command" | sed 's/  *#.*//; s/ *$//')"
    done <"$work/commands" >"$work/bad" 2>&1
}

# documented PAGE...: their commands do what the pages say.
documented() {
    for page; do
        prepare "$page" >"$work/out" 2>&1
        read_page "$page"
        [ ! -s "$work/bad" ]
        report "$(wc -l <"$work/commands") commands of $page do what it says" $? "$work/bad"
    done
    sort -u "$work/skips"
    [ ! "${TIMES:-}" ] || sort -rn "$work/times"
}
