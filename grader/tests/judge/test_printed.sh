#!/bin/sh
# What a learner's program prints is shown where one case alone is run, and counted elsewhere; of a hidden stage
# nothing is.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
make -s --no-print-directory grade-program >"$work/out" 2>&1
promise "the grader builds" $?
mkdir "$work/sub"

# Lab 01 with CODE at the start of its first function, and lab 03 with CODE in the function that all threads call.
host() { sed "s/^    for (size_t i = 0; i < n; i++) next\[1\]/    $1\n&/; 1i #include <stdio.h>\n#include <stdlib.h>" \
    solutions/01_serial_radix.c >"$work/sub/01_serial_radix.c"; }
device() { sed "s/^    choice.key = s_lowest;/    $1\n&/" solutions/03_atomic_merge.cu \
    >"$work/sub/03_atomic_merge.cu"; }
grade() { # ARGUMENTS
    build/cpu/grade --folder build/cpu --sandbox none --submission "$work/sub" --result "$work/r.json" "$@" \
        >"$work/out" 2>&1 </dev/null
    tr -s ' \n' ' ' <"$work/out" >"$work/words"
}
says() { grep -qF -- "$1" "$work/words"; }

host 'printf("n is %zu\\n", n);'
grade --lab 01 --stage 1 --case 1
says 'ok Your program printed: n is 3 '
promise "host code on stdout, of one case that is right" $?
grade --lab 01 --stage 1
grep -qE 'Your program printed [0-9]+ lines\. To see what it prints, run one case alone: add CASE=1\.' "$work/words" &&
    ! says 'n is 3'
promise "of all cases the lines are counted, and a word says how to see them" $?
host 'fprintf(stderr, "bit %d\\n", bit);'
grade --lab 01 --stage 1 --n 2 --seed 7
says 'Your program printed: bit '
promise "and on stderr" $?
host 'printf("before"); if (n > 0) abort();'
grade --lab 01 --stage 1 --keys '3 1 2'
says 'crash' && says 'Your program printed: before'
promise "what was printed before a crash is not lost, with or without an end of line" $?
host 'for (int k = 1; k < 34; k++) printf("line %d\\n", k);'
grade --lab 01 --stage 1 --case 1
says 'Your program printed 33 lines, at the end: line 14 ' && ! says 'line 13 ' && says 'line 33 '
promise "of many lines the last twenty" $?
host 'printf("\\033[2J%c\\n", 7);'
grade --lab 01 --stage 1 --case 1
says 'Your program printed: ?[2J?' && ! LC_ALL=C grep -q "$(printf '[\033\007]')" "$work/out"
promise "as text, and not as orders to the terminal" $?
device 'if (threadIdx.x == 5) printf("thread %u sees %u\\n", threadIdx.x, s_lowest);'
grade --lab 03 --stage 1 --keys '9 4 7'
says 'Your program printed: thread 5 sees '
promise "what a kernel prints" $?
device 'if (threadIdx.x == 5) printf("thread %u\\n", threadIdx.x); if (threadIdx.x == 6) *(volatile int *)16 = 1;'
grade --lab 03 --stage 1 --keys '9 4 7'
says 'crash' && says 'Your program printed: thread 5 ' && ! says 'printed: simt'
promise "before it faults too, without the CPU runtime's own words" $?
host ';'
grade --lab 01 --stage 1 --case 1
! says 'printed'
promise "and where nothing is printed nothing is said" $?
exit $failed
