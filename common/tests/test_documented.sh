#!/bin/sh
# Every command that a page for instructors prints is run as it stands there, in a fresh clone and in the order of the
# page, and ends as the page lets expect. What a page shows of its output is held against what it prints.
#     sh common/tests/test_documented.sh [PAGE...]
# ALL=1: also those of which a run takes a third; TIMES=1: how long each took.
# Begins first: it takes minutes.
set -u
. "$(dirname "$0")/promise.sh"
. common/tests/copy.sh
unset MAKEFLAGS MAKELEVEL MAKEOVERRIDES LAB STAGE STEP LEVEL PROGRESS
pages=${*:-docs/instructor/first-week.md docs/instructor/grading.md docs/instructor/results.md docs/instructor/rubric.md
    docs/instructor/sandbox.md docs/instructor/course.md docs/instructor/exam.md docs/instructor/weeks.md
    docs/instructor/syllabus.md docs/instructor/policy.md docs/instructor/questions.md
    docs/instructor/answers.md docs/instructor.md docs/trust.md README.md docs/install.md}

# What holds of a command that fits a pattern of the shell:
#     ends CODE, if not by 0                        shows TEXT, which stands in its output
#     needs GROUP, which common/build/deps.sh knows
#     slow: a third of these are run, if not all    skip WHY: it cannot be run here
cat >"$work/rules" <<END
make # ends $unsolved
make check # ends $unsolved
make check LAB=03 # ends $unsolved
make grade # ends 2
make profile # ends 2
make profile # shows which lab? Type make profile LAB=02 STAGE=2
make trace # ends 2
make trace # shows which lab? Type: make trace LAB=03
make debug # ends 2
make debug # shows which lab? Type: make debug LAB=03
make grade-class # ends 2
make hint LAB=03 STEP=1 # shows Hint 1 of 3
make profile LAB=02 STAGE=2 WHO=solutions # shows list[r * stride]; 2080 4.0
make run N=100000 COMPARE=1 WHO=labs # ends 2
make run N=100000 COMPARE=1 WHO=labs # shows run: plan_chunk of lab 08 gives chunks of
make trace LAB=0? # shows build/trace/0
make handout LABS=01-04* # shows build/handout.tar.gz: labs 01 02 03 04,
make rubric RUBRIC=rubric.yaml # shows assignment
make exam LABS=03 SEED=2026 # shows build/exam/2026: form contract, 128 threads of 8 keys
make -C build/exam/2026/kit grade SUBMISSION=solutions # shows solutions: 100 of 100 points
make -C build/exam/2026/kit grade # ends 2
make -C build/exam/2026/kit grade # shows labs: 0 of 100 points
make -s -C build/exam/2026/kit rubric >* # needs class
make debug* # needs debugger
make slides* # needs slides
make docs* # needs docs
make slides docs # needs docs
make profile LAB=03 STAGE=4 SUBMISSION=dir COMPARE=solutions # shows the reference
make gradescope* # needs formats
make autolab* # needs formats
make classroom50* # needs formats
make prairielearn* # needs formats
make submitty* # needs formats
rm ?r class cleo graded roster.csv # needs class
make similar* # needs similar
make questions* # needs questions
make questions # shows all are whole. build/questions/questions.gift
make try-questions* # needs questions
make try-questions LABS=01 # shows ok - 01-split
make viva* # needs class
make viva* # needs similar
make viva # ends 2
make viva # shows which lab? Type make viva LAB=03 SUBMISSION=dir
make viva LAB=03 SUBMISSION=dir * # shows build/viva/03-Ada_Lind.html
make viva LAB=03 SUBMISSIONS=dir OUT=dir # shows graded/viva/03-
make deps-similar* # needs similar
make run-mpi* # needs mpi
make deps # needs dev
sh common/build/deps.sh class # needs class
sh common/build/deps.sh slurm # needs slurm
sh common/build/deps.sh sandbox # needs sandbox
*grade-class* # needs class
make class-pages* # needs class
make gradebook* # needs class
make viva *OUT=semester/01* # slow
*SUBMISSIONS=handed-in/03* # slow
make -C build/exam/2027/kit grade * # slow
make -C build/exam/2027/kit grade * # shows solutions: 100 of 100 points
make grade SUBMISSION=solutions LAB=03 RUBRIC=* # needs class
make rubric* # needs class
make course-grades* # needs class
make grade SUBMISSION=dir RUBRIC=* # needs class
build/cpu/rubric* # needs class
make fuzz # needs class
make demo # slow
make slides # slow
make slides SOLUTIONS=1 # slow
make slides docs # slow
make docs* # slow
make hostile # slow
make hostile-teeth # slow
make mutants* # slow
make fuzz # slow
make gradescope* # slow
make autolab* # slow
make classroom50* # slow
make run *COMPARE=1* # slow
make run-mpi* # slow
make profile LAB=0* # slow
make trace LAB=06 # slow
make test # skip this is a part of it
make watch # skip it runs until Ctrl-C; common/tests/test_watch.sh tries it
make class-trial N=200 # skip it takes an hour or two
make gradescope-trial ROOT=dir # skip it takes an empty system by debootstrap, root and a network
*DEV=gpu* # skip it takes a GPU
sudo * # skip it changes the system
wsl * # skip it is for Windows
docker * # skip it takes Docker and a network
module * # skip it is for a cluster
srun * # skip it is for a cluster
mkdir -p ~/.local && * # skip it takes a network; common/tests/test_deps.sh
for package in \*.deb;* # skip it takes what the line before it loads
./configure * # skip it is for the sources of another project
git push # skip there is nowhere to push to
make check CC=clang-19 CXX=clang++-19 # skip grader/tests/judge/test_architectures.sh takes the compilers that are here
END
# What stands for something else on a page, and small forms of what takes long.
dir=$work/dir
cat >"$work/forms" <<END
s/^[!%]//
s#git clone ADDRESS#git clone -q $work/kit#
s#SUBMISSIONS=dir#SUBMISSIONS=$dir#
/LAB=/!s#SUBMISSION=dir#& LAB=01#
s#SUBMISSION=dir#SUBMISSION=$dir/ada#
s#\\bOUT=dir#OUT=graded#
s#--format NAME=PATH#& --submission $dir/ada --lab 01#
s#NAME=PATH#junit=$work/junit.xml#
s#--terms FILE#--terms $work/terms.json#
s#=\\([a-z0-9]*\\)|[a-z0-9|]*#=\\1#g
/grade-class SUBMISSIONS=.*dir /{s#ROSTER=roster#ROSTER=$work/roster#;s#\$# LABS=01#}
s#^make grade\$#& LAB=01#
s#SUBMISSION=class/ada#& LAB=03#
s#^make slides\\( docs\\| SOLUTIONS=1\\)*\$#& DECK=03#
s#^make .*docs\\b.*#& GRAPHS=no#
s#^make hostile\$#& NAME=nothing#
s#^make hostile-teeth\$#& NAME=link-to-another#
s#^make mutants\$#& LAB=01 SAMPLE=1#
s#^make mutants RIGHT=1#& LAB=01#
s#UNSEEN=60#LAB=01 UNSEEN=1#
s#^make fuzz\$#& SECONDS=1#
s#N=100000 COMPARE=1#N=5000 COMPARE=1#
s#^make gradescope\$#& LABS=01#
s#^make classroom50\$#& LABS=01#
END

# rule COMMAND KIND: what the rules of that kind say.
rule() {
    while IFS= read -r line; do
        value=${line#* # } pattern=${line%% # *}
        case "$value" in "$2" | "$2 "*) ;; *) continue ;; esac
        case $1 in $pattern) echo "$line" >>"$work/used" && echo "${value#"$2 "}" ;; esac
    done <"$work/rules"
}

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

printf '%s\n' 'Type `make no-such-target`, or `rm no-such-file`.' '' '    echo right   # fails in nothing' \
    '    echo wrong' '' '```' right '```' '' \
    '    $ echo one' '    two' >"$work/page.md"
read_page "$work/page.md"
[ "$(wc -l <"$work/commands")" = 5 ] &&
    [ "$(grep -c "^$work/page.md:[0-9]*: .*: \(ended with [12], not 0\|prints something else\)" "$work/bad")" = 4 ] &&
    ! grep -q 'right: ' "$work/bad"
report "a command that fails is found, and one that prints something else than its page shows" $? "$work/bad"

for page in $pages; do
    prepare "$page" >"$work/out" 2>&1
    read_page "$page"
    [ ! -s "$work/bad" ]
    report "$(wc -l <"$work/commands") commands of $page do what it says" $? "$work/bad"
done
sort -u "$work/skips"
[ ! "${TIMES:-}" ] || sort -rn "$work/times"
if [ ! "$*" ]; then
    grep -vxFf "$work/used" "$work/rules" >"$work/out"
    [ ! -s "$work/out" ]
    promise "no rule is for a command that no page prints" $?
fi
exit $failed
