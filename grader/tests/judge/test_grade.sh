#!/bin/sh
# The grader tells failures apart, and each costs its own stages and nothing else.
# Runs alone: it looks for what graders leave behind, and would find what others still use.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
grade="build/cpu/grade --folder build/cpu"
says() { grep -qF -- "$1" "$work/out"; }

# A submission with the reference solutions of labs 01 and 07, of which a sed script changes 01.
submission() {
    rm -rf "$work/sub" && mkdir "$work/sub"
    cp solutions/07_block_merge.c "$work/sub"
    sed "$1" solutions/01_serial_radix.c >"$work/sub/01_serial_radix.c"
}
# Grades lab 01 of it; the exit status goes to $code.
run() {
    $grade --submission "$work/sub" --lab 01 "$@" >"$work/out" 2>&1 </dev/null
    code=$?
}
lost_with() { # VERDICT TEXT: lab 01 lost points, and said so
    [ "$code" = 1 ] && says "$1" && says "$2"
}

submission ''
run --result "$work/r.json"
promise "a right submission gets all points and exit code 0" "$([ $code = 0 ] && says '100 of 100 points'; echo $?)"
promise "the result is written as JSON" "$(grep -q '"max_points": 100' "$work/r.json"; echo $?)"
cp "$work/r.json" "$work/first.json"
run --result "$work/r.json"
promise "grading twice gives the same bytes" "$(cmp -s "$work/r.json" "$work/first.json"; echo $?)"

mkfifo "$work/pipe"
timeout 600 cat "$work/pipe" >"$work/piped" &
run --result "$work/pipe"
wait
promise "a result for a pipe goes into it, and the pipe stays one" \
    "$([ -p "$work/pipe" ] && grep -q '"max_points": 100' "$work/piped"; echo $?)"

in_split='/^void split_by_bit/s/{$/{'
submission "$in_split *(volatile int *)8 = 1;/"
run
promise "a crash is called a crash" "$(lost_with crash 'it crashes: it reads or writes memory'; echo $?)"
promise "and costs its own stages, not the others" "$(says '55 of 100'; echo $?)"
promise "and says how to see it again" "$(says 'again: make check LAB=01 STAGE=1 CASE=1'; echo $?)"

submission "$in_split exit(0);/; 1i #include <stdlib.h>"
run
promise "an exit in the middle is an early exit" "$(lost_with 'early exit' 'exit code 0'; echo $?)"

submission '$a #include <unistd.h>\n__attribute__((constructor)) static void leave(void) { _exit(0); }'
run
promise "an exit in a constructor costs all stages of its lab" "$(lost_with 'early exit' '0 of 100'; echo $?)"
$grade --submission "$work/sub" --lab 07 >"$work/out" 2>&1
promise "and none of another lab" "$(says '100 of 100'; echo $?)"

submission "$in_split for (volatile int i = 0;; i = 0) {}/"
run --stage 1
promise "a loop without end is a hang" "$(lost_with hangs 'not done after 10 s'; echo $?)"
run --stage 1 --limit 1
promise "a stage can be given less time, of the processor" \
    "$(lost_with hangs 'not done after 1 s of processor time'; echo $?)"

submission "$in_split for (;;) puts(\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\");/; 1i #include <stdio.h>"
run --stage 1
promise "endless output is a flood" "$(lost_with floods 'more than 8 MB'; echo $?)"

submission 's/^void split_by_bit/void split_by_bits/'
run
promise "a function that is missing does not link" "$(lost_with 'does not link' 'split_by_bit'; echo $?)"

submission '$a int x = ;'
run
promise "a syntax error does not compile, and its line is named" \
    "$(lost_with 'does not compile' '01_serial_radix.c:'; echo $?)"

submission 's/next\[1\] += /next[0] += /'
run --stage 1
promise "a wrong answer names what broke and where" "$(lost_with 'wrong answer' '(n = '; echo $?)"

submission "$in_split return;/"
run --stage 1
promise "doing nothing gets nothing" "$([ $code = 1 ] && says '0/20'; echo $?)"

submission ''
rm "$work/sub/01_serial_radix.c"
run
promise "a missing file counts 0 and is named" "$(lost_with 'no file' '01_serial_radix.c'; echo $?)"

mkdir "$work/sub/01_serial_radix"
cp solutions/01_serial_radix.c "$work/sub/01_serial_radix/serial_radix.c"
run
promise "files may lie in folders, as in labs/" "$([ $code = 0 ]; echo $?)"

rm -rf "$work/sub" && mkdir "$work/sub"
head -c 300000 /dev/urandom >"$work/sub/01_serial_radix.c"
run
promise "a file of noise does not compile" "$(lost_with 'does not compile' '0 of 100'; echo $?)"
rm "$work/sub/01_serial_radix.c"
mkfifo "$work/sub/01_serial_radix.c"
run
promise "a pipe in place of a file is refused" "$(lost_with refused 'not a plain file'; echo $?)"
rm "$work/sub/01_serial_radix.c"
: >"$work/sub/01_serial_radix.c"
run
promise "an empty file does not link" "$(lost_with 'does not link' '0 of 100'; echo $?)"

refused() { # TEXT ARGUMENTS: exit code 2 and one line
    text=$1
    shift
    $grade "$@" >"$work/out" 2>&1
    [ $? = 2 ] && says "$text" && [ "$(wc -l <"$work/out")" = 1 ]
}
promise "an unknown lab is refused, with those there are" \
    "$(refused '01_serial_radix' --submission solutions --lab 99; echo $?)"
promise "a submission that is not there is refused" "$(refused 'cannot be read' --submission "$work/none"; echo $?)"
promise "a stage that is not there is refused" \
    "$(refused 'has no stage 77' --submission solutions --lab 01 --stage 77; echo $?)"
promise "an order that does not exist is refused" \
    "$(refused 'random:SEED' --submission solutions --order sideways; echo $?)"
promise "a number that is none is refused" "$(refused 'must be a number' --submission solutions --n many; echo $?)"
submission ''
run --stage 1 --result /dev/full/r.json
promise "a result that cannot be written is exit code 2" "$([ $code = 2 ] && says 'cannot be written'; echo $?)"
promise "nothing is left behind" "$([ -z "$(find build/cpu -maxdepth 1 -name 'work-*')" ]; echo $?)"
exit $failed
