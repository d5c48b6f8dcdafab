#!/bin/sh
# What a class may hand in, `make grade` takes too: folders of any layout, one file, archives, repositories; and it
# says in one sentence what is none of these.
# Takes turn 9 of 12.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
make="env -u MAKEFLAGS -u MAKELEVEL make -s --no-print-directory"
in="$work/hand's in"
mkdir "$in"
one_line() { tr -s ' \n' '  ' <"$work/out"; }
says() { one_line | grep -qF -- "$1"; }
grades() { # SUBMISSION [ARGUMENTS]: a right lab 01
    where=$1
    shift
    $make grade SUBMISSION="$where" LAB=01 STAGE=1 RESULT="$work/r.json" "$@" >"$work/out" 2>&1 && says '20/20 ok' &&
        says "$where: 20 of 20 points" && grep -qF "\"submission\": \"$where\"" "$work/r.json"
}
right=solutions/01_serial_radix.c
put() { mkdir -p "$in/$1" && cp $right "$in/$1/$2"; } # FOLDER FILE

# With core packages alone: whatever asks for others fails.
sh common/build/deps.sh core >"$work/out" 2>&1 &&
    flock build/cpu/lock $make build/cpu/grade >>"$work/out" 2>&1 || exit 2
put kit/labs/01_serial_radix serial_radix.c
put nested/01_serial_radix serial_radix.c
put flat 01_serial_radix.c
put bare serial_radix.c
put 'deep/my work' serial_radix.c
mv build/cpu/unpack "$work/unpack" 2>/dev/null
for form in kit nested flat bare deep bare/serial_radix.c flat/01_serial_radix.c; do
    grades "$in/$form" && [ ! -e build/cpu/unpack ] || echo "$form: $(cat "$work/out")"
done >"$work/bad"
[ ! -e "$work/unpack" ] || mv "$work/unpack" build/cpu/unpack
[ ! -s "$work/bad" ]
report "a folder of any layout and one file are graded without more than core packages" $? "$work/bad"

grades "$in/kit/" && grades "$in/deep/."
promise "a slash or a dot behind a folder changes nothing" $?
$make grade SUBMISSION="$in/bare/serial_radix.c" RESULT="$work/r.json" >"$work/out" 2>&1 && says '100 of 100 points'
promise "one file is graded as its own lab, and the others are not missed" $?
put two/labs/01_serial_radix serial_radix.c && echo '#error old' >"$in/two/01_serial_radix.c"
grades "$in/two" && says "1 other file could have been lab 01's. $in/two/labs/01_serial_radix/serial_radix.c is graded"
promise "of two files the one that lies as in the kit is graded, and this is said" $?
put f/a/b/c 01_serial_radix.c && put .hidden 01_serial_radix.c
$make grade SUBMISSION="$in/f" LAB=01 >"$work/out" 2>&1
[ $? = 2 ] && says 'holds no lab'
promise "a file below three folders is none of the submission" $?

# How the name is typed.
mkdir "$work/home" && put '../home/my work' serial_radix.c
HOME="$work/home" $make grade SUBMISSION='~/my work' LAB=01 STAGE=1 >"$work/out" 2>&1 &&
    says "$work/home/my work: 20 of 20"
promise "a ~ that no shell has seen is the home folder" $?
odd='a`touch RUN`b $(touch RUN) "c"' && put "$odd" serial_radix.c
grades_odd() { $make grade SUBMISSION="$1" LAB=01 STAGE=1 >"$work/out" 2>&1 && says '20 of 20 points'; }
grades_odd "$in/$odd" && [ -z "$(find . "$in" -maxdepth 1 -name RUN)" ]
promise "backquotes, blanks and dollars in a name are text" $?
(cd "$in" &&
    $make -C "$top" grade SUBMISSION="$(realpath --relative-to="$top" "$in")/bare" LAB=01 STAGE=1) >"$work/out" 2>&1 &&
    says '20 of 20'
promise "a relative path is seen from the kit's folder" $?
(cd "$in" && $make -C "$top" grade SUBMISSION=bare LAB=01) >"$work/out" 2>&1
[ $? = 2 ] &&
    says "grade: the submission bare cannot be read: No such file or directory in $top. Give a folder, an archive, \
a repository or one lab's file"
promise "and one that is not there is named with the folder where it was looked for" $?

# What is none.
mkdir "$in/empty"
$make grade SUBMISSION="$in/empty" RESULT="$work/r.json" >"$work/out" 2>&1
[ $? = 2 ] &&
    says "$in/empty holds no lab's file. Expected 01_serial_radix.c or serial_radix.c, and so on, \
at its top or in a folder below it" &&
    says ': 0 of 1' && [ "$(grep -c '"verdict": "MISS"' "$work/r.json")" -gt "$n_labs" ]
promise "a folder without any lab's file is told in a sentence, and has no points" $?
cp $right "$in/homework.c"
$make grade SUBMISSION="$in/homework.c" >"$work/out" 2>&1
[ $? = 2 ] && says "$in/homework.c is no lab's file. Expected 01_serial_radix.c or serial_radix.c, and so on"
promise "so is a file of another name" $?
$make grade SUBMISSION="$in/bare/serial_radix.c" LAB=03 >"$work/out" 2>&1
[ $? = 2 ] && says "there is no 03_atomic_merge.cu or atomic_merge.cu in $in/bare/serial_radix.c"
promise "and one lab's file where another lab is asked for" $?
for target in check watch progress; do
    $make $target SUBMISSION=x >"$work/out" 2>&1
    [ $? = 2 ] && says "make $target is for the files in labs/. For others type make grade SUBMISSION=" || echo $target
done >"$work/bad"
[ ! -s "$work/bad" ]
report "commands for one's own labs refuse a SUBMISSION" $? "$work/bad"

# Without the packages of a class.
(. common/tests/copy.sh
    { sed -n 1p "$kit/common/build/deps.sh" &&
        echo '[ "$1" != class ] || { echo "make: these packages are missing: libarchive-dev." \
            "Type: sudo apt-get install libarchive-dev" >&2; exit 2; }' &&
        sed 1d "$kit/common/build/deps.sh"; } >common/build/deps.sh
    : >"$in/x.zip" && $make grade SUBMISSION="$in/x.zip" LAB=01) >"$work/out" 2>&1
[ $? = 2 ] && says 'Type: sudo apt-get install libarchive-dev' &&
    says 'x.zip is an archive or a repository, and that takes the packages named above. '\
'Give the folder that it unpacks to' &&
    ! says 'compile'
promise "where the packages for archives cannot be had, it is said what to type and what to give" $?

needs class "archives and repositories are graded" "what is refused is said in a sentence" \
    "pages and the debugger show what an archive holds" ||
    exit $failed
pack() { tar -C "$in/$1" -caf "$in/$2" .; }
pack deep a.tar && pack kit a.tar.gz && pack flat a.tar.xz && pack bare homework.tgz
mkdir "$in/moodle" && cp "$in/a.tar.gz" "$in/moodle"
git init -q "$in/repo" && cp $right "$in/repo/serial_radix.c" && (cd "$in/repo" && git add . &&
    git -c user.name=x -c user.email=x commit -qm 1 &&
    echo '#error not committed' >serial_radix.c && git clone -q --bare . "$in/bare.git") >/dev/null 2>&1
for form in $(some a.tar a.tar.gz a.tar.xz homework.tgz moodle bare.git) repo; do
    grades "$in/$form" || echo "$form: $(cat "$work/out")"
done >"$work/bad"
says "$in/repo is a repository: its last commit counts, of 20" || echo "$form: no commit" >>"$work/bad"
[ ! -s "$work/bad" ]
report "archives and repositories are graded" $? "$work/bad"

echo noise >"$in/noise.zip" && mkdir "$in/links" && ln -s /etc/passwd "$in/links/x" && pack links links.tar &&
    : >"$in/empty/readme.txt" && pack empty none.tar
mkdir "$in/large" && head -c 1100000 /dev/zero >"$in/large/serial_radix.c" && pack large large.tgz
tells() { # CODE ENTRY TEXT
    $make grade SUBMISSION="$in/$2" LAB=01 RESULT="$work/r.json" >"$work/out" 2>&1
    [ $? = 2 ] && says "$3" && grep -q "\"verdict\": \"$1\"" "$work/r.json" || { echo "$2" && cat "$work/out"; }
}
{
    tells REJ noise.zip "$in/noise.zip is refused: the archive is damaged or cut off"
    tells REJ links.tar "$in/links.tar is refused: the archive holds a symbolic link: ./x"
    tells MISS none.tar "$in/none.tar holds no lab's file. Expected 01_serial_radix.c or serial_radix.c"
    tells REJ large.tgz 'serial_radix.c is longer than 1 MiB'
} >"$work/bad"
[ ! -s "$work/bad" ]
report "what is refused is said in a sentence" $? "$work/bad"

mkdir "$in/three" && sed 's/^void split_by_bit(.*{/&\n    return;/' $right >"$in/three/serial_radix.c" &&
    cp solutions/03_atomic_merge.cu "$in/three/atomic_merge.cu" && pack three three.tar.gz
three=$in/three.tar.gz
$make grade SUBMISSION="$three" LAB=01 STAGE=1 >"$work/out" 2>&1
[ $? = 2 ] && says 'wrong answer' && again=$(again_of "$work/out" | sed -n 's/^make //p') &&
    eval "$make $again" >"$work/out" 2>&1
[ $? = 2 ] && says 'wrong answer'
promise "the command that repeats a failure names the archive, and works" $?
$make trace LAB=03 SUBMISSION="$three" >"$work/out" 2>&1 &&
    grep -qF "\"path\": \"$three/atomic_merge.cu\"" build/trace/03.html &&
    $make profile LAB=03 STAGE=4 SUBMISSION="$three" >"$work/out" 2>&1 && says "$three/atomic_merge.cu, " &&
        says ' atomic_merge.cu:'
promise "pages of trace and profile show what an archive holds" $?
if needs debugger "and the debugger finds its source"; then
    printf 'list\nquit\n' | $make debug LAB=03 SUBMISSION="$three" THREAD=5 >"$work/out" 2>&1
    says 'd_heads[threadIdx.x]'
    promise "and the debugger finds its source" $?
fi
[ -z "$(find build/cpu -maxdepth 2 -name unpacked)" ]
promise "and nothing of it stays in build/" $?
exit $failed
